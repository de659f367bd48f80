//! A report for a terminal.

use std::collections::BTreeMap;

use super::{
    model::Report,
    text::{name, plain},
};
use crate::{
    report::columns::Columns,
    series::comparison::{Comparison, left_out_in_words},
    stats::{Method, decimals, signed_decimals, weight},
    tournament::points_in_words,
};

/// Maximum entrants of a crosstable.
pub const MAX_CROSSTABLE: usize = 24;
/// Maximum pairs in the list.
pub const MAX_PAIRS: usize = 60;
/// Maximum entrants for which a table of causes has columns.
const MAX_CAUSE_COLUMNS: usize = 12;

/// Formats the whole report as lines: answers, standings, crosstable, pairs, causes, and a warning
/// about repeats.
pub fn lines(report: &Report) -> Vec<String> {
    let seats = if report.seats > 2 { format!(", {} seats", report.seats) } else { String::new() };
    let mut lines =
        vec![format!("{} - {}, {}{seats}", plain(&report.name), plain(&report.game), plain(&report.format))];
    if let Some(phase @ ("provisional" | "cancelled")) = report.phase {
        lines.push(format!("results: {phase}"));
    }
    let repeats = weight::warning(report.weight()).into_iter().collect();
    let parts = [answers(report), standings(report), crosstable(report), pairs(report), causes(report), repeats];
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        lines.push(String::new());
        lines.extend(part);
    }
    lines
}

/// Formats the answers of the report, with its test.
pub fn answers(report: &Report) -> Vec<String> {
    let names: Vec<String> = report.entrants.iter().map(|one| plain(one)).collect();
    let names = |entrant: usize| names.get(entrant).map_or("?", String::as_str);
    let answers = report.answers();
    let sentences = answers.iter().map(|answer| answer.sentence(names));
    let test = report.test.iter().flat_map(|test| test.lines(names));
    sentences.chain(test.map(|line| plain(&line))).collect()
}

/// Formats rank, points and tie-breaks of each entrant, and which entrants are out and why.
pub fn standings(report: &Report) -> Vec<String> {
    let scores = report.scores();
    let mut table = Columns::default();
    let breaks = report.tie_breaks.iter().map(|one| one.name());
    let head = ["entrant", "rank", "points", "matches", "score"].map(str::to_owned);
    let named = report.has_display_names();
    table.row(head.into_iter().chain(breaks).chain(named.then(|| "name".to_owned())));
    for standing in &report.standings {
        let entrant = standing.entrant.index();
        let score = scores.get(entrant).copied().unwrap_or_default();
        let values = report.tie_breaks.iter().zip(&standing.tie_breaks);
        let cells = [
            name(report.name_of(entrant)),
            standing.rank.to_string(),
            points_in_words(standing.halves),
            score.matches.to_string(),
            percent(score.share()),
        ];
        let values = values.map(|(of, value)| of.in_units(*value));
        let display_name = named.then(|| name(report.display_name_of(entrant)));
        table.row(cells.into_iter().chain(values).chain(display_name));
    }
    let mut lines = table.lines();
    let out = report.out.iter().map(|(entrant, how)| format!("{}: {}", name(report.name_of(*entrant)), plain(how)));
    lines.extend(out);
    lines
}

/// Formats the scores of all entrants against each other, by rank; empty with more than
/// [`MAX_CROSSTABLE`] entrants.
pub fn crosstable(report: &Report) -> Vec<String> {
    let ranked = report.ranked();
    if ranked.is_empty() || ranked.len() > MAX_CROSSTABLE {
        return Vec::new();
    }
    let pairs = report.pairs();
    let mut table = Columns::default();
    let named = report.has_display_names();
    let numbers = (1..=ranked.len()).map(|number| number.to_string());
    let head = std::iter::once("crosstable".to_owned()).chain(numbers);
    table.row(head.chain(named.then(|| "name".to_owned())));
    for (number, own) in (1..).zip(&ranked) {
        let cells = ranked.iter().map(|other| match (own == other, against(&pairs, *own, *other)) {
            (true, _) => "x".to_owned(),
            (false, Some(results)) => points_of(&results),
            (false, None) => ".".to_owned(),
        });
        let display_name = named.then(|| name(report.display_name_of(*own)));
        let first = format!("{number} {}", name(report.name_of(*own)));
        table.row(std::iter::once(first).chain(cells).chain(display_name));
    }
    table.lines()
}

