//! Scenes.

use crate::{
    games::scene::{Counter, Hand, Highlight, Scene, Shape, Space, Token},
    pb::scene::v1 as pb,
};

/// A position ready to be drawn.
pub fn scene(scene: Scene) -> pb::Scene {
    pb::Scene {
        spaces: scene.spaces.into_iter().map(space).collect(),
        tokens: scene.tokens.into_iter().map(token).collect(),
        hands: scene.hands.into_iter().map(hand).collect(),
        counters: scene.counters.into_iter().map(counter).collect(),
        highlights: scene.highlights.into_iter().map(highlight).collect(),
        last_move: scene.last_move,
    }
}

fn space(space: Space) -> pb::Space {
    let shape = match space.shape {
        Shape::Square => pb::SpaceShape::Square,
        Shape::Hexagon => pb::SpaceShape::Hexagon,
        Shape::Circle => pb::SpaceShape::Circle,
        Shape::Slot => pb::SpaceShape::Slot,
    };
    pb::Space { id: space.id, shape: shape.into(), x: space.x, y: space.y, colour: space.colour.into() }
}

fn token(token: Token) -> pb::Token {
    pb::Token {
        space: token.space,
        seat: token.seat.map(|seat| seat.0.into()),
        kind: token.kind.into(),
        label: token.label,
        colour: token.colour.into(),
        face_down: token.face_down,
    }
}

fn hand(hand: Hand) -> pb::Hand {
    pb::Hand { seat: hand.seat.0.into(), tokens: hand.tokens.into_iter().map(token).collect() }
}

fn counter(counter: Counter) -> pb::Counter {
    pb::Counter { seat: counter.seat.map(|seat| seat.0.into()), label: counter.label.into(), value: counter.value }
}

fn highlight(highlight: Highlight) -> pb::Highlight {
    pb::Highlight { kind: highlight.kind.into(), spaces: highlight.spaces }
}
