//! Compares positions. Equal positions have the same stacks by colour and kind, anywhere on the
//! table, and the same side to move. The last moved piece must be equal too, if it changes the
//! legal moves (V8).

use super::{
    board::Board,
    cells::{CELLS, Cell},
    piece::{self, Kind, Piece, Side},
    placements,
};

/// The key of a position, which equal positions share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    /// Hash of stacks and side: equal for equal positions, and almost certainly different for
    /// others.
    pub stacks: u64,
    /// The state of the last moved piece; 0 after a pass.
    last: u32,
}

/// Returns the key of a position.
pub(super) fn key(board: &Board) -> Key {
    let origin = origin(board);
    let pieces = piece::each(board.in_play()).map(|piece| mixed(standing(board, piece, origin).into()));
    let whose = mixed(board.side() as u64);
    let last = board.last().map_or(0, |piece| standing(board, piece, origin));
    Key { stacks: pieces.fold(whose, u64::wrapping_add), last }
}

/// Returns the number of occurrences of the position with this key, including the present one.
/// `alike` are the earlier ones with the same stacks.
pub(super) fn occurrences(board: &Board, key: Key, alike: impl Iterator<Item = Key>) -> u32 {
    // Only a pillbug's throws depend on the last moved piece.
    let pillbugs = Side::BOTH.iter().fold(0, |set, side| set | side.piece(Kind::Pillbug).bit());
    let is_open = board.in_play() & pillbugs == 0;
    let is_same = |was: &Key| is_open || was.last == key.last || !differ(board, key, *was);
    1 + alike.filter(is_same).count() as u32
}

/// Returns whether two positions with the same stacks and different last moves have different legal
/// moves.
fn differ(board: &Board, key: Key, was: Key) -> bool {
    let origin = origin(board);
    let mut board = board.clone();
    let mut number_after = |last: u32| {
        board
            .set_last(piece::each(board.in_play()).find(|piece| last != 0 && standing(&board, *piece, origin) == last));
        placements::number(&board)
    };
    let free = number_after(0);
    number_after(key.last) != free || number_after(was.last) != free
}

/// Returns the reference cell for places: that of a queen. Before a queen is placed, nothing moves
/// and no position recurs.
fn origin(board: &Board) -> Cell {
    let queens = Side::BOTH.map(|side| side.piece(Kind::Queen)).into_iter();
    let anchor = queens.chain(piece::each(board.in_play())).find(|piece| board.place_of(*piece).is_some());
    anchor.map_or(0, |anchor| board.at(anchor))
}

/// Returns a piece's colour, kind, level and place relative to `origin` as one number, which is
/// never 0.
fn standing(board: &Board, piece: Piece, origin: Cell) -> u32 {
    let place = u32::from(board.at(piece).wrapping_sub(origin)) % CELLS as u32;
    let looks = (piece.kind() as u32) << 1 | piece.side() as u32;
    1 << 31 | place << 16 | u32::from(board.level(piece)) << 8 | looks
}

/// Spreads a number over 64 bits (the finaliser of SplitMix64, by Steele, Lea and Flood).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
