//! A position with its history: the moves that led to it, and its number of occurrences.

use super::{
    board::Board,
    cells,
    moves::{Move, canonical},
    past::Past,
    piece::{self, Piece, Side},
    placements, repetition,
};
use crate::rules::{Seat, Setting, Turn};

#[derive(Clone)]
pub struct Hive {
    /// The board. Boxed, because searchers keep many positions in one list.
    pub(super) board: Box<Board>,
    /// The place of each piece relative to the first piece of the game. Unlike cell numbers, these
    /// never wrap.
    places: [Hex; Piece::SLOTS],
    repetition: Repetition,
    past: Past,
    /// The source and destination of the last move.
    touched: [Option<Hex>; 2],
    /// Number of occurrences of this position, including the present one.
    occurrences: u32,
    /// Number of passes of each side.
    passes: [u32; 2],
    turn: Turn,
}

/// The rule for a repeated position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repetition {
    /// From the third occurrence on, a seat may claim a draw; the fifth is a draw.
    Claim,
    /// The third occurrence is a draw.
    Auto,
    Off,
}

/// A cell, relative to that of the first piece: `q` steps east, `r` south-east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Hex {
    pub q: i32,
    pub r: i32,
}

/// The cause of the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// This side's queen is surrounded.
    Surrounded(Side),
    BothSurrounded,
    /// The position occurred for the third time.
    Threefold,
    Fivefold,
}

const CLAIMABLE: u32 = 3;
const AUTOMATIC: u32 = 3;
/// Maximum occurrences of a position; ends matches in which neither seat claims a draw.
const ENDLESS: u32 = 5;

impl Hive {
    pub(super) fn open_with(setting: &Setting) -> Hive {
        let repetition = match setting.word("repetition") {
            "auto" => Repetition::Auto,
            "off" => Repetition::Off,
            _ => Repetition::Claim,
        };
        Hive {
            board: Box::new(Board::new(piece::set_with(setting.word("expansions")), setting.flag("queen_first_turn"))),
            places: [Hex::default(); Piece::SLOTS],
            repetition,
            past: Past::default(),
            touched: [None; 2],
            occurrences: 1,
            passes: [0; 2],
            turn: Turn::Seat(Side::White.seat()),
        }
    }

    /// Returns the moves that led to the position.
    pub(super) fn played(&self) -> impl Iterator<Item = Move> {
        self.past.played()
    }

    /// Returns the cells that the last move touched, from its source to its destination.
    pub(super) fn last_touched(&self) -> impl Iterator<Item = Hex> {
        self.touched.into_iter().flatten()
    }

    /// Returns whether a seat may claim a draw by threefold repetition.
    pub(super) fn can_be_claimed(&self) -> bool {
        self.repetition == Repetition::Claim && self.occurrences >= CLAIMABLE && self.turn != Turn::Over
    }

    /// Returns the number of occurrences of this position, this one included.
    pub(super) fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// Returns the number of passes of a side since the beginning.
    pub(super) fn passes(&self, side: Side) -> u32 {
        self.passes[side as usize]
    }

    pub(super) fn turn_now(&self) -> Turn {
        self.turn
    }

    /// Returns the place of a piece; `None` in the hand.
    pub(super) fn place_of(&self, piece: Piece) -> Option<Hex> {
        self.board.place_of(piece).map(|_| self.places[piece.index()])
    }

    /// Returns the destination of a move; `None` for a pass.
    pub(super) fn destination(&self, played: Move) -> Option<Hex> {
        match played {
            Move::Pass => None,
            Move::Open(_) => Some(Hex::default()),
            Move::Go(_, place) => {
                let beside = self.place_of(place.beside())?;
                Some(place.direction().map_or(beside, |direction| beside.neighbour(direction)))
            }
        }
    }

