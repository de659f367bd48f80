//! A tournament as a person reads it in a terminal while it is played, and how it stands at the end.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::Path,
};

use serde_json::{Value, json};

use super::{
    columns::Columns,
    contest::Printer,
    run::statistics,
    text::{first_of, one_line, score},
};
use crate::{
    contest::ContestReason,
    referee::Seed,
    report::{json as report_json, table as report_table},
    runner::tournament::report::{About, shown_tie_breaks, without_ratings},
    series::comparison::PairResults,
    standard_output::standard_output,
    stats::{DigestRoom, counted, utc::utc, weight},
    steward::Observer,
    store::codec::contest_reason::word,
    tournament::{
        Entrant, Fact, MatchKey, Phase, Shown, Tournament, TournamentEvent,
        event::{EntryRemoval, end_in_words},
        points_in_words,
        standings::{Standing, TieBreak},
        state::Outcome,
    },
};

impl Printer {
    /// How it stands when nothing more is played; `directory`, where there is one, has everything of it.
    pub fn end_tournament(&self, tournament: &Tournament, directory: Option<&Path>) -> io::Result<()> {
        self.clear();
        let mut standings = tournament.standings(Shown::All);
        let report = without_ratings(tournament, About::default());
        let mut out = standard_output();
        if self.is_json {
            let of = |one| object_of(tournament, one, &self.display_names);
            let standings: Vec<Value> = standings.iter().map(of).collect();
            let ended = matches!(tournament.phase, Phase::Over(_));
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
            writeln!(out, "all of it is in {}", directory.display())?;
        }
        Ok(())
    }
}

impl Observer<Tournament> for Printer {
    fn happened(&mut self, tournament: &Tournament, event: &TournamentEvent) -> anyhow::Result<()> {
        let line = if self.is_json {
            let mut object = object(tournament, &event.fact);
            object["seq"] = event.seq.0.into();
            Some(object.to_string())
        } else {
            line(tournament, &event.fact)
        };
        if let Some(line) = line {
            self.say(&line)?;
        }
        if let Fact::MatchCounted { .. } = &event.fact {
            self.count(|| standing_line(tournament))?;
        }
        if self.has_bar() {
            let (done, all) = matches_over(tournament);
            let test = tournament.test.as_ref().map(|test| test.report().distance() + "  ");
            self.show(done, all, test.unwrap_or_default() + &one_line(&tournament.opened.name));
        }
        Ok(())
    }
}

/// The matches that are over, and all that were paired so far.
fn matches_over(tournament: &Tournament) -> (u64, u64) {
    let matches = tournament.encounters.iter().flat_map(|encounter| {
        let is_over = !encounter.forfeited_by.is_empty();
        encounter.matches.iter().map(move |slot| is_over || slot.outcome != Outcome::Open)
    });
    matches.fold((0, 0), |(done, all), is_over| (done + u64::from(is_over), all + 1))
}

/// How it stands: what the two of a test, or of all, are apart, as `referee play` prints it; where there are more, who leads.
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

/// `leaders: alpha 12, beta 10.5, gamma 9 of 16`.
fn leaders(tournament: &Tournament) -> String {
    let standings = tournament.standings(Shown::All);
    let of = |one: &Standing| format!("{} {}", name(tournament, one.entrant), points_in_words(one.halves));
    format!("leaders: {}", first_of(&standings.iter().map(of).collect::<Vec<_>>()))
}

fn stands(tournament: &Tournament) -> String {
    match &tournament.phase {
        Phase::Entries => "not begun".to_owned(),
        Phase::Running => "interrupted; the same command goes on".to_owned(),
        Phase::Closing => format!("{}; the same command ends it", test_in_words(tournament)),
        Phase::Provisional { reason, until_unix_ms } => {
            format!("{}; provisional until {} UTC", ended(tournament, reason), utc(*until_unix_ms))
        }
        Phase::Over(reason) => ended(tournament, reason),
    }
}

/// Why no further match is played. A test can end without an answer.
fn ended(tournament: &Tournament, reason: &ContestReason) -> String {
    match (reason, &tournament.test) {
        (ContestReason::Tested, Some(test)) => test.ended(reason.to_string()).stopped,
        _ => one_line(&end_in_words(reason)),
    }
}

/// What the test says, with names.
fn test_in_words(tournament: &Tournament) -> String {
    one_line(&tournament.named(tournament.test_in_words().unwrap_or_default()))
}

fn name(tournament: &Tournament, entrant: Entrant) -> String {
    tournament.entrants.get(entrant.index()).map_or_else(String::new, |state| one_line(&state.name))
}

