//! How good a position is for a side.

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

/// What 0 to 6 occupied neighbours of a queen cost her owner, in hundredths of a point: the last ones count most.
const SURROUNDED: [i32; 7] = [0, 8, 20, 36, 60, 110, 220];
/// The same once the owner is at bay, where every neighbour outweighs the freedom of any piece.
const SURROUNDED_AT_BAY: [i32; 7] = [0, 10, 30, 60, 100, 160, 300];
/// A side that has passed so often is at bay. To shut in the opponent's pieces is worth much, but alone it never wins: from then
/// on it is worth nothing, and to fill the cells round the queen is worth more.
const PASSES: u32 = 4;
/// When the opponent has passed so often, a side stops minding how free its own pieces are too: it may have to give up what
/// holds the others.
const PATIENCE: u32 = 10;
/// What a piece is worth that can go beside the opponent's queen.
const REACHES: i32 = 4;
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
/// Distances are compared up to this number of steps.
const FAR: i32 = 6;

/// The side's pieces that can move, how near they are to the opponent's queen, and the safety of its own; less the same
/// of the opponent. Of a side at bay only its queen's safety counts.
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

/// What a piece does to surround the opponent's queen: beside her it need not be free, for it has come to stay, and elsewhere
/// it counts whether it can go there.
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

/// Whether a piece on the board lies beside another, or beside what lies on top of it.
fn is_beside(board: &Board, piece: Piece, other: Piece) -> bool {
    board.place_of(other).is_some_and(|cell| cells::bit_towards(cell, board.at(piece)) != 0)
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
