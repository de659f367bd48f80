//! Scores over time.

use super::{
    super::{model::Report, text::name},
    canvas::{Anchor, COLORS, Canvas, DASHES, ticks, width_of},
};
use crate::stats::decimals;

/// Maximum entrants of the plot, the first of the standings. A line below the plot counts the
/// others.
pub const MAX_LINES: usize = 12;
/// Maximum points of a line; from longer lines, points are omitted evenly.
const MAX_POINTS: usize = 400;
const TOP: f64 = 44.0;
const LEFT: f64 = 62.0;
const PLOT: [f64; 2] = [560.0, 340.0];
/// Minimum distance between the names at the right end, in pixels.
const LABEL: f64 = 17.0;

/// Draws a line for each entrant: its share of points after each match of the tournament.
pub fn scores(report: &Report) -> String {
    let all = report.scores_over_time();
    let ranked: Vec<usize> = report.ranked().into_iter().filter(|one| !all[*one].is_empty()).collect();
    let left_out = ranked.len().saturating_sub(MAX_LINES);
    let shown = &ranked[..ranked.len() - left_out];
    let names: Vec<String> = shown.iter().map(|one| name(report.name_of(*one))).collect();
    let widest = names.iter().map(|text| width_of(text)).fold(0.0, f64::max);
    let [plot_width, plot_height] = PLOT;
    let (right, bottom) = (LEFT + plot_width, TOP + plot_height);
    let width = (right + 88.0 + widest).max(width_of(&report.name) + 200.0);
    let mut canvas = Canvas::new(width, bottom + 66.0, &format!("{}: scores over time", report.name));
    canvas.text([12.0, 24.0], Anchor::Start, "ink", &format!("{}: score after each match", name(&report.name)));
    let Some(end) = shown.iter().filter_map(|one| all[*one].last()).map(|(number, _)| *number).max() else {
        canvas.text([12.0, TOP + 16.0], Anchor::Start, "soft", "no counted match yet");
        return canvas.finish();
    };
    let across = ticks(0.0, end.max(4) as f64, 6);
    let last = across[across.len() - 1];
    let at = |number: u64, share: f64| [LEFT + plot_width * number as f64 / last, bottom - plot_height * share];
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let [_, y] = at(0, share);
        canvas.line([LEFT, y], [right, y], if quarter == 0 { "axis" } else { "grid" });
        canvas.text([LEFT - 8.0, y + 4.5], Anchor::End, "soft", &format!("{} %", decimals(100.0 * share, 0)));
    }
    for tick in &across {
        let x = LEFT + plot_width * tick / last;
        canvas.text([x, bottom + 18.0], Anchor::Middle, "soft", &decimals(*tick, 0));
    }
    canvas.text([LEFT + plot_width / 2.0, bottom + 38.0], Anchor::Middle, "soft", "matches of the tournament");
    let mut ends: Vec<(usize, f64)> = Vec::new();
    for (line, entrant) in shown.iter().enumerate() {
        let points: Vec<[f64; 2]> = thinned(&all[*entrant]).map(|(number, share)| at(number, share)).collect();
        canvas.polyline(&points, color(line), dash(line), &names[line]);
        ends.push((line, points.last().map_or(bottom, |[_, y]| *y)));
    }
    labels(&mut canvas, ends, &names);
    if left_out > 0 {
        canvas.text(
            [12.0, bottom + 58.0],
            Anchor::Start,
            "soft",
            &format!("{left_out} further entrants are not drawn"),
        );
    }
    canvas.finish()
}

/// Draws the names at the right end, each as near to the end of its line as the other names permit.
fn labels(canvas: &mut Canvas, mut ends: Vec<(usize, f64)>, names: &[String]) {
    ends.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
    let mut below = TOP - LABEL;
    for place in &mut ends {
        place.1 = place.1.max(below + LABEL);
        below = place.1;
    }
    let mut above = TOP + PLOT[1] + LABEL;
    for place in ends.iter_mut().rev() {
        place.1 = place.1.min(above - LABEL);
        above = place.1;
    }
    let right = LEFT + PLOT[0];
    for (line, y) in ends {
        canvas.polyline(&[[right + 12.0, y], [right + 44.0, y]], color(line), dash(line), &names[line]);
        canvas.text([right + 52.0, y + 4.5], Anchor::Start, "ink", &names[line]);
    }
}

/// Returns at most about [`MAX_POINTS`] points of a line, including the last.
fn thinned(line: &[(u64, f64)]) -> impl Iterator<Item = (u64, f64)> + '_ {
    let every = line.len().div_ceil(MAX_POINTS).max(1);
    let last = line.len().saturating_sub(1);
    line.iter().enumerate().filter(move |(at, _)| at % every == 0 || *at == last).map(|(_, point)| *point)
}

fn color(line: usize) -> &'static str {
    COLORS[line % COLORS.len()]
}

fn dash(line: usize) -> &'static str {
    DASHES[line / COLORS.len() % DASHES.len()]
}
