//! How good a position is for a side.

use super::{
    cells,
    piece::{self, Kind, Piece, Side},
    pins::Pins,
    position::{Hex, Hive},
};

/// What so many occupied neighbours of a queen cost her owner, in hundredths of a point: the last ones count most.
const SURROUNDED: [i32; 7] = [0, 8, 20, 36, 60, 100, 200];
/// What an own piece beside the queen that can leave again gives back.
const LEAVES: i32 = 6;
/// What a queen that cannot move costs.
const QUEEN_PINNED: i32 = 8;
/// What a piece on top of the opponent's queen is worth: she cannot leave, and new pieces may come beside her.
const ON_QUEEN: i32 = 30;
/// What each step costs that a beetle is away from the opponent's queen.
const STEP_OF_BEETLE: i32 = 3;
/// The same of another piece that can move.
const STEP: i32 = 1;
/// Beyond so many steps it makes no difference.
const FAR: i32 = 6;

/// The side's pieces that can move, how near they are to the opponent's queen, and the safety of its own; less the same
/// of the opponent.
pub(super) fn appraise(position: &Hive, side: Side) -> i32 {
    let mut pins = Pins::new(&position.board);
    worth(position, side, &mut pins) - worth(position, side.opponent(), &mut pins)
}

fn worth(position: &Hive, side: Side, pins: &mut Pins) -> i32 {
    let board = &position.board;
    let queens = [side, side.opponent()].map(|side| side.piece(Kind::Queen));
    let target = position.place_of(queens[1]);
    let home = board.place_of(queens[0]).map_or(0, |cell| board.ring(cell));
    let mut worth = -SURROUNDED[home.count_ones() as usize % SURROUNDED.len()];
    worth -= if board.covered() & queens[0].bit() != 0 { QUEEN_PINNED } else { 0 };
    for piece in piece::each(board.in_play() & side.pieces() & !board.covered()) {
        if !pins.is_free(piece) {
            worth -= if piece == queens[0] { QUEEN_PINNED } else { 0 };
            continue;
        }
        worth += mobility(piece.kind());
        worth += target.map_or(0, |target| nearness(position, piece, target));
        let is_at_home = board.place_of(queens[0]).is_some_and(|queen| cells::bit_towards(queen, board.at(piece)) != 0);
        worth += if is_at_home { LEAVES } else { 0 };
    }
    worth
}

/// What a piece that can move gains by being near the opponent's queen.
fn nearness(position: &Hive, piece: Piece, target: Hex) -> i32 {
    let Some(place) = position.place_of(piece) else { return 0 };
    let steps = place.distance(target).min(FAR);
    match piece.kind() {
        Kind::Queen => 0,
        Kind::Beetle if steps == 0 => ON_QUEEN + FAR * STEP_OF_BEETLE,
        Kind::Beetle => (FAR - steps) * STEP_OF_BEETLE,
        Kind::Mosquito if steps == 0 => ON_QUEEN,
        _ => (FAR - steps) * STEP,
    }
}

/// What it is worth that a piece of this kind can move.
fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Ant => 10,
        Kind::Beetle | Kind::Mosquito | Kind::Pillbug => 7,
        Kind::Grasshopper | Kind::Ladybug | Kind::Queen => 5,
        Kind::Spider => 4,
    }
}
