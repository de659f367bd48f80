//! Draws a position as a viewer may know it, and describes how its moves are made with clicks.

use super::{
    moves::Move,
    position::{HonestJohn, Phase},
    setup::Version,
    tiles::Tile,
};
use crate::{
    rules::{Seat, Viewer},
    scene::{Counter, Gesture, Hand, Highlight, Line, Prompt, Scene, Shape, Space, Token},
};

/// The space of the starting double.
const CENTRE: &str = "centre";

/// Returns the scene for a viewer.
pub(super) fn of(position: &HonestJohn, viewer: Viewer) -> Scene {
    let mut scene = Scene { spaces: vec![centre()], prompt: prompt(position), ..Scene::default() };
    if let Some(number) = position.centre.filter(|_| position.opened != 0) {
        scene.tokens.push(laid(CENTRE.to_owned(), None, Tile::new(number, number), number));
    }
    for (seat, line) in (0..).zip(&position.lines) {
        // The slot after the last tile shows where the next tile goes.
        scene.spaces.extend((0..=line.len()).map(|place| slot(seat, place)));
        let mut end = position.centre.unwrap_or_default();
        for (place, tile) in line.iter().enumerate() {
            scene.tokens.push(laid(space(seat, place), Some(seat), *tile, end));
            end = tile.outer(end);
        }
        if position.is_dead(seat) {
            scene.highlights.extend(Highlight::of("dead", (0..=line.len()).map(|place| space(seat, place))));
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
        scene.highlights.extend(Highlight::of("turn", [next]));
    }
    scene.last_move = last_move(position).into_iter().collect();
    scene
}

/// Returns the clicks for a move. A tile of a hand goes to the end of the current line, turned so
/// that it fits. The starting double goes to the centre.
pub(super) fn gesture(position: &HonestJohn, played: &Move) -> Gesture {
    match played {
        Move::Play(tile) | Move::Give(tile) => {
            let line = usize::from(position.line);
            let slot = space(position.line, position.lines[line].len());
            let token = laid(slot.clone(), Some(position.line), *tile, position.ends[line]);
            Gesture { hand_token: tile.to_string(), token: Some(token), ..Gesture::of_spaces(vec![slot]) }
        }
        Move::Start(tile) => {
            let token = laid(CENTRE.to_owned(), None, *tile, tile.high());
            Gesture { hand_token: tile.to_string(), token: Some(token), ..Gesture::of_spaces(vec![CENTRE.to_owned()]) }
        }
        Move::Draw(_) => Gesture::of_choice("draw"),
        Move::None => Gesture::of_choice("none"),
        Move::Dead => Gesture::of_choice("dead"),
        Move::Pass => Gesture::of_choice("pass"),
        Move::Deal(_) => Gesture::default(),
    }
}

/// Returns the space of the tile that was laid last.
fn last_move(position: &HonestJohn) -> Option<String> {
    match position.last {
        Some(seat) => Some(space(seat, position.lines[usize::from(seat)].len().checked_sub(1)?)),
        None if position.lines.iter().all(Vec::is_empty) => (position.opened != 0).then(|| CENTRE.to_owned()),
        None => None,
    }
}

/// Returns the public prompt. The asking player wants a tile for the end number of its line.
fn prompt(position: &HonestJohn) -> Option<Prompt> {
    let sells = position.setup.version == Version::Chips;
    let key = match position.phase {
        Phase::Deal => return Some(Prompt::of_chance("deal")),
        Phase::Start => "start",
        Phase::Play => "play",
        Phase::Draw => "draw",
        Phase::Ask(_) => "ask",
        Phase::Give(_) if sells => "sell",
        Phase::Give(_) => "give",
        Phase::Stuck if sells => "dead",
        Phase::Stuck => "pass",
        Phase::Out(_) | Phase::Blocked | Phase::NoDouble => return None,
    };
    let asked = matches!(position.phase, Phase::Ask(_) | Phase::Give(_));
    let value = match position.phase {
        Phase::Start => position.centre.unwrap_or_default(),
        _ => position.ends[usize::from(position.line)],
    };
    Some(Prompt {
        for_seat: asked.then_some(Seat(position.line)),
        value: value.to_string(),
        ..Prompt::of(key, Seat(position.actor()))
    })
}

/// Returns the id of slot `place` of a seat's line, counted from the centre: `2:0`.
fn space(seat: u8, place: usize) -> String {
    format!("{seat}:{place}")
}

/// Returns a slot of a line. Every line has a separate row, below the centre.
fn slot(seat: u8, place: usize) -> Space {
    const SLOT_WIDTH: f64 = 2.0;
    const ROW_HEIGHT: f64 = 1.25;
    let start = centre();
    Space {
        id: space(seat, place),
        x: start.x + place as f64 * SLOT_WIDTH,
        y: start.y + (1.0 + f64::from(seat)) * ROW_HEIGHT,
        line: Some(Line { seat: Seat(seat), place: place as u32 }),
        ..start
    }
}

fn centre() -> Space {
    Space { id: CENTRE.to_owned(), shape: Shape::Domino, x: 1.0, y: 0.5, ..Space::default() }
}

fn hand(position: &HonestJohn, seat: u8, viewer: Viewer) -> Hand {
    let shown = position.is_over() || viewer.knows_hand_of(Seat(seat));
    let tiles = position.hands[usize::from(seat)].iter();
    let tokens = tiles.map(|tile| token(String::new(), Some(seat), shown.then_some(*tile))).collect();
    Hand { seat: Seat(seat), tokens }
}

/// Returns a tile in the layout; its half with the number `inner` points towards the centre.
fn laid(space: String, seat: Option<u8>, tile: Tile, inner: u8) -> Token {
    const HALF_TURN: u8 = 2;
    let quarter_turns = if tile.high() == inner { 0 } else { HALF_TURN };
    Token { quarter_turns, ..token(space, seat, Some(tile)) }
}

/// Returns the token of a tile, identified by its halves if the viewer sees them. A face-down tile
/// has no id, so it cannot be traced.
fn token(space: String, seat: Option<u8>, tile: Option<Tile>) -> Token {
    let halves = tile.map(|tile| tile.to_string()).unwrap_or_default();
    Token {
        id: halves.clone(),
        space,
        seat: seat.map(Seat),
        kind: "tile",
        label: halves,
        shape: Shape::Domino,
        face_down: tile.is_none(),
        ..Token::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Entropy, Rules};

    #[test]
    fn the_starting_double_goes_to_the_centre() {
        let setting = HonestJohn::facts().setting(4, []).expect("four seats may play");
        let mut position = HonestJohn::open(&setting).expect("an opening");
        while position.phase == Phase::Deal {
            assert_eq!((of(&position, Viewer::Spectator).last_move, position.opened), (vec![], 0));
            let deal = position.chance(&Entropy([3; 32])).expect("a deal");
            position.play(&deal);
        }
        let mut steps = Vec::new();
        position.moves(&mut steps);
        let told = gesture(&position, &steps[0]);
        assert_eq!(of(&position, Viewer::Spectator).prompt.map(|prompt| prompt.value), Some("9".to_owned()));
        position.play(&steps[0]);
        let scene = of(&position, Viewer::Spectator);
        assert_eq!((&scene.last_move, scene.last_move.as_slice()), (&told.spaces, &["centre".to_owned()][..]));
        assert_eq!(Some(&scene.tokens[0]), told.token.as_ref());
    }
}
