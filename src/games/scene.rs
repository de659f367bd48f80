//! A position ready to be drawn: one structure for every game. Keys are words that the game's [`Facts`](super::rules::Facts)
//! give the texts of.

use sha2::{Digest as _, Sha256};

use super::rules::Seat;

/// How many bytes of a digest name a board.
const BOARD_BYTES: usize = 8;

/// What a GUI needs to draw a position without knowing the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub spaces: Vec<Space>,
    /// What lies there, the lowest of a stack first.
    pub tokens: Vec<Token>,
    /// What each seat holds beside the board.
    pub hands: Vec<Hand>,
    pub counters: Vec<Counter>,
    pub highlights: Vec<Highlight>,
    /// The spaces that the last move touched, from its source to its destination.
    pub last_move: Vec<String>,
    /// What is being decided; `None` when the round is over.
    pub prompt: Option<Prompt>,
}

/// A named place of the board. One unit is the width of a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// Its name in the game's notation.
    pub id: String,
    pub shape: Shape,
    pub x: f64,
    pub y: f64,
    /// The key of its colour; empty for the board's own.
    pub colour: &'static str,
}

/// The outline of a space or token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A square of width 1.
    Square,
    /// A hexagon of width 1 with a corner upwards.
    Hexagon,
    /// A circle of diameter 1.
    Circle,
    /// A domino, or the place of one, 2 wide and 1 high.
    Domino,
}

/// A piece on a space or in a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Names the piece among all of a scene, for as long as the round is played on; empty for a face-down piece, which nobody
    /// may follow.
    pub id: String,
    /// The space it lies on; empty in a hand.
    pub space: String,
    /// Whose it is; `None` for nobody's.
    pub seat: Option<Seat>,
    /// The key of what it is: `tower`, `queen`, `tile`.
    pub kind: &'static str,
    /// What is written on it, before it is turned; empty for a face-down piece.
    pub label: String,
    /// The key of its colour; empty for the seat's own.
    pub colour: &'static str,
    /// Its outline, before it is turned.
    pub shape: Shape,
    /// How far it is turned clockwise, 0 to 3.
    pub quarter_turns: u8,
    /// Whether the viewer sees only its back.
    pub face_down: bool,
}

/// What a seat holds beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    pub seat: Seat,
    /// What lies in it, as the viewer may know it.
    pub tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose it is; `None` for the match's own.
    pub seat: Option<Seat>,
    /// The key of what is counted: `points`.
    pub key: &'static str,
    pub value: String,
}

/// Spaces marked for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The key of why: `required`, `enclosed`.
    pub kind: &'static str,
    pub spaces: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The key of it: `place_red`, `give`.
    pub key: &'static str,
    /// Who decides, or whose forced step comes next; `None` for chance.
    pub seat: Option<Seat>,
    /// For whom, where that is another seat.
    pub for_seat: Option<Seat>,
    /// What is asked for, as it is written on tokens; empty where any will do.
    pub value: String,
}

/// How a move is made with clicks. No two legal moves of a position are equal in `spaces`, `hand_token` and `choice`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The spaces that it touches, from its source to its destination.
    pub spaces: Vec<String>,
    /// The id of the token in the mover's hand that it plays; empty where it plays none.
    pub hand_token: String,
    /// The token as it will lie; `None` where the token of the hand, or the top one of the first space, looks as it does now.
    pub token: Option<Token>,
    /// The key of the choice, where no space and no token tells it; otherwise empty.
    pub choice: &'static str,
}

impl Scene {
    /// Names the spaces: two scenes of a game with the same name have the same spaces.
    pub fn board(&self) -> String {
        let mut digest = Sha256::new();
        for space in &self.spaces {
            digest.update(space.id.as_bytes());
            digest.update([0, space.shape as u8]);
            digest.update(space.x.to_le_bytes());
            digest.update(space.y.to_le_bytes());
            digest.update(space.colour.as_bytes());
            digest.update([0]);
        }
        digest.finalize().iter().take(BOARD_BYTES).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Prompt {
    /// A decision that asks for nothing in particular and is for nobody else.
    pub fn of(key: &'static str, seat: Seat) -> Prompt {
        Prompt { key, seat: Some(seat), for_seat: None, value: String::new() }
    }
}

impl Gesture {
    /// A move that its spaces tell.
    pub fn of_spaces(spaces: Vec<String>) -> Gesture {
        Gesture { spaces, ..Gesture::default() }
    }

    /// A move that touches no space.
    pub fn of_choice(choice: &'static str) -> Gesture {
        Gesture { choice, ..Gesture::default() }
    }
}
