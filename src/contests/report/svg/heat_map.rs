//! The crosstable as a heat map.

use super::{
    super::{
        model::Report,
        table::{against, points_of},
        text::name,
    },
    canvas::{Anchor, Canvas, width_of},
};
use crate::stats::decimals;

/// Maximum entrants of the plot, the first of the standings. A line below the plot counts the
/// others.
pub const MAX_HEAT_MAP: usize = 64;
const CELL: f64 = 40.0;
const TOP: f64 = 66.0;
/// Colours of a row: orange if it lost all, nearly white if it was even, blue if it won all.
const ENDS: [[f64; 3]; 3] = [[213.0, 94.0, 0.0], [247.0, 247.0, 247.0], [0.0, 114.0, 178.0]];

/// Draws a row and a column for each entrant, by rank. A cell is the row's share of points against
/// the column.
pub fn heat_map(report: &Report) -> String {
    let ranked = report.ranked();
    let left_out = ranked.len().saturating_sub(MAX_HEAT_MAP);
    let shown = &ranked[..ranked.len() - left_out];
    let pairs = report.pairs();
    let names: Vec<String> =
        (1..).zip(shown).map(|(place, one)| format!("{place}  {}", name(report.name_of(*one)))).collect();
    let left = 20.0 + names.iter().map(|text| width_of(text)).fold(60.0, f64::max);
    let side = CELL * shown.len().max(1) as f64;
    let width = (left + side + 20.0).max(width_of(&report.name) + 320.0).max(left + 300.0);
    let mut canvas = Canvas::new(width, TOP + side + 78.0, &format!("{}: crosstable", report.name));
    let title = format!("{}: % of the points, row against column", name(&report.name));
    canvas.text([12.0, 24.0], Anchor::Start, "ink", &title);
    for (row, own) in shown.iter().enumerate() {
        let y = TOP + CELL * row as f64;
        canvas.text([left - 10.0, y + CELL / 2.0 + 4.5], Anchor::End, "ink", &names[row]);
        let x = left + CELL * (row as f64 + 0.5);
        canvas.text([x, TOP - 10.0], Anchor::Middle, "soft", &(row + 1).to_string());
        for (column, other) in shown.iter().enumerate() {
            let corner = [left + CELL * column as f64, y];
            let results = against(&pairs, *own, *other).filter(|_| own != other);
            let Some((results, share)) = results.and_then(|results| Some((results, results.score()?))) else {
                canvas.rectangle(corner, [CELL - 1.0, CELL - 1.0], r#"class="none""#, "");
                continue;
            };
            let hint =
                format!("{} - {}: {}", name(report.name_of(*own)), name(report.name_of(*other)), points_of(&results));
            let color = color_of(share);
            canvas.rectangle(corner, [CELL - 1.0, CELL - 1.0], &format!(r#"fill="{}""#, hex(color)), &hint);
            let middle = [corner[0] + CELL / 2.0, corner[1] + CELL / 2.0 + 4.5];
            canvas.colored_text(middle, ink_on(color), &decimals(100.0 * share, 0));
        }
    }
    legend(&mut canvas, [left, TOP + side + 18.0]);
    if left_out > 0 {
        let below = [12.0, TOP + side + 68.0];
        canvas.text(below, Anchor::Start, "soft", &format!("{left_out} further entrants are not drawn"));
    }
    canvas.finish()
}

fn legend(canvas: &mut Canvas, [left, top]: [f64; 2]) {
    const STEPS: u32 = 10;
    for step in 0..=STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        let corner = [left + 20.0 * f64::from(step), top];
        canvas.rectangle(corner, [20.0, 12.0], &format!(r#"fill="{}""#, hex(color_of(share))), "");
    }
    let width = 20.0 * f64::from(STEPS + 1);
    for (share, anchor, text) in
        [(0.0, Anchor::Start, "0 %"), (0.5, Anchor::Middle, "50 %"), (1.0, Anchor::End, "100 %")]
    {
        canvas.text([left + width * share, top + 28.0], anchor, "soft", text);
    }
}

/// Returns the colour for a share, 0 to 1, between the colours of [`ENDS`].
fn color_of(share: f64) -> [u8; 3] {
    let share = share.clamp(0.0, 1.0) * 2.0;
    let (from, to, part) = if share < 1.0 { (ENDS[0], ENDS[1], share) } else { (ENDS[1], ENDS[2], share - 1.0) };
    std::array::from_fn(|channel| libm::round(from[channel] + (to[channel] - from[channel]) * part) as u8)
}

/// Returns black or white, whichever is easier to read on a colour. The limit is the relative
/// luminance of WCAG 2.1 at which both have the same contrast.
fn ink_on(color: [u8; 3]) -> &'static str {
    let linear = color.map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { libm::pow((share + 0.055) / 1.055, 2.4) }
    });
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    if luminance > 0.179 { "#000000" } else { "#ffffff" }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
