//! Prints a tournament in a terminal while it is played, and its standings at the end.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::Path,
};

use serde_json::{Value, json};

use super::{
    contest::{Printer, Told, name},
    run::statistics,
    text::{first_of, one_line},
};
use crate::report::columns::Columns;
use crate::{
    contest::{ContestKind as _, ContestReason, MatchKey, Outcome, Phase, end_in_words, points_in_words},
    report::{json as report_json, table as report_table},
    runner::tournament::report::{About, shown_tie_breaks, without_ratings},
    series::comparison::PairResults,
    standard_output::standard_output,
    stats::{DigestRoom, utc::utc, weight},
    tournament::{
        Shown, Tournament,
        standings::{Standing, TieBreak},
    },
};

impl Printer {
    /// Prints the final standings; `directory`, if given, contains the files of the tournament.
    pub fn end_tournament(&self, tournament: &Tournament, directory: Option<&Path>) -> io::Result<()> {
        self.clear();
        let mut standings = tournament.standings(Shown::All);
        let about = About { display_names: self.display_names.clone(), ..About::default() };
        let report = without_ratings(tournament, about);
        let mut out = standard_output();
        if self.is_json {
            let of = |one| report_json::standing(&report, one);
            let standings: Vec<Value> = report.standings.iter().map(of).collect();
            let ended = tournament.phase.is_over();
            let object = json!({
                "standings": standings,
                "over": ended,
                "stands": stands(tournament),
                "answers": report_json::answers(&report),
                "test": report_json::test(&report),
                "repeats": report.weight().repeats(),
            });
            return writeln!(out, "{object}");
        }
        writeln!(out, "\n{}: {}", one_line(&tournament.opened.name), stands(tournament))?;
        let tie_breaks = shown_tie_breaks(&tournament.opened.rules, &mut standings);
        for row in table(tournament, &tie_breaks, &standings, &self.display_names).lines() {
            writeln!(out, "{row}")?;
        }
        report_table::answers(&report).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        weight::warning(report.weight()).iter().try_for_each(|warning| writeln!(out, "{warning}"))?;
        if let Some(directory) = directory {
            writeln!(out, "everything is in {}", directory.display())?;
        }
        Ok(())
    }
}

impl Told for Tournament {
    const SAYS_ITS_END: bool = false;

    fn entry(name: &String) -> (&str, &[u16]) {
        (name, &[])
    }

    fn category(&self, _: u16) -> String {
        String::new()
    }

    fn standing_line(&self, _: &MatchKey) -> String {
        standing_line(self)
    }

    fn bar(&self) -> Option<(u64, u64, String)> {
        let (done, all) = matches_over(self);
        let test = self.test.as_ref().map(|test| test.report().distance() + "  ");
        Some((done, all, test.unwrap_or_default() + &one_line(&self.opened.name)))
    }

    fn test_in_words(&self) -> String {
        one_line(&self.named(Tournament::test_in_words(self).unwrap_or_default()))
    }
}

/// Returns the number of finished matches, and of all matches paired so far.
fn matches_over(tournament: &Tournament) -> (u64, u64) {
    let matches = tournament.encounters.iter().flat_map(|encounter| {
        let is_over = !encounter.forfeited_by.is_empty();
        encounter.matches.iter().map(move |slot| is_over || slot.outcome != Outcome::Open)
    });
    matches.fold((0, 0), |(done, all), is_over| (done + u64::from(is_over), all + 1))
}

/// Returns the standings in a line: the difference of two entrants, as `referee play` prints it, or
/// the leaders if there are more entrants.
fn standing_line(tournament: &Tournament) -> String {
    let pair = match &tournament.test {
        Some(test) => Some(test.entrants),
        None => (tournament.entrants.len() == 2).then_some((0, 1)),
    };
    let Some((first, second)) = pair else { return leaders(tournament) };
    let (mut results, mut room) = (PairResults::default(), DigestRoom::default());
    for (index, encounter) in tournament.encounters.iter().enumerate() {
        if encounter.complete_ms.is_some() {
            results.add(&tournament.observed(index), first, second, &mut room);
        }
    }
    let names =
        [first, second].map(|one| tournament.entrants.get(one).map_or(String::new(), |one| one_line(&one.name)));
    let test = tournament.test.as_ref().map(|test| test.report());
    statistics::line_of([&names[0], &names[1]], tournament.opened.rules.seats, results.results(), test.as_ref())
}

/// Formats the leaders: `leaders: alpha 12, beta 10.5, gamma 9 of 16`.
fn leaders(tournament: &Tournament) -> String {
    let standings = tournament.standings(Shown::All);
    let of = |one: &Standing| format!("{} {}", name(tournament, one.entrant), points_in_words(one.halves));
    format!("leaders: {}", first_of(&standings.iter().map(of).collect::<Vec<_>>()))
}

fn stands(tournament: &Tournament) -> String {
    match &tournament.phase {
        Phase::Entries => "not begun".to_owned(),
        Phase::Running => "interrupted; run the same command to resume".to_owned(),
        Phase::Closing => format!("{}; run the same command to end it", Told::test_in_words(tournament)),
        Phase::Provisional { reason, until_unix_ms } => {
            format!("{}; provisional until {} UTC", ended(tournament, reason), utc(*until_unix_ms))
        }
        Phase::Over(reason) => ended(tournament, reason),
    }
}

/// Explains why no further match is played. A test can end without an answer.
fn ended(tournament: &Tournament, reason: &ContestReason) -> String {
    match (reason, &tournament.test) {
        (ContestReason::Tested, Some(test)) => test.ended(reason.to_string()).stopped,
        _ => one_line(&end_in_words(reason)),
    }
}

/// Explains how and why an entrant is out, in one line; `None` if it is not out.
fn out(tournament: &Tournament, standing: &Standing) -> Option<String> {
    tournament.entrants.get(standing.entrant.index())?.status.out().map(|out| one_line(&out))
}

fn table(
    tournament: &Tournament,
    tie_breaks: &[TieBreak],
    standings: &[Standing],
    display_names: &BTreeMap<String, String>,
) -> Columns {
    let mut table = Columns::all_left();
    let names = tie_breaks.iter().map(|tie_break| tie_break.name());
    table.row(
        ["rank".to_owned(), "entrant".to_owned()]
            .into_iter()
            .chain((!display_names.is_empty()).then(|| "name".to_owned()))
            .chain(["points".to_owned()])
            .chain(names)
            .chain(["why".to_owned()]),
    );
    for standing in standings {
        let values = tie_breaks.iter().zip(&standing.tie_breaks);
        let values = values.map(|(tie_break, value)| tie_break.in_units(*value));
        let entrant = name(tournament, standing.entrant);
        let display_name = display_names.get(&entrant).map(|text| one_line(text)).unwrap_or_default();
        let first = [standing.rank.to_string(), entrant]
            .into_iter()
            .chain((!display_names.is_empty()).then_some(display_name))
            .chain([(standing.halves as f64 / 2.0).to_string()]);
        let why = [Some(one_line(&tournament.named(&standing.why))), out(tournament, standing)];
        // The text of `out` begins with the word that explains the last place, so one of the two
        // suffices.
        let [below, out] = why.map(Option::unwrap_or_default);
        let why: Vec<String> = [below]
            .into_iter()
            .filter(|below| !out.starts_with(below.as_str()))
            .chain([out.clone()])
            .filter(|part| !part.is_empty())
            .collect();
        table.row(first.chain(values).chain([why.join("; ")]));
    }
    table
}
