//! Refills the home rows for the next round.

use super::board::{Board, Colour, OwnSquare, Side};

/// The end from which a home row is filled, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From the brown square at the left.
    Left,
    /// From the orange square at the right.
    Right,
}

impl Board {
    /// Returns the board with both home rows refilled. Towers are taken by row, own home row first,
    /// and within a row from the chosen side. They are put on the home row, beginning at the chosen
    /// side. Teeth stay on their towers.
    ///
    /// The booklet's text for filling from the right contradicts its own example 7e to 7g; this
    /// code follows the example.
    pub(super) fn filled(&self, direction: Direction) -> Board {
        let from_side = |file: u8| match direction {
            Direction::Left => file,
            Direction::Right => 7 - file,
        };
        let own_squares = Side::BOTH.map(|side| {
            let mut order: Vec<Colour> = Colour::all().collect();
            order.sort_by_key(|colour| {
                let own_square = self.own_square(side, *colour);
                (own_square.row(), from_side(own_square.file()))
            });
            let mut own_squares = [OwnSquare(0); 8];
            for (place, colour) in (0..).zip(order) {
                own_squares[colour.index()] = OwnSquare(from_side(place) * 8);
            }
            own_squares
        });
        let teeth = Side::BOTH.map(|side| std::array::from_fn(|c| self.teeth(side, Colour(c as u8))));
        Board::new(own_squares, teeth)
    }
}
