//! Moves as text: `e8e5`, a push as the pusher's move onto the first pushed tower, `e4e4` of zero length, `left`, `right`.

use std::fmt;

use super::{super::rules::Unreadable, board::Square, fill::Direction, moves::Move};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Without the machinery of `write!`, since every legal move of every turn is written.
            Move::Step { source, goal } => source.fmt(f).and_then(|()| goal.fmt(f)),
            Move::Fill(Direction::Left) => f.write_str("left"),
            Move::Fill(Direction::Right) => f.write_str("right"),
        }
    }
}

pub(super) fn read_move(notation: &str) -> Result<Move, Unreadable> {
    match notation {
        "left" => return Ok(Move::Fill(Direction::Left)),
        "right" => return Ok(Move::Fill(Direction::Right)),
        _ => {}
    }
    let bytes = notation.as_bytes();
    let shape = |error: Unreadable| {
        Unreadable::new(error.at, format!("{}: a move is two squares (`e8e5`), `left` or `right`", error.expected))
    };
    let (source, goal) = (read_square(bytes, 0).map_err(shape)?, read_square(bytes, 2).map_err(shape)?);
    if bytes.len() > 4 {
        return Err(Unreadable::new(4, "the end of the move after two squares"));
    }
    Ok(Move::Step { source, goal })
}

/// The square whose file letter is byte `at`.
pub(super) fn read_square(bytes: &[u8], at: usize) -> Result<Square, Unreadable> {
    let file = match bytes.get(at) {
        Some(file @ b'a'..=b'h') => file - b'a',
        _ => return Err(Unreadable::new(at, "a file from a to h")),
    };
    match bytes.get(at + 1) {
        Some(row @ b'1'..=b'8') => Ok(Square(file * 8 + row - b'1')),
        _ => Err(Unreadable::new(at + 1, "a row from 1 to 8")),
    }
}
