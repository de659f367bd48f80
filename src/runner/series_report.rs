//! What the matches of a run came to, in all formats in which tournaments are reported.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use super::{engine_words::BadWords, plan::Plan, report_files};
use crate::{
    report::{Report, ReportEncounter, ReportMatch, TrfError, Unit},
    series::played::Played,
    tournament::{
        Entrant, place_points,
        standings::{Happened, PointsSystem, ResultPoints, TieBreak, standings},
    },
};

/// The most matches of a run that is reported: all of them are kept until its end.
pub const MAX_MATCHES: u32 = 200_000;
/// How many engines the name of a report has.
const MAX_NAMED: usize = 8;
/// What parts engines with as many points, as in a round robin.
const TIE_BREAKS: [TieBreak; 3] = [TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins];

/// The matches of a run so far, for the report at its end.
pub struct SeriesReport {
    directory: PathBuf,
    /// By number, from 0.
    encounters: BTreeMap<u32, ReportEncounter>,
}

impl SeriesReport {
    /// A report of a run of so many matches into a directory, which is made where it is missing.
    pub fn open(directory: &Path, matches: u32) -> anyhow::Result<SeriesReport> {
        if matches > MAX_MATCHES {
            let text =
                format!("--report is for at most {MAX_MATCHES} matches, and there are {matches}: give --matches");
            return Err(BadWords::new(text).into());
        }
        fs::create_dir_all(directory)
            .with_context(|| format!("failed to make the directory {} for the report", directory.display()))?;
        Ok(SeriesReport { directory: directory.to_owned(), encounters: BTreeMap::new() })
    }

    /// Where it is written.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Adds a match that was played.
    pub fn add(&mut self, plan: &Plan, played: &Played) {
        let seats = u32::from(plan.setting.seats());
        let number = played.number.saturating_sub(1) / seats;
        let cycle = (number * seats) as usize / plan.pairings.len().max(1);
        let encounter = self.encounters.entry(number).or_insert_with(|| ReportEncounter {
            stage: u32::try_from(cycle).unwrap_or(u32::MAX),
            entrants: plan.pairing(number * seats).to_vec(),
            reason: format!("encounter {} of the run, in cycle {}", number + 1, cycle + 1),
            matches: Vec::new(),
            forfeits: Vec::new(),
            lacks: seats as usize,
        });
        encounter.matches.push(reported(played));
        encounter.lacks = encounter.lacks.saturating_sub(1);
    }

    /// Writes it, and gives why there is no TRF where there is none. What stands in the directory is written over.
    pub fn write(&self, plan: &Plan) -> anyhow::Result<Option<TrfError>> {
        report_files::write(&self.report(plan)?, &self.directory)
    }

    fn report(&self, plan: &Plan) -> anyhow::Result<Report> {
        let mut time_controls: Vec<String> =
            plan.engines.iter().map(|engine| engine.time_control.to_string()).collect();
        time_controls.dedup();
        ranked(Ranked {
            names: plan.engines.iter().map(|engine| engine.name.to_string()).collect(),
            display_names: plan.engines.iter().map(|engine| engine.display_name.clone()).collect(),
            game: plan.game.facts().id.to_owned(),
            seats: plan.setting.seats(),
            format: format!("a run of {} matches", plan.matches),
            time_control: time_controls.join(" "),
            games: self.encounters.values().map(games).collect(),
            encounters: self.encounters.values().cloned().collect(),
        })
    }
}

/// Matches that are to be ranked, without anybody who paired them.
pub struct Ranked {
    /// The names of the entrants.
    pub names: Vec<String>,
    /// Their display names, as in [`Report::display_names`].
    pub display_names: Vec<String>,
    /// The id of the game.
    pub game: String,
    /// Seats of a match, 2 to 8.
    pub seats: u8,
    /// What is reported, for people.
    pub format: String,
    /// The time controls, for people.
    pub time_control: String,
    /// The encounters, in the order in which they began.
    pub encounters: Vec<ReportEncounter>,
    /// The points of the entrants of each of them, for each match that counts.
    pub games: Vec<Vec<Vec<i64>>>,
}

/// Ranks entrants as in a round robin.
pub fn ranked(of: Ranked) -> anyhow::Result<Report> {
    let Ranked { names, display_names, game, seats, format, time_control, encounters, games } = of;
    let more = names.len().saturating_sub(MAX_NAMED);
    let happened: Vec<Happened> =
        encounters.iter().zip(games).filter_map(|(one, games)| happened(one, games)).collect();
    let points = PointsSystem::Games(ResultPoints::CLASSIC);
    let standings = standings(names.len(), &happened, points, &TIE_BREAKS).context("failed to rank the entrants")?;
    let mut report = Report {
        phase: None,
        name: names[..names.len() - more].join(", ")
            + &if more > 0 { format!(" and {more} more") } else { String::new() },
        game,
        seats,
        format,
        time_control,
        entrants: names,
        display_names,
        tie_breaks: TIE_BREAKS.to_vec(),
        out: BTreeMap::new(),
        standings,
        encounters,
        awards: Vec::new(),
        ratings: Vec::new(),
        unit: Unit::Elo,
    };
    report.ratings = report_files::ratings(&report);
    Ok(report)
}

/// The points of the entrants of an encounter, for each match that counts.
fn games(encounter: &ReportEncounter) -> Vec<Vec<i64>> {
    let points = |one: &ReportMatch| {
        let by_seat = place_points(&one.places);
        let of = |entrant: &usize| {
            let seat = one.entrants.iter().position(|seated| seated == entrant);
            seat.and_then(|seat| by_seat.get(seat)).copied().unwrap_or(0)
        };
        encounter.entrants.iter().map(of).collect()
    };
    encounter.matches.iter().filter(|one| !one.places.is_empty()).map(points).collect()
}

/// An encounter for the standings; `None` if no match of it counts.
fn happened(encounter: &ReportEncounter, games: Vec<Vec<i64>>) -> Option<Happened> {
    // A report has few entrants: every number fits.
    let entrants = encounter.entrants.iter().map(|entrant| Entrant(*entrant as u32)).collect();
    (!games.is_empty()).then_some(Happened::Encounter { stage: encounter.stage, entrants, games })
}

/// A match as a report has it.
pub fn reported(played: &Played) -> ReportMatch {
    let verdict = &played.verdict;
    ReportMatch {
        name: played.match_id.as_str().to_owned(),
        entrants: played.entrants.clone(),
        places: verdict.places.clone(),
        halves: (0..played.entrants.len()).map(|seat| verdict.halves(seat)).collect(),
        termination: verdict.termination.word().to_owned(),
        by_seat: verdict.seat.map(|seat| seat.index()),
        detail: verdict.detail.clone(),
    }
}
