//! Simulated tournaments of any format: a random generator plays, with commands of hosts and
//! accidents.

use std::collections::BTreeSet;

use referee_contests::{
    contest::{AfterVoid, ContestKind as _, ContestReason, Now, VoidMatch},
    series::sequential::Hypotheses,
    stats::{EloModel, MeanPointsTest, Sprt},
    tournament::{
        Command, ContestRefusal, Entrant, Fact, Format, MatchKey, MatchResult, Phase, Rules, Scheduled, Shown,
        Tournament, TournamentEvent, TournamentOpened,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::{Deals, PairTest, Release, Timetable},
        standings::{PointsSystem, ResultPoints, TieBreak},
    },
};
use referee_ids::{Seat, Seq};

use crate::numbers::Numbers;

/// Maximum steps of a tournament. A tournament that takes more hangs.
pub const MAX_STEPS: usize = 20_000;

/// Returns the opening of a tournament with these rules.
pub fn opened(rules: Rules) -> TournamentOpened {
    let (name, match_setup) = ("cup".to_owned(), String::new());
    TournamentOpened { name, opened_unix_ms: 0, rules, match_setup, deal_seed: [7; 32] }
}

pub fn rules(format: Format) -> Rules {
    Rules {
        format,
        seats: 2,
        matches_per_encounter: 2,
        points: PointsSystem::Encounters(ResultPoints::CLASSIC),
        bye_halves: 2,
        tie_breaks: vec![TieBreak::Buchholz { cut_least: 0, cut_greatest: 0 }, TieBreak::SonnebornBerger],
        replays: 2,
        release: Release::AtOnce,
        deals: Deals::Shared,
        test: None,
        timetable: Timetable::default(),
        accept_within_ms: 600_000,
    }
}

pub fn every_format() -> Vec<Rules> {
    let swiss = |acceleration| Format::Swiss { stages: 5, initial_seat: Seat(0), acceleration };
    vec![
        rules(Format::RoundRobin { cycles: 2 }),
        rules(Format::Gauntlet { challengers: 2, cycles: 2 }),
        rules(swiss(Acceleration::None)),
        Rules { matches_per_encounter: 1, ..rules(swiss(Acceleration::Baku)) },
        rules(Format::Knockout { third_place: ThirdPlace::Played }),
        rules(Format::DoubleElimination),
        rules(Format::KingOfTheHill { challenges: 12 }),
        rules(Format::Arena { duration_ms: 3_000, patience_ms: 100 }),
        Rules { seats: 4, matches_per_encounter: 4, ..rules(Format::Tables { cycles: 1 }) },
        Rules { seats: 3, matches_per_encounter: 1, points: PointsSystem::Own, ..rules(Format::Tables { cycles: 2 }) },
        Rules { points: PointsSystem::Margins, ..rules(Format::RoundRobin { cycles: 1 }) },
    ]
}

pub fn with_tests() -> Vec<Rules> {
    let elo = |model| Sprt::new(0.0, 100.0, 0.05, 0.05, model).unwrap();
    let points = MeanPointsTest::new(0.0, 2.0, 0.05, 0.05).unwrap();
    let tests = [
        Hypotheses::Pairs(elo(EloModel::Logistic)),
        Hypotheses::Games(elo(EloModel::Normalised)),
        Hypotheses::Points(points),
    ];
    let cycles = 1000;
    let series = |test| Rules {
        test: Some(PairTest::of_first_two(test)),
        release: Release::ByHost,
        ..rules(Format::RoundRobin { cycles })
    };
    tests.into_iter().map(series).collect()
}

/// Returns a match that ended without a result by this termination.
pub fn void(termination: &str) -> VoidMatch {
    VoidMatch { reason: ContestReason::Match(termination.to_owned()), fault: None }
}

