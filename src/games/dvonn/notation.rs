//! Moves as text: `c3` places a piece, `a1b2` moves the stack of a1 to b2, `pass` is the forced
//! step.

use std::fmt;

use super::{board::Cell, position::Move};
use crate::rules::Unreadable;

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(f, "{cell}"),
            Move::Stack(source, landing) => write!(f, "{source}{landing}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// Reads a move of either phase, or the pass.
pub(super) fn read_move(text: &str) -> Result<Move, Unreadable> {
    if text == "pass" {
        return Ok(Move::Pass);
    }
    let bytes = text.as_bytes();
    let first = read_cell(bytes, 0)?;
    match bytes.len() {
        2 => Ok(Move::Place(first)),
        4 => Ok(Move::Stack(first, read_cell(bytes, 2)?)),
        _ => Err(Unreadable::new(2, "the end (a placement) or one more cell (a stacking move)")),
    }
}

/// Reads the cell whose text begins at byte `at`.
pub(super) fn read_cell(bytes: &[u8], at: usize) -> Result<Cell, Unreadable> {
    let cell = match bytes.get(at..at + 2) {
        Some(&[column, row]) => Cell::at(column.wrapping_sub(b'a'), row.wrapping_sub(b'1')),
        _ => None,
    };
    cell.ok_or_else(|| Unreadable::new(at, "a cell from a1-a3 to k3-k5"))
}
