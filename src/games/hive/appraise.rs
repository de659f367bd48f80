//! How good a position is for a side.

use super::{
    board::Board,
    cells,
    piece::{self, Kind, Side},
    pins::Pins,
};

/// What each occupied neighbour of a queen costs her owner, in hundredths of a point: the last ones count most.
const SURROUNDED: [i32; 7] = [0, 4, 10, 18, 30, 48, 100];
/// What a queen that cannot move costs.
const QUEEN_PINNED: i32 = 6;
/// What a beetle or mosquito on top of the hive is worth.
const ON_TOP: i32 = 4;

/// The side's pieces that can move and the safety of its queen, less the opponent's.
pub(super) fn appraise(board: &Board, side: Side) -> i32 {
    let mut pins = Pins::new(board);
    worth(board, side, &mut pins) - worth(board, side.opponent(), &mut pins)
}

fn worth(board: &Board, side: Side, pins: &mut Pins) -> i32 {
    let mut worth = 0;
    for piece in piece::each(board.in_play() & side.pieces() & !board.covered()) {
        if !pins.is_free(piece) {
            worth -= if piece.kind() == Kind::Queen { QUEEN_PINNED } else { 0 };
            continue;
        }
        worth += mobility(piece.kind());
        worth += if board.level(piece) > 0 { ON_TOP } else { 0 };
    }
    let queen = side.piece(Kind::Queen);
    let Some(cell) = board.place_of(queen) else { return worth };
    let ring = board.ring(cell);
    if board.covered() & queen.bit() != 0 {
        worth -= QUEEN_PINNED;
    }
    let own = board.ring_of(cell, side) & cells::ALL;
    // Own pieces can leave again; the opponent's will not.
    worth + own.count_ones() as i32 - SURROUNDED[ring.count_ones() as usize % SURROUNDED.len()]
}

/// What it is worth that a piece of this kind can move.
fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Ant => 6,
        Kind::Beetle | Kind::Mosquito | Kind::Pillbug => 4,
        Kind::Grasshopper | Kind::Ladybug | Kind::Queen => 3,
        Kind::Spider => 2,
    }
}
