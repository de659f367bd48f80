//! The time of pairings. Run: `cargo bench --bench tournaments [-- ENTRANTS STAGES]`.
//!
//! First, each stage of a Swiss tournament, in seconds and as a multiple of the naive alternative:
//! sorting by points and pairing neighbours. Then, the steward's time per match and the share of
//! pairing in it. The formats are a round robin, a knockout, a double elimination, a king of the
//! hill and a Swiss tournament, all with as many entrants.
//!
//! Matches end immediately, and events are dropped. All times are CPU time of this process. Fails
//! above [`STAGE_SECONDS`] and [`MATCH_US`], unless the arguments exceed the defaults.

use std::{collections::VecDeque, future::pending, hint::black_box, time::Duration};

use anyhow::ensure;
use referee::{
    contest::ContestKind as _,
    contest_steward::{End, Happened, Log, Matches, Observer, Steward, WAITING_COMMANDS},
    games::search::split_mix::SplitMix64,
    ids::{Seat, Seq},
    tournament::{
        Fact, Format, MatchKey, MatchResult, Rules, Scheduled, Stage, Tournament, TournamentEvent, TournamentOpened,
        pairing::{
            knockout::ThirdPlace,
            swiss::{Acceleration, Outcome, SwissConfig, pair},
        },
        rules::{Deals, Release, Timetable},
        standings::{PointsSystem, ResultPoints},
    },
};

/// Default numbers of entrants and stages.
const ENTRANTS: usize = 1_000;
const STAGES: usize = 11;
/// Elo difference between the strongest and the weakest entrant.
const ELO: f64 = 1000.0;
/// Maximum time for the pairing of a stage, in seconds.
const STAGE_SECONDS: f64 = 2.0;
/// Maximum time of the steward per match, in microseconds. It excludes the pairing of Swiss stages,
/// which [`STAGE_SECONDS`] limits.
const MATCH_US: f64 = 200.0;

/// Returns the CPU time of this process.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a process has computed for no negative time")
}

/// Returns the CPU time of this process since `start`, in seconds.
fn seconds_since(start: Duration) -> f64 {
    (cpu_time() - start).as_secs_f64()
}

/// Returns the outcomes of a stage. The stronger entrant wins more often, and about a third of the
/// games between equals are drawn.
fn play(stage: &Stage, entrants: usize, chance: &mut SplitMix64) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::Bye; entrants];
    for pairing in &stage.pairings {
        let (first, second) = (pairing.entrants[0], pairing.entrants[1]);
        let ahead = (f64::from(second.0) - f64::from(first.0)) * ELO / entrants as f64;
        let expected = 1.0 / (1.0 + 10f64.powf(-ahead / 400.0));
        let drawn = 0.35 * (1.0 - (2.0 * expected - 1.0).abs());
        let throw = (chance.number() >> 11) as f64 / (1u64 << 53) as f64;
        let halves = match throw {
            throw if throw < drawn => 1,
            throw if throw < drawn + (1.0 - drawn) * expected => 2,
            _ => 0,
        };
        for (own, opponent, seat, halves) in [(first, second, 0, halves), (second, first, 1, 2 - halves)] {
            outcomes[own.index()] = Outcome::Played { opponent, seat: Seat(seat), halves };
        }
    }
    outcomes
}

/// Measures the naive alternative, in seconds.
fn floor(history: &[Vec<Outcome>], entrants: usize) -> f64 {
    let start = cpu_time();
    let points = |entrant: &usize| history.iter().map(|outcomes| outcomes[*entrant].halves()).sum::<u32>();
    let mut order: Vec<usize> = (0..entrants).collect();
    order.sort_by_key(|entrant| std::cmp::Reverse(points(entrant)));
    black_box(order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>());
    seconds_since(start)
}

/// A log that drops every event.
struct Forgetful;

impl Log<Tournament> for Forgetful {
    async fn append(&mut self, _: &Tournament, events: &[TournamentEvent]) -> anyhow::Result<()> {
        black_box(events);
        Ok(())
    }
}

/// Measures pairing: the time between the last result of a stage and the first event of the next
/// stage.
struct PairingTimes {
    newest: Duration,
    stage: Option<u32>,
    spent: Duration,
    longest: Duration,
}

impl PairingTimes {
    fn new() -> PairingTimes {
        PairingTimes { newest: cpu_time(), stage: None, spent: Duration::ZERO, longest: Duration::ZERO }
    }
}

impl Observer<Tournament> for PairingTimes {
    fn happened(&mut self, _: &Tournament, event: &TournamentEvent) -> anyhow::Result<()> {
        let now = cpu_time();
        let begins = match &event.fact {
            Fact::EncounterPaired(paired) => Some(paired.encounter.stage),
            Fact::AwardGiven { stage, .. } => Some(*stage),
            _ => None,
        };
        if begins.is_some() && begins != self.stage {
            let took = now - self.newest;
            (self.stage, self.spent, self.longest) = (begins, self.spent + took, self.longest.max(took));
        }
        self.newest = now;
        Ok(())
    }
}

/// Matches that end as soon as they begin: the better seed wins.
#[derive(Default)]
struct AtOnce {
    begun: VecDeque<Scheduled>,
    ended: usize,
}

impl Matches<Tournament> for AtOnce {
    fn most_at_once(&self) -> usize {
        64
    }