    /// Returns the cells that a move touches, from its source to its destination.
    pub(super) fn touched(&self, played: Move) -> [Option<Hex>; 2] {
        let source = match played {
            Move::Go(piece, _) => self.place_of(piece),
            Move::Open(_) | Move::Pass => None,
        };
        [source, self.destination(played)]
    }

    /// Appends the legal moves, in the order of their texts.
    pub(super) fn list(&self, into: &mut Vec<Move>) {
        match self.turn {
            Turn::Over | Turn::Chance => {}
            Turn::Forced(_) => into.push(Move::Pass),
            Turn::Seat(_) => {
                let mut found = Vec::new();
                placements::list(&self.board, &mut found);
                let begin = into.len();
                into.extend(found.into_iter().filter_map(|step| canonical(&self.board, step)));
                into[begin..].sort_unstable();
            }
        }
    }

    /// Returns whether a move is among those that [`Hive::list`] appends.
    pub(super) fn is_allowed(&self, played: Move) -> bool {
        match self.turn {
            Turn::Over | Turn::Chance => false,
            Turn::Forced(_) => played == Move::Pass,
            Turn::Seat(_) => played.step(&self.board).is_some_and(|step| placements::allows(&self.board, step)),
        }
    }

    /// Returns the number of moves that [`Hive::list`] appends.
    pub(super) fn count(&self) -> u64 {
        match self.turn {
            Turn::Over | Turn::Chance => 0,
            Turn::Forced(_) => 1,
            Turn::Seat(_) => placements::number(&self.board).into(),
        }
    }

    /// Plays a legal move. Ignores a move that cannot be made.
    pub(super) fn advance(&mut self, played: Move) {
        let touched = self.touched(played);
        match played.step(&self.board) {
            None if played == Move::Pass => {
                self.passes[self.board.side() as usize] += 1;
                self.board.pass();
            }
            Some(step) if self.board.covered() & step.piece.bit() == 0 => {
                if self.board.place_of(step.piece).is_none() {
                    self.past.forget();
                }
                self.board.make(step);
                self.places[step.piece.index()] = touched[1].unwrap_or_default();
            }
            _ => return,
        }
        let key = repetition::key(&self.board);
        self.occurrences = repetition::occurrences(&self.board, key, self.past.alike(key));
        self.past.push(played, key);
        self.touched = touched;
        self.turn = self.turn_after();
    }

    /// Returns the reason the round ended; `None` while it is in play.
    pub(super) fn end(&self) -> Option<End> {
        let surrounded = Side::BOTH.map(|side| self.board.is_surrounded(side));
        match (surrounded, self.repetition) {
            ([true, true], _) => Some(End::BothSurrounded),
            ([true, false], _) => Some(End::Surrounded(Side::White)),
            ([false, true], _) => Some(End::Surrounded(Side::Black)),
            (_, Repetition::Auto) if self.occurrences >= AUTOMATIC => Some(End::Threefold),
            (_, Repetition::Claim) if self.occurrences >= ENDLESS => Some(End::Fivefold),
            _ => None,
        }
    }

    fn turn_after(&self) -> Turn {
        let seat = self.board.side().seat();
        match self.end() {
            Some(_) => Turn::Over,
            None if !placements::any(&self.board) => Turn::Forced(seat),
            None => Turn::Seat(seat),
        }
    }
}

impl Side {
    /// Returns the seat of this side.
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

impl Hex {
    /// Returns the neighbouring cell in a direction.
    pub fn neighbour(self, direction: usize) -> Hex {
        let (q, r) = match direction {
            cells::EAST => (1, 0),
            cells::SOUTH_EAST => (0, 1),
            cells::SOUTH_WEST => (-1, 1),
            cells::WEST => (-1, 0),
            cells::NORTH_WEST => (0, -1),
            _ => (1, -1),
        };
        Hex { q: self.q + q, r: self.r + r }
    }

    /// Returns the distance to another cell in steps.
    pub fn distance(self, other: Hex) -> i32 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        q.abs().max(r.abs()).max((q + r).abs())
    }
}
