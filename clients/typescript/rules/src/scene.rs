//! Scenes as JSON: `referee.scene.v1`.

use referee_games::{
    scene::{Counter, Hand, Highlight, Line, Marks, Picture, Prompt, Shape, Space, Token},
    words::Side,
};
use serde::Serialize;

/// Whether a field is left out.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SceneJson {
    #[serde(skip_serializing_if = "is_default")]
    spaces: Vec<SpaceJson>,
    #[serde(skip_serializing_if = "is_default")]
    tokens: Vec<TokenJson>,
    #[serde(skip_serializing_if = "is_default")]
    hands: Vec<HandJson>,
    #[serde(skip_serializing_if = "is_default")]
    counters: Vec<CounterJson>,
    #[serde(skip_serializing_if = "is_default")]
    highlights: Vec<HighlightJson>,
    #[serde(skip_serializing_if = "is_default")]
    last_move: Vec<String>,
    board: String,
    #[serde(skip_serializing_if = "is_default")]
    prompt: Option<PromptJson>,
}

#[derive(PartialEq, Serialize)]
struct SpaceJson {
    #[serde(skip_serializing_if = "is_default")]
    id: String,
    shape: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    x: f64,
    #[serde(skip_serializing_if = "is_default")]
    y: f64,
    #[serde(skip_serializing_if = "is_default")]
    colour: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    symbol: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    line: Option<LineJson>,
}

#[derive(PartialEq, Serialize)]
struct LineJson {
    #[serde(skip_serializing_if = "is_default")]
    seat: u8,
    #[serde(skip_serializing_if = "is_default")]
    place: u32,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenJson {
    #[serde(skip_serializing_if = "is_default")]
    space: String,
    #[serde(skip_serializing_if = "is_default")]
    seat: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    kind: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    label: String,
    #[serde(skip_serializing_if = "is_default")]
    colour: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    face_down: bool,
    #[serde(skip_serializing_if = "is_default")]
    id: String,
    #[serde(skip_serializing_if = "is_default")]
    quarter_turns: u8,
    shape: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    marks: Option<MarksJson>,
    #[serde(skip_serializing_if = "is_default")]
    symbol: &'static str,
}

#[derive(PartialEq, Serialize)]
struct MarksJson {
    key: &'static str,
    count: u8,
}

#[derive(PartialEq, Serialize)]
struct HandJson {
    #[serde(skip_serializing_if = "is_default")]
    seat: u8,
    #[serde(skip_serializing_if = "is_default")]
    tokens: Vec<TokenJson>,
}

#[derive(PartialEq, Serialize)]
struct CounterJson {
    #[serde(skip_serializing_if = "is_default")]
    seat: Option<u8>,
    key: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    value: String,
}

#[derive(PartialEq, Serialize)]
struct HighlightJson {
    kind: &'static str,
    spaces: Vec<String>,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PromptJson {
    key: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    seat: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    for_seat: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    value: String,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SideJson {
    name: &'static str,
    colour: &'static str,
    #[serde(skip_serializing_if = "is_default")]
    half_turns: u8,
}

impl SceneJson {
    /// Converts a scene, without its spaces if `known_board` names them.
    pub fn of(Picture { scene, board }: Picture, known_board: &str) -> SceneJson {
        let spaces = if board == known_board { Vec::new() } else { scene.spaces };
        SceneJson {
            spaces: spaces.into_iter().map(SpaceJson::from).collect(),
            tokens: scene.tokens.into_iter().map(TokenJson::from).collect(),
            hands: scene.hands.into_iter().map(HandJson::from).collect(),
            counters: scene.counters.into_iter().map(CounterJson::from).collect(),
            highlights: scene.highlights.into_iter().map(HighlightJson::from).collect(),
            last_move: scene.last_move,
            board,
            prompt: scene.prompt.map(PromptJson::from),
        }
    }
}

fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Square => "SHAPE_SQUARE",
        Shape::Hexagon => "SHAPE_HEXAGON",
        Shape::Circle => "SHAPE_CIRCLE",
        Shape::Domino => "SHAPE_DOMINO",
    }
}

impl From<Space> for SpaceJson {
    fn from(space: Space) -> SpaceJson {
        let Space { id, x, y, colour, symbol, line, .. } = space;
        SpaceJson { id, shape: shape(space.shape), x, y, colour, symbol, line: line.map(LineJson::from) }
    }
}

impl From<Line> for LineJson {
    fn from(Line { seat, place }: Line) -> LineJson {
        LineJson { seat: seat.0, place }
    }
}

impl From<Token> for TokenJson {
    fn from(token: Token) -> TokenJson {
        TokenJson {
            space: token.space,
            seat: token.seat.map(|seat| seat.0),
            kind: token.kind,
            label: token.label,
            colour: token.colour,
            face_down: token.face_down,
            id: token.id,
            quarter_turns: token.quarter_turns,
            shape: shape(token.shape),
            marks: token.marks.map(MarksJson::from),
            symbol: token.symbol,
        }
    }
}

impl From<Marks> for MarksJson {
    fn from(Marks { key, count }: Marks) -> MarksJson {
        MarksJson { key, count }
    }
}

impl From<Hand> for HandJson {
    fn from(Hand { seat, tokens }: Hand) -> HandJson {
        HandJson { seat: seat.0, tokens: tokens.into_iter().map(TokenJson::from).collect() }
    }
}

impl From<Counter> for CounterJson {
    fn from(Counter { seat, key, value }: Counter) -> CounterJson {
        CounterJson { seat: seat.map(|seat| seat.0), key, value }
    }
}

impl From<Highlight> for HighlightJson {
    fn from(Highlight { kind, spaces }: Highlight) -> HighlightJson {
        HighlightJson { kind, spaces }
    }
}

impl From<Prompt> for PromptJson {
    fn from(prompt: Prompt) -> PromptJson {
        PromptJson {
            key: prompt.key,
            seat: prompt.seat.map(|seat| seat.0),
            for_seat: prompt.for_seat.map(|seat| seat.0),
            value: prompt.value,
        }
    }
}

impl From<&Side> for SideJson {
    fn from(&Side { name, colour, half_turns }: &Side) -> SideJson {
        SideJson { name, colour, half_turns }
    }
}
