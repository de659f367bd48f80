//! The keys of encounters and matches: independent of the order in which matches end.

use std::{fmt, iter::Peekable};

/// Maximum length of a contest id from which match ids are derived, in bytes.
pub const MAX_CONTEST_ID: usize = 36;
/// Maximum replays of a void match.
pub const MAX_REPLAYS: u32 = 9;

/// The place of an encounter in its contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EncounterKey {
    /// The stage, from 0; a ladder has only stage 0.
    pub stage: u32,
    /// The place in the stage, from 0; in a bracket, the number of its match.
    pub board: u32,
    /// The number of tied encounters between the same entrants directly before this one.
    pub extension: u32,
}

/// A match of an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchKey {
    /// The encounter of the match.
    pub encounter: EncounterKey,
    /// The number of the match in the encounter, from 0.
    pub number: u32,
    /// The number of earlier, void attempts at the match.
    pub attempt: u32,
}

impl EncounterKey {
    /// Returns the key of the encounter with this number in a contest of one stage.
    pub fn numbered(number: u32) -> EncounterKey {
        EncounterKey { stage: 0, board: number, extension: 0 }
    }

    /// Parses a key in the form that `Display` writes.
    pub fn parse(text: &str) -> Option<EncounterKey> {
        let mut parts = text.split('-').peekable();
        EncounterKey::read(&mut parts).filter(|key| key.to_string() == text)
    }

    fn read<'a>(parts: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<EncounterKey> {
        let (stage, board) = (number(parts, 's')?, number(parts, 'b')?);
        let extension = number(parts, 'x').unwrap_or(0);
        Some(EncounterKey { stage: stage - 1, board: board - 1, extension })
    }
}

impl MatchKey {
    /// Returns the number of the match among all possible matches of its encounter, replays
    /// included, from 0. The id of a match contains this number.
    pub fn number_in_all(&self) -> u32 {
        self.number * (MAX_REPLAYS + 1) + self.attempt
    }

    /// Parses a key in the form that `Display` writes.
    pub fn parse(text: &str) -> Option<MatchKey> {
        let mut parts = text.split('-').peekable();
        let encounter = EncounterKey::read(&mut parts)?;
        let of_encounter = number(&mut parts, 'm')?;
        let attempt = number(&mut parts, 'r').unwrap_or(0);
        let key = MatchKey { encounter, number: of_encounter - 1, attempt };
        // Rejects a key followed by other text.
        (key.to_string() == text).then_some(key)
    }
}

/// Reads the number after a letter: from 1, without leading zeros.
fn number<'a>(parts: &mut Peekable<impl Iterator<Item = &'a str>>, letter: char) -> Option<u32> {
    let digits = parts.next_if(|part| part.starts_with(letter))?.get(1..)?;
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    if is_plain { digits.parse().ok() } else { None }
}

impl fmt::Display for EncounterKey {
    /// Writes `s2-b1`, or `s2-b1-x1` for a first extension; stages and boards count from 1 in the
    /// text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}-b{}", u64::from(self.stage) + 1, u64::from(self.board) + 1)?;
        if self.extension > 0 { write!(f, "-x{}", self.extension) } else { Ok(()) }
    }
}

impl fmt::Display for MatchKey {
    /// Writes `s2-b1-m1`, or `s2-b1-m1-r1` for a replay. The id of a match is the id of its
    /// contest, `-`, and this text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-m{}", self.encounter, u64::from(self.number) + 1)?;
        if self.attempt > 0 { write!(f, "-r{}", self.attempt) } else { Ok(()) }
    }
}
