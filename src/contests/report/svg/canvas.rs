//! The canvas of all plots: it makes every number finite and escapes every text.

use std::fmt::Write;

use super::super::text::xml;
use crate::stats::decimals;

/// Colours of lines that are distinguishable with any colour vision.
pub const COLORS: [&str; 6] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];
/// Dash patterns of lines. The next pattern is used after all colours were used.
pub const DASHES: [&str; 3] = ["", "7 4", "2 3"];
/// Assumed width of a character of 13 pixels, in pixels: more than most fonts need.
pub const CHARACTER: f64 = 7.6;

const STYLE: &str = "\
.ground{fill:#ffffff}.ink{fill:#1a1a1a}.soft{fill:#5a5a5a}.grid{stroke:#d9d9d9;stroke-width:1}.axis{stroke:#5a5a5a;stroke-width:1}\
.mark{fill:#0072B2}.bar{stroke:#0072B2;stroke-width:2}.none{fill:#ececec}\
@media (prefers-color-scheme:dark){.ground{fill:#16181d}.ink{fill:#f0f0f0}.soft{fill:#b4b4b4}.grid{stroke:#3a3d44}.axis{stroke:#b4b4b4}\
.mark{fill:#56B4E9}.bar{stroke:#56B4E9}.none{fill:#2a2d34}}";

/// The alignment of a text at its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A plot while it is drawn; all lengths are in pixels.
pub struct Canvas {
    body: String,
    width: f64,
    height: f64,
    title: String,
}

impl Canvas {
    /// Creates an empty plot.
    pub fn new(width: f64, height: f64, title: &str) -> Canvas {
        Canvas { body: String::new(), width, height, title: xml(title) }
    }

    /// Draws a text of 13 pixels; `class` is `ink` or `soft`.
    pub fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y, text) = (at(x), at(y), xml(text));
        let _ = writeln!(self.body, r#"<text x="{x}" y="{y}" text-anchor="{anchor}" class="{class}">{text}</text>"#);
    }

    /// Draws a text in a colour that does not follow the viewer's preference.
    pub fn colored_text(&mut self, [x, y]: [f64; 2], color: &str, text: &str) {
        let (x, y, text) = (at(x), at(y), xml(text));
        let _ = writeln!(self.body, r#"<text x="{x}" y="{y}" text-anchor="middle" fill="{color}">{text}</text>"#);
    }

    /// Draws a straight line; `class` is `grid`, `axis` or `bar`.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let (x1, y1, x2, y2) = (at(x1), at(y1), at(x2), at(y2));
        let _ = writeln!(self.body, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{class}"/>"#);
    }

    pub fn dot(&mut self, [x, y]: [f64; 2], class: &str) {
        let _ = writeln!(self.body, r#"<circle cx="{}" cy="{}" r="4.5" class="{class}"/>"#, at(x), at(y));
    }

    /// Draws a line through points, with a title that appears on hover.
    pub fn polyline(&mut self, points: &[[f64; 2]], color: &str, dash: &str, title: &str) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", at(*x), at(*y))).collect();
        let dashes = if dash.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{dash}""#) };
        let _ = writeln!(
            self.body,
            r#"<polyline points="{}" fill="none" stroke="{color}" stroke-width="2" stroke-linejoin="round"{dashes}><title>{}</title></polyline>"#,
            points.join(" "),
            xml(title)
        );
    }

    /// Draws a rectangle. `paint` is `class="..."` or `fill="..."`, and must be trusted text.
    pub fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], paint: &str, title: &str) {
        let (x, y, width, height) = (at(x), at(y), at(width), at(height));
        let title = xml(title);
        let _ = writeln!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {paint}><title>{title}</title></rect>"#
        );
    }

    pub fn finish(self) -> String {
        let Canvas { body, width, height, title } = self;
        let (width, height) = (at(width), at(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" font-family=\"system-ui,'DejaVu Sans',sans-serif\" font-size=\"13\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" class=\"ground\"/>\n{body}</svg>\n"
        )
    }
}

/// Formats a coordinate; 0 for infinity and for values that are not numbers.
fn at(pixels: f64) -> String {
    decimals(if pixels.is_finite() { pixels } else { 0.0 }, 1)
}

/// Returns the approximate maximum width of a text of 13 pixels.
pub fn width_of(text: &str) -> f64 {
    // Wide characters, for example Chinese ones, are about twice as wide.
    text.chars().map(|c| if c < '\u{1100}' { CHARACTER } else { 2.0 * CHARACTER }).sum()
}

/// Returns at most about `most` round numbers that cover `low` to `high`, in ascending order. The
/// first is at most `low`, the last at least `high`. The bounds must be finite.
pub fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let raw = span / most.max(2) as f64;
    let power = libm::pow(10.0, libm::floor(libm::log10(raw)));
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| *step >= raw).unwrap_or(raw);
    let (first, last) = (libm::floor(low / step - 1e-9), libm::ceil(high / step - 1e-9));
    let count = ((last - first) as usize).min(4 * most.max(2));
    (0..=count).map(|number| (first + number as f64) * step).collect()
}
