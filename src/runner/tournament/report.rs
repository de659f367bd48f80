//! Writes the results of a tournament as files beside its records.

use std::{collections::BTreeMap, path::Path};

use crate::{
    contest::ContestKind as _,
    report::{Award, Report, ReportEncounter, ReportMatch, TrfError, Unit},
    runner::{options::opening_args::OpeningSet, reports::report_files, seeds},
    tournament::{
        Entrant, MatchKey, Phase, Rules, Shown, Tournament,
        event::{Award as AwardKind, end_in_words, is_cancelled},
        standings::{Standing, TieBreak},
        state::{EncounterState, Outcome, Slot},
    },
};

/// The reported termination of a match that was not played because an entrant was out.
const FORFEIT: &str = "forfeit";
/// The reported termination of a match that the host awarded.
const AWARD: &str = "award";

/// The texts of a report that are not in the events of a tournament.
#[derive(Clone, Debug, Default)]
pub struct About<'a> {
    pub id: &'a str,
    /// The id of the game.
    pub game: &'a str,
    /// The time control in its own notation; empty without a time control.
    pub time_control: &'a str,
    /// The display names of the entrants with one, by name.
    pub display_names: BTreeMap<String, String>,
    /// The openings; `None` if matches begin with the game's own start, or if the openings cannot
    /// be numbered.
    pub openings: Option<OpeningSet>,
}

/// Writes the reports of a tournament into its directory: as a table, JSON, CSV, plots, and TRF if
/// possible. Returns why there is no TRF. Overwrites existing files.
pub fn write(tournament: &Tournament, about: About<'_>, directory: &Path) -> anyhow::Result<Option<TrfError>> {
    let no_trf = report_files::write(&of(tournament, about), directory)?;
    let seeds: String = tournament.shown_seeds().map(|(key, seed)| seeds::line(&key.to_string(), seed)).collect();
    if !seeds.is_empty() {
        report_files::write_one(&directory.join("seeds.txt"), &seeds)?;
    }
    Ok(no_trf)
}

/// Returns the tie-breaks for tables, and removes the values of all others. Places in a bracket
/// follow from its results, so a tie-break of a bracket that is 0 for all entrants is omitted.
pub fn shown_tie_breaks(rules: &Rules, standings: &mut [Standing]) -> Vec<TieBreak> {
    let is_shown = |at: usize| !rules.format.is_bracket() || standings.iter().any(|one| one.tie_breaks[at] != 0);
    let shown: Vec<usize> = (0..rules.tie_breaks.len()).filter(|at| is_shown(*at)).collect();
    for standing in standings {
        standing.tie_breaks = shown.iter().map(|at| standing.tie_breaks[*at]).collect();
    }
    shown.into_iter().map(|at| rules.tie_breaks[at]).collect()
}

/// Returns the report of a tournament.
pub fn of(tournament: &Tournament, about: About<'_>) -> Report {
    let mut report = without_ratings(tournament, about);
    report.ratings = report_files::ratings(&report);
    report
}

/// Returns the report of a tournament without ratings, which take the most time.
pub fn without_ratings(tournament: &Tournament, about: About<'_>) -> Report {
    let rules = &tournament.opened.rules;
    let awards = tournament.counted_awards().filter(|award| award.halves != 0 || award.award == AwardKind::Bye);
    let awards = awards.map(|award| Award {
        stage: award.stage,
        entrant: award.entrant.index(),
        halves: award.halves,
        reason: tournament.named(&award.reason),
    });
    let walkovers = tournament.encounters.iter().flat_map(|encounter| {
        let stage = encounter.paired.encounter.stage;
        let award = move |entrant: Entrant| Award {
            stage,
            entrant: entrant.index(),
            halves: rules.bye_halves,
            reason: "another entrant of the encounter is out".to_owned(),
        };
        tournament.walkover(encounter).into_iter().flatten().map(award)
    });
    let mut standings = tournament.standings(Shown::All);
    let tie_breaks = shown_tie_breaks(rules, &mut standings);
    Report {
        name: tournament.opened.name.clone(),
        game: about.game.to_owned(),
        seats: rules.seats,
        format: rules.format.in_words(),
        time_control: about.time_control.to_owned(),
        entrants: tournament.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        display_names: (tournament.entrants.iter())
            .map(|entrant| about.display_names.get(&entrant.name).cloned().unwrap_or_default())
            .collect(),
        tie_breaks,
        out: tournament
            .entrants
            .iter()
            .enumerate()
            .filter_map(|(entrant, one)| Some((entrant, one.status.out()?)))
            .collect(),
        phase: phase_of(tournament),
        standings: standings.into_iter().map(|one| named(tournament, one)).collect(),
        encounters: tournament.encounters.iter().map(|encounter| reported(tournament, encounter, &about)).collect(),
        awards: awards.chain(walkovers).collect(),
        ratings: Vec::new(),
        unit: Unit::Elo,
        test: tournament.test.as_ref().map(|test| test.ended(stopped(&tournament.phase))),
    }
}

