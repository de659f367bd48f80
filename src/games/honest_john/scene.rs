//! A position ready to be drawn, as a viewer may know it.

use super::{position::HonestJohn, setup::Version, tiles::Tile};
use crate::games::{
    rules::{Seat, Viewer},
    scene::{Counter, Hand, Highlight, Scene, Shape, Space, Token},
};

/// What a viewer may see.
pub(super) fn of(position: &HonestJohn, viewer: Viewer) -> Scene {
    let mut scene = Scene::default();
    if let Some(number) = position.centre.filter(|_| position.opened != 0) {
        scene.spaces.push(slot("centre".to_owned(), 0, 0));
        scene.tokens.push(token("centre".to_owned(), None, Some(Tile::new(number, number))));
    }
    for (seat, line) in (0..).zip(&position.lines) {
        // One slot more than there are tiles: where the next one goes.
        for place in 0..=line.len() {
            scene.spaces.push(slot(space(seat, place), seat, place));
        }
        for (place, tile) in line.iter().enumerate() {
            scene.tokens.push(token(space(seat, place), Some(seat), Some(*tile)));
        }
        if position.is_dead(seat) {
            let spaces = (0..=line.len()).map(|place| space(seat, place)).collect();
            scene.highlights.push(Highlight { kind: "dead", spaces });
        }
        scene.hands.push(hand(position, seat, viewer));
        let had = position.before[usize::from(seat)] + position.gains[usize::from(seat)];
        let label = if position.setup.version == Version::Chips { "chips" } else { "pips" };
        scene.counters.push(Counter { seat: Some(Seat(seat)), label, value: had.to_string() });
    }
    let counter = |label, value: String| Counter { seat: None, label, value };
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

/// The slot that a tile laid now will take.
pub(super) fn goal(position: &HonestJohn) -> Vec<String> {
    vec![space(position.line, position.lines[usize::from(position.line)].len())]
}

/// Slot `place` of a seat's line, counted from the centre: `2:0`.
fn space(seat: u8, place: usize) -> String {
    format!("{seat}:{place}")
}

/// Every line has a row of its own, below the centre.
fn slot(id: String, seat: u8, place: usize) -> Space {
    const SLOT_WIDTH: f64 = 2.0;
    const ROW_HEIGHT: f64 = 1.25;
    let row = if id == "centre" { 0.0 } else { 1.0 + f64::from(seat) };
    Space { id, shape: Shape::Slot, x: 1.0 + place as f64 * SLOT_WIDTH, y: 0.5 + row * ROW_HEIGHT, colour: "" }
}

fn hand(position: &HonestJohn, seat: u8, viewer: Viewer) -> Hand {
    let shown = position.is_over() || viewer.knows_hand_of(Seat(seat));
    let tiles = position.hands[usize::from(seat)].iter();
    let tokens = tiles.map(|tile| token(String::new(), Some(seat), shown.then_some(*tile))).collect();
    Hand { seat: Seat(seat), tokens }
}

fn token(space: String, seat: Option<u8>, tile: Option<Tile>) -> Token {
    Token {
        space,
        seat: seat.map(Seat),
        kind: "tile",
        label: tile.map(|tile| tile.to_string()).unwrap_or_default(),
        colour: "",
        face_down: tile.is_none(),
    }
}
