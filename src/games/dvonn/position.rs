//! A position: the stacks, the last placement or move, and the effect of a move.

use super::board::{BOARD, CELLS, Cell, Cells, GRID};
use crate::rules::Seat;

/// Number of pieces of each side in its own colour.
pub const OWN_PIECES: u32 = 23;
/// Number of red pieces.
pub const RED_PIECES: u8 = 3;

/// One of the two sides; White is seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White places first, places last, and moves first.
    White,
    Black,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A DVONN piece, which keeps its group in play and belongs to neither side.
    Red,
    Own(Side),
}

/// A move or the forced pass, in the order in which moves are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    Place(Cell),
    /// The whole stack of the first cell moves onto the second.
    Stack(Cell, Cell),
    /// The step of a side that cannot move while the other side can (D5).
    Pass,
}

/// A position of DVONN.
///
/// A piece is identified by the cell where it was placed. Stacks are chains of pieces: moving one
/// stack onto another joins two chains, so no stack is copied, however high it is.
#[derive(Clone, Debug)]
pub struct Dvonn {
    /// The side to move or pass.
    pub(super) side: Side,
    /// The number of placed pieces; at 49 the stacking begins.
    pub(super) placed: u8,
    pub(super) occupied: Cells,
    /// The cells whose stack contains a red piece.
    pub(super) red: Cells,
    /// The cells whose top piece belongs to a side, White's first. A lone red piece belongs to
    /// neither.
    pub(super) owned: [Cells; 2],
    pub(super) heights: [u8; GRID],
    /// The cells where pieces were placed, by kind: red, white, black.
    pub(super) born: [Cells; 3],
    pub(super) bottoms: [u8; GRID],
    pub(super) tops: [u8; GRID],
    /// The piece directly above each piece; meaningless for a top piece.
    pub(super) above: [u8; GRID],
    /// The cells that the last move touched.
    pub(super) last: Option<Move>,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns the seat of this side.
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

impl Piece {
    /// Returns the piece's letter in a position text.
    pub fn letter(self) -> char {
        match self {
            Piece::Red => 'R',
            Piece::Own(Side::White) => 'W',
            Piece::Own(Side::Black) => 'B',
        }
    }

    /// Returns the index of the piece's set in `born`.
    pub(super) fn kind(self) -> usize {
        match self {
            Piece::Red => 0,
            Piece::Own(side) => 1 + side as usize,
        }
    }

    /// Returns the piece that is placed as number `placed`, counted from 0: three reds, then own
    /// colours.
    pub(super) fn placed_as(placed: u8) -> Piece {
        if placed < RED_PIECES { Piece::Red } else { Piece::Own(Dvonn::placer(placed)) }
    }
}

impl Dvonn {
    /// Returns the empty board.
    pub(super) fn empty() -> Dvonn {
        Dvonn {
            side: Side::White,
            placed: 0,
            occupied: Cells::NONE,
            red: Cells::NONE,
            owned: [Cells::NONE; 2],
            heights: [0; GRID],
            born: [Cells::NONE; 3],
            bottoms: [0; GRID],
            tops: [0; GRID],
            above: [0; GRID],
            last: None,
        }
    }

    /// Returns the side that places piece number `placed`, counted from 0.
    pub(super) fn placer(placed: u8) -> Side {
        if placed.is_multiple_of(2) { Side::White } else { Side::Black }
    }

    /// Returns whether pieces are still being placed.
    pub fn is_placement(&self) -> bool {
        usize::from(self.placed) < CELLS
    }

    /// Returns the cells where a piece may be placed.
    pub(super) fn free(&self) -> Cells {
        BOARD.without(self.occupied)
    }

    /// Returns the stacks that a side may try to move: its own that are not enclosed.
    pub(super) fn movable(&self, side: Side) -> Cells {
        self.owned[side as usize].without(self.occupied.enclosed())
    }

    /// Returns the cells where the stack on `cell` may land.
    pub(super) fn landings(&self, cell: Cell) -> Cells {
        cell.reach(self.heights[cell.index()]).and(self.occupied)
    }

