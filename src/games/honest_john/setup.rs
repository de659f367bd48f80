//! The settings fixed by the match options: version, set, hands and rounds.

use super::tiles::whole_set;
use crate::rules::{BadOption, Setting};

/// The tiles of the boneyard that are never drawn (H2).
pub const NEVER_DRAWN: usize = 4;

/// The version of the document that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Buying and selling for chips; lines can die.
    Chips,
    /// A boneyard, and a restriction by doubles; pips are counted.
    Pips,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    pub version: Version,
    /// Number of seats, 3 to 8.
    pub seats: u8,
    /// Maximum pips on a half: 9, 12 or 18.
    pub top: u8,
    /// Number of tiles that each seat takes.
    pub hand: usize,
    /// Starting chips of every seat; 0 in version 2.
    pub chips: i64,
}

impl Setup {
    /// Reads the options, and rejects combinations that the game does not allow.
    pub fn of(setting: &Setting) -> Result<Setup, BadOption> {
        let version = if setting.word("version") == "2" { Version::Pips } else { Version::Chips };
        let top = match setting.word("set") {
            "12" => 12,
            "18" => 18,
            _ => 9,
        };
        let seats = setting.seats();
        let refuse =
            |name: &str, value: String, expected: String| Err(BadOption { name: name.into(), value, expected });
        if version == Version::Chips && top != 9 {
            return refuse("set", top.to_string(), "9, the only set of version 1".into());
        }
        let (fewest, most) = match (version, top) {
            (Version::Chips, _) => (4, 8),
            (Version::Pips, 9) => (3, 5),
            (Version::Pips, _) => (3, 8),
        };
        if !(fewest..=most).contains(&seats) {
            return refuse("seats", seats.to_string(), format!("{fewest} to {most} with this `version` and `set`"));
        }
        let tiles = whole_set(top).len();
        let spare = if version == Version::Pips { NEVER_DRAWN } else { 0 };
        let most = (tiles - spare) / usize::from(seats);
        let hand = match setting.number("hand") {
            0 => Setup::usual_hand(version, seats, top),
            given => usize::try_from(given).unwrap_or(usize::MAX),
        };
        if hand > most {
            return refuse("hand", hand.to_string(), format!("at most {most} tiles for each of {seats} seats"));
        }
        let chips = if version == Version::Chips { setting.number("chips") } else { 0 };
        Ok(Setup { version, seats, top, hand, chips })
    }

    /// Returns the default hand of the document: in version 1 by the number of seats, in version 2
    /// by the set (H15).
    fn usual_hand(version: Version, seats: u8, top: u8) -> usize {
        match (version, seats, top) {
            (Version::Chips, ..=4, _) => 11,
            (Version::Chips, 5, _) => 9,
            (Version::Chips, 6, _) => 8,
            (Version::Chips, 7, _) => 7,
            (Version::Chips, _, _) => 6,
            (Version::Pips, _, 18) => 15,
            (Version::Pips, _, _) => 9,
        }
    }

    /// Returns the number of tiles of the whole set.
    pub fn tiles(&self) -> usize {
        whole_set(self.top).len()
    }
}
