//! The numbers of entrants and matches, and the ids that follow from them.

use std::fmt;

use super::rules::MAX_REPLAYS;
pub use crate::contest::Entrant;
use crate::ids::MatchId;

/// The longest id of a ladder whose matches have ids that follow from it, in bytes.
pub const MAX_LADDER_ID: usize = 36;

/// A match of an encounter: the same whatever ended first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchKey {
    /// The number of its encounter in the ladder, from 0.
    pub encounter: u32,
    /// Its number in the encounter, from 0.
    pub number: u32,
    /// How often it was played before and counted for nobody.
    pub attempt: u32,
}

impl MatchKey {
    /// The id of this match in a ladder of the id `ladder`; `None` where that is not an id of at most [`MAX_LADDER_ID`] bytes.
    pub fn match_id(&self, ladder: &str) -> Option<MatchId> {
        if ladder.is_empty() || ladder.len() > MAX_LADDER_ID {
            return None;
        }
        MatchId::parse(&format!("{ladder}-{self}")).ok()
    }
}

impl MatchKey {
    /// Its number among all matches of its encounter that there may be, those played again too, from 0: the id of a match hangs on it.
    pub fn number_in_all(&self) -> u32 {
        self.number * (MAX_REPLAYS + 1) + self.attempt
    }

    /// The key that is written so by its `Display`.
    pub fn parse(text: &str) -> Option<MatchKey> {
        let mut parts = text.split('-').peekable();
        let mut number = |letter: char| -> Option<u32> {
            let digits = parts.next_if(|part| part.starts_with(letter))?.get(1..)?;
            let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
            if is_plain { digits.parse().ok() } else { None }
        };
        let (encounter, of_encounter) = (number('e')?, number('m')?);
        let attempt = number('r').unwrap_or(0);
        let key = MatchKey { encounter: encounter - 1, number: of_encounter - 1, attempt };
        // What cannot be read to its end is no key.
        (key.to_string() == text).then_some(key)
    }
}

impl fmt::Display for MatchKey {
    /// `e12-m1`, and `e12-m1-r1` where it is played again; people count from 1. Behind the id of its ladder and `-` it is the id of
    /// the match.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}-m{}", u64::from(self.encounter) + 1, u64::from(self.number) + 1)?;
        if self.attempt > 0 { write!(f, "-r{}", self.attempt) } else { Ok(()) }
    }
}