/// Returns the result of a match; the better seed wins more often. It depends only on the match,
/// not on earlier matches.
pub fn result_of(scheduled: &Scheduled) -> MatchResult {
    let text = format!("{}", MatchKey { attempt: 0, ..scheduled.match_key });
    let seed = text.bytes().fold(17u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut numbers = Numbers::new(seed);
    let strength = |entrant: &Entrant| numbers.normal() - f64::from(entrant.0) / 6.0;
    let strengths: Vec<f64> = scheduled.entrants.iter().map(strength).collect();
    let tied = |a: f64, b: f64| (a - b).abs() < 0.1;
    let place = |own: &f64| 1 + strengths.iter().filter(|other| **other > *own && !tied(**other, *own)).count() as u32;
    let places: Vec<u32> = strengths.iter().map(place).collect();
    let halves = strengths.iter().map(|strength| (strength * 10.0) as i64).collect();
    MatchResult { places, halves, plies: 20, ..MatchResult::default() }
}

/// A tournament, its log, and the state of the simulation.
pub struct Played {
    pub log: Vec<TournamentEvent>,
    pub tournament: Tournament,
    pub now_ms: u64,
    numbers: Numbers,
    pub begun: BTreeSet<MatchKey>,
}

impl Played {
    pub fn new(rules: &Rules, entrants: usize, seed: u64) -> Played {
        let fact = Fact::Opened(Box::new(opened(rules.clone())));
        let first = TournamentEvent { seq: Seq(1), at_ms: 0, fact };
        let tournament = Tournament::replay([&first]).unwrap();
        let mut played =
            Played { log: vec![first], tournament, now_ms: 0, numbers: Numbers::new(seed), begun: BTreeSet::new() };
        for index in 0..entrants {
            played.command(Command::Enter(format!("entrant-{index}"))).unwrap();
        }
        played.command(Command::Start { absent: Vec::new() }).unwrap();
        played
    }

    pub fn command(&mut self, command: Command) -> Result<(), ContestRefusal> {
        let facts = self.tournament.decide(&command)?;
        self.take(facts);
        Ok(())
    }

    pub fn take(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            let event = TournamentEvent { seq: self.tournament.seq.next(), at_ms: self.now_ms, fact };
            self.tournament.apply(&event);
            self.log.push(event);
        }
    }

    pub fn settle(&mut self) {
        loop {
            let seen = self.tournament.newly_seen(&|names| vec![true; names.len()]);
            let now = Now::of_local(self.now_ms, self.begun.len());
            let facts = if seen.is_empty() { self.tournament.due(now) } else { seen };
            if facts.is_empty() {
                return;
            }
            self.take(facts);
        }
    }

    pub fn step(&mut self) {
        self.settle();
        let at_once = 1 + self.numbers.below(4);
        for one in self.tournament.scheduled() {
            if self.begun.len() < at_once {
                self.begun.insert(one.match_key);
            }
        }
        self.now_ms += 1 + self.numbers.below(50) as u64;
        // Matches in progress continue, even while no new ones may begin.
        let is_begun = |one: &Scheduled| self.begun.contains(&one.match_key);
        let ready: Vec<Scheduled> = self.tournament.awaited().filter(is_begun).collect();
        if ready.is_empty() {
            self.begun.clear();
            let is_played = self.tournament.unfinished() == 0 || matches!(self.tournament.phase, Phase::Closing);
            if self.tournament.holds_back() && is_played {
                self.command(Command::ReleaseResults { through_stage: u32::MAX }).unwrap();
            }
            self.now_ms = self.tournament.next_due_ms(self.now_ms, self.now_ms as i64).unwrap_or(0).max(self.now_ms);
            return;
        }
        let one = ready[self.numbers.below(ready.len())].clone();
        let result = result_of(&one);
        self.begun.remove(&one.match_key);
        self.command(Command::Count { match_key: one.match_key, result: Ok(result) }).unwrap();
    }

    pub fn is_over(&self) -> bool {
        matches!(self.tournament.phase, Phase::Over(_))
    }

    pub fn play(&mut self) {
        for _ in 0..MAX_STEPS {
            if self.is_over() {
                return;
            }
            self.step();
        }
        panic!("{} hangs: {:?}", self.tournament.opened.rules.format.word(), self.tournament.phase);
    }

    /// Plays to the end with random commands of a host. After each step, a replay of the log must
    /// show the same tournament.
    pub fn play_with_hosts(&mut self) {
        let word = self.tournament.opened.rules.format.word();
        for _ in 0..MAX_STEPS {
            if self.is_over() {
                return;
            }
            self.step();
            let command = self.any_command();
            // A rejection changes nothing.
            let _ = self.command(command);
            let before = self.shown();
            self.tournament = Tournament::replay(&self.log).unwrap();
            assert_eq!(self.shown(), before, "{word}");
        }
        panic!("{word} hangs");
    }

    fn any_command(&mut self) -> Command {
        let entrant = Entrant(self.numbers.below(8) as u32);
        let reason = ContestReason::from("said so");
        match self.numbers.below(30) {
            0 => Command::Withdraw { entrant, reason },
            1 => Command::Disqualify { entrant, reason },
            2 => Command::Pause { reason },
            3 => Command::Enter(format!("late-{}", self.log.len())),
            4 => Command::FreezeEntries { reason },
            5 => match self.tournament.scheduled().next() {
                Some(one) => Command::Count { match_key: one.match_key, result: Err(void("abort")) },
                None => Command::Resume,
            },
            6 => {
                let encounters = &self.tournament.encounters;
                let Some(one) = encounters.get(self.numbers.below(encounters.len().max(1))) else {
                    return Command::Resume;
                };
                let attempt = one.matches[0].attempt;
                let match_key = MatchKey { encounter: one.paired.encounter, number: 0, attempt };
                Command::Void { match_key, reason, then: AfterVoid::Replay }
            }
            8 => match self.tournament.encounters.last() {
                Some(one) => {
                    let (encounter, attempt, winner) =
                        (one.paired.encounter, one.matches[0].attempt, one.paired.entrants[0]);
                    Command::Award { match_key: MatchKey { encounter, number: 0, attempt }, winner, reason }
                }
                None => Command::Resume,
            },
            7 => Command::ReleaseResults { through_stage: self.numbers.below(3) as u32 },
            _ => Command::Resume,
        }
    }

    /// Returns everything that a tournament shows, as text.
    pub fn shown(&self) -> String {
        let scheduled: Vec<Scheduled> = self.tournament.scheduled().collect();
        let standings = self.tournament.standings(Shown::All);
        format!("{:?}\n{scheduled:?}\n{standings:?}", self.tournament.phase)
    }
}
