//! The results of a run, in all formats of tournament reports.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use super::{
    counted::{Counted, CountedEncounter},
    report_files,
};
use crate::runner::{options::engine_words::BadWords, plan::Plan};
use crate::{
    contest::named,
    report::{Report, TrfError, Unit},
    series::{played::Played, sequential::EndedTest},
    stats::counted,
    tournament::{
        MatchKey,
        event::EncounterKey,
        standings::{Happened, PointsSystem, ResultPoints, Standing, TieBreak, standings},
    },
};

/// Maximum matches of a run with a report, which keeps all matches until the end.
pub const MAX_MATCHES: u32 = 200_000;
/// Maximum engines in the name of a report.
const MAX_NAMED: usize = 8;
/// The tie-breaks, like in a round robin.
const TIE_BREAKS: [TieBreak; 3] = [TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins];

/// The matches of a run so far, for the report at its end.
pub struct SeriesReport {
    directory: PathBuf,
    /// The encounters by number, from 0.
    encounters: BTreeMap<u32, CountedEncounter>,
}

impl SeriesReport {
    /// Creates a report of a run of this many matches in a directory, which is created if missing.
    pub fn open(directory: &Path, matches: u32) -> anyhow::Result<SeriesReport> {
        if matches > MAX_MATCHES {
            let text =
                format!("--report allows at most {MAX_MATCHES} matches, not {matches}: give fewer with --matches");
            return Err(BadWords::new(text).into());
        }
        fs::create_dir_all(directory)
            .with_context(|| format!("failed to make the directory {} for the report", directory.display()))?;
        Ok(SeriesReport { directory: directory.to_owned(), encounters: BTreeMap::new() })
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Adds a match that was played.
    pub fn add(&mut self, plan: &Plan, played: &Played) {
        let in_run = played.number.saturating_sub(1);
        let MatchKey { encounter: EncounterKey { stage, board, .. }, number, attempt } = plan.match_key(in_run);
        let encounter = self.encounters.entry(board).or_insert_with(|| {
            let reason = format!("encounter {} of the run, in cycle {}", board + 1, stage + 1);
            CountedEncounter::new(plan.pairing(in_run - number).to_vec(), stage, reason, played.opening)
        });
        encounter.add(number, attempt, Counted::of(played));
    }

    /// Writes the report with the test of the run. Returns why there is no TRF. Overwrites existing
    /// files.
    pub fn write(&self, plan: &Plan, test: Option<EndedTest>) -> anyhow::Result<Option<TrfError>> {
        report_files::write(&Report { test, ..self.report(plan)? }, &self.directory)
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
            format: format!("a run of {}", counted(plan.matches, ["match", "matches"])),
            time_control: time_controls.join(" "),
            encounters: self.encounters.values().collect(),
        })
    }
}

/// Matches to be ranked, without pairings.
pub struct Ranked<'a> {
    /// The names of the entrants.
    pub names: Vec<String>,
    /// The display names of the entrants, as in [`Report::display_names`].
    pub display_names: Vec<String>,
    /// The id of the game.
    pub game: String,
    /// Seats of a match, 2 to 8.
    pub seats: u8,
    /// A description of the report, as text.
    pub format: String,
    /// The time controls, for people.
    pub time_control: String,
    /// The encounters, in the order in which they began.
    pub encounters: Vec<&'a CountedEncounter>,
}

/// Ranks entrants as in a round robin.
pub fn ranked(of: Ranked<'_>) -> anyhow::Result<Report> {
    let Ranked { names, display_names, game, seats, format, time_control, encounters } = of;
    let more = names.len().saturating_sub(MAX_NAMED);
    let happened: Vec<Happened> = encounters.iter().filter_map(|one| one.happened(usize::from(seats))).collect();
    let points = PointsSystem::Games(ResultPoints::CLASSIC);
    let mut standings =
        standings(names.len(), &happened, points, &TIE_BREAKS).context("failed to rank the entrants")?;
    for Standing { why, reason, .. } in &mut standings {
        for words in [why, reason] {
            *words = named(&*words, |entrant| names.get(entrant).map(String::as_str));
        }
    }
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
        encounters: encounters.iter().map(|one| one.reported(usize::from(seats))).collect(),
        awards: Vec::new(),
        ratings: Vec::new(),
        unit: Unit::Elo,
        test: None,
    };
    report.ratings = report_files::ratings(&report);
    Ok(report)
}
