//! Ratings with their intervals.

use super::{
    super::{
        model::{Rating, Report},
        text::name,
    },
    canvas::{Anchor, Canvas, ticks, width_of},
};
use crate::stats::{decimals, signed_decimals};

/// Maximum entrants of the plot. A line below the plot counts the others.
pub const MAX_RATINGS: usize = 100;
const ROW: f64 = 26.0;
const TOP: f64 = 44.0;
const PLOT: f64 = 460.0;

/// Draws a row for each entrant with a rating, the best first: a dot, and a bar for its 95 %
/// interval.
pub fn ratings(report: &Report) -> String {
    let mut rated: Vec<&Rating> = report.ratings.iter().filter(|one| one.is_drawable()).collect();
    rated.sort_by(|one, other| other.value.total_cmp(&one.value).then(one.entrant.cmp(&other.entrant)));
    let left_out = rated.len().saturating_sub(MAX_RATINGS);
    rated.truncate(MAX_RATINGS);
    let names: Vec<String> = rated.iter().map(|one| name(report.name_of(one.entrant))).collect();
    let digits = report.unit.digits_drawn();
    let values: Vec<String> = rated.iter().map(|one| in_words(one, digits)).collect();
    let left = 16.0 + widest(&names).max(60.0);
    let width = (left + 20.0 + PLOT + 16.0 + widest(&values)).max(width_of(&report.name) + 200.0);
    let bottom = TOP + ROW * rated.len().max(1) as f64;
    let mut canvas = Canvas::new(width, bottom + 54.0, &format!("{}: ratings", report.name));
    let title = format!("{}: {} with 95 % intervals", name(&report.name), report.unit.title());
    canvas.text([12.0, 24.0], Anchor::Start, "ink", &title);
    if rated.is_empty() {
        canvas.text([12.0, TOP + 16.0], Anchor::Start, "soft", "no entrant has a rating");
        return canvas.finish();
    }
    let low = rated.iter().map(|one| one.low).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|one| one.high).fold(f64::NEG_INFINITY, f64::max);
    // Ratings that differ by less than the last digit are not spread over the plot.
    let ticks = ticks(low, high.max(low + libm::pow(10.0, -(digits as f64))), 7);
    let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
    let tick_digits = ticks.get(1).map_or(0, |second| digits_of(second - first));
    let x = |value: f64| left + 20.0 + PLOT * (value - first) / (last - first);
    for tick in &ticks {
        canvas.line([x(*tick), TOP - 6.0], [x(*tick), bottom], "grid");
        canvas.text([x(*tick), bottom + 18.0], Anchor::Middle, "soft", &decimals(*tick, tick_digits));
    }
    for (row, one) in rated.iter().enumerate() {
        let y = TOP + ROW * (row as f64 + 0.5);
        canvas.text([left, y + 4.5], Anchor::End, "ink", &names[row]);
        canvas.line([x(one.low), y], [x(one.high), y], "bar");
        for end in [one.low, one.high] {
            canvas.line([x(end), y - 4.0], [x(end), y + 4.0], "bar");
        }
        canvas.dot([x(one.value), y], "mark");
        canvas.text([left + 20.0 + PLOT + 16.0, y + 4.5], Anchor::Start, "soft", &values[row]);
    }
    if left_out > 0 {
        canvas.text(
            [12.0, bottom + 42.0],
            Anchor::Start,
            "soft",
            &format!("{left_out} further entrants are not drawn"),
        );
    }
    canvas.finish()
}

fn in_words(rating: &Rating, digits: usize) -> String {
    let (above, below) = (rating.high - rating.value, rating.low - rating.value);
    let [below, above] = [below, above].map(|off| signed_decimals(off, digits));
    format!("{} ({below}, {above})", decimals(rating.value, digits))
}

/// Returns how many decimals distinguish multiples of `step`.
fn digits_of(step: f64) -> usize {
    libm::ceil(-libm::log10(step) - 1e-9).clamp(0.0, 9.0) as usize
}

fn widest(texts: &[String]) -> f64 {
    texts.iter().map(|text| width_of(text)).fold(0.0, f64::max)
}
