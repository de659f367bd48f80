//! The pillbug's throws, and those of a mosquito beside a pillbug.

use super::{
    board::Board,
    cells::{self, Cell, Ring, beside},
    destinations::{Destinations, WindowBit},
    piece::{Kind, Piece, Side},
    pins::Pins,
    walks::passes,
};

/// The pieces that a side can throw, and their destinations.
#[derive(Default)]
pub struct Throws {
    /// The pillbug and the mosquito, if they can throw.
    throwers: [Option<Thrower>; 2],
    /// The pieces that can be thrown, one bit per piece.
    pieces: u32,
}

struct Thrower {
    cell: Cell,
    /// The neighbours that can be lifted onto the thrower.
    takes: Ring,
    /// The empty neighbours of the thrower.
    gives: Ring,
}

impl Throws {
    /// Returns all throws of a side whose queen is on the board.
    pub fn new(board: &Board, side: Side, pins: &mut Pins) -> Throws {
        let mut throws = Throws::default();
        if board.set() & side.piece(Kind::Pillbug).bit() == 0 {
            return throws;
        }
        for (slot, kind) in throws.throwers.iter_mut().zip([Kind::Pillbug, Kind::Mosquito]) {
            let piece = side.piece(kind);
            if !is_ready(board, piece) || kind == Kind::Mosquito && !is_beside_pillbug(board, piece) {
                continue;
            }
            let cell = board.at(piece);
            let ring = board.ring(cell);
            let passable = if board.covered() == 0 { cells::ALL } else { passes(board, cell, 1, cells::ALL) };
            let gives = !ring & passable;
            if gives == 0 {
                continue;
            }
            let mut takes = 0;
            for direction in cells::each(ring & passable) {
                let taken = board.top_of(beside(cell, direction));
                if board.level(taken) == 0 && board.last() != Some(taken) && pins.is_free(taken) {
                    takes |= 1 << direction;
                    throws.pieces |= taken.bit();
                }
            }
            *slot = Some(Thrower { cell, takes, gives });
        }
        throws
    }

    /// Returns the pieces that can be thrown, one bit per piece.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Adds the destinations of a thrown piece.
    pub fn fling(&self, board: &Board, piece: Piece, into: &mut Destinations) {
        let source = board.at(piece);
        for thrower in self.throwers.iter().flatten() {
            if thrower.takes & cells::bit_towards(thrower.cell, source) != 0 {
                let towards = cells::bit_towards(source, thrower.cell).trailing_zeros() as usize;
                into.add(WindowBit::OWN.beside(towards), thrower.gives);
            }
        }
    }
}

/// Returns whether a piece can use its own power: it is on the ground, uncovered, and was not moved
/// or thrown on the previous ply.
fn is_ready(board: &Board, piece: Piece) -> bool {
    let is_open = board.in_play() & !board.covered() & piece.bit() != 0;
    is_open && board.level(piece) == 0 && board.last() != Some(piece)
}

/// Returns whether the top of an adjacent stack is a pillbug. A pillbug that was just thrown
/// counts: it rests, but a mosquito that touches it may use its power (V6).
fn is_beside_pillbug(board: &Board, mosquito: Piece) -> bool {
    let cell = board.at(mosquito);
    cells::each(board.ring(cell)).any(|d| board.top_of(beside(cell, d)).kind() == Kind::Pillbug)
}
