//! Derived tables of a report: results of pairs, causes, and scores over time.

use std::collections::BTreeMap;

use super::model::{Report, ReportEncounter, ReportMatch};
use crate::{
    series::{
        answer::{Answer, answers},
        comparison::{Comparison, Comparisons},
        encounters::{Encounter, Made, MatchMade, MatchResult},
    },
    stats::{MeetingsBySet, Weight},
};

/// The matches that ended by one cause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CauseRow {
    pub matches: u64,
    /// How many of these matches each entrant caused, in the order of entrant numbers.
    pub by_entrant: Vec<u64>,
}

/// The score of an entrant in all matches that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub matches: u64,
    /// Half points against all opponents in these matches.
    pub halves: u64,
    /// Maximum half points of these matches.
    pub of_halves: u64,
}

impl Score {
    /// Returns the share of points, 0 to 1; `None` before the first match.
    pub fn share(&self) -> Option<f64> {
        (self.of_halves > 0).then(|| self.halves as f64 / self.of_halves as f64)
    }
}

impl Report {
    /// Returns the results of every two entrants that met, keyed by their numbers, the smaller
    /// first. Excludes forfeited matches and unknown points.
    pub fn pairs(&self) -> BTreeMap<(usize, usize), Comparison> {
        let mut pairs = Comparisons::default();
        (0..).zip(&self.encounters).for_each(|(number, encounter)| pairs.add(&observed(number, encounter)));
        pairs.iter().map(|(pair, found)| (pair, *found)).collect()
    }

    /// Returns the answers to put into words: the comparison under test, or all comparisons if they
    /// are few.
    pub fn answers(&self) -> Vec<Answer> {
        answers(self.pairs(), self.test.as_ref(), self.seats)
    }

    /// Returns how many of the counting matches are different.
    pub fn weight(&self) -> Weight {
        let mut meetings = MeetingsBySet::default();
        for (_, one) in self.matches().filter(|(_, one)| !one.places.is_empty()) {
            meetings.add(&one.entrants, one.digest);
        }
        meetings.weight()
    }

    /// Returns whether pairs of matches can be counted: two matches of the same two entrants with
    /// exchanged seats.
    pub fn has_pairs_of_matches(&self) -> bool {
        self.seats == 2
    }

    /// Returns how the matches ended, by the word of the cause.
    pub fn causes(&self) -> BTreeMap<&str, CauseRow> {
        let mut causes: BTreeMap<&str, CauseRow> = BTreeMap::new();
        for (_, one) in self.matches() {
            let row = causes.entry(one.termination.as_str()).or_default();
            row.by_entrant.resize(self.entrants.len(), 0);
            row.matches += 1;
            let by = one.by_seat.and_then(|seat| one.entrants.get(seat));
            if let Some(count) = by.and_then(|entrant| row.by_entrant.get_mut(*entrant)) {
                *count += 1;
            }
        }
        causes
    }

    /// Returns the score of each entrant, by entrant number.
    pub fn scores(&self) -> Vec<Score> {
        let mut scores = vec![Score::default(); self.entrants.len()];
        for (_, one) in self.matches() {
            for entrant in &one.entrants {
                let (Some(score), Some(halves)) = (scores.get_mut(*entrant), one.score_of(*entrant)) else { continue };
                score.matches += 1;
                score.halves += halves;
                score.of_halves += 2 * (one.places.len() as u64 - 1);
            }
        }
        scores
    }

    /// Returns each entrant's share of points after each of its counting matches: the number of the
    /// match in the tournament, from 1, and the share, 0 to 1.
    pub fn scores_over_time(&self) -> Vec<Vec<(u64, f64)>> {
        let mut lines = vec![Vec::new(); self.entrants.len()];
        let mut number = 0;
        for (_, one) in self.matches() {
            number += 1;
            for entrant in &one.entrants {
                if let (Some(line), Some(halves)) = (lines.get_mut(*entrant), one.score_of(*entrant)) {
                    line.push((number, halves, 2 * (one.places.len() as u64 - 1)));
                }
            }
        }
        lines.into_iter().map(shares).collect()
    }
}

/// Converts (number of the match, half points, maximum half points) to the number and the share of
/// points so far.
fn shares(line: Vec<(u64, u64, u64)>) -> Vec<(u64, f64)> {
    let (mut halves, mut of_halves) = (0, 0);
    let share = |(number, more, of_more): (u64, u64, u64)| {
        halves += more;
        of_halves += of_more;
        (number, if of_halves == 0 { 0.5 } else { halves as f64 / of_halves as f64 })
    };
    line.into_iter().map(share).collect()
}

/// Returns an encounter in the form that statistics observe. The first match in which one entrant
/// had seat 0 is paired with the first in which the other had it, and so on, in any order of ends.
/// Unfinished and forfeited matches are void.
fn observed(number: u32, encounter: &ReportEncounter) -> Encounter {
    let mut begun_by: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    let turn_of = |one: &ReportMatch| {
        let first = one.entrants.first().copied();
        let begun = begun_by.entry(first).or_default();
        *begun += 1;
        (*begun, first)
    };
    let turns: Vec<(usize, Option<usize>)> = encounter.matches.iter().map(turn_of).collect();
    let mut in_turn: Vec<(&(usize, Option<usize>), &ReportMatch)> = turns.iter().zip(&encounter.matches).collect();
    in_turn.sort_by_key(|(turn, _)| *turn);
    let mut matches: Vec<MatchResult> = in_turn.into_iter().map(|(_, one)| made(one)).collect();
    matches.resize(matches.len() + encounter.lacks + encounter.forfeits.len(), None);
    Encounter { number, opening: encounter.opening, matches }
}

/// Returns the results of the entrants of a match; `None` if it is void.
fn made(one: &ReportMatch) -> MatchResult {
    let made = |(seat, (entrant, place)): (usize, (&usize, &u32))| Made {
        entrant: *entrant,
        place: *place,
        halves: one.halves.get(seat).copied(),
    };
    let seats = one.entrants.iter().zip(&one.places).enumerate().map(made).collect();
    (!one.places.is_empty()).then_some(MatchMade { seats, digest: one.digest })
}
