//! The moves of a tower: rays over empty own_squares, and the push.

use super::{
    board::{Board, Colour, OwnSquare, Side, Square},
    fill::Direction,
    position::{Kamisado, Move, Phase},
};

/// The rays of own_squares ahead, to the right and to the left of each own_square, for each number
/// of teeth.
static RAYS: [[[u64; 3]; 64]; 4] = rays();
/// Maximum distance of a tower with 0, 1, 2 and 3 teeth.
const REACH: [u8; 4] = [7, 5, 3, 1];

impl Board {
    /// Returns the empty own_squares to which a tower may go, as its owner sees them.
    pub(super) fn walks(&self, side: Side, colour: Colour) -> u64 {
        let taken = self.taken(side);
        let teeth = usize::from(self.teeth(side, colour).min(3));
        let [ahead, right, left] = RAYS[teeth][self.own_square(side, colour).index()];
        rising(ahead, taken) | rising(right, taken) | falling(left, taken)
    }

    /// Returns the number of enemy towers that the tower may push, 0 for none. The tower pushes the
    /// unbroken file in front of it under three conditions: the file has at most as many towers as
    /// the tower has teeth, each has fewer teeth, and an empty own_square follows the last.
    pub(super) fn pushes(&self, side: Side, colour: Colour) -> u8 {
        let teeth = self.teeth(side, colour).min(3);
        let own_square = self.own_square(side, colour);
        let ahead = 7 - own_square.row();
        if teeth == 0 || ahead < 2 {
            return 0;
        }
        let first = u32::from(own_square.0) + 1;
        let enemies = self.taken(side) & !self.own(side);
        let row = (enemies >> first).trailing_ones() as u8;
        if row == 0 || row > teeth || row >= ahead || self.taken(side) >> (first + u32::from(row)) & 1 != 0 {
            return 0;
        }
        let weaker = |step: u8| {
            let pushed = OwnSquare(own_square.0 + step).turned();
            self.own_at(side.other(), pushed).is_some_and(|c| self.teeth(side.other(), c) < teeth)
        };
        if (1..=row).all(weaker) { row } else { 0 }
    }

    /// Returns whether a tower has any move, including a push.
    pub(super) fn is_mobile(&self, side: Side, colour: Colour) -> bool {
        let [ahead, right, left] = RAYS[3][self.own_square(side, colour).index()];
        (ahead | right | left) & !self.taken(side) != 0 || self.pushes(side, colour) > 0
    }

    /// Returns all own_squares to which a tower may go, including that of the first tower that it
    /// may push.
    fn targets(&self, side: Side, colour: Colour) -> u64 {
        let push = u64::from(self.pushes(side, colour) > 0) << 1;
        self.walks(side, colour) | push << self.own_square(side, colour).0
    }
}

impl Kamisado {
    /// Appends every move, in ascending order.
    pub(super) fn list(&self, into: &mut Vec<Move>) {
        match self.phase() {
            Phase::Required(colour) => self.list_tower(colour, into),
            Phase::Free => {
                let mut towers: [Colour; 8] = std::array::from_fn(|index| Colour(index as u8));
                towers.sort_unstable_by_key(|colour| self.square(*colour));
                towers.into_iter().for_each(|colour| self.list_tower(colour, into));
            }
            Phase::Blocked(colour) => {
                let square = self.square(colour);
                into.push(Move::Step { source: square, target: square });
            }
            Phase::Fill => into.extend([Move::Fill(Direction::Left), Move::Fill(Direction::Right)]),
            Phase::Home(_) | Phase::Deadlock(_) => {}
        }
    }

    /// Returns whether a move is among those that [`Kamisado::list`] appends.
    pub(super) fn has(&self, played: Move) -> bool {
        let steps = |colour, source, target: Square| {
            self.square(colour) == source
                && self.board().targets(self.side(), colour) >> target.own_square(self.side()).0 & 1 != 0
        };
        match (self.phase(), played) {
            (Phase::Required(colour), Move::Step { source, target }) => steps(colour, source, target),
            (Phase::Free, Move::Step { source, target }) => Colour::all().any(|colour| steps(colour, source, target)),
            (Phase::Blocked(colour), Move::Step { source, target }) => {
                source == target && source == self.square(colour)
            }
            (Phase::Fill, Move::Fill(_)) => true,
            _ => false,
        }
    }

    /// Returns the number of moves that [`Kamisado::list`] appends.
    pub(super) fn count(&self) -> u64 {
        let tower = |colour| u64::from(self.board().targets(self.side(), colour).count_ones());
        match self.phase() {
            Phase::Required(colour) => tower(colour),
            Phase::Free => Colour::all().map(tower).sum(),
            Phase::Blocked(_) => 1,
            Phase::Fill => 2,
            Phase::Home(_) | Phase::Deadlock(_) => 0,
        }
    }

    fn list_tower(&self, colour: Colour, into: &mut Vec<Move>) {
        let side = self.side();
        let source = self.square(colour);
        let mut targets = self.board().targets(side, colour);
        if side == Side::Black {
            targets = targets.reverse_bits();
        }
        while targets != 0 {
            into.push(Move::Step { source, target: Square(targets.trailing_zeros() as u8) });
            targets &= targets - 1;
        }
    }
}

impl Kamisado {
    /// Returns the square of the tower of this colour of the side to move.
    fn square(&self, colour: Colour) -> Square {
        self.board().own_square(self.side(), colour).square(self.side())
    }
}

/// Returns the part of a ray before the first taken own_square, for a ray that leads to higher
/// own_squares.
fn rising(ray: u64, taken: u64) -> u64 {
    let stops = ray & taken;
    ray & (stops & stops.wrapping_neg()).wrapping_sub(1)
}

/// Returns the part of a ray before the first taken own_square, for a ray that leads to lower
/// own_squares. Such a ray goes up and to the left, so it never contains own_square 63 and the
/// shift is below 64.
fn falling(ray: u64, taken: u64) -> u64 {
    ray & u64::MAX.wrapping_shl(64 - (ray & taken).leading_zeros())
}

const fn rays() -> [[[u64; 3]; 64]; 4] {
    let mut rays = [[[0; 3]; 64]; 4];
    let mut index = 0;
    while index < 4 * 64 * 3 {
        let (teeth, own_square, direction) = (index / 192, index / 3 % 64, index % 3);
        let sideways = [0, 1, -1][direction];
        let (mut file, mut row) = (own_square as i32 / 8 + sideways, own_square as i32 % 8 + 1);
        let mut steps = 0;
        while steps < REACH[teeth] && file >= 0 && file < 8 && row < 8 {
            rays[teeth][own_square][direction] |= 1 << (file * 8 + row);
            file += sideways;
            row += 1;
            steps += 1;
        }
        index += 1;
    }
    rays
}
