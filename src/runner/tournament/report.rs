//! What a tournament came to, as files beside its records.

use std::path::Path;

use anyhow::Context as _;

use crate::{
    rating::{Config, MatchLog, fit},
    replaced_file,
    report::{self, Award, Rating, Report, ReportEncounter, ReportMatch},
    tournament::{
        MatchKey, Shown, Tournament,
        event::Award as AwardKind,
        state::{EncounterState, Outcome},
    },
};

/// What a report says of a tournament beside what follows from its events.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Its name in ids.
    pub id: &'a str,
    /// The id of its game.
    pub game: &'a str,
    /// The time control in its own text; empty where there is none.
    pub time_control: &'a str,
}

/// Writes the reports of a tournament into its directory: as a table, JSON, CSV, plots, and TRF where that fits. What stands there is
/// written over.
pub fn write(tournament: &Tournament, about: About<'_>, directory: &Path) -> anyhow::Result<()> {
    let report = of(tournament, about);
    report.check().context("the report contradicts itself")?;
    let mut files = vec![
        ("report.txt", report::table::lines(&report).join("\n") + "\n"),
        ("report.json", format!("{:#}\n", report::json::object(&report))),
        ("standings.csv", report::csv::standings(&report)),
        ("matches.csv", report::csv::matches(&report)),
        ("crosstable.csv", report::csv::crosstable(&report)),
        ("pairs.csv", report::csv::pairs(&report)),
        ("causes.csv", report::csv::causes(&report)),
        ("crosstable.svg", report::svg::heat_map(&report)),
        ("scores.svg", report::svg::scores(&report)),
    ];
    if !report.ratings.is_empty() {
        files.push(("ratings.svg", report::svg::ratings(&report)));
    }
    if let Ok(text) = report::trf(&report) {
        files.push(("tournament.trf", text));
    }
    for (name, text) in files {
        let path = directory.join(name);
        replaced_file::write(&path, text.as_bytes()).with_context(|| format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

/// The report of a tournament.
pub fn of(tournament: &Tournament, about: About<'_>) -> Report {
    let rules = &tournament.opened.rules;
    let awards = tournament.awards.iter().filter(|award| award.halves != 0 || award.award == AwardKind::Bye);
    Report {
        name: tournament.opened.name.clone(),
        game: about.game.to_owned(),
        seats: rules.seats,
        format: rules.format.in_words(),
        time_control: about.time_control.to_owned(),
        entrants: tournament.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        tie_breaks: rules.tie_breaks.clone(),
        standings: tournament.standings(Shown::All),
        encounters: tournament.encounters.iter().map(|encounter| reported(encounter, about.id)).collect(),
        awards: awards
            .map(|award| Award {
                stage: award.stage,
                entrant: award.entrant.index(),
                halves: award.halves,
                reason: award.reason.clone(),
            })
            .collect(),
        ratings: ratings(tournament),
    }
}

fn reported(encounter: &EncounterState, id: &str) -> ReportEncounter {
    let paired = &encounter.paired;
    let matches = encounter.matches.iter().enumerate().filter_map(|(number, slot)| {
        let key = MatchKey { encounter: paired.encounter, number: number as u32, attempt: slot.attempt };
        let seats = paired.entrants.len();
        let (places, halves, termination, by_seat) = match &slot.outcome {
            Outcome::Counted(result) => {
                let by_seat = result.offender.map(|seat| seat.index());
                (result.places.clone(), result.halves.clone(), result.cause.clone(), by_seat)
            }
            Outcome::Void => (Vec::new(), vec![0; seats], slot.voids.last().cloned().unwrap_or_default(), None),
            Outcome::Open => return None,
        };
        Some(ReportMatch {
            match_id: format!("{id}-{key}"),
            entrants: (0..seats).map(|seat| paired.at_seat(number, seat).index()).collect(),
            places,
            halves,
            termination,
            by_seat,
            detail: String::new(),
        })
    });
    ReportEncounter {
        stage: paired.encounter.stage,
        entrants: paired.entrants.iter().map(|entrant| entrant.index()).collect(),
        reason: paired.reason.clone(),
        matches: matches.collect(),
    }
}

/// The ratings by all matches that count, with the mean 0; none where not all who played can be compared.
fn ratings(tournament: &Tournament) -> Vec<Rating> {
    let Ok(mut log) = MatchLog::new(usize::from(tournament.opened.rules.seats)) else { return Vec::new() };
    for encounter in &tournament.encounters {
        for (number, slot) in encounter.matches.iter().enumerate() {
            let Outcome::Counted(result) = &slot.outcome else { continue };
            let names: Vec<&str> = (0..encounter.paired.entrants.len())
                .map(|seat| tournament.entrants[encounter.paired.at_seat(number, seat).index()].name.as_str())
                .collect();
            if log.add(&names, &result.places).is_err() {
                return Vec::new();
            }
        }
    }
    let Ok(fitted) = fit(&log, &Config::default()) else { return Vec::new() };
    if fitted.components().len() != 1 {
        return Vec::new();
    }
    let rating = |rated: &crate::rating::Rated| {
        let entrant = tournament.entrants.iter().position(|entrant| entrant.name == rated.entrant)?;
        Some(Rating { entrant, elo: rated.elo, low: rated.low, high: rated.high })
    };
    fitted.ratings().iter().filter_map(rating).collect()
}
