//! Formats a match of a run as a line.

use crate::{
    law::{Evidence, event::SeatLost},
    runner::plan::Plan,
    series::played::Played,
    stats::counted,
    transcript::text::{all_points, one_line},
};

/// Maximum characters of a verdict's detail in a line.
const SHORT: usize = 160;

/// Formats a match: `match 3/20: search - random 1-0, points 15-4, normal (home), 9 rounds, 160
/// plies, 1.20 s`.
pub fn line_of(plan: &Plan, played: &Played) -> String {
    let names: Vec<&str> = names(plan, played).collect();
    let verdict = &played.verdict;
    let result = match (verdict.places.as_slice(), played.scores()) {
        ([_, _], Some(scores)) => scores.iter().map(|score| half(*score)).collect::<Vec<_>>().join("-"),
        ([], _) => "void".to_owned(),
        (places, _) => format!("places {}", join(places, "-")),
    };
    let by = verdict.seat.and_then(|seat| names.get(seat.index())).map(|name| format!(" by {name}"));
    let detail = in_brackets(&verdict.detail());
    let lost_seat = |lost: &SeatLost| {
        let name = names.get(lost.seat.index()).copied().unwrap_or_default();
        format!(", {name} lost by {}{}", lost.cause.word(), in_brackets(&lost.detail()))
    };
    let lost: String = played.lost.iter().map(lost_seat).collect();
    let over = verdict.overrun.map(|overrun| format!(" {:.3} ms over", overrun.as_secs_f64() * 1000.0));
    let left = played.lost.iter().map(|lost| &lost.evidence).chain([&verdict.evidence]).flatten();
    let errors: String = left.flat_map(|left| last_errors(left)).collect();
    format!(
        "match {}/{}: {} {result}, points {}, {}{}{}{detail}{lost}, {}, {}, {:.2} s{errors}",
        played.number,
        plan.matches,
        names.join(" - "),
        all_points(&verdict.totals),
        verdict.termination.word(),
        by.unwrap_or_default(),
        over.unwrap_or_default(),
        counted(played.rounds, ["round", "rounds"]),
        counted(played.plies, ["ply", "plies"]),
        played.elapsed.as_secs_f64(),
    )
}

/// The last lines of standard error that a program left, each after a line end.
fn last_errors(left: &Evidence) -> impl Iterator<Item = String> {
    left.last_errors().iter().map(|line| format!("\n  stderr: {}", short(&one_line(line))))
}

/// The names of its engines, seat 0 first.
pub fn names<'a>(plan: &'a Plan, played: &'a Played) -> impl Iterator<Item = &'a str> {
    played.entrants.iter().map(|engine| plan.engines[*engine].name.as_str())
}

fn join<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// Returns a detail in brackets, to follow a word; empty without a detail.
fn in_brackets(detail: &str) -> String {
    match short(&one_line(detail)) {
        detail if detail.is_empty() => detail,
        detail => format!(" ({detail})"),
    }
}

/// Cuts a detail for a line; the record contains all of it.
fn short(detail: &str) -> String {
    match detail.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}...", &detail[..end]),
        None => detail.to_owned(),
    }
}

/// Formats a score in a match of two seats: `1`, `1/2` or `0`.
fn half(score: f64) -> String {
    if score == 0.5 { "1/2".to_owned() } else { score.to_string() }
}
