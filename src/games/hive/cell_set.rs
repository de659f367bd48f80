//! A set of cells that keeps insertion order.

use super::cells::{CELLS, Cell};

/// Capacity of a set: more cells than a hive of 28 pieces and its surroundings can have.
const MOST: usize = 160;

/// Distinct cells in insertion order; also the queue of a flood fill.
pub struct CellSet {
    marks: [u64; CELLS / 64],
    list: [Cell; MOST],
    len: usize,
}

impl CellSet {
    pub fn new() -> CellSet {
        CellSet { marks: [0; CELLS / 64], list: [0; MOST], len: 0 }
    }

    /// Adds a cell. Returns whether the cell is new.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = (usize::from(cell) / 64 % (CELLS / 64), 1 << (cell % 64));
        if self.marks[word] & bit != 0 || self.len == MOST {
            return false;
        }
        self.marks[word] |= bit;
        self.list[self.len] = cell;
        self.len += 1;
        true
    }

    /// Removes all cells, in time proportional to their number.
    pub fn clear(&mut self) {
        for &cell in &self.list[..self.len.min(MOST)] {
            self.marks[usize::from(cell) / 64 % (CELLS / 64)] = 0;
        }
        self.len = 0;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the cell at this index, in insertion order.
    pub fn get(&self, index: usize) -> Option<Cell> {
        self.list.get(index).copied().filter(|_| index < self.len)
    }

    /// Returns all cells in insertion order.
    pub fn cells(&self) -> &[Cell] {
        &self.list[..self.len.min(MOST)]
    }
}
