//! Adds up the matches of a run.

use std::{collections::BTreeMap, time::Duration};

use super::{duplicate::Sets, plan::Plan, played::Played};
use crate::referee::Termination;

/// Results of a run so far.
pub struct Tally {
    /// How many matches.
    pub matches: u32,
    /// How many of them count for nobody.
    pub void: u32,
    /// How many steps in all.
    pub plies: u64,
    /// How often the host stood still.
    pub stalls: u64,
    /// In how many moves it did.
    pub stalled_moves: u64,
    /// How many flags fell meanwhile, and count for nothing.
    pub void_flags: u64,
    /// Each engine's, in the order of the engines.
    pub engines: Vec<EngineTally>,
    /// How many matches ended how.
    pub causes: BTreeMap<Termination, Cause>,
    /// How many seats each engine lost in matches that went on, and by what.
    pub losses: BTreeMap<Termination, Vec<u32>>,
    /// The sets of matches that were dealt alike, where there are any.
    pub sets: Option<Sets>,
}

/// Results of one engine.
#[derive(Clone, Default)]
pub struct EngineTally {
    /// Over all seats.
    pub all: Results,
    /// By seat.
    pub by_seat: Vec<Results>,
    /// Points of the game, over all matches.
    pub points: f64,
    /// How many moves it made.
    pub moves: u64,
    /// What its clock was charged for them.
    pub charged: Duration,
    /// How often its flag fell.
    pub flags: u32,
}

/// Won, drawn, lost.
#[derive(Clone, Copy, Default)]
pub struct Results {
    /// Matches in which it was first alone.
    pub won: u32,
    /// Matches in which it was first with others.
    pub drawn: u32,
    /// Matches in which another was before it.
    pub lost: u32,
    /// What it scored in them; see [`Played::scores`].
    pub score: f64,
}

/// Matches that ended in one way.
#[derive(Clone, Default)]
pub struct Cause {
    /// How many.
    pub matches: u32,
    /// How many of them each engine caused by its own conduct.
    pub by_engine: Vec<u32>,
}

impl Tally {
    /// No results yet.
    pub fn new(plan: &Plan) -> Tally {
        let seats = usize::from(plan.setting.seats());
        let none = EngineTally { by_seat: vec![Results::default(); seats], ..EngineTally::default() };
        Tally {
            matches: 0,
            void: 0,
            plies: 0,
            stalls: 0,
            stalled_moves: 0,
            void_flags: 0,
            engines: vec![none; plan.engines.len()],
            causes: BTreeMap::new(),
            losses: BTreeMap::new(),
            sets: plan.is_duplicate.then(|| Sets::new(plan.engines.len(), seats)),
        }
    }

    /// Adds a match.
    pub fn add(&mut self, plan: &Plan, played: &Played) {
        if let Some(sets) = &mut self.sets {
            sets.add(plan.deals.set_of(played.number - 1), played);
        }
        self.matches += 1;
        self.plies += u64::from(played.plies);
        self.stalled_moves += u64::from(played.stalled_moves);
        self.void_flags += u64::from(played.void_flags);
        let engines = self.engines.len();
        let cause = self.causes.entry(played.verdict.termination).or_insert_with(|| Cause::new(engines));
        cause.matches += 1;
        if let Some(engine) = played.verdict.seat.and_then(|seat| played.engines.get(seat.index())) {
            cause.by_engine[*engine] += 1;
            self.engines[*engine].flags += u32::from(played.verdict.termination == Termination::Flag);
        }
        for lost in &played.lost {
            let engine = played.engines[lost.seat.index()];
            self.losses.entry(lost.cause).or_insert_with(|| vec![0; engines])[engine] += 1;
            self.engines[engine].flags += u32::from(lost.cause == Termination::Flag);
        }
        for (seat, engine) in played.engines.iter().enumerate() {
            let own = &mut self.engines[*engine];
            own.moves += u64::from(played.moves[seat]);
            own.charged += played.charged[seat];
        }
        match played.scores() {
            Some(scores) => self.add_scores(played, &scores),
            None => self.void += 1,
        }
    }

    fn add_scores(&mut self, played: &Played, scores: &[f64]) {
        let places = &played.verdict.places;
        let shared = places.iter().filter(|place| **place == 1).count() > 1;
        for (seat, engine) in played.engines.iter().enumerate() {
            let own = &mut self.engines[*engine];
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
}

impl Cause {
    fn new(engines: usize) -> Cause {
        Cause { matches: 0, by_engine: vec![0; engines] }
    }
}

impl Results {
    /// How many matches.
    pub fn matches(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The score in hundredths of what was possible; `None` before the first match.
    pub fn percent(&self) -> Option<f64> {
        (self.matches() > 0).then(|| 100.0 * self.score / f64::from(self.matches()))
    }
}

impl EngineTally {
    /// What its clock was charged a move on average, in milliseconds.
    pub fn charged_ms_per_move(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.charged.as_secs_f64() * 1000.0 / self.moves as f64 }
    }
}
