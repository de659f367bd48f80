//! A plain picture of a scene: spaces, tokens, hands, and the last move. The pictures of web pages
//! come from the skins of the TypeScript client instead.

use std::fmt::Write as _;

use referee_games::{
    rules::Facts,
    scene::{Hand, Scene, Shape, Space, Token},
};

/// Pixels per unit.
const SCALE: f64 = 48.0;
const MARGIN: f64 = 0.3;
/// Height of a token above the one below it, in units.
const LIFT: f64 = 0.12;
/// Width of a seat's name in units, and maximum tokens of a hand per row.
const NAME: f64 = 2.6;
const HAND_ROW: usize = 12;

const LAST: &str = "#d9b23c";
const HIGHLIGHT: &str = "#c2432f";
const MUTED: &str = "#7c8085";
const SPACE: &str = "#e6e1d6";

/// The picture so far, and its bounds.
struct Canvas {
    body: String,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Draws a scene, as its viewer sees it.
pub fn draw(scene: &Scene, facts: &Facts) -> String {
    let mut canvas = Canvas { body: String::new(), left: f64::MAX, top: f64::MAX, right: f64::MIN, bottom: f64::MIN };
    scene.spaces.iter().for_each(|space| canvas.space(space));
    for (marked, colour) in marks(scene) {
        if let Some(space) = find(scene, marked) {
            canvas.outline(space, colour);
        }
    }
    for (at, token) in scene.tokens.iter().enumerate() {
        if let Some(space) = find(scene, &token.space) {
            let count = |tokens: &[Token]| tokens.iter().filter(|other| other.space == token.space).count();
            let (below, above) = (count(&scene.tokens[..at]), count(&scene.tokens[at + 1..]));
            let height = if above == 0 { below + 1 } else { 1 };
            canvas.token(token, space.x, space.y - LIFT * below as f64, height, facts);
        }
    }
    if scene.spaces.is_empty() {
        (canvas.left, canvas.top, canvas.right, canvas.bottom) = (0.0, 0.0, NAME, 0.0);
    }
    for hand in scene.hands.iter().filter(|hand| !hand.tokens.is_empty()) {
        canvas.hand(hand, facts);
    }
    canvas.finish()
}

/// Returns the spaces of the last move and of highlights, each with the colour of its mark.
fn marks(scene: &Scene) -> impl Iterator<Item = (&str, &'static str)> {
    let last = scene.last_move.iter().map(|id| (id.as_str(), LAST));
    let highlights = scene.highlights.iter().flat_map(|highlight| &highlight.spaces);
    last.chain(highlights.map(|id| (id.as_str(), HIGHLIGHT)))
}

fn find<'a>(scene: &'a Scene, id: &str) -> Option<&'a Space> {
    scene.spaces.iter().find(|space| space.id == id)
}

impl Canvas {
    fn space(&mut self, space: &Space) {
        let fill = if space.colour.is_empty() { SPACE } else { colour_of(space.colour) };
        let shape = outline(space.shape, 0.98);
        let _ = writeln!(
            self.body,
            r##"<path transform="translate({:.3} {:.3})" d="{shape}" fill="{fill}" stroke="#0003" stroke-width="0.02"/>"##,
            space.x, space.y
        );
        self.include(space.x, space.y);
    }

    fn outline(&mut self, space: &Space, colour: &str) {
        let shape = outline(space.shape, 0.9);
        let _ = writeln!(
            self.body,
            r#"<path transform="translate({:.3} {:.3})" d="{shape}" fill="none" stroke="{colour}" stroke-width="0.06"/>"#,
            space.x, space.y
        );
    }

