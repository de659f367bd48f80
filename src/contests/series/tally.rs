//! Sums the matches of a series.

use std::{collections::BTreeMap, time::Duration};

use referee_law::Termination;

use super::{
    comparison::Comparisons,
    duplicate_deals::Sets,
    encounters::{Encounters, result_of},
    played::Played,
    sequential::SequentialTest,
};
use crate::stats::MeetingsBySet;

/// The results of a series so far.
pub struct Tally {
    pub matches: u32,
    /// Number of void matches.
    pub void: u32,
    /// Total number of steps.
    pub plies: u64,
    /// Number of stalls of the host.
    pub stalls: u64,
    /// Number of moves during which the host stalled.
    pub stalled_moves: u64,
    /// Number of flags that fell during stalls of the host, and do not count.
    pub void_flags: u64,
    /// The results of each entrant, in the order of the entrants.
    pub entrants: Vec<EntrantTally>,
    /// Number of matches by termination.
    pub causes: BTreeMap<Termination, Cause>,
    /// How many seats each entrant lost in matches that continued, by termination.
    pub losses: BTreeMap<Termination, Vec<u32>>,
    /// The matches that statistics count, with their digests.
    pub meetings: MeetingsBySet,
    /// The sets of matches with shared deals; `None` without shared deals.
    pub sets: Option<Sets>,
    /// The differences between entrants: from complete encounters, and after [`Tally::close`] from
    /// all matches.
    pub comparisons: Comparisons,
    /// The test that ends the series; `None` without a test.
    pub test: Option<SequentialTest>,
    encounters: Encounters,
}

#[derive(Clone, Default)]
pub struct EntrantTally {
    pub all: Results,
    /// The results by seat.
    pub by_seat: Vec<Results>,
    /// Points of the game over all matches.
    pub points: f64,
    /// Number of moves of the entrant.
    pub moves: u64,
    /// The time charged to the entrant's clock for these moves.
    pub charged: Duration,
    /// Number of times the entrant's flag fell.
    pub flags: u32,
}

#[derive(Clone, Copy, Default)]
pub struct Results {
    /// Matches in which the entrant was the only first.
    pub won: u32,
    /// Matches in which the entrant shared the first place.
    pub drawn: u32,
    /// Matches in which another entrant was first.
    pub lost: u32,
    /// The entrant's score in these matches; see [`Played::scores`].
    pub score: f64,
}

/// The matches with one termination.
#[derive(Clone, Default)]
pub struct Cause {
    pub matches: u32,
    /// Number of these matches that the conduct of each entrant caused.
    pub by_entrant: Vec<u32>,
}

impl Tally {
    /// Creates an empty tally for this number of entrants and seats.
    pub fn new(entrants: usize, seats: usize) -> Tally {
        let none = EntrantTally { by_seat: vec![Results::default(); seats], ..EntrantTally::default() };
        Tally {
            matches: 0,
            void: 0,
            plies: 0,
            stalls: 0,
            stalled_moves: 0,
            void_flags: 0,
            entrants: vec![none; entrants],
            causes: BTreeMap::new(),
            losses: BTreeMap::new(),
            meetings: MeetingsBySet::default(),
            sets: None,
            comparisons: Comparisons::default(),
            test: None,
            encounters: Encounters::new(seats),
        }
    }

    /// Creates an empty tally of a series in which the matches of a set share deals.
    pub fn with_sets(entrants: usize, seats: usize) -> Tally {
        Tally { sets: Some(Sets::new(entrants, seats)), ..Tally::new(entrants, seats) }
    }

    /// Adds a match of set `set`, which is ignored without shared deals.
    pub fn add(&mut self, set: u32, played: &Played) {
        if let Some(sets) = &mut self.sets {
            sets.add(set, played);
        }
        if let Some(made) = result_of(played) {
            self.meetings.add(&played.entrants, made.digest);
        }
        if let Some(encounter) = self.encounters.add(played) {
            self.comparisons.add(&encounter);
            if let Some(test) = &mut self.test {
                test.add(encounter);
            }
        }
        self.matches += 1;
        self.plies += u64::from(played.plies);
        self.stalled_moves += u64::from(played.stalled_moves);
        self.void_flags += u64::from(played.void_flags);
        let entrants = self.entrants.len();
        let cause = self.causes.entry(played.verdict.termination).or_insert_with(|| Cause::new(entrants));
        cause.matches += 1;
        if let Some(entrant) = played.verdict.seat.and_then(|seat| played.entrants.get(seat.index())) {
            cause.by_entrant[*entrant] += 1;
            self.entrants[*entrant].flags += u32::from(played.verdict.termination == Termination::Flag);
        }
        for lost in &played.lost {
            let entrant = played.entrants[lost.seat.index()];
            self.losses.entry(lost.cause).or_insert_with(|| vec![0; entrants])[entrant] += 1;
            self.entrants[entrant].flags += u32::from(lost.cause == Termination::Flag);
        }
        for (seat, entrant) in played.entrants.iter().enumerate() {
            let own = &mut self.entrants[*entrant];
            own.moves += u64::from(played.moves[seat]);
            own.charged += played.charged[seat];
        }
        match played.scores() {
            Some(scores) => {
                self.add_scores(played, &scores);
            }
            None => self.void += 1,
        }
    }

    fn add_scores(&mut self, played: &Played, scores: &[f64]) {
        let places = &played.verdict.places;
        let shared = places.iter().filter(|place| **place == 1).count() > 1;
        for (seat, entrant) in played.entrants.iter().enumerate() {
            let own = &mut self.entrants[*entrant];
            own.points += played.verdict.totals.get(seat).map_or(0.0, |points| points.as_f64());
            for results in [&mut own.all, &mut own.by_seat[seat]] {
                results.score += scores[seat];
                match (places[seat], shared) {
                    (1, false) => results.won += 1,
                    (1, true) => results.drawn += 1,
                    _ => results.lost += 1,
                }
            }
        }
    }

    /// Also compares the entrants by the matches of incomplete encounters. Call it after the last
    /// match.
    pub fn close(&mut self) {
        for encounter in self.encounters.incomplete() {
            self.comparisons.add(&encounter);
        }
    }

    /// Returns whether a test has an answer, so that no further match is needed.
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.report().is_over())
    }
}

impl Cause {
    fn new(entrants: usize) -> Cause {
        Cause { matches: 0, by_entrant: vec![0; entrants] }
    }
}

impl Results {
    pub fn matches(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the score in percent of the maximum; `None` before the first match.
    pub fn percent(&self) -> Option<f64> {
        (self.matches() > 0).then(|| 100.0 * self.score / f64::from(self.matches()))
    }
}

impl EntrantTally {
    /// Returns the mean time charged for a move, in milliseconds.
    pub fn charged_ms_per_move(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.charged.as_secs_f64() * 1000.0 / self.moves as f64 }
    }
}
