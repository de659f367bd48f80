//! A position ready to be drawn, as a viewer may know it, and how its moves are made with clicks.

use super::{
    moves::Move,
    position::{HonestJohn, Phase},
    setup::Version,
    tiles::Tile,
};
use crate::{
    rules::{Seat, Viewer},
    scene::{Counter, Gesture, Hand, Highlight, Prompt, Scene, Shape, Space, Token},
};

/// The scene for a viewer.
pub(super) fn of(position: &HonestJohn, viewer: Viewer) -> Scene {
    let mut scene = Scene { prompt: prompt(position), ..Scene::default() };
    if let Some(number) = position.centre.filter(|_| position.opened != 0) {
        scene.spaces.push(slot("centre".to_owned(), 0, 0));
        scene.tokens.push(laid("centre".to_owned(), None, Tile::new(number, number), number));
    }
    for (seat, line) in (0..).zip(&position.lines) {
        // One slot more than there are tiles: where the next one goes.
        for place in 0..=line.len() {
            scene.spaces.push(slot(space(seat, place), seat, place));
        }
        let mut end = position.centre.unwrap_or_default();
        for (place, tile) in line.iter().enumerate() {
            scene.tokens.push(laid(space(seat, place), Some(seat), *tile, end));
            end = tile.outer(end);
        }
        if position.is_dead(seat) {
            let spaces = (0..=line.len()).map(|place| space(seat, place)).collect();
            scene.highlights.push(Highlight { kind: "dead", spaces });
        }
        scene.hands.push(hand(position, seat, viewer));
        let had = position.before[usize::from(seat)] + position.gains[usize::from(seat)];
        let key = if position.setup.version == Version::Chips { "chips" } else { "pips" };
        scene.counters.push(Counter { seat: Some(Seat(seat)), key, value: had.to_string() });
    }
    let counter = |key, value: String| Counter { seat: None, key, value };
    scene.counters.push(counter("round", position.round.to_string()));
    scene.counters.push(counter("boneyard", position.boneyard.len().to_string()));
    if position.opened != 0 && !position.is_over() {
        let next = space(position.line, position.lines[usize::from(position.line)].len());
        scene.highlights.push(Highlight { kind: "turn", spaces: vec![next] });
    }
    if let Some(seat) = position.last {
        let laid = position.lines[usize::from(seat)].len();
        scene.last_move = laid.checked_sub(1).map(|place| space(seat, place)).into_iter().collect();
    }
    scene
}

/// A tile of a hand goes to the end of the line in turn, turned so that it fits. The starting
/// double goes to the centre.
pub(super) fn gesture(position: &HonestJohn, played: &Move) -> Gesture {
    match played {
        Move::Play(tile) | Move::Give(tile) => {
            let line = usize::from(position.line);
            let slot = space(position.line, position.lines[line].len());
            let token = laid(slot.clone(), Some(position.line), *tile, position.ends[line]);
            Gesture { hand_token: tile.to_string(), token: Some(token), ..Gesture::of_spaces(vec![slot]) }
        }
        Move::Start(tile) => Gesture { hand_token: tile.to_string(), ..Gesture::default() },
        Move::Draw(_) => Gesture::of_choice("draw"),
        Move::None => Gesture::of_choice("none"),
        Move::Dead => Gesture::of_choice("dead"),
        Move::Pass => Gesture::of_choice("pass"),
        Move::Deal(_) => Gesture::default(),
    }
}

/// The public prompt. The asking player wants a tile for the end number of its line.
fn prompt(position: &HonestJohn) -> Option<Prompt> {
    let key = match position.phase {
        Phase::Deal => return Some(Prompt { key: "deal", seat: None, for_seat: None, value: String::new() }),
        Phase::Start => return Some(Prompt::of("start", Seat(position.actor()))),
        Phase::Play => "play",
        Phase::Draw => "draw",
        Phase::Ask(_) => "ask",
        Phase::Give(_) => "give",
        Phase::Stuck if position.setup.version == Version::Chips => "dead",
        Phase::Stuck => "pass",
        Phase::Out(_) | Phase::Blocked | Phase::NoDouble => return None,
    };
    let asked = matches!(position.phase, Phase::Ask(_) | Phase::Give(_));
    Some(Prompt {
        for_seat: asked.then_some(Seat(position.line)),
        value: position.ends[usize::from(position.line)].to_string(),
        ..Prompt::of(key, Seat(position.actor()))
    })
}

/// Slot `place` of a seat's line, counted from the centre: `2:0`.
fn space(seat: u8, place: usize) -> String {
    format!("{seat}:{place}")
}

/// Every line has its own row, below the centre.
fn slot(id: String, seat: u8, place: usize) -> Space {
    const SLOT_WIDTH: f64 = 2.0;
    const ROW_HEIGHT: f64 = 1.25;
    let row = if id == "centre" { 0.0 } else { 1.0 + f64::from(seat) };
    Space { id, shape: Shape::Domino, x: 1.0 + place as f64 * SLOT_WIDTH, y: 0.5 + row * ROW_HEIGHT, colour: "" }
}

fn hand(position: &HonestJohn, seat: u8, viewer: Viewer) -> Hand {
    let shown = position.is_over() || viewer.knows_hand_of(Seat(seat));
    let tiles = position.hands[usize::from(seat)].iter();
    let tokens = tiles.map(|tile| token(String::new(), Some(seat), shown.then_some(*tile))).collect();
    Hand { seat: Seat(seat), tokens }
}

/// A tile that lies in the layout with the half towards the centre that shows `inner`.
fn laid(space: String, seat: Option<u8>, tile: Tile, inner: u8) -> Token {
    const HALF_TURN: u8 = 2;
    let quarter_turns = if tile.high() == inner { 0 } else { HALF_TURN };
    Token { quarter_turns, ..token(space, seat, Some(tile)) }
}

/// A tile is named by its halves if the viewer sees them. A face-down tile has no name, so that it
/// cannot be traced.
fn token(space: String, seat: Option<u8>, tile: Option<Tile>) -> Token {
    let halves = tile.map(|tile| tile.to_string()).unwrap_or_default();
    Token {
        id: halves.clone(),
        space,
        seat: seat.map(Seat),
        kind: "tile",
        label: halves,
        colour: "",
        shape: Shape::Domino,
        quarter_turns: 0,
        face_down: tile.is_none(),
    }
}
