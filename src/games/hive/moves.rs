//! Moves in the form of the Universal Hive Protocol: a piece, and a place beside or on top of
//! another piece.
//!
//! Every move is represented by its canonical name, so equal moves are equal values and sort like
//! their texts.

use std::fmt;

use super::{
    board::{Board, Placement, START},
    cells::{self, Cell, beside},
    piece::Piece,
};

/// A move, ordered like its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// The text `pass`.
    Pass,
    /// `wS1`: the first piece of a game.
    Open(Piece),
    /// `wA1 bS1/`: a piece moves to a place.
    Go(Piece, Place),
}

/// A place named relative to a piece: on top of it, or beside it. Stored as lead, piece and tail,
/// in the order of the texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    lead: u8,
    beside: Piece,
    tail: u8,
}

/// The prefix of a piece for a place on its western side, in the order of the characters; the empty
/// one is last.
const LEADS: [&str; 4] = ["-", "/", "\\", ""];
const LEAD_DIRECTIONS: [usize; 3] = [cells::WEST, cells::SOUTH_WEST, cells::NORTH_WEST];
/// The suffix of a piece for a place on its eastern side; the empty one is first.
const TAILS: [&str; 4] = ["", "-", "/", "\\"];
const TAIL_DIRECTIONS: [usize; 3] = [cells::EAST, cells::NORTH_EAST, cells::SOUTH_EAST];

/// The order in which neighbours are tried for a name; see [`canonical`].
const PREFERENCE: [usize; 6] =
    [cells::SOUTH_EAST, cells::SOUTH_WEST, cells::WEST, cells::NORTH_WEST, cells::NORTH_EAST, cells::EAST];

impl Place {
    /// Creates the place on top of a piece, or beside it in a direction.
    pub fn new(beside: Piece, direction: Option<usize>) -> Place {
        let find = |directions: [usize; 3]| directions.iter().position(|d| Some(*d) == direction);
        match (find(LEAD_DIRECTIONS), find(TAIL_DIRECTIONS)) {
            (Some(lead), _) => Place { lead: lead as u8, beside, tail: 0 },
            (None, Some(tail)) => Place { lead: 3, beside, tail: tail as u8 + 1 },
            (None, None) => Place { lead: 3, beside, tail: 0 },
        }
    }

    /// Returns the piece that names the place.
    pub fn beside(self) -> Piece {
        self.beside
    }

    /// Returns the direction from the naming piece; `None` on top of it.
    pub fn direction(self) -> Option<usize> {
        let lead = LEAD_DIRECTIONS.get(usize::from(self.lead));
        let tail = usize::from(self.tail).checked_sub(1).and_then(|tail| TAIL_DIRECTIONS.get(tail));
        lead.or(tail).copied()
    }

    /// Parses a place from a whole text.
    pub fn read(text: &str) -> Option<Place> {
        let lead = LEADS.iter().position(|lead| text.starts_with(lead))?;
        let (beside, tail) = Piece::read(&text[LEADS[lead].len()..])?;
        let tail = TAILS.iter().position(|known| *known == tail)?;
        let is_one_sided = lead == 3 || tail == 0;
        is_one_sided.then_some(Place { lead: lead as u8, beside, tail: tail as u8 })
    }

    /// Returns the cell; `None` while the naming piece is in a hand.
    pub fn cell(self, board: &Board) -> Option<Cell> {
        let cell = board.place_of(self.beside)?;
        Some(self.direction().map_or(cell, |direction| beside(cell, direction)))
    }
}

impl Move {
    /// Returns the step on a board; `None` for a pass and for a place that does not exist.
    pub fn step(self, board: &Board) -> Option<Placement> {
        match self {
            Move::Pass => None,
            Move::Open(piece) => (board.in_play() == 0).then_some(Placement { piece, cell: START }),
            Move::Go(piece, place) => Some(Placement { piece, cell: place.cell(board)? }),
        }
    }
}

/// Returns the name that Mzinga writes, with the moving piece lifted. An occupied destination is
/// named by its top. Any other is named by the first occupied neighbour in the order in which the
/// text reads `X\`, `/X`, `-X`, `\X`, `X/`, `X-`. `None` for a destination away from the hive.
pub fn canonical(board: &Board, step: Placement) -> Option<Move> {
    let Placement { piece, cell } = step;
    if board.in_play() == 0 {
        return Some(Move::Open(piece));
    }
    let top = |cell: Cell| board.top(cell).and_then(|top| if top == piece { board.under(top) } else { Some(top) });
    if let Some(below) = top(cell) {
        return Some(Move::Go(piece, Place::new(below, None)));
    }
    let named = |&direction: &usize| {
        let neighbour = top(beside(cell, cells::opposite(direction)))?;
        Some(Move::Go(piece, Place::new(neighbour, Some(direction))))
    };
    PREFERENCE.iter().find_map(named)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Open(piece) => piece.fmt(f),
            Move::Go(piece, place) => write!(f, "{piece} {place}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", LEADS[usize::from(self.lead % 4)], self.beside, TAILS[usize::from(self.tail % 4)])
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
