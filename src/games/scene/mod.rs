//! A position ready to be drawn: one structure for every game. Keys are words for which the game's
//! [`Facts`](super::rules::Facts) have texts.

mod changes;
pub mod svg;

pub use changes::Changes;
use referee_ids::Seat;
use sha2::{Digest as _, Sha256};

/// The key of the counter of a seat's pieces that left the game in this round.
pub const LOST: &str = "lost";

/// Number of bytes of a digest in the name of a board.
const BOARD_BYTES: usize = 8;

/// Everything that a GUI needs to draw a position without the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub spaces: Vec<Space>,
    /// The tokens, the lowest of a stack first.
    pub tokens: Vec<Token>,
    pub hands: Vec<Hand>,
    pub counters: Vec<Counter>,
    pub highlights: Vec<Highlight>,
    /// The spaces that the last move touched, from its source to its destination.
    pub last_move: Vec<String>,
    /// The pending decision; `None` after the end of the round or the match.
    pub prompt: Option<Prompt>,
}

/// A scene, drawn once for all viewers who see the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub scene: Scene,
    /// The name of the layout: see [`Scene::board`].
    pub board: String,
}

/// A named place of the board. One unit is the width of a square.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Space {
    /// The name of the space in the game's notation.
    pub id: String,
    pub shape: Shape,
    pub x: f64,
    pub y: f64,
    /// The key of the space's colour; empty for the board's own.
    pub colour: &'static str,
    /// The letter of the colour, for readers who cannot distinguish colours; empty for the board's
    /// own.
    pub symbol: &'static str,
    /// The place of the space in a seat's line; `None` on a board whose spaces keep their places.
    pub line: Option<Line>,
}

/// A place in the line of a seat. A line starts at the spaces without a line, and a client may bend
/// it freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub seat: Seat,
    /// The place, from 0 at the start of the line.
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
    /// The identity of the piece for the whole round; empty for a face-down piece, which cannot be
    /// traced. A piece that is no longer in the scene left the game.
    pub id: String,
    /// The space of the piece; empty in a hand.
    pub space: String,
    /// The owner of the piece; `None` without an owner.
    pub seat: Option<Seat>,
    /// The key of the piece's kind: `tower`, `queen`, `tile`. It changes only with the piece's
    /// [`Marks`].
    pub kind: &'static str,
    /// The text on the piece, before it is turned. Empty without a text, and for a face-down piece.
    pub label: String,
    /// The key of the piece's colour; empty for the seat's own.
    pub colour: &'static str,
    /// The letter of the colour, for readers who cannot distinguish colours. Empty if shape, kind
    /// and label suffice.
    pub symbol: &'static str,
    /// Small marks on the piece; `None` without marks.
    pub marks: Option<Marks>,
    /// The outline of the piece, before it is turned.
    pub shape: Shape,
    /// Clockwise quarter turns, 0 to 3.
    pub quarter_turns: u8,
    /// Whether the viewer sees only the back of the piece.
    pub face_down: bool,
}

/// Equal small marks on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The key of the marks: `tooth`.
    pub key: &'static str,
    /// Number of marks, from 1.
    pub count: u8,
}

/// The pieces that a seat holds beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    pub seat: Seat,
    /// The pieces in the hand, as the viewer may know them.
    pub tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The owner of the counter; `None` for the match itself.
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
    /// The marked spaces, at least one; see [`Highlight::of`].
    pub spaces: Vec<String>,
}

/// A decision. In its words, `{value}` stands for `value`, and `{for}` for the player on
/// `for_seat`. Words use neither if these fields are unset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The key of the decision: `place_red`, `give`.
    pub key: &'static str,
    /// The seat that decides, or whose forced step is next; `None` for chance.
    pub seat: Option<Seat>,
    /// The other seat that the decision concerns, for example the one that asks for a tile.
    pub for_seat: Option<Seat>,
    /// The requested value, as written on tokens; empty if any value is possible.
    pub value: String,
}

/// The clicks for a move. No two legal moves of a position are equal in `spaces`, `hand_token` and
/// `choice`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The spaces that the move touches, from source to destination.
    pub spaces: Vec<String>,
    /// The id of the token in the mover's hand that the move plays; empty without one.
    pub hand_token: String,
    /// The token after the move; `None` if it looks the same as before.
    pub token: Option<Token>,
    /// The key of the choice, if no space and no token identifies the move; otherwise empty.
    pub choice: &'static str,
}

impl Scene {
    /// Returns the scene without a decision, because a match can end before its round.
    pub fn without_prompt(self) -> Scene {
        Scene { prompt: None, ..self }
    }

    /// Returns the name of the layout: two scenes of a game with the same name have the same
    /// spaces.
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
    /// Creates a decision without a requested value and another seat.
    pub fn of(key: &'static str, seat: Seat) -> Prompt {
        Prompt { key, seat: Some(seat), ..Prompt::default() }
    }

    /// Creates the prompt for a turn of chance.
    pub fn of_chance(key: &'static str) -> Prompt {
        Prompt { key, ..Prompt::default() }
    }
}

impl Highlight {
    /// Marks these spaces; `None` if there are no spaces.
    pub fn of(kind: &'static str, spaces: impl IntoIterator<Item = String>) -> Option<Highlight> {
        let spaces: Vec<String> = spaces.into_iter().collect();
        (!spaces.is_empty()).then_some(Highlight { kind, spaces })
    }
}

impl Marks {
    /// Creates this many marks; `None` for 0.
    pub fn of(key: &'static str, count: u8) -> Option<Marks> {
        (count > 0).then_some(Marks { key, count })
    }
}

impl Gesture {
    /// Creates the gesture of a move identified by its spaces.
    pub fn of_spaces(spaces: Vec<String>) -> Gesture {
        Gesture { spaces, ..Gesture::default() }
    }

    /// Creates the gesture of a move without spaces.
    pub fn of_choice(choice: &'static str) -> Gesture {
        Gesture { choice, ..Gesture::default() }
    }
}
