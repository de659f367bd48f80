//! Draws scenes as SVG, the same way for every game: one picture, or a whole round that plays by
//! itself. The web pages draw with skins instead.

mod layout;
mod pieces;
mod text;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

pub use layout::Legend;

use layout::Layout;
use pieces::outline;
use text::number;

use super::{Scene, Space, Token};
use crate::rules::Facts;

/// Maximum length of an animated picture, in bytes.
pub const MAX_ANIMATED: usize = 16 * 1024 * 1024;
/// Offset of a token above the one below it.
const LIFT: f64 = 0.1;
/// Share of a step in which its tokens glide.
const GLIDE: f64 = 0.4;
/// Steps for which the last position stays.
const REST: usize = 3;

const GOLD: &str = "#e3b23c";
/// The highlights that are drawn; others mark what a player can see.
const SHOWN: [&str; 4] = ["required", "blocked", "won", "turn"];

/// Draws a scene, as its viewer sees it.
pub fn draw(scene: &Scene, facts: &Facts, legend: &Legend) -> String {
    let layout = Layout::of(std::slice::from_ref(scene), facts, legend);
    let mut defs = Defs::default();
    let body = layout.fixed(&[scene]) + &frame(scene, None, facts, &layout, &mut defs, None);
    layout.finish(&defs.drawn, &body)
}

/// Draws scenes one after another, each for some seconds, again and again. `None` if the picture
/// would be longer than [`MAX_ANIMATED`].
pub fn animate(scenes: &[Scene], facts: &Facts, legend: &Legend, seconds: f64) -> Option<String> {
    let layout = Layout::of(scenes, facts, legend);
    let all: Vec<&Scene> = scenes.iter().collect();
    let (mut defs, mut body) = (Defs::default(), layout.fixed(&all));
    let steps = scenes.len() + REST - 1;
    for (at, scene) in scenes.iter().enumerate() {
        let is_last = at + 1 == scenes.len();
        let share = |later: f64| format!("{:.5}", (at as f64 + later) / steps as f64);
        let duration = number(steps as f64 * seconds);
        let (values, times) = match (at == 0, is_last) {
            (true, true) => ("visible".to_owned(), "0".to_owned()),
            (true, false) => ("visible;hidden".to_owned(), format!("0;{}", share(1.0))),
            (false, true) => ("hidden;visible".to_owned(), format!("0;{}", share(0.0))),
            (false, false) => ("hidden;visible;hidden".to_owned(), format!("0;{};{}", share(0.0), share(1.0))),
        };
        // Where nothing moves, the last position is shown.
        let shown = if is_last { "visible" } else { "hidden" };
        let _ = writeln!(
            body,
            concat!(
                r#"<g visibility="{}"><animate attributeName="visibility" calcMode="discrete" dur="{}s" "#,
                r#"repeatCount="indefinite" values="{}" keyTimes="{}"/>"#
            ),
            shown, duration, values, times
        );
        let glide = Glide { from: share(0.0), to: share(GLIDE), duration };
        let before = at.checked_sub(1).map(|before| &scenes[before]);
        body.push_str(&frame(scene, before, facts, &layout, &mut defs, Some(&glide)));
        body.push_str("</g>\n");
        if defs.drawn.len() + body.len() > MAX_ANIMATED {
            return None;
        }
    }
    Some(layout.finish(&defs.drawn, &body))
}

/// The pieces drawn so far.
#[derive(Default)]
struct Defs {
    names: BTreeSet<String>,
    drawn: String,
}

