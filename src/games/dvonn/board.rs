//! The 49 cells as bits, and the cells in a straight line from each.

pub const CELLS: usize = 49;
/// Number of cell numbers, including those outside the board.
pub const GRID: usize = COLUMNS * ROWS;

const COLUMNS: usize = 11;
const ROWS: usize = 5;

/// A cell, numbered as five times its column (a is 0) plus its row (1 is 0). The order of cells is
/// the order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(u8);

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells(u64);

/// Every cell of the board.
pub const BOARD: Cells = board();
/// The cells with six neighbours on the board.
const INNER: Cells = inner();
/// For each height and cell: the cells that a stack of this height on this cell reaches.
static REACH: [[Cells; GRID]; CELLS + 1] = reach();

impl Cell {
    /// Returns the cell in this column (a is 0) and row (1 is 0), if the board has it.
    pub fn at(column: u8, row: u8) -> Option<Cell> {
        let on_grid = usize::from(column) < COLUMNS && usize::from(row) < ROWS;
        let cell = Cell(column.wrapping_mul(ROWS as u8).wrapping_add(row));
        (on_grid && BOARD.has(cell)).then_some(cell)
    }

    /// Returns the column, a is 0.
    pub fn column(self) -> u8 {
        self.0 / ROWS as u8
    }

    /// Returns the row, 1 is 0.
    pub fn row(self) -> u8 {
        self.0 % ROWS as u8
    }

    /// Returns the cell as an index below [`GRID`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the set of this cell alone.
    pub fn alone(self) -> Cells {
        Cells(1 << self.0)
    }

    /// Returns the cells that a stack of `height` on this cell reaches, occupied or not.
    pub fn reach(self, height: u8) -> Cells {
        REACH[usize::from(height)][self.index()]
    }
}

impl Cells {
    pub const NONE: Cells = Cells(0);

    /// Returns the set with these bits, which must all be on the board.
    pub(super) const fn from_bits(bits: u64) -> Cells {
        Cells(bits)
    }

    /// Returns whether the cell is in the set.
    pub const fn has(self, cell: Cell) -> bool {
        self.0 & (1 << cell.0) != 0
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many cells there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub fn and(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    pub fn or(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }

    /// Returns the cells in this set and not in the other.
    pub fn without(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }

    /// Returns the cells beside any cell of the set.
    pub fn neighbours(self) -> Cells {
        let Cells(bits) = self;
        let (not_first, not_last) = (bits & !row(0), bits & !row(ROWS - 1));
        let along = bits << ROWS | bits >> ROWS;
        let across = not_last << 1 | not_first >> 1;
        let slanting = not_last << (ROWS + 1) | not_first >> (ROWS + 1);
        Cells((along | across | slanting) & BOARD.0)
    }

    /// Returns the cells of the set whose six neighbours all exist and are all in the set. A stack
    /// there cannot move (D3).
    pub fn enclosed(self) -> Cells {
        let Cells(bits) = self;
        let (up, down) = ((bits & !row(ROWS - 1)) << 1, (bits & !row(0)) >> 1);
        let along = bits << ROWS & bits >> ROWS;
        let slanting = up << ROWS & down >> ROWS;
        Cells(bits & along & up & down & slanting & INNER.0)
    }

    /// Returns the cells of this set that a chain of neighbours within it joins to `seeds`.
    pub fn linked_to(self, seeds: Cells) -> Cells {
        let mut linked = self.and(seeds);
        loop {
            let grown = linked.or(linked.neighbours().and(self));
            if grown == linked {
                return linked;
            }
            linked = grown;
        }
    }
}

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// Returns the bits of one row.
const fn row(number: usize) -> u64 {
    let mut bits = 0;
    let mut column = 0;
    while column < COLUMNS {
        bits |= 1 << (column * ROWS + number);
        column += 1;
    }
    bits
}

/// Returns the cells of the board: row 1 is a to i, row 2 a to j, row 3 a to k, row 4 b to k, row 5
/// c to k.
const fn board() -> Cells {
    let mut bits = 0;
    let mut column = 0;
    while column < COLUMNS {
        let mut row = 0;
        while row < ROWS {
            if column <= row + 8 && row <= column + 2 {
                bits |= 1 << (column * ROWS + row);
            }
            row += 1;
        }
        column += 1;
    }
    Cells(bits)
}

/// The six straight lines, as steps in column and row.
const LINES: [(isize, isize); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

/// Returns the cell `length` steps along a line, if the board has it.
const fn along(cell: usize, line: usize, length: usize) -> Option<usize> {
    let column = (cell / ROWS) as isize + LINES[line].0 * length as isize;
    let row = (cell % ROWS) as isize + LINES[line].1 * length as isize;
    if column < 0 || column >= COLUMNS as isize || row < 0 || row >= ROWS as isize {
        return None;
    }
    let landing = column as usize * ROWS + row as usize;
    if BOARD.0 & (1 << landing) == 0 { None } else { Some(landing) }
}

const fn inner() -> Cells {
    let mut bits = 0;
    let mut cell = 0;
    while cell < GRID {
        let mut line = 0;
        let mut all = BOARD.0 & (1 << cell) != 0;
        while line < LINES.len() {
            all = all && along(cell, line, 1).is_some();
            line += 1;
        }
        if all {
            bits |= 1 << cell;
        }
        cell += 1;
    }
    Cells(bits)
}

const fn reach() -> [[Cells; GRID]; CELLS + 1] {
    let mut table = [[Cells(0); GRID]; CELLS + 1];
    let mut height = 1;
    while height < COLUMNS {
        let mut cell = 0;
        while cell < GRID {
            let mut line = 0;
            while line < LINES.len() {
                if let Some(landing) = along(cell, line, height) {
                    table[height][cell].0 |= 1 << landing;
                }
                line += 1;
            }
            cell += 1;
        }
        height += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_49_cells_and_24_edge_cells() {
        assert_eq!(BOARD.count(), 49);
        assert_eq!(BOARD.without(INNER).count(), 24);
        assert_eq!(BOARD.enclosed(), INNER);
    }
}
