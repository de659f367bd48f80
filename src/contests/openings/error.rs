//! Errors in a file of openings.

use referee_games::BadOpening;

use super::file::{MAX_FILE, MAX_LINE, MAX_NAME, MAX_OPENINGS};

/// Why a file of openings cannot be used. Every variant names the line, the value found and what
/// was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpenings {
    /// The game hides something or leaves something to chance.
    #[error("{game} has hidden hands or chance, so it has no openings: compare engines by duplicate deals")]
    NotOpen {
        /// The id of the game.
        game: &'static str,
    },
    /// The file is too long.
    #[error("the file has {bytes} bytes, expected at most {MAX_FILE}")]
    FileTooLong {
        /// How many bytes it has.
        bytes: usize,
    },
    /// There are too many openings.
    #[error("line {line}: more than {MAX_OPENINGS} openings")]
    TooMany {
        /// The line with the first that is too many, from 1.
        line: usize,
    },
    /// No line has an opening.
    #[error("no opening in the file: expected at least one line with `moves` or `position`")]
    Empty,
    /// One line cannot be used.
    #[error("line {line}: {cause}")]
    Line {
        /// Which, from 1.
        line: usize,
        cause: BadLine,
    },
}

/// A line that is not an opening of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// The line is too long.
    #[error("has {bytes} bytes, expected at most {MAX_LINE}")]
    TooLong {
        /// How many bytes it has.
        bytes: usize,
    },
    /// A character that a text has no use for.
    #[error("has the control character U+{code:04X} at byte {at}, expected printable text")]
    Control {
        code: u32,
        /// Where in the line, in bytes from its start.
        at: usize,
    },
    /// The name has no end, nothing in it, or too much.
    #[error(
        "invalid id = `{value}`: expected 1 to {MAX_NAME} bytes between double quotes, without a double quote in it"
    )]
    Name {
        /// The text found, cut to the length that errors may repeat.
        value: String,
    },
    /// Another word in place of an opening.
    #[error("invalid opening `{value}`: expected `moves` or `position` with the text of a position")]
    Word {
        /// The text found, cut to the length that errors may repeat.
        value: String,
    },
    /// A move is missing before, between or after semicolons.
    #[error("move {at} (from 0) is empty: expected one semicolon between two moves")]
    EmptyMove {
        /// Which, from 0.
        at: usize,
    },
    /// The game does not allow it.
    #[error("{value}: {cause}")]
    Opening {
        /// The opening, cut to the length that errors may repeat.
        value: String,
        /// The error from the rules of the game.
        cause: BadOpening,
    },
}
