//! A position ready to be drawn.

use super::{
    super::scene::{Counter, Highlight, Scene, Shape, Space, Token},
    board::{Board, Colour, Side, Square},
    moves::Move,
    position::{Kamisado, Phase},
};

pub(super) fn of(position: &Kamisado) -> Scene {
    Scene {
        spaces: Square::all().map(space).collect(),
        tokens: Square::all().filter_map(|square| token(position.board(), square)).collect(),
        hands: Vec::new(),
        counters: counters(position),
        highlights: highlights(position),
        last_move: position.last().map_or(Vec::new(), |(source, goal)| vec![source.to_string(), goal.to_string()]),
    }
}

/// The spaces that a move touches.
pub(super) fn touched(played: &Move) -> Vec<String> {
    match played {
        Move::Step { source, goal } if source == goal => vec![source.to_string()],
        Move::Step { source, goal } => vec![source.to_string(), goal.to_string()],
        Move::Fill(_) => Vec::new(),
    }
}

fn space(square: Square) -> Space {
    Space {
        id: square.to_string(),
        shape: Shape::Square,
        x: f64::from(square.file()) + 0.5,
        y: 7.5 - f64::from(square.row()),
        colour: square.colour().name(),
    }
}

fn token(board: &Board, square: Square) -> Option<Token> {
    let (side, colour) = board.tower_at(square)?;
    Some(Token {
        space: square.to_string(),
        seat: Some(side.seat()),
        kind: "tower",
        label: board.teeth(side, colour).to_string(),
        colour: colour.name(),
        face_down: false,
    })
}

/// Points are the teeth on the towers, and every round before this one left exactly one tooth.
fn counters(position: &Kamisado) -> Vec<Counter> {
    let board = position.board();
    let points = Side::BOTH.map(|side| Counter {
        seat: Some(side.seat()),
        label: "points",
        value: board.points(side).to_string(),
    });
    let teeth: u32 = Side::BOTH.iter().flat_map(|s| Colour::all().map(|c| u32::from(board.teeth(*s, c)))).sum();
    let ended = matches!(position.phase(), Phase::Home(_) | Phase::Deadlock(_));
    let round = if ended { teeth } else { teeth + 1 };
    points.into_iter().chain([Counter { seat: None, label: "round", value: round.to_string() }]).collect()
}

fn highlights(position: &Kamisado) -> Vec<Highlight> {
    let (kind, colour) = match position.phase() {
        Phase::Required(colour) => ("required", colour),
        Phase::Blocked(colour) => ("blocked", colour),
        Phase::Home(colour) | Phase::Deadlock(colour) => ("won", colour),
        Phase::Free | Phase::Fill => return Vec::new(),
    };
    let square = position.board().own_square(position.side(), colour).square(position.side());
    vec![Highlight { kind, spaces: vec![square.to_string()] }]
}
