//! Converts scenes and gestures.

use referee_games::{
    scene::{Counter, Gesture, Hand, Highlight, Line, Marks, Picture, Prompt, Scene, Shape, Space, Token},
    words::Side,
};
use referee_proto::{scene::v1 as pb, v1};

/// Converts a scene. Leaves out its spaces if `known_board` is its board.
pub fn scene(picture: &Picture, known_board: &str) -> pb::Scene {
    let is_known = picture.board == known_board;
    let spaces = if is_known { &[][..] } else { &picture.scene.spaces };
    converted(&picture.scene, spaces, &picture.board)
}

/// Converts a scene that contains only some spaces and tokens of `board`.
pub fn partial_scene(scene: &Scene, board: &str) -> pb::Scene {
    converted(scene, &scene.spaces, board)
}

fn converted(scene: &Scene, spaces: &[Space], board: &str) -> pb::Scene {
    pb::Scene {
        spaces: spaces.iter().cloned().map(space).collect(),
        tokens: scene.tokens.iter().cloned().map(token).collect(),
        hands: scene.hands.iter().cloned().map(hand).collect(),
        counters: scene.counters.iter().cloned().map(counter).collect(),
        highlights: scene.highlights.iter().cloned().map(highlight).collect(),
        last_move: scene.last_move.clone(),
        board: board.to_owned(),
        prompt: scene.prompt.clone().map(prompt),
    }
}

/// Converts legal moves with their gestures.
pub fn legal(moves: Vec<(String, Gesture)>) -> Vec<v1::LegalMove> {
    let legal = |(notation, gesture): (String, Gesture)| v1::LegalMove {
        notation,
        spaces: gesture.spaces,
        hand_token: gesture.hand_token,
        token: gesture.token.map(token),
        choice: gesture.choice.into(),
    };
    moves.into_iter().map(legal).collect()
}

/// Converts the appearance of a seat.
pub fn side(side: &Side) -> pb::Side {
    pb::Side { name: side.name.into(), colour: side.colour.into(), half_turns: side.half_turns.into() }
}

fn shape(shape: Shape) -> pb::Shape {
    match shape {
        Shape::Square => pb::Shape::Square,
        Shape::Hexagon => pb::Shape::Hexagon,
        Shape::Circle => pb::Shape::Circle,
        Shape::Domino => pb::Shape::Domino,
    }
}

fn space(space: Space) -> pb::Space {
    pb::Space {
        id: space.id,
        shape: shape(space.shape).into(),
        x: space.x,
        y: space.y,
        colour: space.colour.into(),
        symbol: space.symbol.into(),
        line: space.line.map(line),
    }
}

fn line(line: Line) -> pb::Line {
    pb::Line { seat: line.seat.0.into(), place: line.place }
}

fn token(token: Token) -> pb::Token {
    pb::Token {
        id: token.id,
        space: token.space,
        seat: token.seat.map(|seat| seat.0.into()),
        kind: token.kind.into(),
        label: token.label,
        colour: token.colour.into(),
        symbol: token.symbol.into(),
        marks: token.marks.map(marks),
        shape: shape(token.shape).into(),
        quarter_turns: token.quarter_turns.into(),
        face_down: token.face_down,
    }
}

fn marks(marks: Marks) -> pb::Marks {
    pb::Marks { key: marks.key.into(), count: marks.count.into() }
}

fn hand(hand: Hand) -> pb::Hand {
    pb::Hand { seat: hand.seat.0.into(), tokens: hand.tokens.into_iter().map(token).collect() }
}

fn counter(counter: Counter) -> pb::Counter {
    pb::Counter { seat: counter.seat.map(|seat| seat.0.into()), key: counter.key.into(), value: counter.value }
}

fn highlight(highlight: Highlight) -> pb::Highlight {
    pb::Highlight { kind: highlight.kind.into(), spaces: highlight.spaces }
}

fn prompt(prompt: Prompt) -> pb::Prompt {
    pb::Prompt {
        key: prompt.key.into(),
        seat: prompt.seat.map(|seat| seat.0.into()),
        for_seat: prompt.for_seat.map(|seat| seat.0.into()),
        value: prompt.value,
    }
}
