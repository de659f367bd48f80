//! Scenes and gestures.

use referee_games::{
    scene::{Counter, Gesture, Hand, Highlight, Line, Marks, Prompt, Scene, Shape, Space, Token},
    words::Side,
};
use referee_proto::{scene::v1 as pb, v1};

/// Converts a scene, without its spaces if `known_board` names them.
pub fn scene(scene: Scene, known_board: &str) -> pb::Scene {
    let board = scene.board();
    let spaces = if board == known_board { Vec::new() } else { scene.spaces };
    pb::Scene {
        spaces: spaces.into_iter().map(space).collect(),
        tokens: scene.tokens.into_iter().map(token).collect(),
        hands: scene.hands.into_iter().map(hand).collect(),
        counters: scene.counters.into_iter().map(counter).collect(),
        highlights: scene.highlights.into_iter().map(highlight).collect(),
        last_move: scene.last_move,
        board,
        prompt: scene.prompt.map(prompt),
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
