//! The moves of a side: a list for playing, and their number for counting, found without a list if
//! possible.

use std::ops::ControlFlow;

use super::{
    board::{Board, Placement, START},
    cell_set::CellSet,
    cells::{self, beside},
    destinations::Destinations,
    piece::{self, Kind, Piece, Side},
    pins::Pins,
    throws::Throws,
    walks::{Powers, Walker},
};

/// The last turn on which the queen may enter play, from 1.
pub(super) const LAST_QUEEN_TURN: u32 = 4;

/// Appends every step of the side to move, in no order; none if the side must pass. Does not check
/// whether the game is over.
pub fn list(board: &Board, into: &mut Vec<Placement>) {
    let side = board.side();
    let entering = entering(board, side);
    if entering != 0 {
        for &cell in entrances(board, side).cells() {
            into.extend(piece::each(piece::next_of_kind(entering)).map(|piece| Placement { piece, cell }));
        }
    }
    if !board.has_queen(side) {
        return;
    }
    for_each_mover(board, side, |mover| {
        into.extend(mover.cells().cells().iter().map(|&cell| Placement { piece: mover.piece, cell }));
    });
}

/// Returns whether [`list`] contains a step.
pub fn allows(board: &Board, step: Placement) -> bool {
    let side = board.side();
    if board.place_of(step.piece).is_none() {
        let may_enter = piece::next_of_kind(entering(board, side)) & step.piece.bit() != 0;
        return may_enter && entrances(board, side).cells().contains(&step.cell);
    }
    let is_goal = |mover: Mover| match mover.piece == step.piece && mover.cells().cells().contains(&step.cell) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    board.has_queen(side) && try_each_mover(board, side, is_goal).is_break()
}

/// Returns whether [`list`] contains any step.
pub fn any(board: &Board) -> bool {
    let side = board.side();
    if entering(board, side) != 0 && count_entrances(board, side) != 0 {
        return true;
    }
    let mut scratch = CellSet::new();
    let can_move = |mover: Mover| match mover.count(&mut scratch) {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    board.has_queen(side) && try_each_mover(board, side, can_move).is_break()
}

/// Returns the number of placements in [`list`].
pub fn number(board: &Board) -> u32 {
    count(board, &mut CellSet::new())
}

/// Returns the same number, computed with a scratch set that is empty before and after.
pub fn count(board: &Board, scratch: &mut CellSet) -> u32 {
    let side = board.side();
    let entering = entering(board, side);
    let mut number = match entering {
        0 => 0,
        _ => piece::kinds_of(entering) * count_entrances(board, side),
    };
    if !board.has_queen(side) {
        return number;
    }
    for_each_mover(board, side, |mover| number += mover.count(scratch));
    number
}

/// A piece that can walk, be thrown, or both.
struct Mover<'a> {
    piece: Piece,
    walker: Walker<'a>,
    may_walk: bool,
    throws: Option<&'a Throws>,
}

/// Calls `show` for every piece that a side may move or throw.
fn for_each_mover(board: &Board, side: Side, mut show: impl FnMut(Mover)) {
    let shown = try_each_mover(board, side, |mover| {
        show(mover);
        ControlFlow::Continue(())
    });
    debug_assert!(shown.is_continue());
}

/// Calls `show` for the pieces that a side may move or throw until it breaks.
fn try_each_mover(board: &Board, side: Side, mut show: impl FnMut(Mover) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut pins = Pins::new(board);
    let throws = Throws::new(board, side, &mut pins);
    for piece in piece::each((board.in_play() & side.pieces() & !board.covered()) | throws.pieces()) {
        let thrown = (throws.pieces() & piece.bit() != 0).then_some(&throws);
        let may_walk = piece.side() == side && board.last() != Some(piece) && (thrown.is_some() || pins.is_free(piece));
        if may_walk || thrown.is_some() {
            show(Mover { piece, walker: Walker::new(board, piece), may_walk, throws: thrown })?;
        }
    }
    ControlFlow::Continue(())
}

impl Mover<'_> {
    /// Returns the destinations of the piece, except those of an ant, and its powers of movement.
    fn destinations(&self) -> (Destinations, Powers) {
        let mut destinations = Destinations::default();
        let powers = if self.may_walk { self.walker.powers() } else { Powers::default() };
        self.walker.walk(powers, &mut destinations);
        if let Some(throws) = self.throws {
            throws.fling(self.walker.board(), self.piece, &mut destinations);
        }
        (destinations, powers)
    }

    fn cells(&self) -> CellSet {
        let (destinations, powers) = self.destinations();
        let mut cells = CellSet::new();
        if powers.has(Kind::Ant) {
            self.walker.run(&mut cells);
        }
        destinations.cells(self.walker.board().at(self.piece)).for_each(|cell| {
            cells.insert(cell);
        });
        cells
    }

    /// Returns the number of all destinations of the piece. The scratch set is empty before and
    /// after.
    fn count(&self, scratch: &mut CellSet) -> u32 {
        if self.throws.is_none()
            && let Some(number) = self.walker.count_beside(self.piece.kind())
        {
            return number;
        }
        let own = self.walker.board().at(self.piece);
        let (destinations, powers) = self.destinations();
        if !powers.has(Kind::Ant) {
            return destinations.count();
        }
        if let Some(rim) = self.walker.rim() {
            return rim + destinations.cells(own).filter(|&cell| !self.walker.is_on_rim(cell)).count() as u32;
        }
        self.walker.run(scratch);
        destinations.cells(own).for_each(|cell| {
            scratch.insert(cell);
        });
        let number = scratch.len() as u32;
        scratch.clear();
        number
    }
}

/// Returns the pieces in hand that may be placed.
fn entering(board: &Board, side: Side) -> u32 {
    let turn = board.plies() / 2 + 1;
    let queen = side.piece(Kind::Queen).bit();
    let hand = board.hand(side);
    if turn >= LAST_QUEEN_TURN && hand & queen != 0 {
        queen
    } else if turn == 1 && !board.queen_first_turn() {
        hand & !queen
    } else {
        hand
    }
}

/// Returns the cells that a new piece may enter: empty, and beside tops of its own side only. The
/// first two pieces have a separate rule.
fn entrances(board: &Board, side: Side) -> CellSet {
    let mut entrances = CellSet::new();
    if board.in_play() == 0 {
        entrances.insert(START);
        return entrances;
    }
    let beside_whom = if board.plies() == 1 { side.opponent() } else { side };
    for top in piece::each(board.in_play() & beside_whom.pieces() & !board.covered()) {
        let cell = board.at(top);
        for direction in cells::each(!board.ring(cell) & cells::ALL) {
            let entrance = beside(cell, direction);
            if board.ring_of(entrance, beside_whom.opponent()) == 0 {
                entrances.insert(entrance);
            }
        }
    }
    entrances
}

fn count_entrances(board: &Board, side: Side) -> u32 {
    match board.plies() {
        0 => 1,
        1 => board.tally().perimeter(),
        _ => board.tally().perimeter() - board.tally().touched(side.opponent()),
    }
}
