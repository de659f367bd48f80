//! A position ready to be drawn: one structure for every game. Keys are words that the game's
//! [`Facts`](super::rules::Facts) give the texts of.

mod changes;

pub use changes::Changes;
use sha2::{Digest as _, Sha256};

use super::rules::Seat;

/// The key of the counter of a seat's pieces that left the game in this round.
pub const LOST: &str = "lost";

/// How many bytes of a digest name a board.
const BOARD_BYTES: usize = 8;

/// All that a GUI needs to draw a position without knowing the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub spaces: Vec<Space>,
    /// Its tokens, the lowest of a stack first.
    pub tokens: Vec<Token>,
    pub hands: Vec<Hand>,
    pub counters: Vec<Counter>,
    pub highlights: Vec<Highlight>,
    /// The spaces that the last move touched, from its source to its destination.
    pub last_move: Vec<String>,
    /// The pending decision; `None` when the round or the match is over.
    pub prompt: Option<Prompt>,
}

/// A scene that is drawn once for all viewers who see the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub scene: Scene,
    /// Identifies the layout: see [`Scene::board`].
    pub board: String,
}

/// A named place of the board. One unit is the width of a square.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Space {
    /// Its name in the game's notation.
    pub id: String,
    pub shape: Shape,
    pub x: f64,
    pub y: f64,
    /// The key of its colour; empty for the board's own.
    pub colour: &'static str,
    /// The letter of its colour, for readers who cannot tell colours apart; empty for the board's
    /// own.
    pub symbol: &'static str,
    /// Its place in a seat's line; `None` on a board whose spaces keep their places.
    pub line: Option<Line>,
}

/// A place in the line of a seat. A line starts at the spaces that have none, and a client may bend
/// it as it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub seat: Seat,
    /// From 0 at the start of the line.
    pub place: u32,
}

/// The outline of a space or token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A square of width 1.
    #[default]
    Square,
    /// A hexagon of width 1 with a corner upwards.
    Hexagon,
    /// A circle of diameter 1.
    Circle,
    /// A domino, or the place of one, 2 wide and 1 high.
    Domino,
}

/// A piece on a space or in a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// Identifies the piece in a scene for the whole round; empty for a face-down piece, which
    /// cannot be traced. A piece that is no longer in the scene left the game.
    pub id: String,
    /// Its space; empty in a hand.
    pub space: String,
    /// Its owner; `None` if it has none.
    pub seat: Option<Seat>,
    /// The key of its kind: `tower`, `queen`, `tile`. It changes with the piece's [`Marks`] only.
    pub kind: &'static str,
    /// The text on it, before it is turned. Empty if nothing is written on it, and for a face-down
    /// piece.
    pub label: String,
    /// The key of its colour; empty for the seat's own.
    pub colour: &'static str,
    /// The letter of its colour, for readers who cannot tell colours apart. Empty if shape, kind
    /// and label suffice.
    pub symbol: &'static str,
    /// Small marks on it; `None` if it has none.
    pub marks: Option<Marks>,
    /// Its outline, before it is turned.
    pub shape: Shape,
    /// Clockwise quarter turns, 0 to 3.
    pub quarter_turns: u8,
    /// Whether the viewer sees only its back.
    pub face_down: bool,
}

/// Equal small marks on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The key of what they are: `tooth`.
    pub key: &'static str,
    /// From 1.
    pub count: u8,
}

/// The pieces that a seat holds beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    pub seat: Seat,
    /// Its pieces, as the viewer may know them.
    pub tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its owner; `None` for the match itself.
    pub seat: Option<Seat>,
    /// The key of the counted thing: `points`. [`LOST`] counts the seat's pieces that left the game
    /// in this round.
    pub key: &'static str,
    pub value: String,
}

/// Spaces marked for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The key of the reason: `required`, `enclosed`.
    pub kind: &'static str,
    /// At least one; see [`Highlight::of`].
    pub spaces: Vec<String>,
}

/// A decision. Its words have `{value}` and `{for}` in the places of `value` and of the player on
/// `for_seat`, and use neither if they are unset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The key of the decision: `place_red`, `give`.
    pub key: &'static str,
    /// The seat that decides, or whose forced step is next; `None` for chance.
    pub seat: Option<Seat>,
    /// The other seat that it concerns: the one that asks for a tile.
    pub for_seat: Option<Seat>,
    /// The requested value, as written on tokens; empty if any will do.
    pub value: String,
}

/// The clicks for a move. No two legal moves of a position are equal in `spaces`, `hand_token` and
/// `choice`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The spaces that it touches, from source to destination.
    pub spaces: Vec<String>,
    /// The id of the token in the mover's hand that it plays; empty if it plays none.
    pub hand_token: String,
    /// The token after the move; `None` if the token looks the same as before.
    pub token: Option<Token>,
    /// The key of the choice, if no space and no token identifies the move; otherwise empty.
    pub choice: &'static str,
}

impl Scene {
    /// The same position with nothing to decide: a match can end before its round.
    pub fn without_prompt(self) -> Scene {
        Scene { prompt: None, ..self }
    }

    /// Identifies the layout: two scenes of a game with the same name have the same spaces.
    pub fn board(&self) -> String {
        let mut digest = Sha256::new();
        for space in &self.spaces {
            digest.update(space.id.as_bytes());
            digest.update([0, space.shape as u8]);
            digest.update(space.x.to_le_bytes());
            digest.update(space.y.to_le_bytes());
            digest.update(space.colour.as_bytes());
            digest.update([0]);
            digest.update(space.symbol.as_bytes());
            digest.update([0]);
            if let Some(line) = space.line {
                digest.update([1, line.seat.0]);
                digest.update(line.place.to_le_bytes());
            }
        }
        digest.finalize().iter().take(BOARD_BYTES).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl From<Scene> for Picture {
    fn from(scene: Scene) -> Picture {
        Picture { board: scene.board(), scene }
    }
}

impl Prompt {
    /// A decision without a requested value and without another seat.
    pub fn of(key: &'static str, seat: Seat) -> Prompt {
        Prompt { key, seat: Some(seat), ..Prompt::default() }
    }

    /// A turn of chance.
    pub fn of_chance(key: &'static str) -> Prompt {
        Prompt { key, ..Prompt::default() }
    }
}

impl Highlight {
    /// These spaces, marked; `None` if there are none.
    pub fn of(kind: &'static str, spaces: impl IntoIterator<Item = String>) -> Option<Highlight> {
        let spaces: Vec<String> = spaces.into_iter().collect();
        (!spaces.is_empty()).then_some(Highlight { kind, spaces })
    }
}

impl Marks {
    /// This many marks; `None` for 0.
    pub fn of(key: &'static str, count: u8) -> Option<Marks> {
        (count > 0).then_some(Marks { key, count })
    }
}

impl Gesture {
    /// A move identified by its spaces.
    pub fn of_spaces(spaces: Vec<String>) -> Gesture {
        Gesture { spaces, ..Gesture::default() }
    }

    /// A move without spaces.
    pub fn of_choice(choice: &'static str) -> Gesture {
        Gesture { choice, ..Gesture::default() }
    }
}
