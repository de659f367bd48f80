//! Matches as text. By default a text has tags, then numbered moves, as chess programs write them;
//! a game with a text of its own, which other programs read, uses that.

mod read;
mod write;

use std::fmt;

pub use read::read;
pub use write::{opened_text, write};

use super::rules::{Setting, cut};

/// The tag with the places of the seats, seat 0 first: `1 2`.
pub const PLACES: &str = "Places";
/// The tag with the cause of the end: `normal`, `resignation by White`.
pub const TERMINATION: &str = "Termination";

/// The tag of a seat that lost while the others continued; one for each loss.
pub const LOST: &str = "Lost";

/// The moves of a match, as a text holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub setting: Setting,
    /// What the text tells besides the game, its setting and the moves, in order.
    pub tags: Vec<Tag>,
    pub rounds: Vec<SheetRound>,
}

/// A fact about the match: `[White "search"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub value: String,
    /// The line of the text, from 1; 0 for a tag that was not read.
    pub line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRound {
    /// The first position, as text.
    pub start: String,
    /// Every step, forced ones and chance included.
    pub moves: Vec<String>,
}

/// A fault in the text of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSheet {
    /// The line, from 1.
    pub line: usize,
    /// The round and the number of the move in it, both from 1; `None` outside the moves.
    pub step: Option<(u32, usize)>,
    pub value: String,
    /// The accepted form.
    pub expected: String,
}

impl Tag {
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Tag {
        Tag { name: name.into(), value: value.into(), line: 0 }
    }
}

impl BadSheet {
    /// Creates the fault of a line outside the moves.
    pub fn new(line: usize, value: &str, expected: impl Into<String>) -> BadSheet {
        BadSheet { line, step: None, value: cut(value), expected: expected.into() }
    }
}

impl std::error::Error for BadSheet {}

impl fmt::Display for BadSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some((round, number)) = self.step {
            write!(f, ", move {number} of round {round}")?;
        }
        write!(f, ": `{}`: expected {}", self.value, self.expected)
    }
}