/// Formats why the matches are over.
fn stopped(phase: &Phase) -> String {
    match phase {
        Phase::Entries => "the tournament has not begun".to_owned(),
        Phase::Running | Phase::Closing => "the tournament is unfinished".to_owned(),
        Phase::Provisional { reason, .. } | Phase::Over(reason) => end_in_words(reason),
    }
}

fn phase_of(tournament: &Tournament) -> Option<&'static str> {
    match &tournament.phase {
        Phase::Provisional { .. } => Some("provisional"),
        Phase::Over(reason) if is_cancelled(reason) => Some("cancelled"),
        Phase::Over(_) => Some("final"),
        Phase::Entries | Phase::Running | Phase::Closing => None,
    }
}

/// Returns a standing whose texts have names in place of entrant numbers.
fn named(tournament: &Tournament, standing: Standing) -> Standing {
    let [why, reason] = [&standing.why, &standing.reason].map(|words| tournament.named(words));
    Standing { why, reason, ..standing }
}

/// Returns an encounter with its counted and forfeited matches; without matches if the encounter
/// gave the points of a bye.
fn reported(tournament: &Tournament, encounter: &EncounterState, about: &About<'_>) -> ReportEncounter {
    let paired = &encounter.paired;
    let mut reported = ReportEncounter {
        stage: paired.encounter.stage,
        entrants: paired.entrants.iter().map(|entrant| entrant.index()).collect(),
        reason: tournament.named(&paired.reason),
        opening: about.openings.map(|(count, order)| order.index(encounter.opening, count) as u64),
        ..ReportEncounter::default()
    };
    if tournament.walkover(encounter).is_some() {
        return reported;
    }
    for (number, slot) in encounter.matches.iter().enumerate() {
        let list = match (&slot.outcome, encounter.forfeited_by.is_empty()) {
            (Outcome::Open, true) => {
                reported.lacks += 1;
                continue;
            }
            (Outcome::Open, false) | (Outcome::Awarded(_), _) => &mut reported.forfeits,
            (Outcome::Counted(result), _) if !result.forfeits.is_empty() => &mut reported.forfeits,
            _ => &mut reported.matches,
        };
        list.push(reported_match(tournament, encounter, (number, slot), about.id));
    }
    reported
}

/// Returns a finished or forfeited match; a match without a result was forfeited.
fn reported_match(
    tournament: &Tournament,
    encounter: &EncounterState,
    (number, slot): (usize, &Slot),
    id: &str,
) -> ReportMatch {
    let paired = &encounter.paired;
    let key = MatchKey { encounter: paired.encounter, number: number as u32, attempt: slot.attempt };
    let seats = paired.entrants.len();
    let seated: Vec<Entrant> = paired.seated(number);
    let one = ReportMatch {
        name: format!("{id}-{key}"),
        entrants: seated.iter().map(|entrant| entrant.index()).collect(),
        ..ReportMatch::default()
    };
    match &slot.outcome {
        Outcome::Counted(result) if !result.forfeits.is_empty() => {
            let absent = result.forfeits.iter().filter_map(|seat| seated.get(seat.index()));
            let absent: Vec<String> = absent.map(ToString::to_string).collect();
            ReportMatch {
                termination: result.termination.word().to_owned(),
                // If all entrants missed the match, no single seat is at fault.
                by_seat: result.forfeits.first().map(|seat| seat.index()).filter(|_| !result.is_deserted()),
                detail: tournament.named(format!("forfeited by: {}", absent.join(", "))),
                ..one
            }
        }
        Outcome::Counted(result) => ReportMatch {
            places: result.places.clone(),
            halves: result.halves.clone(),
            termination: result.termination.word().to_owned(),
            by_seat: result.offender.map(|seat| seat.index()),
            digest: result.digest,
            ..one
        },
        Outcome::Void => ReportMatch {
            halves: vec![0; seats],
            termination: slot.voids.last().map(ToString::to_string).unwrap_or_default(),
            ..one
        },
        Outcome::Awarded(winner) => ReportMatch {
            termination: AWARD.to_owned(),
            by_seat: seated.iter().position(|entrant| entrant != winner),
            detail: format!("awarded to {}", tournament.named(winner)),
            ..one
        },
        Outcome::Open => {
            let out: Vec<String> = encounter.forfeited_by.iter().map(ToString::to_string).collect();
            ReportMatch {
                termination: FORFEIT.to_owned(),
                by_seat: seated.iter().position(|entrant| encounter.forfeited_by.contains(entrant)),
                detail: tournament.named(format!("not played, out: {}", out.join(", "))),
                ..one
            }
        }
    }
}
