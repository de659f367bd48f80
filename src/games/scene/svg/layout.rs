//! Where everything is: the board, and below it a row for each seat.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::{
    pieces::{colour_of, outline, shade},
    text::{number, word, xml},
};
use crate::{
    rules::{Facts, Seat},
    scene::{Scene, Shape, Space, Token},
    words::WordKind,
};

/// Pixels of a unit, and the most pixels of the whole width.
const SCALE: f64 = 56.0;
const MOST_WIDE: f64 = 1000.0;
/// Size of a token in a hand.
pub const HAND: f64 = 0.62;
const MARGIN: f64 = 0.5;
/// Height of the row of a seat, and of each row of its hand.
const ROW: f64 = 0.62;
const HAND_ROW: f64 = 0.72;
/// Least width, so that the names fit.
const LEAST_WIDTH: f64 = 8.5;
const FRAME: &str = "#2f3036";
const WOOD: &str = "#cbb791";
const TABLE: &str = "#a3b1a4";
const INK: &str = "#2c2a26";
const SOFT: &str = "#77726a";
/// Font sizes of names and of counters, and the mean width of a letter at size 1.
const NAME: f64 = 0.34;
const SMALL: f64 = 0.28;
const LETTER: f64 = 0.6;

/// What a picture shows beside the board.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    pub title: String,
    /// The player of each seat; empty to show the sides alone.
    pub players: Vec<String>,
}

/// Tokens with their centres.
type PlacedTokens<'s> = Vec<(&'s Token, [f64; 2])>;

pub struct Layout<'a> {
    facts: &'a Facts,
    legend: &'a Legend,
    /// Whether the pieces have the shape of their spaces: then they are the board themselves, and
    /// empty spaces mean little.
    is_tiled: bool,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    /// The top of the row of each seat.
    rows: Vec<f64>,
    /// Height of the line below the names, for counters that do not fit beside them; else 0.
    below: f64,
    end: f64,
}

