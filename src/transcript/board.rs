//! Draws boards in a terminal from a [`Scene`] alone. In every game, a space is placed by its
//! coordinates.
//!
//! An empty space is shown by the first letters of its colour, or by `.`. A token with a label that
//! identifies its owner is shown by the label alone. Without a label, the letter of its colour is
//! used in the same way. Any other token is shown by its seat, its label, and the first letters of
//! its colour, or of its kind if it has neither. `+` is a mark on a token, `?` is a token face
//! down, and `^3` is a stack of three. A line below the board explains these signs.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::scene::{Scene, Space, Token};

/// Maximum characters of a line; wider lines are cut.
const MAX_WIDTH: usize = 400;
/// Maximum lines of a board; further lines are cut.
const MAX_LINES: usize = 200;
/// Maximum letters for a colour or a kind.
const LETTERS: usize = 2;
/// Minimum difference between coordinates in different lines or columns.
const NEAR: f64 = 0.01;

/// Draws the board, the hands and the numbers, as lines without line breaks.
pub fn draw(scene: &Scene) -> Vec<String> {
    let tokens = Tokens::of(scene);
    let mut lines = board(scene, &tokens);
    lines.extend(tokens.key(scene).map(cut));
    for hand in &scene.hands {
        let tokens: Vec<String> = hand.tokens.iter().map(|token| tokens.show(token)).collect();
        lines.push(cut(format!("hand of seat {}: {}", hand.seat, tokens.join(" "))));
    }
    let counters: Vec<String> = scene
        .counters
        .iter()
        .map(|counter| match counter.seat {
            Some(seat) => format!("{} of seat {seat}: {}", counter.key, counter.value),
            None => format!("{}: {}", counter.key, counter.value),
        })
        .collect();
    if !counters.is_empty() {
        lines.push(cut(counters.join(", ")));
    }
    lines
}

fn board(scene: &Scene, tokens: &Tokens) -> Vec<String> {
    let mut spaces: Vec<(&Space, String)> =
        scene.spaces.iter().map(|space| (space, content(scene, space, tokens))).collect();
    spaces.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let left = spaces.iter().map(|(space, _)| space.x).fold(f64::INFINITY, f64::min);
    let widest = spaces.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let margin = spaces.iter().map(|(space, _)| space.id.chars().count()).max().unwrap_or(0);
    let mut rows: Vec<Vec<(&Space, String)>> = Vec::new();
    for (space, text) in spaces {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|(first, _)| (space.y - first.y).abs() < NEAR) => {
                row.push((space, text))
            }
            _ => rows.push(vec![(space, text)]),
        }
    }
    let gaps = rows.iter().flat_map(|row| row.windows(2).map(|pair| pair[1].0.x - pair[0].0.x));
    let nearest = gaps.filter(|gap| *gap > NEAR).fold(f64::INFINITY, f64::min);
    let unit = if nearest.is_finite() { (widest + 1) as f64 / nearest } else { (widest + 1) as f64 };
    rows.iter()
        .take(MAX_LINES)
        .map(|row| {
            let first = row.first().map_or("", |(space, _)| space.id.as_str());
            let mut line = format!("{first:>margin$} ");
            for (space, text) in row {
                let column = (margin + 1).saturating_add(((space.x - left) * unit).round() as usize).min(MAX_WIDTH);
                let drawn = line.chars().count();
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(drawn)));
                line.push_str(text);
            }
            cut(line.trim_end().to_owned())
        })
        .collect()
}

/// Returns the visible content of a space: its top token, or its colour.
fn content(scene: &Scene, space: &Space, tokens: &Tokens) -> String {
    let mut stack = scene.tokens.iter().filter(|token| token.space == space.id);
    let height = stack.clone().count();
    match stack.next_back() {
        Some(top) if height > 1 => format!("{}^{height}", tokens.show(top)),
        Some(top) => tokens.show(top),
        None if space.colour.is_empty() => ".".to_owned(),
        None => letters(space.colour),
    }
}

/// How the tokens of a scene are abbreviated.
struct Tokens {
    /// Whether a short name identifies the owner: no two seats share one.
    names_tell_seats: bool,
}

impl Tokens {
    fn of(scene: &Scene) -> Tokens {
        let mut seat_of = BTreeMap::new();
        let mut names_tell_seats = true;
        for token in scene.tokens.iter().chain(scene.hands.iter().flat_map(|hand| &hand.tokens)) {
            let name = short_name(token);
            let seat = *seat_of.entry(name).or_insert(token.seat);
            names_tell_seats &= name.is_empty() || seat == token.seat;
        }
        Tokens { names_tell_seats }
    }

