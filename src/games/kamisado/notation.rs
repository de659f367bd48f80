//! Moves as text: `e8e5`, a push as the pusher's move onto the first pushed tower, `e4e4` of zero
//! length, `left`, `right`.

use super::{board::Square, fill::Direction, position::Move};
use crate::rules::Unreadable;

/// Formats a move without `write!`, because every legal move of every turn is formatted.
pub(super) fn write_move(played: Move) -> String {
    match played {
        Move::Step { source, target } => {
            let mut notation = String::with_capacity(4);
            for square in [source, target] {
                notation.push(char::from(b'a' + square.file()));
                notation.push(char::from(b'1' + square.row()));
            }
            notation
        }
        Move::Fill(Direction::Left) => "left".to_owned(),
        Move::Fill(Direction::Right) => "right".to_owned(),
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
    let (source, target) = (read_square(bytes, 0).map_err(shape)?, read_square(bytes, 2).map_err(shape)?);
    if bytes.len() > 4 {
        return Err(Unreadable::new(4, "the end of the move after two squares"));
    }
    Ok(Move::Step { source, target })
}

/// Returns the square whose file letter is byte `at`.
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