    /// Draws a token. `height` is the number of tokens below it.
    fn token(&mut self, token: &Token, x: f64, y: f64, height: usize, facts: &Facts) {
        let shape = outline(if token.shape == Shape::Domino { Shape::Domino } else { Shape::Circle }, 0.8);
        let side = token.seat.and_then(|seat| facts.sides.get(seat.index())).map_or("", |side| side.colour);
        let colour = if token.colour.is_empty() { side } else { token.colour };
        let fill = if token.face_down { MUTED } else { colour_of(colour) };
        let rim =
            if token.shape == Shape::Domino || side.is_empty() || side == colour { "#0006" } else { colour_of(side) };
        let turn = 90 * u16::from(token.quarter_turns % 4);
        let _ = writeln!(
            self.body,
            r#"<path transform="translate({x:.3} {y:.3}) rotate({turn})" d="{shape}" fill="{fill}" stroke="{rim}" stroke-width="0.07"/>"#
        );
        if token.face_down {
            return;
        }
        let ink = if ["white", "yellow", "pink", "orange"].contains(&colour) { "#1b1b1b" } else { "#fff" };
        let kind = || token.kind.chars().next().map(|letter| letter.to_ascii_uppercase().to_string());
        let label = if token.label.is_empty() { kind().unwrap_or_default() } else { token.label.clone() };
        self.text(x, y, 0.34, "middle", ink, &label);
        let marks = token.marks.map_or(String::new(), |marks| "•".repeat(marks.count.into()));
        let below = if height > 1 { format!("{marks}×{height}") } else { marks };
        self.text(x, y + 0.26, 0.2, "middle", ink, &below);
    }

    /// Draws a hand below everything drawn so far.
    fn hand(&mut self, hand: &Hand, facts: &Facts) {
        let name = facts.sides.get(hand.seat.index()).map_or("", |side| side.name);
        let first = self.bottom + 0.6;
        let left = self.left;
        self.text(left, first, 0.4, "start", MUTED, name);
        let wide = hand.tokens.iter().any(|token| token.shape == Shape::Domino);
        let step = if wide { 2.1 } else { 1.0 };
        for (at, token) in hand.tokens.iter().enumerate() {
            let x = left + NAME + step * (at % HAND_ROW) as f64 + step / 2.0;
            let y = first + 1.1 * (at / HAND_ROW) as f64;
            self.token(token, x, y, 1, facts);
            self.right = self.right.max(x + step / 2.0);
            self.bottom = self.bottom.max(y + 0.5);
        }
    }

    fn text(&mut self, x: f64, y: f64, size: f64, anchor: &str, fill: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.3}" y="{y:.3}" font-size="{size}" text-anchor="{anchor}" dominant-baseline="central" fill="{fill}">{text}</text>"#
        );
    }

    /// Extends the bounds by a space.
    fn include(&mut self, x: f64, y: f64) {
        (self.left, self.right) = (self.left.min(x - 1.0), self.right.max(x + 1.0));
        (self.top, self.bottom) = (self.top.min(y - 1.0), self.bottom.max(y + 1.0));
    }

    fn finish(self) -> String {
        let (x, y) = (self.left - MARGIN, self.top - MARGIN);
        let (width, height) = (self.right - self.left + 2.0 * MARGIN, self.bottom - self.top + 2.0 * MARGIN);
        let (wide, high) = ((width * SCALE).round(), (height * SCALE).round());
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{:.3} {:.3} {:.3} {:.3}" "#,
                r#"font-family="system-ui, sans-serif" font-weight="600">{}{}</svg>"#
            ),
            wide, high, x, y, width, height, '\n', self.body
        )
    }
}

fn outline(shape: Shape, scale: f64) -> String {
    let half = scale / 2.0;
    let rectangle = |wide: f64, high: f64| format!("M-{wide:.3} -{high:.3}H{wide:.3}V{high:.3}H-{wide:.3}Z");
    match shape {
        Shape::Square => rectangle(half, half),
        Shape::Domino => rectangle(scale, half),
        Shape::Circle => {
            format!("M-{half:.3} 0A{half:.3} {half:.3} 0 1 1 {half:.3} 0A{half:.3} {half:.3} 0 1 1 -{half:.3} 0Z")
        }
        Shape::Hexagon => {
            let radius = scale / 3f64.sqrt();
            let corners = [-90.0f64, -30.0, 30.0, 90.0, 150.0, 210.0].map(f64::to_radians);
            let corners = corners.map(|at| format!("{:.3} {:.3}", radius * at.cos(), radius * at.sin()));
            format!("M{}Z", corners.join("L"))
        }
    }
}

/// Returns a colour of `clients/typescript/src/board/style.ts`.
fn colour_of(key: &str) -> &'static str {
    match key {
        "white" => "#f4efe3",
        "black" => "#2b2b2e",
        "red" => "#c8402f",
        "blue" => "#2f6fb8",
        "green" => "#2f8a53",
        "yellow" => "#e3b92f",
        "purple" => "#7d4b9e",
        "orange" => "#de7f26",
        "brown" => "#7a5236",
        "pink" => "#dd7fa6",
        _ => MUTED,
    }
}
