//! The geometry: where a cell's neighbours are, and what six neighbours say about the cell in their middle.
//!
//! Cells are numbered on a torus: one step east adds 1, one step south-east adds [`ROW`]. No two cells of a hive of 28 pieces
//! and of the ring around it are further apart than 29 steps, and two cells with the same number are at least 32 apart, so
//! that the torus is never noticed and every hive has room on it wherever it wanders.

/// The number of a cell, below [`CELLS`].
pub type Cell = u16;

/// Six bits, one for each neighbour of a cell: bit `d` is the neighbour in direction `d`.
pub type Ring = u8;

/// How many cells the torus has: a power of two, so that masking replaces a bounds check.
pub const CELLS: usize = 1024;

/// What one step south-east adds.
const ROW: Cell = 32;

/// Directions are numbers below 6, clockwise from east, so that the two cells beside both ends of a step lie in the
/// directions before and after it.
pub const EAST: usize = 0;
pub const SOUTH_EAST: usize = 1;
pub const SOUTH_WEST: usize = 2;
pub const WEST: usize = 3;
pub const NORTH_WEST: usize = 4;
/// The last one, beside east.
pub const NORTH_EAST: usize = 5;

pub const ALL: Ring = 0b11_1111;

const OFFSETS: [Cell; 6] = [1, ROW, ROW - 1, 1u16.wrapping_neg(), ROW.wrapping_neg(), (ROW - 1).wrapping_neg()];

/// The neighbour of a cell.
pub fn beside(cell: Cell, direction: usize) -> Cell {
    cell.wrapping_add(OFFSETS[direction]) % CELLS as Cell
}

pub const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// The bit by which `cell` sees `other`; 0 where they are not neighbours.
pub fn bit_towards(cell: Cell, other: Cell) -> Ring {
    TOWARDS[usize::from(other.wrapping_sub(cell)) % CELLS]
}

/// The directions of a ring, ascending.
pub fn each(mut ring: Ring) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = (ring != 0).then(|| ring.trailing_zeros() as usize)?;
        ring &= ring - 1;
        Some(direction)
    })
}

/// How many neighbours are in a ring; faster than counting bits where the processor cannot.
pub fn number(ring: Ring) -> u32 {
    NUMBERS[usize::from(ring % 64)].into()
}

/// How many groups of touching neighbours there are; 0 also for a full ring.
pub fn groups(ring: Ring) -> u8 {
    GROUPS[usize::from(ring % 64)]
}

/// Where a piece may slide on the ground with these neighbours: to an empty cell with exactly one of the two cells beside
/// both ends occupied, so that there is room to pass and contact on the way.
pub fn slides(ring: Ring) -> Ring {
    SLIDES[usize::from(ring % 64)]
}

/// How many of the empty neighbours lie behind a gate: both cells beside both ends are occupied.
pub const fn gates(ring: Ring) -> u32 {
    (!ring & before(ring) & after(ring) & ALL).count_ones()
}

/// The ring in which bit `d` is the neighbour before `d`.
pub const fn before(ring: Ring) -> Ring {
    (ring << 1 | ring >> 5) & ALL
}

/// The ring in which bit `d` is the neighbour after `d`.
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