impl<'a> Layout<'a> {
    pub fn of(scenes: &[Scene], facts: &'a Facts, legend: &'a Legend) -> Layout<'a> {
        let is_of = |space: &Space, scene: &Scene| {
            let hands = scene.hands.iter().flat_map(|hand| &hand.tokens);
            scene.tokens.iter().chain(hands).next().is_some_and(|token| token.shape == space.shape)
        };
        let is_tiled = scenes.iter().any(|scene| scene.spaces.first().is_some_and(|space| is_of(space, scene)));
        let mut layout = Layout {
            facts,
            legend,
            is_tiled,
            left: f64::MAX,
            top: f64::MAX,
            right: f64::MIN,
            bottom: f64::MIN,
            rows: Vec::new(),
            below: 0.0,
            end: 0.0,
        };
        for space in scenes.iter().flat_map(|scene| layout.drawn(scene)).cloned().collect::<Vec<_>>() {
            let wide = if space.shape == Shape::Domino { 1.0 } else { 0.5 };
            (layout.left, layout.right) = (layout.left.min(space.x - wide), layout.right.max(space.x + wide));
            (layout.top, layout.bottom) = (layout.top.min(space.y - 0.5), layout.bottom.max(space.y + 0.5));
        }
        if layout.left > layout.right {
            (layout.left, layout.top, layout.right, layout.bottom) = (0.0, 0.0, 0.0, 0.0);
        }
        let short = LEAST_WIDTH - (layout.right - layout.left);
        if short > 0.0 {
            (layout.left, layout.right) = (layout.left - short / 2.0, layout.right + short / 2.0);
        }
        layout.place_rows(scenes);
        layout
    }

    /// Returns the spaces of a scene that are drawn.
    fn drawn<'s>(&self, scene: &'s Scene) -> Vec<&'s Space> {
        let taken: BTreeSet<&str> = scene.tokens.iter().map(|token| &*token.space).collect();
        let named =
            |space: &Space| taken.contains(&*space.id) || space.line.is_some() || scene.last_move.contains(&space.id);
        scene.spaces.iter().filter(|space| !self.is_tiled || named(space)).collect()
    }

    fn place_rows(&mut self, scenes: &[Scene]) {
        let seats = scenes.iter().flat_map(|scene| {
            let of_counters = scene.counters.iter().filter_map(|counter| counter.seat);
            of_counters.chain(scene.hands.iter().map(|hand| hand.seat)).map(|seat| seat.index() + 1)
        });
        let seats = seats.max().unwrap_or(0).max(self.legend.players.len());
        let is_narrow = |seat: usize| {
            let counters = scenes.iter().map(|scene| self.counters(scene, Some(Seat(seat as u8))).chars().count());
            let text = NAME * self.name(seat).chars().count() as f64 + SMALL * counters.max().unwrap_or(0) as f64;
            0.42 + LETTER * text > self.right - self.left
        };
        self.below = if (0..seats).any(is_narrow) { 0.42 } else { 0.0 };
        let mut y = self.bottom + 2.0 * MARGIN + 0.35;
        for seat in 0..seats {
            self.rows.push(y);
            let held = scenes.iter().flat_map(|scene| &scene.hands).filter(|hand| hand.seat.index() == seat);
            let most = held.map(|hand| hand.tokens.len().div_ceil(self.per_row(&hand.tokens))).max().unwrap_or(0);
            y += ROW + self.below + HAND_ROW * most as f64;
        }
        self.end = y;
    }

    /// Returns how many tokens of a hand fit beside each other.
    fn per_row(&self, tokens: &[Token]) -> usize {
        (((self.right - self.left) / step(tokens)) as usize).max(1)
    }

    /// Draws what all scenes have in common: the ground, the board and the names.
    pub fn fixed(&self, scenes: &[&Scene]) -> String {
        let first = scenes.first().and_then(|scene| scene.spaces.first());
        let is_coloured = first.is_some_and(|space| !space.colour.is_empty());
        let ground = if self.is_tiled {
            TABLE
        } else if is_coloured {
            FRAME
        } else {
            WOOD
        };
        let (x, y) = (self.left - MARGIN, self.top - MARGIN);
        let (wide, high) = (self.right - self.left + 2.0 * MARGIN, self.bottom - self.top + 2.0 * MARGIN);
        let mut drawn = format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx=".22" fill="{ground}"/>"#,
            number(x),
            number(y),
            number(wide),
            number(high)
        );
        drawn.push('\n');
        let mut known = BTreeSet::new();
        for space in scenes.iter().flat_map(|scene| self.drawn(scene)) {
            if known.insert(&*space.id) {
                drawn.push_str(&self.space(space, ground));
            }
        }
        if !self.is_tiled {
            drawn.push_str(&labels(scenes, if is_coloured { "#c9c4b8" } else { "#54462b" }));
        }
        for (seat, y) in self.rows.iter().enumerate() {
            let fill = colour_of(self.facts.sides.get(seat).map_or("", |side| side.colour)).0;
            let (left, line) = (number(self.left + 0.1), shade(fill, 0.7));
            let _ = writeln!(
                drawn,
                concat!(
                    r#"<circle cx="{}" cy="{}" r=".15" fill="{}" stroke="{}" stroke-width=".03"/>"#,
                    r#"<text x="{}" y="{}" font-size="{}" fill="{}">{}</text>"#
                ),
                left,
                number(*y),
                fill,
                line,
                number(self.left + 0.42),
                number(y + 0.12),
                number(NAME),
                INK,
                xml(&self.name(seat))
            );
        }
        drawn
    }

    /// Returns the name of a seat, and its player.
    fn name(&self, seat: usize) -> String {
        let name = self.facts.sides.get(seat).map_or("", |side| side.name);
        self.legend.players.get(seat).map_or(name.to_owned(), |player| format!("{name}: {player}"))
    }

    fn space(&self, space: &Space, ground: &str) -> String {
        let (x, y) = (number(space.x), number(space.y));
        if let Some(line) = space.line {
            let side = self.facts.sides.get(line.seat.index()).map_or("", |side| side.colour);
            let (half, fill) = (if space.shape == Shape::Domino { 1.0 } else { 0.5 }, colour_of(side).0);
            let (wide, left) = (2.0 * half, number(space.x - half));
            let top = number(space.y - 0.54);
            return format!(r#"<rect x="{left}" y="{top}" width="{wide}" height="1.08" fill="{fill}" opacity=".3"/>"#)
                + "\n";
        }
        // The marks of the last move show an empty space.
        if self.is_tiled {
            return String::new();
        }
        let (path, fill) = match space.colour {
            "" => (outline(Shape::Circle, 0.86), shade(ground, 0.9)),
            key => (outline(space.shape, 1.0), colour_of(key).0.to_owned()),
        };
        format!(r#"<path d="{path}" transform="translate({x} {y})" fill="{fill}"/>"#) + "\n"
    }

    /// Returns for each seat its counters as text, and its hand with the places of the tokens.
    pub fn rows<'s>(&self, scene: &'s Scene) -> Vec<(String, PlacedTokens<'s>)> {
        let (x, anchor) = if self.below > 0.0 { (self.left + 0.42, "start") } else { (self.right, "end") };
        let mut rows = Vec::new();
        for (seat, y) in self.rows.iter().enumerate() {
            let seat = Seat(seat as u8);
            let text = self.counters(scene, Some(seat));
            let text = format!(
                r#"<text x="{}" y="{}" font-size="{SMALL}" text-anchor="{anchor}" fill="{SOFT}">{}</text>"#,
                number(x),
                number(y + 0.1 + self.below),
                xml(&text)
            );
            let tokens = scene.hands.iter().filter(|hand| hand.seat == seat).flat_map(|hand| &hand.tokens);
            let tokens: Vec<&Token> = tokens.collect();
            let step = tokens.first().map_or(1.0, |token| step(std::slice::from_ref(*token)));
            let most = (((self.right - self.left) / step) as usize).max(1);
            let place = |at: usize| {
                let (column, row) = ((at % most) as f64, (at / most) as f64);
                [self.left + step * (column + 0.5), y + ROW + self.below + HAND_ROW * row]
            };
            rows.push((text, tokens.into_iter().enumerate().map(|(at, token)| (token, place(at))).collect()));
        }
        let text = self.prompt(scene);
        rows.push((
            format!(
                r#"<text x="{}" y="{}" font-size="{SMALL}" fill="{SOFT}">{}</text>"#,
                number(self.left),
                number(self.end + 0.12),
                xml(&text)
            ),
            Vec::new(),
        ));
        rows
    }

    fn counters(&self, scene: &Scene, seat: Option<Seat>) -> String {
        let counters = scene.counters.iter().filter(|counter| counter.seat == seat);
        let texts = counters.map(|one| format!("{} {}", word(self.facts, WordKind::Counter, one.key), one.value));
        texts.collect::<Vec<_>>().join(" · ")
    }

    /// Returns the decision in words, and the counters of the match.
    fn prompt(&self, scene: &Scene) -> String {
        let name =
            |seat: Option<Seat>| seat.and_then(|seat| self.facts.sides.get(seat.index())).map_or("", |side| side.name);
        let prompt = scene.prompt.as_ref().map(|prompt| {
            let text = word(self.facts, WordKind::Prompt, prompt.key);
            let text = text.replace("{value}", &prompt.value).replace("{for}", name(prompt.for_seat));
            if prompt.seat.is_some() { format!("{}: {text}", name(prompt.seat)) } else { text }
        });
        let counters = Some(self.counters(scene, None)).filter(|counters| !counters.is_empty());
        prompt.into_iter().chain(counters).collect::<Vec<_>>().join(" · ")
    }

    /// Returns the whole picture.
    pub fn finish(&self, defs: &str, body: &str) -> String {
        let title = if self.legend.title.is_empty() { self.facts.name } else { &self.legend.title };
        let head = if self.legend.title.is_empty() { 0.0 } else { 0.6 };
        let (x, y) = (self.left - 2.0 * MARGIN, self.top - 2.0 * MARGIN - head);
        let (wide, high) = (self.right - self.left + 4.0 * MARGIN, self.end + MARGIN - y);
        let scale = SCALE.min(MOST_WIDE / wide);
        let caption = match self.legend.title.is_empty() {
            true => String::new(),
            false => format!(
                r#"<text x="{}" y="{}" font-size=".38" fill="{INK}">{}</text>"#,
                number(self.left),
                number(self.top - MARGIN - 0.28),
                xml(title)
            ),
        };
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="{x} {y} {wide} {high}" role="img" "#,
                r#"font-family="system-ui, 'DejaVu Sans', sans-serif" font-weight="600">{n}<title>{title}</title>{n}"#,
                r##"<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="#faf8f3"/>{n}{caption}{n}<defs>{n}{defs}</defs>{n}{body}</svg>{n}"##
            ),
            w = (wide * scale).round(),
            h = (high * scale).round(),
            x = number(x),
            y = number(y),
            wide = number(wide),
            high = number(high),
            title = xml(title),
            caption = caption,
            defs = defs,
            body = body,
            n = "\n",
        )
    }
}

