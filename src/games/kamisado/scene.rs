//! A position ready to be drawn, and how its moves are made with clicks.

use super::{
    super::scene::{Counter, Gesture, Highlight, Prompt, Scene, Shape, Space, Token},
    board::{Board, Colour, Side, Square},
    fill::Direction,
    moves::Move,
    position::{Kamisado, Phase},
    text::letter,
};

/// What anyone may see: Kamisado hides nothing.
pub(super) fn of(position: &Kamisado) -> Scene {
    Scene {
        spaces: Square::all().map(space).collect(),
        tokens: Square::all().filter_map(|square| token(position.board(), square)).collect(),
        hands: Vec::new(),
        counters: counters(position),
        highlights: highlights(position),
        last_move: position.last().map_or(Vec::new(), |(source, target)| vec![source.to_string(), target.to_string()]),
        prompt: prompt(position),
    }
}

/// A tower looks the same wherever it goes, so that spaces tell all but how the home rows are
/// filled.
pub(super) fn gesture(_position: &Kamisado, played: &Move) -> Gesture {
    match played {
        Move::Step { source, target } if source == target => Gesture::of_spaces(vec![source.to_string()]),
        Move::Step { source, target } => Gesture::of_spaces(vec![source.to_string(), target.to_string()]),
        Move::Fill(Direction::Left) => Gesture::of_choice("left"),
        Move::Fill(Direction::Right) => Gesture::of_choice("right"),
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

/// A tower has the colour that the rules call it by; whose it is its seat tells. It is named as in
/// the text of a position.
fn token(board: &Board, square: Square) -> Option<Token> {
    let (side, colour) = board.tower_at(square)?;
    Some(Token {
        id: letter(side, colour).to_string(),
        space: square.to_string(),
        seat: Some(side.seat()),
        kind: "tower",
        label: board.teeth(side, colour).to_string(),
        colour: colour.name(),
        shape: Shape::Circle,
        quarter_turns: 0,
        face_down: false,
    })
}

/// Points are the teeth on the towers, and every round before this one left exactly one tooth.
fn counters(position: &Kamisado) -> Vec<Counter> {
    let board = position.board();
    let points = Side::BOTH.map(|side| Counter {
        seat: Some(side.seat()),
        key: "points",
        value: board.points(side).to_string(),
    });
    let teeth: u32 = Side::BOTH.iter().flat_map(|s| Colour::all().map(|c| u32::from(board.teeth(*s, c)))).sum();
    let ended = matches!(position.phase(), Phase::Home(_) | Phase::Deadlock(_));
    let round = if ended { teeth } else { teeth + 1 };
    points.into_iter().chain([Counter { seat: None, key: "round", value: round.to_string() }]).collect()
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

fn prompt(position: &Kamisado) -> Option<Prompt> {
    let key = match position.phase() {
        Phase::Free => "move_any",
        Phase::Required(_) => "move_required",
        Phase::Blocked(_) => "blocked",
        Phase::Fill => "fill",
        Phase::Home(_) | Phase::Deadlock(_) => return None,
    };
    Some(Prompt::of(key, position.side().seat()))
}
