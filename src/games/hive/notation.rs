//! Reads moves, in every unambiguous form of the Universal Hive Protocol.

use super::{
    board::Board,
    moves::{Move, Place, canonical},
    piece::Piece,
};
use crate::rules::Unreadable;

/// Reads a move and returns it with its canonical name. A place may be named relative to any piece
/// beside it, even a covered one or the moving piece itself. A name without a place on this board
/// is kept; no legal move has such a name.
pub(super) fn read_move(board: &Board, notation: &str) -> Result<Move, Unreadable> {
    if notation == "pass" {
        return Ok(Move::Pass);
    }
    let expected = "a piece of this game type, such as wS1 or bQ, or pass";
    let (piece, rest) = Piece::read(notation).ok_or_else(|| Unreadable::new(0, expected))?;
    is_in_game(board, piece, 0)?;
    if rest.is_empty() {
        return Ok(Move::Open(piece));
    }
    let at = notation.len() - rest.len() + 1;
    let place = rest.strip_prefix(' ').ok_or_else(|| Unreadable::new(at - 1, "a space and a place"))?;
    let expected = "a place, such as bS1, -bS1, /bS1, \\bS1, bS1-, bS1/ or bS1\\";
    let place = Place::read(place).ok_or_else(|| Unreadable::new(at, expected))?;
    is_in_game(board, place.beside(), at)?;
    let named = Move::Go(piece, place);
    Ok(named.step(board).and_then(|step| canonical(board, step)).unwrap_or(named))
}

fn is_in_game(board: &Board, piece: Piece, at: usize) -> Result<(), Unreadable> {
    match board.set() & piece.bit() {
        0 => Err(Unreadable::new(at, format!("a piece of this game type: it has no {piece}"))),
        _ => Ok(()),
    }
}
