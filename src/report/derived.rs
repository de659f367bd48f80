//! What follows from the matches of a report: results of pairs, causes, and scores over time.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use super::model::{Report, ReportEncounter, ReportMatch};
use crate::{
    series::{
        answer::{Answer, answers},
        comparison::Comparison,
    },
    stats::{Meetings, MeetingsBySet, Weight},
};

/// How the matches ended by one cause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CauseRow {
    /// How many matches.
    pub matches: u64,
    /// How many of them each entrant caused, in the order of their numbers.
    pub by_entrant: Vec<u64>,
}

/// What an entrant scored in all matches that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Matches that count.
    pub matches: u64,
    /// Half points against all opponents in them.
    pub halves: u64,
    /// Half points that there were to win.
    pub of_halves: u64,
}

impl Score {
    /// The share of points, 0 to 1; `None` before the first match.
    pub fn share(&self) -> Option<f64> {
        (self.of_halves > 0).then(|| self.halves as f64 / self.of_halves as f64)
    }
}

impl Report {
    /// The results of every two entrants that met, by their numbers, the smaller first. What was forfeited is in none of them, nor are
    /// points that are not known.
    pub fn pairs(&self) -> BTreeMap<(usize, usize), Comparison> {
        let mut pairs: BTreeMap<(usize, usize), Comparison> = BTreeMap::new();
        let mut meetings: BTreeMap<(usize, usize), Meetings> = BTreeMap::new();
        for encounter in &self.encounters {
            for one in &encounter.matches {
                for (first, second, order) in met(&one.entrants, &one.places) {
                    meetings.entry((first, second)).or_default().add(one.entrants.iter().copied(), one.digest);
                    let games = &mut pairs.entry((first, second)).or_default().games;
                    match order {
                        Ordering::Less => games.wins += 1,
                        Ordering::Equal => games.draws += 1,
                        Ordering::Greater => games.losses += 1,
                    }
                }
            }
            for (pair, halves) in pairs_of(encounter) {
                // A match with more places than seats, which `check` refuses, could bring more.
                if let Some(count) = pairs.entry(pair).or_default().pairs.pairs.get_mut(halves) {
                    *count += 1;
                }
            }
            for (pair, lead) in leads(encounter) {
                // What no match can bring is left out: a sample of more would not be exact.
                let _ = pairs.entry(pair).or_default().points.add(lead, 1);
            }
        }
        for (pair, meetings) in meetings {
            pairs.entry(pair).or_default().weight = meetings.weight();
        }
        pairs
    }

    /// How many different openings every two entrants that met had, by their numbers, the smaller first;
    /// `None` if all encounters begin as the game does.
    pub fn openings(&self) -> Option<BTreeMap<(usize, usize), usize>> {
        let mut of_pairs: BTreeMap<(usize, usize), BTreeSet<Option<u64>>> = BTreeMap::new();
        for encounter in self.encounters.iter().filter(|one| one.matches.iter().any(|one| !one.places.is_empty())) {
            for first in &encounter.entrants {
                for second in encounter.entrants.iter().filter(|second| first < *second) {
                    of_pairs.entry((*first, *second)).or_default().insert(encounter.opening);
                }
            }
        }
        let has_any = self.encounters.iter().any(|one| one.opening.is_some());
        has_any.then(|| of_pairs.into_iter().map(|(pair, openings)| (pair, openings.len())).collect())
    }

    /// What the report says in words: the comparison that the test is about, or all if they are few.
    pub fn answers(&self) -> Vec<Answer> {
        answers(self.pairs(), self.test.as_ref(), self.seats)
    }

    /// How many of the matches that count are different.
    pub fn weight(&self) -> Weight {
        let mut meetings = MeetingsBySet::default();
        for (_, one) in self.matches().filter(|(_, one)| !one.places.is_empty()) {
            meetings.add(&one.entrants, one.digest);
        }
        meetings.weight()
    }

    /// Whether results of pairs of matches can be counted: of two entrants, one match on each seat.
    pub fn has_pairs_of_matches(&self) -> bool {
        self.seats == 2
    }

    /// How the matches ended, by the word of the cause.
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

    /// What each entrant scored, in the order of their numbers.
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

    /// The share of points of each entrant after each of its matches that count: the number of the match in the tournament, from 1,
    /// and the share, 0 to 1.
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

/// Sums up (number of the match, half points, half points that there were).
fn shares(line: Vec<(u64, u64, u64)>) -> Vec<(u64, f64)> {
    let (mut halves, mut of_halves) = (0, 0);
    let share = |(number, more, of_more): (u64, u64, u64)| {
        halves += more;
        of_halves += of_more;
        (number, if of_halves == 0 { 0.5 } else { halves as f64 / of_halves as f64 })
    };
    line.into_iter().map(share).collect()
}

/// Every two entrants of a match, the smaller number first, and how the place of the first compares.
fn met<'a>(entrants: &'a [usize], places: &'a [u32]) -> impl Iterator<Item = (usize, usize, Ordering)> + 'a {
    let seated = move || entrants.iter().copied().zip(places.iter().copied());
    seated().flat_map(move |(first, place)| {
        seated()
            .filter(move |(second, _)| first < *second)
            .map(move |(second, other)| (first, second, place.cmp(&other)))
    })
}

/// The pairs of matches of an encounter of two: who they are between, and the half points of the one with the smaller number. The first
/// that one of them began is beside the first that the other did, and so on, in whatever order they ended.
fn pairs_of(encounter: &ReportEncounter) -> Vec<((usize, usize), usize)> {
    let [a, b] = *encounter.entrants.as_slice() else { return Vec::new() };
    let pair = (a.min(b), a.max(b));
    let begun_by = |first: usize, second: usize| {
        encounter.matches.iter().filter(move |one| one.entrants.as_slice() == [first, second])
    };
    let score = |one: &ReportMatch| one.score_of(pair.0);
    let pairs = begun_by(pair.0, pair.1).zip(begun_by(pair.1, pair.0));
    pairs.filter_map(|(one, other)| Some((pair, (score(one)? + score(other)?) as usize))).collect()
}

/// Every two entrants of an encounter, the smaller number first, and how many half points of the game the first is ahead over all of it.
/// Nothing where a match is not over, was forfeited or counts for nobody, or where its points are not known.
fn leads(encounter: &ReportEncounter) -> Vec<((usize, usize), i64)> {
    let counts = |one: &ReportMatch| !one.places.is_empty() && one.halves.len() == one.entrants.len();
    let is_whole = encounter.lacks == 0 && encounter.forfeits.is_empty();
    if !is_whole || !encounter.matches.iter().all(counts) {
        return Vec::new();
    }
    let mut leads: BTreeMap<(usize, usize), (usize, i64)> = BTreeMap::new();
    for one in &encounter.matches {
        let seated = || one.entrants.iter().copied().zip(one.halves.iter().copied());
        for (first, own) in seated() {
            for (second, other) in seated().filter(|(second, _)| first < *second) {
                let (matches, lead) = leads.entry((first, second)).or_default();
                *matches += 1;
                *lead = lead.saturating_add(own.saturating_sub(other));
            }
        }
    }
    let met_in_all = leads.into_iter().filter(|(_, (matches, _))| *matches == encounter.matches.len());
    met_in_all.map(|(pair, (_, lead))| (pair, lead)).collect()
}
