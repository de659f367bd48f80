//! The geometry: the neighbours of a cell, and what six neighbours imply for the cell between them.
//!
//! Cells are numbered on a torus: one step east adds 1, one step south-east adds [`ROW`]. Two cells
//! of a hive of 28 pieces, its ring included, are at most 29 steps apart. Two cells with the same
//! number are at least 32 apart. So the hive never overlaps itself on the torus, wherever it moves.

/// The number of a cell, below [`CELLS`].
pub type Cell = u16;

/// Six bits, one for each neighbour of a cell: bit `d` is the neighbour in direction `d`.
pub type Ring = u8;

/// Number of cells of the torus: a power of two, so that masking replaces a bounds check.
pub const CELLS: usize = 1024;

/// The offset of one step south-east.
const ROW: Cell = 32;

/// Directions are numbers below 6, clockwise from east. So the two cells beside both ends of a step
/// lie in the directions before and after it.
pub const EAST: usize = 0;
pub const SOUTH_EAST: usize = 1;
pub const SOUTH_WEST: usize = 2;
pub const WEST: usize = 3;
pub const NORTH_WEST: usize = 4;
/// The last direction, next to east.
pub const NORTH_EAST: usize = 5;

pub const ALL: Ring = 0b11_1111;

const OFFSETS: [Cell; 6] = [1, ROW, ROW - 1, 1u16.wrapping_neg(), ROW.wrapping_neg(), (ROW - 1).wrapping_neg()];

/// Returns the neighbour of a cell.
pub fn beside(cell: Cell, direction: usize) -> Cell {
    cell.wrapping_add(OFFSETS[direction]) % CELLS as Cell
}

pub const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// Returns the bit of `other` in the ring of `cell`; 0 if they are not neighbours.
pub fn bit_towards(cell: Cell, other: Cell) -> Ring {
    TOWARDS[usize::from(other.wrapping_sub(cell)) % CELLS]
}

/// Returns the directions in a ring, ascending.
pub fn each(mut ring: Ring) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = (ring != 0).then(|| ring.trailing_zeros() as usize)?;
        ring &= ring - 1;
        Some(direction)
    })
}

/// Returns the number of neighbours in a ring; faster than `count_ones` on processors without
/// popcount.
pub fn number(ring: Ring) -> u32 {
    NUMBERS[usize::from(ring % 64)].into()
}

/// Returns the number of groups of touching neighbours; also 0 for a full ring.
pub fn groups(ring: Ring) -> u8 {
    GROUPS[usize::from(ring % 64)]
}

/// Returns the directions in which a piece may slide on the ground with these neighbours. The
/// destination is empty, and exactly one of the two cells beside both ends is occupied: the piece
/// has room to pass and keeps contact.
pub fn slides(ring: Ring) -> Ring {
    SLIDES[usize::from(ring % 64)]
}

/// Returns the number of empty neighbours behind a gate: both cells that touch the two ends of the
/// step are occupied.
pub const fn gates(ring: Ring) -> u32 {
    (!ring & before(ring) & after(ring) & ALL).count_ones()
}

/// Returns the ring in which bit `d` is the neighbour before `d`.
pub const fn before(ring: Ring) -> Ring {
    (ring << 1 | ring >> 5) & ALL
}

/// Returns the ring in which bit `d` is the neighbour after `d`.
pub const fn after(ring: Ring) -> Ring {
    (ring >> 1 | ring << 5) & ALL
}

static NUMBERS: [u8; 64] = {
    let mut table = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        table[ring] = (ring as Ring).count_ones() as u8;
        ring += 1;
    }
    table
};

static GROUPS: [u8; 64] = {
    let mut table = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        table[ring] = (ring as Ring & !before(ring as Ring)).count_ones() as u8;
        ring += 1;
    }
    table
};

static SLIDES: [Ring; 64] = {
    let mut table = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let own = ring as Ring;
        table[ring] = !own & (before(own) ^ after(own)) & ALL;
        ring += 1;
    }
    table
};

static TOWARDS: [Ring; CELLS] = {
    let mut table = [0; CELLS];
    let mut direction = 0;
    while direction < 6 {
        table[OFFSETS[direction] as usize % CELLS] = 1 << direction;
        direction += 1;
    }
    table
};
