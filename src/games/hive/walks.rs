//! The moves of each kind of piece, with the piece itself lifted. Pins are ignored.

use super::{
    board::Board,
    cell_set::CellSet,
    cells::{self, Cell, Ring, beside, bit_towards, opposite, slides},
    destinations::{Destinations, WindowBit, window_bits},
    piece::{Kind, Piece},
};

/// A top that is about to move, and its surroundings.
#[derive(Clone, Copy)]
pub struct Walker<'a> {
    board: &'a Board,
    piece: Piece,
    cell: Cell,
    ring: Ring,
    /// Number of pieces below the moving piece.
    below: u8,
}

impl<'a> Walker<'a> {
    /// Creates a walker for an uncovered piece on the board.
    pub fn new(board: &'a Board, piece: Piece) -> Walker<'a> {
        let cell = board.at(piece);
        Walker { board, piece, cell, ring: board.ring(cell), below: board.level(piece) }
    }

    /// Returns the board of the piece.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns the kinds of movement of the piece in this position. A mosquito moves like its
    /// neighbours, and like a beetle on top of the hive; any other piece moves as itself.
    pub fn powers(&self) -> Powers {
        match self.piece.kind() {
            Kind::Mosquito if self.below > 0 => Powers::of(Kind::Beetle),
            Kind::Mosquito => {
                let tops = cells::each(self.ring).map(|d| self.board.top_of(beside(self.cell, d)));
                tops.map(Piece::kind).collect()
            }
            kind => Powers::of(kind),
        }
    }

    /// Adds the destinations of these powers, except those of an ant.
    pub fn walk(&self, powers: Powers, into: &mut Destinations) {
        if powers.has(Kind::Queen) || powers.has(Kind::Pillbug) {
            into.add(WindowBit::OWN, slides(self.ring));
        }
        if powers.has(Kind::Beetle) {
            into.add(WindowBit::OWN, self.climbs());
        }
        if powers.has(Kind::Grasshopper) {
            self.jump(into);
        }
        if powers.has(Kind::Spider) {
            self.crawl(into);
        }
        if powers.has(Kind::Ladybug) {
            self.fly(into);
        }
    }

    /// Returns the number of destinations of a piece of this kind, if its neighbours alone
    /// determine the number.
    pub fn count_beside(&self, kind: Kind) -> Option<u32> {
        match kind {
            Kind::Queen | Kind::Pillbug => Some(cells::number(slides(self.ring))),
            Kind::Beetle => Some(cells::number(self.climbs())),
            // A grasshopper has one jump over each neighbour, each to a different cell.
            Kind::Grasshopper => Some(cells::number(self.ring)),
            Kind::Ant | Kind::Ladybug | Kind::Mosquito | Kind::Spider => None,
        }
    }

    /// Adds the destinations of an ant.
    pub fn run(&self, into: &mut CellSet) {
        self.run_on(self.cell, into);
        let mut next = 0;
        while let Some(cell) = into.get(next) {
            self.run_on(cell, into);
            next += 1;
        }
    }

    /// Returns the number of destinations of an ant, if known without a search; see
    /// [`super::tally::Tally::rim`].
    pub fn rim(&self) -> Option<u32> {
        match slides(self.ring) {
            0 => Some(0),
            _ => self.board.rim_without(self.cell).map(|rim| rim - 1),
        }
    }

    /// Returns whether a cell is one of the destinations that [`Walker::rim`] counts.
    pub fn is_on_rim(&self, destination: Cell) -> bool {
        let around = cells::number(self.board.ring_without(destination, self.cell));
        slides(self.ring) != 0 && (1..=4).contains(&around) && !self.board.is_occupied(destination)
    }

    /// Returns the steps of a beetle: up, along the top, down, or on the ground.
    fn climbs(&self) -> Ring {
        let ground = if self.below == 0 { self.ring | slides(self.ring) } else { cells::ALL };
        self.gated(self.cell, self.below, ground)
    }

    fn jump(&self, into: &mut Destinations) {
        for direction in cells::each(self.ring) {
            let (mut cell, mut steps) = (beside(self.cell, direction), 1);
            while self.board.is_occupied(cell) {
                cell = beside(cell, direction);
                steps += 1;
            }
            into.add_in_line(cell, direction, steps);
        }
    }

    fn crawl(&self, into: &mut Destinations) {
        for first in cells::each(slides(self.ring)) {
            let (one, bit) = (beside(self.cell, first), WindowBit::OWN.beside(first));
            for second in cells::each(self.slides_at(one) & !(1 << opposite(first))) {
                let two = beside(one, second);
                let back = 1 << opposite(second) | bit_towards(two, self.cell);
                into.add(bit.beside(second), self.slides_at(two) & !back);
            }
        }
    }

    fn run_on(&self, cell: Cell, into: &mut CellSet) {
        for direction in cells::each(self.slides_at(cell) & !bit_towards(cell, self.cell)) {
            into.insert(beside(cell, direction));
        }
    }

    fn fly(&self, into: &mut Destinations) {
        let mut crossed = 0;
        for up in cells::each(self.gated(self.cell, 0, self.ring)) {
            let first = beside(self.cell, up);
            let along = self.board.ring_without(first, self.cell);
            crossed |= WindowBit::OWN.beside(up).around(self.gated(first, self.board.height(first), along));
        }
        for bit in window_bits(crossed) {
            let second = bit.cell(self.cell);
            let down = !self.board.ring(second) & cells::ALL;
            into.add(bit, self.gated(second, self.board.height(second), down));
        }
    }

    fn slides_at(&self, cell: Cell) -> Ring {
        slides(self.board.ring_without(cell, self.cell))
    }

    fn gated(&self, cell: Cell, below: u8, ring: Ring) -> Ring {
        if self.board.covered() == 0 { ring } else { passes(self.board, cell, below, ring) }
    }
}

/// Returns the directions of `ring` in which no gate of two stacks blocks a step at height. A gate
/// blocks if both its stacks are higher than the moving piece's level (`below` pieces) and than the
/// destination.
pub fn passes(board: &Board, cell: Cell, below: u8, ring: Ring) -> Ring {
    let heights: [u8; 6] = std::array::from_fn(|d| board.height(beside(cell, d)));
    let is_open = |d: &usize| {
        let barrier = below.max(heights[*d]);
        barrier == 0 || heights[(d + 5) % 6].min(heights[(d + 1) % 6]) <= barrier
    };
    cells::each(ring).filter(is_open).fold(0, |open, d| open | 1 << d)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Powers(u8);

impl Powers {
    pub fn of(kind: Kind) -> Powers {
        Powers(1 << kind as u8)
    }

    /// Returns whether a kind is among these powers.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & Powers::of(kind).0 != 0
    }
}

impl FromIterator<Kind> for Powers {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Powers {
        kinds.into_iter().fold(Powers::default(), |all, kind| Powers(all.0 | Powers::of(kind).0))
    }
}
