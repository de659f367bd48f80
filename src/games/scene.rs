//! A position ready to be drawn: one structure for every game.

use super::rules::Seat;

/// What a GUI needs to draw a position without knowing the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Where something can lie.
    pub spaces: Vec<Space>,
    /// What lies there, the lowest of a stack first.
    pub tokens: Vec<Token>,
    /// What each seat holds beside the board.
    pub hands: Vec<Hand>,
    /// Numbers worth showing.
    pub counters: Vec<Counter>,
    /// Spaces worth marking.
    pub highlights: Vec<Highlight>,
    /// The spaces that the last move touched, from its source to its goal.
    pub last_move: Vec<String>,
}

/// A named place of the board. One unit is the width of a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// Its name in the game's notation.
    pub id: String,
    /// Its outline.
    pub shape: Shape,
    /// Its centre, rightwards.
    pub x: f64,
    /// Its centre, downwards.
    pub y: f64,
    /// The name of its colour; empty for the board's own.
    pub colour: &'static str,
}

/// The outline of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A square of width 1.
    Square,
    /// A hexagon of width 1 with a corner upwards.
    Hexagon,
    /// A circle of diameter 1.
    Circle,
    /// A slot for one domino, 2 wide and 1 high.
    Slot,
}

/// A piece on a space or in a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The space it lies on; empty in a hand.
    pub space: String,
    /// Whose it is; `None` for nobody's.
    pub seat: Option<Seat>,
    /// What it is: `tower`, `queen`, `tile`.
    pub kind: &'static str,
    /// What is written on it; empty for a face-down piece.
    pub label: String,
    /// The name of its colour; empty for the seat's own.
    pub colour: &'static str,
    /// Whether the viewer sees only its back.
    pub face_down: bool,
}

/// What a seat holds beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Whose it is.
    pub seat: Seat,
    /// What lies in it, as the viewer may know it.
    pub tokens: Vec<Token>,
}

/// A number worth showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose it is; `None` for the match's own.
    pub seat: Option<Seat>,
    /// What is counted: `points`.
    pub label: &'static str,
    /// How many, as text.
    pub value: String,
}

/// Spaces marked for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Why: `required`, `blocked`.
    pub kind: &'static str,
    /// Which.
    pub spaces: Vec<String>,
}
