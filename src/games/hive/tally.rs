//! Sums over all empty cells beside the hive: six small numbers in one word, so that one step
//! updates all of them.

use super::{
    cells::{self, Ring},
    piece::Side,
};

/// The number of empty cells of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally(u64);

/// Bits per number. The largest number is that of gates: three for each of at most 114 cells round
/// 28 pieces.
const WIDTH: u32 = 10;
const PERIMETER: u32 = 0;
const GATES: u32 = WIDTH;
const POCKETS: u32 = 2 * WIDTH;
const PITS: u32 = 3 * WIDTH;
const TOUCHED: u32 = 4 * WIDTH;

/// The contribution of a cell, by its ring in bits 0 to 5; nothing if bit 6 marks it as occupied.
static WEIGHTS: [u64; 128] = {
    let mut table = [0; 128];
    let mut ring = 1;
    while ring < 64 {
        let around = (ring as Ring).count_ones();
        table[ring] = 1 << PERIMETER
            | (cells::gates(ring as Ring) as u64) << GATES
            | ((around == 5) as u64) << POCKETS
            | ((around == 6) as u64) << PITS;
        ring += 1;
    }
    table
};

impl Tally {
    /// Replaces a cell's ring and occupation `old` by `new`.
    pub fn replace(&mut self, old: u16, new: u16) {
        self.0 = self.0.wrapping_add(WEIGHTS[usize::from(new % 128)]).wrapping_sub(WEIGHTS[usize::from(old % 128)]);
    }

    /// Returns the number of connected cells round a hive without holes and gates. Cells cut off
    /// one by one do not count: pits, and pockets with their gates. `None` if the hive, with this
    /// many `holes`, has another shape.
    pub fn rim(self, holes: u32) -> Option<u32> {
        let is_plain = holes == self.pits() && self.gates() == 2 * self.pockets();
        is_plain.then(|| self.perimeter() - self.pockets() - self.pits())
    }

    /// Adds or removes a cell that is empty and touched by a top of this side.
    pub fn touch(&mut self, side: Side, more: bool) {
        self.0 = self.0.wrapping_add(u64::from(more) << touched(side));
    }

    pub fn untouch(&mut self, side: Side, less: bool) {
        self.0 = self.0.wrapping_sub(u64::from(less) << touched(side));
    }

    /// Returns the number of empty cells beside the hive.
    pub fn perimeter(self) -> u32 {
        self.field(PERIMETER)
    }

    /// Returns the number of steps between two empty cells that two pieces block, each counted from
    /// both ends.
    pub fn gates(self) -> u32 {
        self.field(GATES)
    }

    /// Returns the number of empty cells with five occupied neighbours: no piece slides in or out.
    pub fn pockets(self) -> u32 {
        self.field(POCKETS)
    }

    /// Returns the number of empty cells with six occupied neighbours.
    pub fn pits(self) -> u32 {
        self.field(PITS)
    }

    /// Returns the number of empty cells that touch a top of this side.
    pub fn touched(self, side: Side) -> u32 {
        self.field(touched(side))
    }

    fn field(self, shift: u32) -> u32 {
        (self.0 >> shift) as u32 % (1 << WIDTH)
    }
}

fn touched(side: Side) -> u32 {
    match side {
        Side::White => TOUCHED,
        Side::Black => TOUCHED + WIDTH,
    }
}
