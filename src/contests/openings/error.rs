//! Errors in a file of openings, and the limits of such a file.

use referee_games::BadOpening;

/// Maximum length of a file, in bytes.
pub const MAX_FILE: usize = 4 * 1024 * 1024;
/// Maximum length of a line, in bytes: a position and moves at their limits.
pub const MAX_LINE: usize = 16 * 1024;
/// Maximum openings of a file.
pub const MAX_OPENINGS: usize = 10_000;
/// Maximum length of the name of an opening, in bytes.
pub const MAX_NAME: usize = 120;

/// Why a file of openings is invalid. Every variant names the line, the value found and the
/// expected form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpenings {
    /// The game has hidden information or chance.
    #[error("{game} has hidden hands or chance, so it has no openings: compare engines by duplicate deals")]
    NotOpen {
        /// The id of the game.
        game: &'static str,
    },
    /// The file is too long.
    #[error("the file has {bytes} bytes, expected at most {MAX_FILE}")]
    FileTooLong {
        /// The number of bytes of the file.
        bytes: usize,
    },
    /// There are too many openings.
    #[error("line {line}: more than {MAX_OPENINGS} openings")]
    TooMany {
        /// The number of the first line beyond the limit, from 1.
        line: usize,
    },
    /// No line contains an opening.
    #[error("no opening in the file: expected at least one line with `moves` or `position`")]
    Empty,
    /// One line is invalid.
    #[error("line {line}: {cause}")]
    Line {
        /// The number of the line, from 1.
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
        /// The number of bytes of the line.
        bytes: usize,
    },
    /// The line contains a control character.
    #[error("has the control character U+{code:04X} at byte {at}, expected printable text")]
    Control {
        code: u32,
        /// The position of the character, in bytes from the start of the line.
        at: usize,
    },
    /// The name is unterminated, empty or too long.
    #[error(
        "invalid id = `{value}`: expected 1 to {MAX_NAME} bytes between double quotes, without a double quote in it"
    )]
    Name {
        /// The text found, cut to the length that errors may repeat.
        value: String,
    },
    /// The line begins with an unknown word.
    #[error("invalid opening `{value}`: expected `moves` or `position` with the text of a position")]
    Word {
        /// The text found, cut to the length that errors may repeat.
        value: String,
    },
    /// A move is missing before, between or after semicolons.
    #[error("move {at} (from 0) is empty: expected one semicolon between two moves")]
    EmptyMove {
        /// The number of the missing move, from 0.
        at: usize,
    },
    /// The game rejects the opening.
    #[error("{value}: {cause}")]
    Opening {
        /// The opening, cut to the length that errors may repeat.
        value: String,
        /// The error from the rules of the game.
        cause: BadOpening,
    },
}
