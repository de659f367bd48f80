//! The pieces that hold the hive together.
//!
//! A piece whose neighbours form one group round it never holds the hive together. A piece whose
//! neighbours form several groups does, exactly if two of the gaps between them belong to the same
//! empty area: a line through both gaps cuts the hive in two. Without holes, there is only one
//! empty area. If all holes are single cells, their gaps are recognised directly. Otherwise the
//! whole hive is searched.

use super::{
    board::Board,
    cells::{self, Cell, Ring, beside},
    piece::Piece,
};

/// The known facts about a position's holes, and the pinned pieces if a search was needed.
pub struct Pins<'a> {
    board: &'a Board,
    holes: u32,
    pits: u32,
    cuts: Option<u32>,
}

impl<'a> Pins<'a> {
    pub fn new(board: &'a Board) -> Pins<'a> {
        Pins { board, holes: board.holes(), pits: board.tally().pits(), cuts: None }
    }

    /// Returns whether a top may be lifted without dividing the hive.
    pub fn is_free(&mut self, top: Piece) -> bool {
        if self.board.under(top).is_some() {
            return true;
        }
        let cell = self.board.at(top);
        let ring = self.board.ring(cell);
        if cells::groups(ring) <= 1 {
            return true;
        }
        if self.holes == 0 {
            return false;
        }
        if self.holes == self.pits {
            return self.has_one_gap_outside(cell, !ring & cells::ALL);
        }
        let cuts = *self.cuts.get_or_insert_with(|| Search::new(self.board).cuts());
        cuts & top.bit() == 0
    }

    /// Returns whether all but one of the gaps between the neighbours of a cell are pits.
    fn has_one_gap_outside(&self, cell: Cell, empty: Ring) -> bool {
        let alone = empty & !cells::before(empty) & !cells::after(empty);
        let gaps = u32::from(cells::groups(empty));
        if gaps > cells::number(alone) + 1 {
            return false;
        }
        let pits = cells::each(alone).filter(|d| self.board.ring(beside(cell, *d)) == cells::ALL).count() as u32;
        gaps <= pits + 1
    }
}

/// A depth-first search of the hive for cells that hold it together (Hopcroft and Tarjan 1973).
struct Search<'a> {
    board: &'a Board,
    /// The number at which the search reached a cell, by its top, from 1; 0 before.
    order: [u8; Piece::SLOTS],
    reached: u8,
    cuts: u32,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board) -> Search<'a> {
        Search { board, order: [0; Piece::SLOTS], reached: 0, cuts: 0 }
    }

    /// Returns the tops of the cells that hold the hive together.
    fn cuts(mut self) -> u32 {
        let tops = self.board.in_play() & !self.board.covered();
        let Some(root) = super::piece::each(tops).next() else { return 0 };
        let cell = self.board.at(root);
        self.order[root.index()] = 1;
        self.reached = 1;
        let mut branches = 0;
        for direction in cells::each(self.board.ring(cell)) {
            let next = beside(cell, direction);
            if self.order[self.board.top_of(next).index()] == 0 {
                branches += 1;
                self.visit(next, root);
            }
        }
        match branches > 1 {
            true => self.cuts | root.bit(),
            false => self.cuts & !root.bit(),
        }
    }

    /// Visits a new cell. Returns the earliest cell touched by it or by the cells reached through
    /// it. Recursion is at most as deep as the number of pieces.
    fn visit(&mut self, cell: Cell, parent: Piece) -> u8 {
        let top = self.board.top_of(cell);
        self.reached += 1;
        let own = self.reached;
        self.order[top.index()] = own;
        let mut earliest = own;
        for direction in cells::each(self.board.ring(cell)) {
            let next = beside(cell, direction);
            let piece = self.board.top_of(next);
            let order = self.order[piece.index()];
            if order == 0 {
                let back = self.visit(next, top);
                if back >= own {
                    self.cuts |= top.bit();
                }
                earliest = earliest.min(back);
            } else if piece != parent {
                earliest = earliest.min(order);
            }
        }
        earliest
    }
}