/// The distance of two tokens in a hand.
fn step(tokens: &[Token]) -> f64 {
    let is_wide = tokens.first().is_some_and(|token| token.shape == Shape::Domino);
    HAND * if is_wide { 2.08 } else { 1.06 }
}

/// Draws the letters of columns and the numbers of rows beside a board whose spaces are named so.
fn labels(scenes: &[&Scene], fill: &str) -> String {
    let mut ends: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for space in scenes.iter().flat_map(|scene| &scene.spaces) {
        let split = space.id.find(|c: char| c.is_ascii_digit()).filter(|at| *at == 1);
        let Some((column, row)) = split.map(|at| space.id.split_at(at)) else { return String::new() };
        let lean = if space.shape == Shape::Hexagon { 0.36 } else { 0.0 };
        let lowest = ends.entry(column.to_owned()).or_insert((space.x + lean, space.y));
        if space.y > lowest.1 {
            *lowest = (space.x + lean, space.y);
        }
        let leftmost = ends.entry(row.to_owned()).or_insert((space.x, space.y));
        if space.x < leftmost.0 {
            *leftmost = (space.x, space.y);
        }
    }
    let text = ends.iter().map(|(name, (x, y))| {
        let is_row = name.starts_with(|c: char| c.is_ascii_digit());
        let (x, y) = if is_row { (x - 0.72, y + 0.09) } else { (*x, y + 0.78) };
        format!(
            r#"<text x="{}" y="{}" font-size=".25" text-anchor="middle" fill="{fill}">{}</text>"#,
            number(x),
            number(y),
            xml(name)
        )
    });
    text.collect::<String>() + "\n"
}
