//! The hive: the cells of the pieces, and for every cell the state of its neighbours.
//!
//! Each cell stores the ring of its neighbours by the colour of their tops. Placing or lifting a
//! piece changes six rings and a tally over all cells. So questions about the whole hive (placeable
//! cells, holes, gates) cost nothing when moves are counted.

use super::{
    cells::{self, CELLS, Cell, Ring, beside, opposite},
    piece::{Kind, Piece, Side},
    tally::Tally,
};

/// The stacks, and the piece that moved last.
#[derive(Clone)]
pub struct Board {
    /// For each cell: bits 0 to 5 are its neighbours with a white top, bit 6 is its own occupation,
    /// bits 8 to 13 are its neighbours with a black top.
    rings: [u16; CELLS],
    /// The uppermost piece of each occupied cell.
    tops: [Piece; CELLS],
    at: [Cell; Piece::SLOTS],
    under: [Option<Piece>; Piece::SLOTS],
    level: [u8; Piece::SLOTS],
    in_play: u32,
    covered: u32,
    sums: Sums,
    /// The piece that moved on the previous ply; `None` after a pass.
    last: Option<Piece>,
    plies: u32,
    /// The pieces of this game type.
    set: u32,
    queen_first_turn: bool,
}

/// A piece and its destination, from the hand or on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    pub piece: Piece,
    pub cell: Cell,
}

/// A made step, with the data to undo it or to replace it by a similar step.
pub struct Made {
    piece: Piece,
    source: Option<Cell>,
    last: Option<Piece>,
    before: Sums,
    lifted: Sums,
}

/// Sums over the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sums {
    tally: Tally,
    /// One minus the Euler characteristic: 0 for a hive without holes, 1 for an empty board.
    holes: i16,
}

/// The cell of the first piece of a game.
pub const START: Cell = (CELLS / 2) as Cell;
const OCCUPIED: u16 = 1 << 6;

impl Board {
    /// Returns an empty board of the game type with these pieces.
    pub fn new(set: u32, queen_first_turn: bool) -> Board {
        let nobody = Side::White.piece(Kind::Queen);
        Board {
            rings: [0; CELLS],
            tops: [nobody; CELLS],
            at: [0; Piece::SLOTS],
            under: [None; Piece::SLOTS],
            level: [0; Piece::SLOTS],
            in_play: 0,
            covered: 0,
            sums: Sums { tally: Tally::default(), holes: 1 },
            last: None,
            plies: 0,
            set,
            queen_first_turn,
        }
    }

    /// Plays a step as the next ply.
    pub fn make(&mut self, step: Placement) -> Made {
        let source = self.place_of(step.piece);
        let before = self.sums;
        if source.is_some() {
            self.lift(step.piece);
        }
        let made = Made { piece: step.piece, source, last: self.last, before, lifted: self.sums };
        self.drop(step.piece, step.cell);
        self.last = Some(step.piece);
        self.plies += 1;
        made
    }

    /// Replaces a step just made by a similar one: the same piece elsewhere, or another piece from
    /// the hand on the same cell. Returns `false`, and changes nothing, if the step is not similar.
    pub fn make_instead(&mut self, made: &mut Made, step: Placement) -> bool {
        let old = made.piece;
        if step.piece == old {
            self.lift_quietly(old);
            self.sums = made.lifted;
            self.drop(old, step.cell);
            return true;
        }
        if made.source.is_some() || self.at(old) != step.cell || self.place_of(step.piece).is_some() {
            return false;
        }
        self.in_play ^= old.bit() | step.piece.bit();
        self.settle(step.piece, step.cell, None);
        self.last = Some(step.piece);
        made.piece = step.piece;
        true
    }

    /// Undoes the last step.
    pub fn unmake(&mut self, made: Made) {
        self.lift_quietly(made.piece);
        if let Some(source) = made.source {
            self.drop_quietly(made.piece, source);
        }
        self.sums = made.before;
        self.last = made.last;
        self.plies -= 1;
    }

    /// Passes. Returns the value that [`Board::unpass`] needs.
    pub fn pass(&mut self) -> Option<Piece> {
        self.plies += 1;
        self.last.take()
    }

    pub fn unpass(&mut self, last: Option<Piece>) {
        self.plies -= 1;
        self.last = last;
    }

    /// Sets the piece that moved last, without other changes.
    pub fn set_last(&mut self, last: Option<Piece>) {
        self.last = last;
    }