impl Defs {
    fn name(&mut self, token: &Token, facts: &Facts) -> String {
        let name = pieces::name(token);
        if self.names.insert(name.clone()) {
            let _ = writeln!(self.drawn, r#"<g id="{name}">{}</g>"#, pieces::draw(token, facts));
        }
        name
    }
}

/// When the tokens of a step glide, as shares of the whole, and the duration of the whole.
struct Glide {
    from: String,
    to: String,
    duration: String,
}

/// The place of each token on the board, and the height of its stack if it is on top.
fn places(scene: &Scene) -> Vec<(&Token, [f64; 2], usize)> {
    let spaces: BTreeMap<&str, &Space> = scene.spaces.iter().map(|space| (&*space.id, space)).collect();
    let mut heights: BTreeMap<&str, usize> = BTreeMap::new();
    scene.tokens.iter().for_each(|token| *heights.entry(&token.space).or_default() += 1);
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    // What lies further down the board is in front.
    let mut tokens: Vec<(&Token, &Space)> =
        scene.tokens.iter().filter_map(|token| Some((token, *spaces.get(&*token.space)?))).collect();
    tokens.sort_by(|(_, a), (_, b)| a.y.total_cmp(&b.y));
    let placed = tokens.into_iter().map(|(token, space)| {
        let level = levels.entry(&token.space).or_default();
        *level += 1;
        let height = heights.get(&*token.space).copied().unwrap_or(1);
        // A tall stack is compressed.
        let lift = LIFT.min(0.6 / height as f64) * (*level - 1) as f64;
        (token, [space.x, space.y - lift], if *level == height { height } else { 0 })
    });
    placed.collect()
}

/// Draws everything that changes: marks, tokens, hands and counters.
fn frame(
    scene: &Scene,
    before: Option<&Scene>,
    facts: &Facts,
    layout: &Layout<'_>,
    defs: &mut Defs,
    glide: Option<&Glide>,
) -> String {
    let mut drawn = marks(scene);
    let earlier: BTreeMap<&str, [f64; 2]> = before
        .map(places)
        .unwrap_or_default()
        .into_iter()
        .filter(|(token, ..)| !token.id.is_empty())
        .map(|(token, place, _)| (&*token.id, place))
        .collect();
    let mut badges = String::new();
    for (token, [x, y], height) in places(scene) {
        let name = defs.name(token, facts);
        let moved = earlier.get(&*token.id).filter(|from| **from != [x, y]).zip(glide);
        let motion = moved.map_or(String::new(), |([from_x, from_y], glide)| {
            let from = format!("{} {}", number(from_x - x), number(from_y - y));
            format!(
                concat!(
                    r#"<animateTransform attributeName="transform" type="translate" dur="{}s" "#,
                    r#"repeatCount="indefinite" values="{};{};0 0;0 0" keyTimes="0;{};{};1"/>"#
                ),
                glide.duration, from, from, glide.from, glide.to
            )
        });
        let _ = match motion.is_empty() {
            true => write!(drawn, r##"<use href="#{name}" x="{}" y="{}"/>"##, number(x), number(y)),
            false => write!(drawn, r##"<use href="#{name}" x="{}" y="{}">{motion}</use>"##, number(x), number(y)),
        };
        if height > 1 {
            let [x, y] = [number(x + 0.3), number(y - 0.32)];
            let _ = write!(
                badges,
                concat!(
                    r##"<circle cx="{0}" cy="{1}" r=".17" fill="{2}" stroke="#4a3605" stroke-width=".025"/>"##,
                    r##"<text x="{0}" y="{1}" dy=".08" font-size=".23" text-anchor="middle" fill="#2b1f02">{3}</text>"##
                ),
                x, y, GOLD, height
            );
        }
    }
    drawn.push_str(&badges);
    drawn.push('\n');
    for (hand, row) in layout.rows(scene) {
        for (token, [x, y]) in row {
            let name = defs.name(token, facts);
            let _ = write!(
                drawn,
                r##"<use href="#{name}" transform="translate({} {}) scale({})"/>"##,
                number(x),
                number(y),
                layout::HAND
            );
        }
        drawn.push_str(&hand);
        drawn.push('\n');
    }
    drawn
}

/// Draws the outlines of the last move and of highlights that name one space.
fn marks(scene: &Scene) -> String {
    let spaces: BTreeMap<&str, &Space> = scene.spaces.iter().map(|space| (&*space.id, space)).collect();
    let last = scene.last_move.iter().map(|id| (id.as_str(), GOLD, ""));
    let shown = scene.highlights.iter().filter(|one| SHOWN.contains(&one.kind) && one.spaces.len() == 1);
    let highlights =
        shown.flat_map(|one| &one.spaces).map(|id| (id.as_str(), "#ffffff", r#" stroke-dasharray=".14 .1""#));
    let mut drawn = String::new();
    for (id, colour, dashes) in last.chain(highlights) {
        let Some(space) = spaces.get(id) else { continue };
        let path = outline(space.shape, 0.9);
        let _ = write!(
            drawn,
            r#"<path d="{path}" transform="translate({} {})" fill="none" stroke="{colour}" stroke-width=".08"{dashes}/>"#,
            number(space.x),
            number(space.y)
        );
    }
    drawn
}