/// Formats the difference of every two entrants that met.
pub fn pairs(report: &Report) -> Vec<String> {
    let pairs = report.pairs();
    if pairs.is_empty() {
        return Vec::new();
    }
    let mut table = Columns::default();
    let has_pairs = report.has_pairs_of_matches();
    let head = ["difference", "matches", "won-drawn-lost", "Elo", "95 %", "normalised", "LOS", "draws"];
    let of_pairs = has_pairs.then_some("0 1/2 1 3/2 2");
    let has_openings = pairs.values().any(|results| results.openings.is_some());
    let of_openings = has_openings.then_some("openings");
    table.row(head.into_iter().chain(of_pairs).chain(["points an encounter", "95 %"]).chain(of_openings));
    let (mut guessed, mut left_out) = (false, 0);
    for ((first, second), results) in pairs.iter().take(MAX_PAIRS) {
        let found = results.estimate();
        guessed |= found.method == Method::Jeffreys;
        left_out += results.left_out();
        let games = &results.games;
        let cells = [
            format!("{} - {}", name(report.name_of(*first)), name(report.name_of(*second))),
            games.games().to_string(),
            format!("{}-{}-{}", games.wins, games.draws, games.losses),
            signed_decimals(found.elo.value, 1),
            format!("[{}, {}]", signed_decimals(found.elo.low, 1), signed_decimals(found.elo.high, 1)),
            signed_decimals(found.normalised_elo.value, 1),
            percent(Some(found.los)),
            percent(games.draw_ratio()),
        ];
        let pairs = has_pairs.then(|| results.pairs.pairs.map(|count| count.to_string()).join(" "));
        let points = [
            results.points.mean().map_or("-".to_owned(), |mean| signed_decimals(mean, 2)),
            results.points_interval().map_or("-".to_owned(), |found| {
                format!("[{}, {}]", signed_decimals(found.low, 2), signed_decimals(found.high, 2))
            }),
        ];
        let openings = has_openings.then(|| results.openings.map_or("-".to_owned(), |count| count.to_string()));
        table.row(cells.into_iter().chain(pairs).chain(points).chain(openings));
    }
    let mut lines = table.lines();
    if pairs.len() > MAX_PAIRS {
        lines.push(format!("{} further differences: JSON and CSV have all", pairs.len() - MAX_PAIRS));
    }
    if left_out > 0 {
        lines.push(left_out_in_words(left_out));
    }
    if guessed {
        lines.push(
            "few results, or all alike: the interval is that of a Beta posterior to Jeffreys' prior, \
            deliberately wide"
                .into(),
        );
    }
    lines
}

/// Formats the causes of the ends of matches, by entrant.
pub fn causes(report: &Report) -> Vec<String> {
    let causes = report.causes();
    if causes.is_empty() {
        return Vec::new();
    }
    let shown = report.entrants.len().min(MAX_CAUSE_COLUMNS);
    let mut table = Columns::default();
    let by = report.entrants.iter().take(shown).map(|one| format!("by {}", name(one)));
    table.row(["ended by".to_owned(), "matches".to_owned()].into_iter().chain(by));
    for (word, row) in &causes {
        let by =
            row.by_entrant.iter().take(shown).map(|count| if *count == 0 { "-".into() } else { count.to_string() });
        table.row([plain(word), row.matches.to_string()].into_iter().chain(by));
    }
    let mut lines = table.lines();
    if report.entrants.len() > shown {
        lines.push(format!("{} further entrants: JSON and CSV have all", report.entrants.len() - shown));
    }
    lines
}

/// Returns the results of `own` against `other`; `None` if they did not meet.
pub(super) fn against(pairs: &BTreeMap<(usize, usize), Comparison>, own: usize, other: usize) -> Option<Comparison> {
    match own < other {
        true => pairs.get(&(own, other)).copied(),
        false => pairs.get(&(other, own)).map(Comparison::turned),
    }
}

/// Formats the points of both: `2.5:1.5`.
pub(super) fn points_of(results: &Comparison) -> String {
    let of = |won: u64| points_in_words(i64::try_from(2 * won + results.games.draws).unwrap_or(i64::MAX));
    format!("{}:{}", of(results.games.wins), of(results.games.losses))
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{} %", decimals(100.0 * share, 1)))
}