    async fn begin(&mut self, _: &Tournament, scheduled: Scheduled) -> anyhow::Result<()> {
        self.begun.push_back(scheduled);
        Ok(())
    }

    fn places(&self, _: &str, _: usize) -> usize {
        usize::MAX
    }

    async fn take_up(&mut self, _: &Tournament, _: &Scheduled) -> anyhow::Result<bool> {
        Ok(false)
    }

    fn give_up(&mut self, _: MatchKey) -> bool {
        false
    }

    async fn next(&mut self) -> anyhow::Result<Happened> {
        let Some(Scheduled { match_key, entrants, .. }) = self.begun.pop_front() else { return pending().await };
        self.ended += 1;
        let places = if entrants[0] < entrants[1] { vec![1, 2] } else { vec![2, 1] };
        let result = MatchResult { halves: vec![0, 0], places, ..MatchResult::default() };
        Ok(Happened::Ended(End { match_key, result: Ok(result) }))
    }
}

/// Measures the steward's time per match of a tournament of this format, in microseconds. Returns
/// it without and with the pairing of stages, followed by the time of the slowest pairing in
/// seconds.
fn stewarded(format: Format, entrants: usize) -> [f64; 3] {
    let rules = Rules {
        accept_within_ms: 0,
        format,
        seats: 2,
        matches_per_encounter: 2,
        points: PointsSystem::Encounters(ResultPoints::CLASSIC),
        bye_halves: 2,
        tie_breaks: Vec::new(),
        replays: 0,
        release: Release::AtOnce,
        deals: Deals::Own,
        test: None,
        timetable: Timetable::default(),
    };
    let opened = TournamentOpened {
        name: "bench".to_owned(),
        opened_unix_ms: 0,
        rules,
        match_setup: String::new(),
        deal_seed: [0; 32],
    };
    let joined = (0..entrants).map(|index| Fact::EntrantEntered(format!("entrant-{index}")));
    let facts = [Fact::Opened(Box::new(opened))].into_iter().chain(joined).chain([Fact::Started]);
    let first: Vec<TournamentEvent> =
        (1..).zip(facts).map(|(seq, fact)| TournamentEvent { seq: Seq(seq), at_ms: 0, fact }).collect();
    let tournament = Tournament::replay(&first).expect("a tournament within the limits");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (_hosts, mut commands) = tokio::sync::mpsc::channel(WAITING_COMMANDS);
    let steward = Steward::new(tournament, 0, Forgetful, AtOnce::default());
    let (start, mut pairings) = (cpu_time(), PairingTimes::new());
    let ran = runtime.block_on(steward.run(&mut pairings, &mut commands, pending()));
    let (_, matches) = ran.expect("nothing fails");
    let (all, paired) = (seconds_since(start), pairings.spent.as_secs_f64());
    let each = |seconds: f64| seconds * 1e6 / matches.ended as f64;
    [each(all - paired), each(all), pairings.longest.as_secs_f64()]
}

fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<usize>().ok());
    let (entrants, stages) = (numbers.next().unwrap_or(ENTRANTS).max(2), numbers.next().unwrap_or(STAGES).max(1));
    let is_usual = entrants <= ENTRANTS && stages <= STAGES;
    let (mut slowest, mut dearest) = (0.0f64, 0.0f64);
    for acceleration in [Acceleration::None, Acceleration::Baku] {
        let config =
            SwissConfig { stages: stages as u32, initial_seat: Seat(0), acceleration, entrants_at_start: entrants };
        let (mut chance, mut history) = (SplitMix64::new(1), Vec::new());
        for number in 1..=stages {
            let start = cpu_time();
            let stage = pair(&config, &history, &vec![true; entrants]).expect("a tournament within the limits");
            let seconds = seconds_since(start);
            slowest = slowest.max(seconds);
            let times = seconds / floor(&history, entrants).max(1e-9);
            println!(
                "{entrants} entrants, {acceleration:?}, stage {number}: {seconds:.3} s, {times:.0} times a sort by points"
            );
            history.push(play(&stage, entrants, &mut chance));
        }
    }
    let swiss = Format::Swiss { stages: stages as u32, initial_seat: Seat(0), acceleration: Acceleration::None };
    let formats = [
        (Format::RoundRobin { cycles: 1 }, entrants.min(200)),
        (Format::Knockout { third_place: ThirdPlace::Played }, entrants),
        (Format::DoubleElimination, entrants),
        (Format::KingOfTheHill { challenges: entrants as u32 }, entrants),
        (swiss, entrants),
    ];
    for (format, entrants) in formats {
        let [own, all, longest] = stewarded(format, entrants);
        slowest = slowest.max(longest);
        dearest = dearest.max(if matches!(format, Format::Swiss { .. }) { own } else { all });
        println!(
            "{} of {entrants} entrants: a steward computes {own:.1} us for a match (aim {MATCH_US} us), {all:.1} us with the pairing of the \
             stages, of which the slowest takes {longest:.3} s",
            format.word()
        );
    }
    println!("the slowest stage: {slowest:.3} s (aim {STAGE_SECONDS} s)");
    ensure!(!is_usual || slowest <= STAGE_SECONDS, "the pairing of a stage takes too long");
    ensure!(!is_usual || dearest <= MATCH_US, "a match costs a steward too much");
    Ok(())
}