    /// Returns whether a side has a stacking move.
    pub(super) fn can_move(&self, side: Side) -> bool {
        self.movable(side).any(|cell| !self.landings(cell).is_empty())
    }

    /// Returns the pieces that lie in stacks of a side, red ones included (D7).
    pub fn score(&self, side: Side) -> u32 {
        self.owned[side as usize].map(|cell| u32::from(self.heights[cell.index()])).sum()
    }

    /// Returns the pieces on a cell, the lowest first.
    pub fn stack(&self, cell: Cell) -> Vec<Piece> {
        self.pieces_on(cell).into_iter().map(|(_, piece)| piece).collect()
    }

    /// Returns the pieces on a cell, the lowest first, each with the cell where it was placed.
    pub(super) fn pieces_on(&self, cell: Cell) -> Vec<(u8, Piece)> {
        let mut born = self.bottoms[cell.index()];
        let mut stack = Vec::new();
        for _ in 0..self.heights[cell.index()] {
            stack.push((born, self.piece(born)));
            born = self.above[usize::from(born)];
        }
        stack
    }

    /// Plays a legal move. An illegal move gives an unspecified position without a panic.
    pub(super) fn step(&mut self, played: Move) {
        match played {
            Move::Place(cell) => self.place(cell, Piece::placed_as(self.placed)),
            Move::Stack(source, landing) => self.stack_on(source, landing),
            Move::Pass => self.side = self.side.other(),
        }
        self.last = Some(played);
    }

    /// Puts a new piece on an empty cell. White places last and moves first.
    fn place(&mut self, cell: Cell, piece: Piece) {
        self.put(cell, piece, cell.index() as u8);
        self.placed += 1;
        self.side = if self.is_placement() { Dvonn::placer(self.placed) } else { Side::White };
    }

    /// Puts a piece on top of a cell; `born` is the cell where it was placed.
    pub(super) fn put(&mut self, cell: Cell, piece: Piece, born: u8) {
        let at = cell.index();
        if self.heights[at] == 0 {
            self.bottoms[at] = born;
        } else {
            self.above[usize::from(self.tops[at])] = born;
        }
        self.tops[at] = born;
        self.heights[at] += 1;
        self.occupied = self.occupied.or(cell.alone());
        self.born[piece.kind()] = self.born[piece.kind()].or(Cells::from_bits(1 << born));
        self.owned = self.owned.map(|cells| cells.without(cell.alone()));
        match piece {
            Piece::Red => self.red = self.red.or(cell.alone()),
            Piece::Own(side) => self.owned[side as usize] = self.owned[side as usize].or(cell.alone()),
        }
    }

    /// Moves a stack onto another and removes the stacks that lost their link to a red piece (D4).
    fn stack_on(&mut self, source: Cell, landing: Cell) {
        let (lifted, joined) = (source.index(), landing.index());
        self.above[usize::from(self.tops[joined])] = self.bottoms[lifted];
        self.tops[joined] = self.tops[lifted];
        self.heights[joined] += self.heights[lifted];
        self.heights[lifted] = 0;

        let (left, entered) = (source.alone(), landing.alone());
        if self.red.has(source) {
            self.red = self.red.or(entered);
        }
        self.owned[self.side as usize] = self.owned[self.side as usize].or(entered);
        self.owned[self.side.other() as usize] = self.owned[self.side.other() as usize].without(entered);
        let kept = self.occupied.without(left).linked_to(self.red.without(left));
        for cell in self.occupied.without(kept) {
            self.heights[cell.index()] = 0;
        }
        self.occupied = kept;
        self.red = self.red.and(kept);
        self.owned = self.owned.map(|cells| cells.and(kept));
        self.side = self.side.other();
    }

    fn piece(&self, born: u8) -> Piece {
        let cell = Cells::from_bits(1 << born);
        match self.born.iter().position(|set| !set.and(cell).is_empty()) {
            Some(1) => Piece::Own(Side::White),
            Some(2) => Piece::Own(Side::Black),
            _ => Piece::Red,
        }
    }
}