    pub fn side(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::White } else { Side::Black }
    }

    /// Returns the number of plies since the beginning.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the piece that moved on the previous ply. It cannot be thrown and, if it belongs to
    /// the side to move, cannot act.
    pub fn last(&self) -> Option<Piece> {
        self.last
    }

    /// Returns whether the queen may be placed on a side's first turn.
    pub fn queen_first_turn(&self) -> bool {
        self.queen_first_turn
    }

    /// Returns all pieces of the game type, one bit per piece.
    pub fn set(&self) -> u32 {
        self.set
    }

    /// Returns the pieces on the board, one bit per piece.
    pub fn in_play(&self) -> u32 {
        self.in_play
    }

    /// Returns the pieces with another piece on top.
    pub fn covered(&self) -> u32 {
        self.covered
    }

    /// Returns the pieces that a side has not placed yet.
    pub fn hand(&self, side: Side) -> u32 {
        self.set & side.pieces() & !self.in_play
    }

    /// Returns whether a side's queen is on the board.
    pub fn has_queen(&self, side: Side) -> bool {
        self.in_play & side.piece(Kind::Queen).bit() != 0
    }

    /// Returns whether a side's queen has six occupied neighbours.
    pub fn is_surrounded(&self, side: Side) -> bool {
        let queen = side.piece(Kind::Queen);
        self.in_play & queen.bit() != 0 && self.ring(self.at(queen)) == cells::ALL
    }

    /// Returns the sums over the empty cells beside the hive.
    pub fn tally(&self) -> Tally {
        self.sums.tally
    }

    /// Returns the number of connected cells round the hive after the only piece of a cell is
    /// lifted; see [`Tally::rim`].
    pub fn rim_without(&self, cell: Cell) -> Option<u32> {
        let mut tally = self.sums.tally;
        for direction in 0..6 {
            let ring = both(self.rings[index(beside(cell, direction))]);
            tally.replace(ring, ring & !(1 << opposite(direction)));
        }
        let ring = self.ring(cell);
        tally.replace(0, ring.into());
        tally.rim((self.sums.holes - i16::from(cells::groups(ring)) + 1).unsigned_abs().into())
    }

    /// Returns the number of separate empty areas that the hive encloses. By Euler's formula, each
    /// piece adds one less than the number of neighbour groups that it connects.
    pub fn holes(&self) -> u32 {
        self.sums.holes.unsigned_abs().into()
    }

    /// Returns the cell of a piece; `None` in the hand.
    pub fn place_of(&self, piece: Piece) -> Option<Cell> {
        (self.in_play & piece.bit() != 0).then(|| self.at(piece))
    }

    /// Returns the cell of a piece that is known to be on the board.
    pub fn at(&self, piece: Piece) -> Cell {
        self.at[piece.index()]
    }

    /// Returns the piece directly below a piece.
    pub fn under(&self, piece: Piece) -> Option<Piece> {
        self.under[piece.index()]
    }

    /// Returns the number of pieces below a piece.
    pub fn level(&self, piece: Piece) -> u8 {
        self.level[piece.index()]
    }

    /// Returns the top piece of a cell.
    pub fn top(&self, cell: Cell) -> Option<Piece> {
        self.is_occupied(cell).then(|| self.top_of(cell))
    }

    /// Returns the top piece of a cell that is known to be occupied.
    pub fn top_of(&self, cell: Cell) -> Piece {
        self.tops[index(cell)]
    }

    /// Returns the number of pieces in a cell.
    pub fn height(&self, cell: Cell) -> u8 {
        self.top(cell).map_or(0, |top| self.level(top) + 1)
    }

    /// Returns whether a cell is occupied.
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.rings[index(cell)] & OCCUPIED != 0
    }

    /// Returns the occupied neighbours of a cell.
    pub fn ring(&self, cell: Cell) -> Ring {
        both(self.rings[index(cell)]) as Ring & cells::ALL
    }

    /// Returns the neighbours of a cell whose top belongs to this side.
    pub fn ring_of(&self, cell: Cell, side: Side) -> Ring {
        (self.rings[index(cell)] >> shift(side)) as Ring & cells::ALL
    }

    /// Returns the occupied neighbours of a cell while `lifted` counts as empty because its only
    /// piece is moving.
    pub fn ring_without(&self, cell: Cell, lifted: Cell) -> Ring {
        self.ring(cell) & !cells::bit_towards(cell, lifted)
    }

    fn drop(&mut self, piece: Piece, cell: Cell) {
        let below = self.top(cell);
        match below {
            None => self.occupy(cell, piece.side()),
            Some(below) => self.repaint(cell, below.side(), piece.side()),
        }
        self.settle(piece, cell, below);
    }

    fn lift(&mut self, piece: Piece) {
        let cell = self.at(piece);
        match self.under(piece) {
            None => self.vacate(cell, piece.side()),
            Some(below) => self.repaint(cell, piece.side(), below.side()),
        }
        self.unsettle(piece, cell);
    }

    /// Drops a piece without updating the sums.
    fn drop_quietly(&mut self, piece: Piece, cell: Cell) {
        let below = self.top(cell);
        if let Some(below) = below {
            self.flip(cell, below.side());
        } else {
            self.rings[index(cell)] ^= OCCUPIED;
        }
        self.flip(cell, piece.side());
        self.settle(piece, cell, below);
    }

    /// Lifts a piece without updating the sums.
    fn lift_quietly(&mut self, piece: Piece) {
        let cell = self.at(piece);
        if let Some(below) = self.under(piece) {
            self.flip(cell, below.side());
        } else {
            self.rings[index(cell)] ^= OCCUPIED;
        }
        self.flip(cell, piece.side());
        self.unsettle(piece, cell);
    }

    /// Records that a piece lies on a cell.
    fn settle(&mut self, piece: Piece, cell: Cell, below: Option<Piece>) {
        self.level[piece.index()] = below.map_or(0, |below| self.level(below) + 1);
        self.covered |= below.map_or(0, Piece::bit);
        self.under[piece.index()] = below;
        self.at[piece.index()] = cell;
        self.tops[index(cell)] = piece;
        self.in_play |= piece.bit();
    }

    fn unsettle(&mut self, piece: Piece, cell: Cell) {
        self.in_play &= !piece.bit();
        if let Some(below) = self.under(piece) {
            self.tops[index(cell)] = below;
            self.covered &= !below.bit();
        }
    }

    /// Updates the rings round a cell after a top of this colour was added or removed.
    fn flip(&mut self, cell: Cell, side: Side) {
        for direction in 0..6 {
            self.rings[index(beside(cell, direction))] ^= 1 << opposite(direction) << shift(side);
        }
    }

    fn occupy(&mut self, cell: Cell, side: Side) {
        self.uncount(cell);
        self.sums.holes += i16::from(cells::groups(self.ring(cell))) - 1;
        self.rings[index(cell)] |= OCCUPIED;
        for direction in 0..6 {
            let ring = &mut self.rings[index(beside(cell, direction))];
            let old = *ring;
            *ring |= 1 << opposite(direction) << shift(side);
            self.sums.tally.replace(both(old), both(*ring));
            self.sums.tally.touch(side, is_untouched(old, side));
        }
    }

    fn vacate(&mut self, cell: Cell, side: Side) {
        for direction in 0..6 {
            let ring = &mut self.rings[index(beside(cell, direction))];
            let old = *ring;
            *ring &= !(1 << opposite(direction) << shift(side));
            self.sums.tally.replace(both(old), both(*ring));
            self.sums.tally.untouch(side, is_untouched(*ring, side));
        }
        self.rings[index(cell)] &= !OCCUPIED;
        self.sums.holes -= i16::from(cells::groups(self.ring(cell))) - 1;
        self.recount(cell);
    }

    /// Updates the neighbours of a cell whose top piece changes from one side to another.
    fn repaint(&mut self, cell: Cell, old_side: Side, new_side: Side) {
        if old_side == new_side {
            return;
        }
        for direction in 0..6 {
            let ring = &mut self.rings[index(beside(cell, direction))];
            let bit = 1 << opposite(direction);
            let before = *ring;
            *ring ^= bit << shift(old_side) | bit << shift(new_side);
            self.sums.tally.untouch(old_side, is_untouched(*ring, old_side));
            self.sums.tally.touch(new_side, is_untouched(before, new_side));
        }
    }

    /// Removes a free cell from the tally, before a piece occupies the cell.
    fn uncount(&mut self, cell: Cell) {
        let ring = self.rings[index(cell)];
        self.sums.tally.replace(both(ring), 0);
        for side in Side::BOTH {
            self.sums.tally.untouch(side, !is_untouched(ring, side));
        }
    }

    /// Adds a cell to the tally, after the last piece left the cell.
    fn recount(&mut self, cell: Cell) {
        let ring = self.rings[index(cell)];
        self.sums.tally.replace(0, both(ring));
        for side in Side::BOTH {
            self.sums.tally.touch(side, !is_untouched(ring, side));
        }
    }
}

fn index(cell: Cell) -> usize {
    usize::from(cell) % CELLS
}

fn shift(side: Side) -> u32 {
    match side {
        Side::White => 0,
        Side::Black => 8,
    }
}

/// Returns a ring of both colours together, with the occupation of the cell.
fn both(ring: u16) -> u16 {
    ring | ring >> 8
}

/// Returns whether a cell is empty and touches no top of this side.
fn is_untouched(ring: u16, side: Side) -> bool {
    ring & (u16::from(cells::ALL) << shift(side) | OCCUPIED) == 0
}
