//! Evaluates a position for a side.

use super::{
    board::Board,
    cell_set::CellSet,
    cells::{self, Cell},
    destinations::Destinations,
    piece::{self, Kind, Piece, Side},
    pins::Pins,
    position::{Hex, Hive},
    walks::Walker,
};

/// Cost for a side of 0 to 6 occupied neighbours of its queen, in hundredths of a point. The last
/// neighbours cost most.
const SURROUNDED: [i32; 7] = [0, 8, 20, 36, 60, 110, 220];
/// Cost as in [`SURROUNDED`] for a side at bay (see [`PASSES`]): every neighbour outweighs the
/// freedom of any piece.
const SURROUNDED_AT_BAY: [i32; 7] = [0, 10, 30, 60, 100, 160, 300];
/// Minimum passes after which a side is at bay. Blocking its pieces is worth much but never wins
/// alone. For a side at bay, blocked pieces no longer count, and filling the cells round its queen
/// counts more.
const PASSES: u32 = 4;
/// Minimum passes of the opponent after which a side ignores the freedom of its own pieces: it may
/// have to release the pieces that block.
const PATIENCE: u32 = 10;
/// Value of a piece that can go beside the opponent's queen.
const REACHES: i32 = 4;
/// Refund for an own piece that lies beside the queen and can leave.
const LEAVES: i32 = 6;
/// Cost of a queen that cannot move.
const QUEEN_PINNED: i32 = 8;
/// Value of a piece on top of the opponent's queen: the queen cannot leave, and new pieces may
/// enter beside her.
const ON_QUEEN: i32 = 30;
/// Cost per step between a beetle and the opponent's queen.
const STEP_OF_BEETLE: i32 = 3;
/// Cost per step between another mobile piece and the opponent's queen.
const STEP: i32 = 1;
/// Maximum distance to the opponent's queen that counts, in steps.
const FAR: i32 = 6;

/// Returns the value of the side's mobile pieces, their distance to the opponent's queen, and the
/// safety of its own queen, minus the same for the opponent. For a side at bay, only its queen's
/// safety counts.
pub(super) fn evaluate(position: &Hive, side: Side) -> i32 {
    let mut pins = Pins::new(&position.board);
    worth(position, side, &mut pins) - worth(position, side.opponent(), &mut pins)
}

fn worth(position: &Hive, side: Side, pins: &mut Pins) -> i32 {
    let board = &position.board;
    let queens = [side, side.opponent()].map(|side| side.piece(Kind::Queen));
    let target = position.place_of(queens[1]);
    let home = board.place_of(queens[0]).map_or(0, |cell| board.ring(cell));
    let is_at_bay = position.passes(side) >= PASSES;
    let surrounded = if is_at_bay { SURROUNDED_AT_BAY } else { SURROUNDED };
    let mut worth = -surrounded[home.count_ones() as usize % surrounded.len()];
    worth -= if board.covered() & queens[0].bit() != 0 { QUEEN_PINNED } else { 0 };
    if is_at_bay {
        return worth;
    }
    let is_patient = position.passes(side.opponent()) < PATIENCE;
    let freedom = |piece: Piece| if is_patient { mobility(piece.kind()) } else { 0 };
    for piece in piece::each(board.in_play() & side.pieces() & !board.covered()) {
        let is_free = pins.is_free(piece);
        worth += hunt(board, piece, is_free, freedom(piece));
        if !is_free {
            worth -= if piece == queens[0] { QUEEN_PINNED } else { 0 };
            continue;
        }
        worth += freedom(piece);
        worth += target.map_or(0, |target| nearness(position, piece, target));
        worth += if is_beside(board, piece, queens[0]) { LEAVES } else { 0 };
    }
    worth
}

/// Returns the value of a piece for surrounding the opponent's queen. Beside the queen, it need not
/// be free to move; elsewhere, it must be able to reach her.
fn hunt(board: &Board, piece: Piece, is_free: bool, freedom: i32) -> i32 {
    let queen = piece.side().opponent().piece(Kind::Queen);
    if is_beside(board, piece, queen) {
        return if is_free { 0 } else { freedom + (FAR - 1) * STEP };
    }
    let can_reach = || {
        let walker = Walker::new(board, piece);
        let (mut destinations, mut run) = (Destinations::default(), CellSet::new());
        walker.walk(walker.powers(), &mut destinations);
        if walker.powers().has(Kind::Ant) {
            walker.run(&mut run);
        }
        let is_goal = |cell: Cell| cells::bit_towards(board.at(queen), cell) != 0 && !board.is_occupied(cell);
        destinations.cells(board.at(piece)).chain(run.cells().iter().copied()).any(is_goal)
    };
    if is_free && board.has_queen(queen.side()) && can_reach() { REACHES } else { 0 }
}

/// Returns whether a piece on the board lies beside another, or beside a piece on top of it.
fn is_beside(board: &Board, piece: Piece, other: Piece) -> bool {
    board.place_of(other).is_some_and(|cell| cells::bit_towards(cell, board.at(piece)) != 0)
}

/// Returns the value of a mobile piece's distance to the opponent's queen.
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

/// Returns the value of mobility for a piece of this kind.
fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Ant => 10,
        Kind::Beetle | Kind::Mosquito | Kind::Pillbug => 7,
        Kind::Grasshopper | Kind::Ladybug | Kind::Queen => 5,
        Kind::Spider => 4,
    }
}
