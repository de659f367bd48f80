//! When two positions are the same: stacks with colours and kinds, wherever on the table; whose ply; and the piece that moved
//! last, if that changes what can be played (V8).

use super::{
    board::Board,
    cells::{CELLS, Cell},
    piece::{self, Kind, Piece, Side},
    steps,
};

/// The number of a position: equal for equal positions, and as good as never for others.
pub(super) fn key(board: &Board) -> u64 {
    let queens = Side::BOTH.map(|side| side.piece(Kind::Queen)).into_iter();
    let Some(anchor) = queens.chain(piece::each(board.in_play())).find(|p| board.place_of(*p).is_some()) else {
        return 0;
    };
    let origin = board.at(anchor);
    let whose = mixed(board.side() as u64 + 1);
    let stacks = piece::each(board.in_play()).map(|piece| mixed(standing(board, piece, origin)));
    let frozen = frozen(board).map_or(0, |piece| mixed(!standing(board, piece, origin)));
    stacks.fold(whose ^ frozen, u64::wrapping_add)
}

/// A piece's colour, kind, level and place relative to `origin` in one number.
fn standing(board: &Board, piece: Piece, origin: Cell) -> u64 {
    let place = u64::from(board.at(piece).wrapping_sub(origin)) % CELLS as u64;
    let looks = (piece.kind() as u64) << 1 | piece.side() as u64;
    place << 16 | u64::from(board.level(piece)) << 8 | looks
}

/// The piece that moved last, if the side whose ply it is could do more had it not moved.
fn frozen(board: &Board) -> Option<Piece> {
    let last = board.last()?;
    let pillbugs = Side::BOTH.iter().fold(0, |set, side| set | side.piece(Kind::Pillbug).bit());
    if board.in_play() & pillbugs == 0 {
        return None;
    }
    let mut thawed = board.clone();
    thawed.thaw();
    (steps::number(&thawed) != steps::number(board)).then_some(last)
}

/// Spreads a number over 64 bits (the finaliser of SplitMix64, by Steele, Lea and Flood).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
