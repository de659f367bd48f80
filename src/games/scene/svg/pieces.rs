//! The pieces of a picture, each drawn once and used wherever it stands.

use std::fmt::Write as _;

use super::text::{number, xml};
use crate::{
    rules::Facts,
    scene::{Shape, Token},
};

/// The thickness of a piece: how far its side shows below its face.
const HEIGHT: f64 = 0.08;
/// Pips of a half up to this number; digits from the next one on.
const MOST_PIPS: u32 = 9;
/// The colour of the pips of each number.
const PIPS: [&str; 10] =
    ["#333", "#2f6fb8", "#2f8a53", "#c8372f", "#7a5236", "#3f4a9a", "#c58a12", "#7d4b9e", "#1f7f86", "#b0487a"];
/// Kinds of pieces with a colour of their own: on light pieces, and on dark ones.
const ACCENTS: &[(&str, [&str; 2])] = &[
    ("ant", ["#1f5fa8", "#6fb1f0"]),
    ("grasshopper", ["#2c7a2c", "#7cc96a"]),
    ("spider", ["#7a4a22", "#cf9f6f"]),
    ("beetle", ["#6a3fa0", "#b99af0"]),
    ("queen", ["#ad7200", "#f2b632"]),
    ("mosquito", ["#55606b", "#b2bcc7"]),
    ("ladybug", ["#c23325", "#f0705e"]),
    ("pillbug", ["#11736c", "#5cc4bd"]),
];

/// Returns the colour of a key, and the colour of text on it.
pub fn colour_of(key: &str) -> (&'static str, &'static str) {
    match key {
        "white" => ("#f5eddb", "#38301f"),
        "black" => ("#37383f", "#f5eddb"),
        "red" => ("#c8372f", "#ffffff"),
        "blue" => ("#2768b3", "#ffffff"),
        "green" => ("#218c4e", "#ffffff"),
        "yellow" => ("#f2cb2e", "#453300"),
        "purple" => ("#77499e", "#ffffff"),
        "orange" => ("#ea7d2c", "#401f06"),
        "brown" => ("#704527", "#ffffff"),
        "pink" => ("#e281b1", "#4a1030"),
        _ => ("#8b8f96", "#ffffff"),
    }
}

/// Returns a darker or lighter colour: each part times `factor`.
pub fn shade(colour: &str, factor: f64) -> String {
    let part = |at: usize| colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let shaded = [1, 3, 5].map(|at| (f64::from(part(at)) * factor).min(255.0) as u8);
    format!("#{:02x}{:02x}{:02x}", shaded[0], shaded[1], shaded[2])
}

/// Returns the path of an outline of this width.
pub fn outline(shape: Shape, width: f64) -> String {
    let half = width / 2.0;
    match shape {
        Shape::Square => rounded(half, half, 0.04),
        Shape::Domino => rounded(width - 0.04, half, 0.13),
        Shape::Circle => format!("M-{0} 0a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0 -{1} 0z", number(half), number(width)),
        Shape::Hexagon => {
            let (side, reach) = (half / 3f64.sqrt(), width / 3f64.sqrt());
            let corners = [[0.0, -reach], [half, -side], [half, side], [0.0, reach], [-half, side], [-half, -side]];
            let corners = corners.map(|[x, y]| format!("{} {}", number(x), number(y)));
            format!("M{}z", corners.join("L"))
        }
    }
}

/// Returns the path of a rectangle with round corners, by half its size.
fn rounded(wide: f64, high: f64, corner: f64) -> String {
    let [r, across, down] = [corner, 2.0 * (wide - corner), 2.0 * (high - corner)].map(number);
    let arc = |x: &str, y: &str| format!("a{r} {r} 0 0 1 {x}{r} {y}{r}");
    format!(
        "M{} {}h{across}{}v{down}{}h-{across}{}v-{down}{}z",
        number(corner - wide),
        number(-high),
        arc("", ""),
        arc("-", ""),
        arc("-", "-"),
        arc("", "-")
    )
}

