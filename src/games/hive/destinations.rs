//! The destinations of a piece.
//!
//! Most are at most three steps away. They are bits of a window round the piece, eight cells per
//! row. So destinations reached by several powers or paths merge for free, and one shift adds six
//! neighbours.

use super::cells::{CELLS, Cell, Ring};

/// The destinations of one piece, except those of an ant.
#[derive(Clone, Copy, Default)]
pub struct Destinations {
    /// The destinations at most three steps away.
    near: u64,
    /// The other destinations: a grasshopper has at most one in each direction.
    far: [Cell; 6],
    far_number: usize,
}

/// A bit position in the window.
#[derive(Clone, Copy)]
pub struct WindowBit(u32);

/// The change of the bit position for a step in each direction.
const STEPS: [u32; 6] = [1, 8, 7, 1u32.wrapping_neg(), 8u32.wrapping_neg(), 7u32.wrapping_neg()];
/// The position of the middle cell of [`AROUND`] relative to its first bit.
const MIDDLE: u32 = 9;
/// The reach of the window, in steps from the middle.
const SIGHT: u32 = 3;

/// The bits of a ring round bit [`MIDDLE`].
static AROUND: [u32; 64] = {
    let mut table = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let mut direction = 0;
        while direction < 6 {
            if ring >> direction & 1 == 1 {
                table[ring] |= 1 << MIDDLE.wrapping_add(STEPS[direction]);
            }
            direction += 1;
        }
        ring += 1;
    }
    table
};

impl WindowBit {
    pub const OWN: WindowBit = WindowBit(SIGHT * 8 + SIGHT);

    /// Returns the neighbour in a direction. The caller may take at most two steps from the middle.
    pub fn beside(self, direction: usize) -> WindowBit {
        WindowBit(self.0.wrapping_add(STEPS[direction]))
    }

    /// Returns the cell of this bit, in the window of a piece on `own`.
    pub fn cell(self, own: Cell) -> Cell {
        let (column, row) = (self.0 % 8, self.0 / 8);
        own.wrapping_add((column + 32 * row) as Cell).wrapping_sub(33 * SIGHT as Cell) % CELLS as Cell
    }

    /// Returns the neighbours in these directions, as bits of the window.
    pub fn around(self, ring: Ring) -> u64 {
        u64::from(AROUND[usize::from(ring % 64)]) << ((self.0 - MIDDLE) % 64)
    }
}

/// Returns the positions of the bits set in a window.
pub fn window_bits(mut window: u64) -> impl Iterator<Item = WindowBit> {
    std::iter::from_fn(move || {
        let bit = (window != 0).then(|| WindowBit(window.trailing_zeros()))?;
        window &= window - 1;
        Some(bit)
    })
}

impl Destinations {
    /// Adds the neighbours of a bit in these directions.
    pub fn add(&mut self, bit: WindowBit, ring: Ring) {
        self.near |= bit.around(ring);
    }

    /// Adds the cell `steps` away in a direction.
    pub fn add_in_line(&mut self, cell: Cell, direction: usize, steps: u32) {
        if steps <= SIGHT {
            self.near |= 1 << (WindowBit::OWN.0.wrapping_add(STEPS[direction].wrapping_mul(steps)) % 64);
        } else if let Some(slot) = self.far.get_mut(self.far_number) {
            *slot = cell;
            self.far_number += 1;
        }
    }

    pub fn count(&self) -> u32 {
        self.near.count_ones() + self.far_number as u32
    }

    /// Returns all destinations of a piece on `own`.
    pub fn cells(&self, own: Cell) -> impl Iterator<Item = Cell> {
        let far = self.far.iter().take(self.far_number).copied();
        window_bits(self.near).map(move |bit| bit.cell(own)).chain(far)
    }
}
