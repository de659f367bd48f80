//! Finds twins: openings of a set that lead to the same position, or to the same position on a
//! turned or mirrored board. A series plays such an opening more often than intended.
//!
//! Positions are compared by their drawings ([`Scene`]) and their legal moves, so no game has to
//! describe its symmetries. Hive has all turns and reflections, and DVONN the four of its board.
//! Kamisado has none, because a turned board has other moves. An empty space without a colour
//! counts only if a legal move touches it: otherwise it may be drawn only because the last move
//! left it.

use std::{
    collections::{BTreeMap, BTreeSet},
    f64::consts::PI,
};

use referee_games::{
    Course, Game, Position,
    rules::{Setting, Viewer},
    scene::{Scene, Space, Token},
};
use sha2::{Digest as _, Sha256};

use super::file::Openings;

/// The number of turns tried, each by 30 degrees: these include those of squares and hexagons. A
/// turn that is not a symmetry of the board produces a different board, and so no twin.
const TURNS: u32 = 12;
/// Resolution of places per unit: places in the same thousandth of a square are the same.
const PLACES_A_UNIT: f64 = 1000.0;

/// Similar lines of a file, each as (first line, later line).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alike {
    /// Lines that lead to the same position.
    pub repeats: Vec<(usize, usize)>,
    /// Lines that lead to the same position on a turned or mirrored board.
    pub twins: Vec<(usize, usize)>,
}

/// Finds similar openings. `setting` is the setting with which the openings were parsed. The time
/// is proportional to the number of openings.
pub fn alike(game: &'static dyn Game, setting: &Setting, openings: &Openings) -> Alike {
    let mut alike = Alike::default();
    let (mut as_drawn, mut as_turned) = (BTreeMap::new(), BTreeMap::new());
    for one in openings.list() {
        // Every opening was already played when it was parsed.
        let Ok(course) = Course::open_with(game, setting, &one.opening) else { continue };
        let (drawn, turned) = forms(course.position());
        let first = *as_drawn.entry(drawn).or_insert(one.line);
        if first != one.line {
            alike.repeats.push((first, one.line));
            continue;
        }
        let first = *as_turned.entry(turned).or_insert(one.line);
        if first != one.line {
            alike.twins.push((first, one.line));
        }
    }
    alike
}

pub(super) type Form = [u8; 32];

/// Returns a digest that is equal for twins.
pub(super) fn least_form(position: &dyn Position) -> Form {
    forms(position).1
}

/// Returns a digest of the position, and the least digest over all turns and mirrorings.
fn forms(position: &dyn Position) -> (Form, Form) {
    let scene = position.scene(Viewer::Spectator);
    let drawn = form(position, &scene, 0, 1.0);
    let ways = (0..TURNS).flat_map(|turn| [(turn, 1.0), (turn, -1.0)]);
    let least = ways.map(|(turn, mirror)| form(position, &scene, turn, mirror)).min().unwrap_or(drawn);
    (drawn, least)
}

/// Returns a digest of the next actor, the pieces, the hands and the legal moves. The board is
/// mirrored (-1) or not (1), and then turned.
fn form(position: &dyn Position, scene: &Scene, turn: u32, mirror: f64) -> Form {
    let gestures = position.gestures();
    let touched: BTreeSet<&String> = gestures.iter().flat_map(|gesture| &gesture.spaces).collect();
    let taken: BTreeSet<&String> = scene.tokens.iter().map(|token| &token.space).collect();
    let matters = |id: &String| touched.contains(id) || taken.contains(id);
    let spaces: Vec<&Space> =
        scene.spaces.iter().filter(|space| !space.colour.is_empty() || matters(&space.id)).collect();
    let places = places(&spaces, turn, mirror);
    let of = |space: &str| places.get(space).copied().unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for space in &spaces {
        let stack = scene.tokens.iter().filter(|token| token.space == space.id);
        let stack: Vec<String> = stack.map(look).collect();
        lines.push(format!("{:?} {:?} {} {stack:?}", of(&space.id), space.shape, space.colour));
    }
    lines.extend(scene.counters.iter().map(|counter| format!("{:?} {} {}", counter.seat, counter.key, counter.value)));
    for hand in &scene.hands {
        let mut held: Vec<String> = hand.tokens.iter().map(look).collect();
        held.sort_unstable();
        lines.push(format!("{} {held:?}", hand.seat));
    }
    let held = |id: &str| scene.hands.iter().flat_map(|hand| &hand.tokens).find(|token| token.id == id).map(look);
    for gesture in &gestures {
        let touched: Vec<(i64, i64)> = gesture.spaces.iter().map(|space| of(space)).collect();
        let laid = gesture.token.as_ref().map(look);
        lines.push(format!("{touched:?} {:?} {laid:?} {}", held(&gesture.hand_token), gesture.choice));
    }
    lines.sort_unstable();
    let mut text = format!("{:?}\n", position.turn());
    lines.iter().for_each(|line| text.extend([line.as_str(), "\n"]));
    Sha256::digest(text.as_bytes()).into()
}

/// Returns the place of each space by its id, relative to the leftmost and uppermost space.
fn places<'a>(spaces: &[&'a Space], turn: u32, mirror: f64) -> BTreeMap<&'a str, (i64, i64)> {
    let angle = f64::from(turn) * 2.0 * PI / f64::from(TURNS);
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let turned = |x: f64, y: f64| (mirror * x * cos - y * sin, mirror * x * sin + y * cos);
    let places: Vec<(&str, (f64, f64))> =
        spaces.iter().map(|space| (space.id.as_str(), turned(space.x, space.y))).collect();
    let left = places.iter().map(|(_, (x, _))| *x).fold(f64::INFINITY, f64::min);
    let upper = places.iter().map(|(_, (_, y))| *y).fold(f64::INFINITY, f64::min);
    let whole = |from: f64, to: f64| libm::round((to - from) * PLACES_A_UNIT) as i64;
    places.into_iter().map(|(id, (x, y))| (id, (whole(left, x), whole(upper, y)))).collect()
}

/// Returns the look of a piece, without its name.
fn look(token: &Token) -> String {
    let Token { seat, kind, label, colour, marks, shape, quarter_turns, face_down, .. } = token;
    format!("{seat:?} {kind} {label} {colour} {marks:?} {shape:?} {quarter_turns} {face_down}")
}