/// Returns the name of a drawing: pieces that look the same share it.
pub fn name(token: &Token) -> String {
    let Token { kind, label, colour, quarter_turns, face_down, .. } = token;
    let marks = token.marks.map_or(0, |marks| marks.count);
    let seat = token.seat.map_or(String::new(), |seat| seat.to_string());
    let name = match face_down {
        true => format!("p-{kind}-{seat}-back"),
        false => format!("p-{kind}-{seat}-{colour}-{label}-{marks}-{quarter_turns}"),
    };
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// Draws a piece around its middle.
pub fn draw(token: &Token, facts: &Facts) -> String {
    let side = token.seat.and_then(|seat| facts.sides.get(seat.index())).map_or("", |side| side.colour);
    let turn = match token.quarter_turns % 4 {
        0 => String::new(),
        turns => format!(r#" transform="rotate({})""#, 90 * u16::from(turns)),
    };
    match token.shape {
        Shape::Domino => domino(token, side, &turn),
        Shape::Hexagon => tile(token, side),
        Shape::Circle | Shape::Square => disc(token, side, &turn),
    }
}

/// Draws the shadow, the side and the face of a piece.
fn body(shape: Shape, width: f64, face: &str) -> String {
    let (outline, dark, rim) = (outline(shape, width), shade(face, 0.62), shade(face, 0.8));
    format!(
        concat!(
            r##"<path d="{outline}" transform="translate(.02 {low})" fill="#000" opacity=".18"/>"##,
            r#"<path d="{outline}" transform="translate(0 {half})" fill="{dark}"/>"#,
            r#"<path d="{outline}" transform="translate(0 -{half})" fill="{face}" stroke="{rim}" stroke-width=".018"/>"#
        ),
        outline = outline,
        low = number(HEIGHT + 0.03),
        half = number(HEIGHT / 2.0),
        dark = dark,
        face = face,
        rim = rim,
    )
}

fn text(y: f64, size: f64, fill: &str, text: &str) -> String {
    let (y, text) = (number(y + size * 0.36), xml(text));
    format!(r#"<text y="{y}" font-size="{size}" text-anchor="middle" fill="{fill}">{text}</text>"#)
}

fn domino(token: &Token, side: &str, turn: &str) -> String {
    let own = colour_of(side).0;
    if token.face_down {
        let inner = rounded(0.84, 0.34, 0.08);
        let line = shade(own, 1.35);
        return body(Shape::Domino, 0.92, own)
            + &format!(
                r#"<path d="{inner}" transform="translate(0 -.04)" fill="none" stroke="{line}" stroke-width=".03"/>"#
            );
    }
    let mut drawn = format!("<title>{}</title>", xml(&token.label)) + &body(Shape::Domino, 0.92, colour_of("white").0);
    let _ = write!(drawn, r##"<g{turn}><path d="M0-.3V.22" stroke="#b9ab8c" stroke-width=".03"/>"##);
    let (high, low) = token.label.split_once('-').unwrap_or((&token.label, ""));
    for (half, x) in [(high, -0.47), (low, 0.47)] {
        drawn.push_str(&half_of_domino(half, x, if turn.is_empty() { -HEIGHT / 2.0 } else { HEIGHT / 2.0 }));
    }
    drawn + "</g>"
}

/// Draws the pips of a half, or its digits.
fn half_of_domino(label: &str, x: f64, y: f64) -> String {
    const STEP: f64 = 0.225;
    let corners = [(-1, -1), (1, 1), (1, -1), (-1, 1)];
    let all = [corners[0], corners[1], corners[2], corners[3], (0, -1), (0, 1), (-1, 0), (1, 0)];
    let count = label.parse::<u32>().unwrap_or(MOST_PIPS + 1);
    if count > MOST_PIPS {
        return format!(
            r#"<g transform="translate({} {})">{}</g>"#,
            number(x),
            number(y),
            text(0.0, 0.46, "#333", label)
        );
    }
    let middle = (count % 2 == 1).then_some((0, 0));
    let spots = all.iter().take(count as usize / 2 * 2).copied().chain(middle);
    let dots = spots.map(|(column, row)| {
        let [x, y] = [number(x + STEP * f64::from(column)), number(y + STEP * f64::from(row))];
        format!(r#"<circle cx="{x}" cy="{y}" r=".08"/>"#)
    });
    format!(r#"<g fill="{}">{}</g>"#, PIPS[count as usize], dots.collect::<String>())
}

/// Draws a tile with its label. The colour of the tile stands for the first letter of the label.
fn tile(token: &Token, side: &str) -> String {
    let colour = if token.colour.is_empty() { side } else { token.colour };
    let (face, ink) = colour_of(colour);
    let accent = ACCENTS.iter().find(|(kind, _)| *kind == token.kind);
    let ink = accent.map_or(ink, |(_, [light, dark])| if colour == "black" { *dark } else { *light });
    let label = colour.get(..1).and_then(|letter| token.label.strip_prefix(letter)).filter(|rest| !rest.is_empty());
    let label = label.unwrap_or(&token.label);
    let (letter, number) = label.split_at(label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len()));
    let mut drawn = format!("<title>{}</title>", xml(&token.label)) + &body(Shape::Hexagon, 0.94, face);
    drawn.push_str(&text(if number.is_empty() { -HEIGHT / 2.0 } else { -0.1 }, 0.46, ink, letter));
    if !number.is_empty() {
        drawn.push_str(&text(0.24, 0.22, ink, number));
    }
    drawn
}

/// Draws a round piece: in the colour of its seat, with a disc in its own colour if it has another.
fn disc(token: &Token, side: &str, turn: &str) -> String {
    let colour = if token.colour.is_empty() { side } else { token.colour };
    let outer = if side.is_empty() { colour } else { side };
    let (face, _) = colour_of(outer);
    let mut drawn = body(token.shape, 0.82, face);
    let _ = write!(drawn, r#"<g transform="translate(0 -{})">"#, number(HEIGHT / 2.0));
    if token.face_down {
        return drawn + "</g>";
    }
    let (fill, ink) = colour_of(colour);
    if colour != outer {
        let rim = shade(fill, 0.75);
        let _ = write!(drawn, r#"<circle r=".27" fill="{fill}" stroke="{rim}" stroke-width=".018"/>"#);
        drawn.push_str(&format!("<g{turn}>{}</g>", text(0.0, 0.27, ink, token.symbol)));
    } else {
        let rim = shade(face, if outer == "black" { 1.9 } else { 0.78 });
        let _ = write!(drawn, r#"<circle r=".22" fill="none" stroke="{rim}" stroke-width=".03"/>"#);
        drawn.push_str(&text(0.0, 0.3, ink, &token.label));
    }
    let count = token.marks.map_or(0, |marks| marks.count);
    for at in 0..count {
        let angle = (f64::from(at) - f64::from(count - 1) / 2.0) * 0.6;
        let [x, y] = [number(0.335 * angle.sin()), number(0.335 * angle.cos())];
        let _ = write!(
            drawn,
            r##"<circle cx="{x}" cy="{y}" r=".06" fill="#e3b23c" stroke="#57400a" stroke-width=".02"/>"##
        );
    }
    drawn + "</g>"
}