fn names(tournament: &Tournament, entrants: &[Entrant]) -> Vec<String> {
    entrants.iter().map(|entrant| name(tournament, *entrant)).collect()
}

/// `s1-b2-m1: alpha - beta 1-0, normal, 64 plies`.
fn line(tournament: &Tournament, fact: &Fact) -> Option<String> {
    let named = |reason: &ContestReason| one_line(&tournament.named(reason));
    let of = |entrant: &Entrant, what: &str, reason: &ContestReason| {
        Some(format!("{} {what}: {}", name(tournament, *entrant), named(reason)))
    };
    match fact {
        Fact::Opened(opened) => Some(format!("{} is open", one_line(&opened.name))),
        Fact::EntrantJoined { name } => {
            let late = if tournament.phase == Phase::Entries { "" } else { " late" };
            Some(format!("{} enters{late}", one_line(name)))
        }
        Fact::EntryRemoved { name, reason, cause } => {
            Some(format!("{} {}: {}", one_line(name), removal(*cause), named(reason)))
        }
        Fact::EntriesFrozen { reason } => Some(format!("nobody enters any more: {}", named(reason))),
        Fact::Started => Some("it begins".to_owned()),
        Fact::Paused { reason } => Some(format!("paused: {}", named(reason))),
        Fact::Resumed => Some("goes on".to_owned()),
        Fact::EncounterPaired(paired) => {
            let names = names(tournament, &paired.entrants).join(" - ");
            Some(format!("{}: {names} ({})", paired.encounter, named(&paired.reason)))
        }
        Fact::AwardGiven { stage, entrant, reason, .. } => {
            Some(format!("s{}: {} ({})", stage + 1, name(tournament, *entrant), named(reason)))
        }
        Fact::MatchCounted { match_key, result } => {
            let names = seated(tournament, match_key);
            let by = result.offender.and_then(|seat| names.get(seat.index()));
            let by = by.map_or_else(String::new, |name| format!(" by {name}"));
            let (names, score, cause) = (names.join(" - "), score(&result.places), &result.cause);
            let score = if result.is_deserted() { "forfeited by all" } else { &score };
            Some(format!("{match_key}: {names} {score}, {cause}{by}, {}", counted(result.plies, ["ply", "plies"])))
        }
        Fact::MatchVoided { match_key, reason, .. } => Some(format!("{match_key}: void, {}", named(reason))),
        Fact::EncounterForfeited { encounter, by } => {
            Some(format!("{encounter}: forfeited by {}", names(tournament, by).join(", ")))
        }
        Fact::EntrantWithdrawn { entrant, reason } => of(entrant, "withdrew", reason),
        Fact::EntrantDisqualified { entrant, reason } => of(entrant, "is disqualified", reason),
        Fact::EntrantSeen { entrant } => Some(format!("{} is here", name(tournament, *entrant))),
        // `referee tournament status` shows what waits.
        Fact::MatchWaits { .. } => None,
        Fact::ResultsReleased { through_stage } => {
            Some(format!("the results up to stage {} are released", through_stage.saturating_add(1)))
        }
        Fact::DealsShown { encounter, seed } => {
            Some(format!("{encounter}: its deals follow from the seed {}", Seed::new(*seed).hex()))
        }
        Fact::TestDecided => Some(format!("the test is over: {}", test_in_words(tournament))),
        Fact::MatchAwarded { match_key, winner, reason } => {
            Some(format!("{match_key}: awarded to {}: {}", name(tournament, *winner), named(reason)))
        }
        Fact::Provisional { until_unix_ms, .. } => {
            Some(format!("the results are provisional until {} UTC", utc(*until_unix_ms)))
        }
        // The standings, which are printed behind it, say it.
        Fact::Ended { .. } => None,
    }
}

fn removal(cause: EntryRemoval) -> &'static str {
    match cause {
        EntryRemoval::Left => "left before the start",
        EntryRemoval::Barred => "was disqualified before the start",
        EntryRemoval::Absent => "missed the check-in",
    }
}

/// Who sat on seat 0, 1, ... of a match.
fn seated(tournament: &Tournament, key: &MatchKey) -> Vec<String> {
    let Some(encounter) = tournament.encounter(&key.encounter) else { return Vec::new() };
    let seats = 0..encounter.paired.entrants.len();
    seats.map(|seat| name(tournament, encounter.paired.at_seat(key.number as usize, seat))).collect()
}