    fn show(&self, of: &Token) -> String {
        if of.face_down {
            return "?".to_owned();
        }
        let marks = "+".repeat(of.marks.map_or(0, |marks| marks.count).into());
        if self.is_short(of) {
            return format!("{}{marks}", short_name(of));
        }
        let seat = of.seat.map(|seat| seat.to_string()).unwrap_or_default();
        let what = if of.label.is_empty() && of.colour.is_empty() { letters(of.kind) } else { of.label.clone() };
        format!("{seat}{what}{}{marks}", letters(of.colour))
    }

    /// Returns whether the short name of a token identifies it.
    fn is_short(&self, token: &Token) -> bool {
        self.names_tell_seats && !short_name(token).is_empty()
    }

    /// Returns the legend: the format of a token with a seat, the letters of the colours, and the
    /// marks; `None` if there are none.
    fn key(&self, scene: &Scene) -> Option<String> {
        let in_full = || scene.tokens.iter().filter(|token| !token.face_down && !self.is_short(token));
        let by_seat = in_full().any(|token| token.seat.is_some());
        let colours = scene.spaces.iter().map(|space| space.colour).chain(in_full().map(|token| token.colour));
        let colours = colours.filter(|colour| !colour.is_empty());
        let colours: BTreeMap<String, &str> = colours.map(|colour| (letters(colour), colour)).collect();
        let mut said: Vec<String> = by_seat.then(|| "a piece starts with its seat".to_owned()).into_iter().collect();
        said.extend(colours.iter().map(|(letters, colour)| format!("{letters} {colour}")));
        let marks: BTreeSet<&str> =
            scene.tokens.iter().filter_map(|token| token.marks).map(|marks| marks.key).collect();
        said.extend(marks.iter().map(|key| format!("+ {key}")));
        (!said.is_empty()).then(|| format!("({})", said.join(", ")))
    }
}

/// Returns the text on a token, or the letter of its colour if there is no text.
fn short_name(token: &Token) -> &str {
    if token.label.is_empty() { token.symbol } else { &token.label }
}

fn letters(word: &str) -> String {
    word.chars().take(LETTERS).collect()
}

fn cut(line: String) -> String {
    if line.chars().count() > MAX_WIDTH { line.chars().take(MAX_WIDTH).collect() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{
            GAMES,
            scene::{Marks, Shape},
        },
        ids::{Seat, Viewer},
    };

    fn space(id: &str, x: f64, y: f64, colour: &'static str) -> Space {
        Space { id: id.to_owned(), shape: Shape::Hexagon, x, y, colour, ..Space::default() }
    }

    fn piece(space: &str, seat: u8, label: &str) -> Token {
        Token {
            id: label.to_owned(),
            space: space.to_owned(),
            seat: Some(Seat(seat)),
            kind: "ring",
            label: label.to_owned(),
            shape: Shape::Circle,
            ..Token::default()
        }
    }

    #[test]
    fn spaces_stand_where_their_coordinates_say() {
        let hidden = Token { face_down: true, ..piece("b2", 1, "") };
        let scene = Scene {
            spaces: vec![
                space("a1", 0.5, 0.9, ""),
                space("b1", 1.5, 0.9, "orange"),
                space("a2", 0.0, 0.0, ""),
                space("b2", 1.0, 0.0, ""),
                space("c2", 2.0, 0.0, ""),
            ],
            tokens: vec![piece("a1", 0, "A"), piece("a1", 1, "B"), hidden, piece("c2", 0, "Q")],
            ..Scene::default()
        };
        assert_eq!(draw(&scene), ["a2 .   ?   Q", "a1   B^2 or", "(or orange)"]);
    }

    #[test]
    fn letters_of_colours_stand_in_for_labels_and_marks_are_drawn() {
        let ring = |seat, symbol| Token { symbol, ..piece("a1", seat, "") };
        let sumo = Token { marks: Marks::of("tooth", 2), ..ring(0, "W") };
        let spaces = vec![space("a1", 0.0, 0.0, "")];
        let scene = Scene { spaces, tokens: vec![ring(1, "B"), sumo], ..Scene::default() };
        assert_eq!(draw(&scene), ["a1 W++^2", "(+ tooth)"]);
        let both = Scene { tokens: vec![ring(1, "O"), ring(0, "O")], ..scene };
        assert_eq!(draw(&both), ["a1 0ri^2", "(a piece starts with its seat)"], "one letter is of two seats");
    }

    #[test]
    fn every_game_is_drawn_within_its_limits() {
        for game in GAMES {
            let setting = game.facts().setting(0, []).expect("the defaults are taken");
            let position = game.open(&setting).expect("the defaults are played");
            let lines = draw(&position.scene(Viewer::Spectator));
            assert!(!lines.is_empty() && lines.len() <= MAX_LINES + 20, "{}: {lines:?}", game.facts().id);
            assert!(lines.iter().all(|line| line.chars().count() <= MAX_WIDTH), "{}: {lines:?}", game.facts().id);
        }
    }
}
