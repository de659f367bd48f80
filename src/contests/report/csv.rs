//! A report as CSV by RFC 4180: a header line, CRLF, double quotes where needed. Names and reasons
//! are untrusted: an apostrophe precedes text that a spreadsheet would read as a formula.

use super::{
    model::Report,
    table::{against, points_of},
    text::{csv, csv_quoted},
};
use crate::stats::{decimals, weight};

/// Writes place, points, tie-breaks and the reason of each entrant.
pub fn standings(report: &Report) -> String {
    let scores = report.scores();
    let mut rows = Rows::default();
    let breaks = report.tie_breaks.iter().map(|one| csv_quoted(&one.name()));
    let head = ["rank", "entrant", "points", "matches", "score"].map(str::to_owned);
    rows.add(head.into_iter().chain(breaks).chain(["reason".to_owned()]));
    for standing in &report.standings {
        let entrant = standing.entrant.index();
        let score = scores.get(entrant).copied().unwrap_or_default();
        let values = report.tie_breaks.iter().zip(&standing.tie_breaks);
        let cells = [
            standing.rank.to_string(),
            csv(report.name_of(entrant)),
            decimals(standing.halves as f64 / 2.0, 1),
            score.matches.to_string(),
            score.share().map_or(String::new(), |share| decimals(share, 6)),
        ];
        let values = values.map(|(of, value)| decimals(*value as f64 / of.unit() as f64, 2));
        rows.add(cells.into_iter().chain(values).chain([csv(&standing.reason)]));
    }
    rows.0
}

/// Writes a line per match and seat. A forfeited match has neither places nor points, and its cause
/// is the entrant that was out. `number` is the number of the match in its encounter, from 1.
pub fn matches(report: &Report) -> String {
    let mut rows = Rows::default();
    rows.add(
        [
            "encounter",
            "stage",
            "match",
            "seat",
            "entrant",
            "place",
            "points",
            "termination",
            "caused_it",
            "detail",
            "digest",
            "number",
        ]
        .map(str::to_owned),
    );
    let numbered = (1_u64..).zip(&report.encounters);
    let matches = numbered.flat_map(|(number, encounter)| {
        (1_u64..).zip(encounter.listed()).map(move |one| (number, encounter.stage, one))
    });
    for (encounter, stage, (number, one)) in matches {
        for (seat, entrant) in one.entrants.iter().enumerate() {
            rows.add([
                encounter.to_string(),
                (u64::from(stage) + 1).to_string(),
                csv(&one.name),
                seat.to_string(),
                csv(report.name_of(*entrant)),
                one.places.get(seat).map_or(String::new(), u32::to_string),
                one.halves.get(seat).map_or(String::new(), |halves| decimals(*halves as f64 / 2.0, 1)),
                csv(&one.termination),
                (one.by_seat == Some(seat)).to_string(),
                csv(&one.detail),
                one.digest.as_ref().map_or(String::new(), weight::hex),
                number.to_string(),
            ]);
        }
    }
    rows.0
}

/// Writes the difference of every two entrants that met. If the game's own points are unknown, the
/// number of encounters is empty too.
pub fn pairs(report: &Report) -> String {
    let mut rows = Rows::default();
    let head = "first,second,won,drawn,lost,pairs_0,pairs_half,pairs_1,pairs_3_halves,pairs_2,elo,elo_low,elo_high,los,draw_ratio,\
                normalised_elo,normalised_elo_low,normalised_elo_high,encounters,points_an_encounter,points_low,points_high,\
                observed,left_out,different,openings";
    rows.add([head.to_owned()]);
    let if_any = |value: Option<f64>, digits| value.map_or(String::new(), |value| decimals(value, digits));
    for ((first, second), results) in &report.pairs() {
        let found = results.estimate();
        let names = [csv(report.name_of(*first)), csv(report.name_of(*second))];
        let games = [results.games.wins, results.games.draws, results.games.losses];
        let of_pairs = |count: u64| if report.has_pairs_of_matches() { count.to_string() } else { String::new() };
        let counts = games.map(|count| count.to_string()).into_iter().chain(results.pairs.pairs.map(of_pairs));
        let elo = [found.elo.value, found.elo.low, found.elo.high].map(|elo| decimals(elo, 2));
        let normalised = found.normalised_elo;
        let normalised = [normalised.value, normalised.low, normalised.high].map(|elo| decimals(elo, 2));
        let interval = results.points_interval();
        let points = [results.points.mean(), interval.map(|found| found.low), interval.map(|found| found.high)];
        let shares = [decimals(found.los, 6), if_any(results.games.draw_ratio(), 6)];
        let encounters = Some(results.points.observations()).filter(|count| *count > 0);
        let encounters = encounters.map_or(String::new(), |count| count.to_string());
        let cells = names.into_iter().chain(counts).chain(elo).chain(shares).chain(normalised);
        let openings = results.openings.map_or(String::new(), |count| count.to_string());
        let [left_out, different] = [results.left_out(), results.weight.different].map(|count| count.to_string());
        let observed = [results.observed().to_owned(), left_out, different, openings];
        rows.add(cells.chain([encounters]).chain(points.map(|value| if_any(value, 4))).chain(observed));
    }
    rows.0
}

/// Writes the scores of all entrants against each other, in the order of the standings: `2.5:1.5
/// points`.
pub fn crosstable(report: &Report) -> String {
    let (ranked, pairs) = (report.ranked(), report.pairs());
    let mut rows = Rows::default();
    rows.add(std::iter::once("entrant".to_owned()).chain(ranked.iter().map(|one| csv(report.name_of(*one)))));
    for own in &ranked {
        let cells = ranked.iter().map(|other| match against(&pairs, *own, *other) {
            // A spreadsheet reads a bare `1:2` as a time, so a word follows.
            Some(results) => format!("{} points", points_of(&results)),
            None => String::new(),
        });
        rows.add(std::iter::once(csv(report.name_of(*own))).chain(cells));
    }
    rows.0
}

/// Writes the causes of the ends of matches, by entrant.
pub fn causes(report: &Report) -> String {
    let mut rows = Rows::default();
    rows.add(
        ["ended_by".to_owned(), "matches".to_owned()].into_iter().chain(report.entrants.iter().map(|one| csv(one))),
    );
    for (word, row) in &report.causes() {
        let by = row.by_entrant.iter().map(|count| count.to_string());
        rows.add([csv(word), row.matches.to_string()].into_iter().chain(by));
    }
    rows.0
}

/// Lines of already escaped cells.
#[derive(Default)]
pub(super) struct Rows(pub(super) String);

impl Rows {
    pub(super) fn add(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0 += &cells.into_iter().collect::<Vec<_>>().join(",");
        self.0 += "\r\n";
    }
}