/// One object an event, with a key that says what became true.
fn object(tournament: &Tournament, fact: &Fact) -> Value {
    let named = |reason: &ContestReason| one_line(&tournament.named(reason));
    let of = |what: &str, entrant: &Entrant, reason: &ContestReason| json!({what: name(tournament, *entrant), "reason": named(reason), "code": word(reason)});
    match fact {
        Fact::Opened(opened) => json!({"opened": one_line(&opened.name)}),
        Fact::EntrantJoined { name } => json!({"joined": one_line(name)}),
        Fact::EntryRemoved { name, reason, cause } => {
            json!({"removed": one_line(name), "cause": removal(*cause), "reason": named(reason), "code": word(reason)})
        }
        Fact::EntriesFrozen { reason } => json!({"entries": "frozen", "reason": named(reason), "code": word(reason)}),
        Fact::Started => json!({"started": true}),
        Fact::Paused { reason } => json!({"paused": true, "reason": named(reason), "code": word(reason)}),
        Fact::Resumed => json!({"paused": false}),
        Fact::EncounterPaired(paired) => json!({
            "paired": paired.encounter.to_string(),
            "entrants": names(tournament, &paired.entrants),
            "reason": named(&paired.reason), "code": word(&paired.reason),
        }),
        Fact::AwardGiven { stage, entrant, reason, .. } => {
            json!({"awarded": name(tournament, *entrant), "stage": stage + 1, "reason": named(reason), "code": word(reason)})
        }
        Fact::MatchCounted { match_key, result } => json!({
            "match": match_key.to_string(),
            "entrants": seated(tournament, match_key),
            "places": result.places,
            "score": score(&result.places),
            "points": result.halves.iter().map(|halves| *halves as f64 / 2.0).collect::<Vec<_>>(),
            "cause": result.cause,
            "plies": result.plies,
            "elapsedMs": result.elapsed_ms,
            "forfeits": result.forfeits.iter().map(|seat| seat.0).collect::<Vec<_>>(),
        }),
        Fact::EntrantSeen { entrant } => json!({"connected": name(tournament, *entrant)}),
        Fact::MatchWaits { match_key, waited_ms } => {
            json!({"waits": match_key.to_string(), "waitedMs": waited_ms})
        }
        Fact::MatchVoided { match_key, reason, .. } => {
            json!({"void": match_key.to_string(), "reason": named(reason), "code": word(reason)})
        }
        Fact::EncounterForfeited { encounter, by } => {
            json!({"forfeited": encounter.to_string(), "by": names(tournament, by)})
        }
        Fact::EntrantWithdrawn { entrant, reason } => of("withdrawn", entrant, reason),
        Fact::EntrantDisqualified { entrant, reason } => of("disqualified", entrant, reason),
        Fact::ResultsReleased { through_stage } => json!({"releasedStages": through_stage.saturating_add(1)}),
        Fact::DealsShown { encounter, seed } => {
            json!({"dealsOf": encounter.to_string(), "seed": Seed::new(*seed).hex()})
        }
        Fact::MatchAwarded { match_key, winner, reason } => json!({
            "matchAwarded": match_key.to_string(),
            "winner": name(tournament, *winner),
            "reason": named(reason), "code": word(reason),
        }),
        Fact::Provisional { reason, until_unix_ms } => {
            json!({"provisional": one_line(&end_in_words(reason)), "code": word(reason), "untilUnixMs": until_unix_ms})
        }
        Fact::TestDecided => json!({"test": test_in_words(tournament)}),
        Fact::Ended { reason } => json!({"ended": one_line(&end_in_words(reason)), "code": word(reason)}),
    }
}

fn object_of(tournament: &Tournament, standing: &Standing, display_names: &BTreeMap<String, String>) -> Value {
    let tie_breaks = tournament.opened.rules.tie_breaks.iter().zip(&standing.tie_breaks);
    let tie_breaks: Vec<Value> = tie_breaks
        .map(|(tie_break, value)| json!({"name": tie_break.name(), "value": *value as f64 / tie_break.unit() as f64}))
        .collect();
    let mut object = json!({
        "rank": standing.rank,
        "entrant": name(tournament, standing.entrant),
        "points": standing.halves as f64 / 2.0,
        "tieBreaks": tie_breaks,
        "reason": one_line(&tournament.named(&standing.reason)),
        "out": out(tournament, standing).unwrap_or_default(),
    });
    if let Some(display_name) = display_names.get(&name(tournament, standing.entrant)) {
        object["displayName"] = display_name.as_str().into();
    }
    object
}

/// How and why an entrant is out, in one line.
fn out(tournament: &Tournament, standing: &Standing) -> Option<String> {
    tournament.entrants.get(standing.entrant.index())?.standing.out().map(|out| one_line(&out))
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
        // How an entrant is out begins with the word that already says why it is last.
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
