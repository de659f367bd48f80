//! The cost of a ladder of 1000 bots. Run: `cargo bench --bench ladders`.
//!
//! First, the steward's time per match, pairing included. Every bot has its own connection, matches
//! end immediately, and events stay in memory. The floor is the cost of applying the same events.
//! Then, the cost of reading the ladder again, and of a fit of its ratings. All times are CPU time
//! of this process. Fails above [`MATCH_US`].

use std::{collections::VecDeque, future::pending, hint::black_box, time::Duration};

use anyhow::{Context as _, ensure};
use referee::{
    contest::ContestKind as _,
    contest_steward::{End, Happened, Log, Matches, Observer, Steward, WAITING_COMMANDS},
    games::search::split_mix::SplitMix64,
    hall::{
        Hall, Limits,
        link::{self, SeatReader, Wants},
        lobby::{Presence, Profile},
    },
    ids::{PlayerId, Seq},
    ladder::{
        Category, Declaration, Entry, Fact, Ladder, LadderEvent, LadderOpened, MatchKey, MatchResult, PairingRules,
        QuarantineRules, RatedBy, Results, Rules, Scheduled,
    },
    store::Store,
};

/// Number of bots.
const BOTS: usize = 1_000;
/// Number of encounters, of two matches each.
const ENCOUNTERS: u32 = 20_000;
/// Concurrent matches: the server's default for a ladder.
const IN_FLIGHT: u32 = 64;
/// Elo difference between the strongest and the weakest bot.
const ELO: f64 = 1000.0;
/// Maximum time of the steward per match, in microseconds, pairing included.
const MATCH_US: f64 = 200.0;
/// The game, as a query for free seats names it.
const GAME: &str = "kamisado";

/// Returns the CPU time of this process.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a process has computed for no negative time")
}

/// Returns the CPU time of this process since `start`, in seconds.
fn seconds_since(start: Duration) -> f64 {
    (cpu_time() - start).as_secs_f64()
}

fn name(bot: usize) -> String {
    format!("bot-{bot:04}")
}

/// Returns the first events: the opening and all entries.
fn first() -> anyhow::Result<Vec<LadderEvent>> {
    let category = Category {
        name: GAME.to_owned(),
        seats: 2,
        matches_per_encounter: 2,
        match_setup: String::new(),
        rated_by: RatedBy::Ranks,
    };
    let pairing = PairingRules {
        encounters_in_flight: IN_FLIGHT,
        matches_per_day: 100_000,
        matches_in_all: Some(2 * ENCOUNTERS),
        ..PairingRules::default()
    };
    let quarantine = QuarantineRules::default();
    let rules = Rules {
        categories: vec![category],
        pairing,
        quarantine,
        replays: 3,
        version_sd: 100,
        accept_within_ms: 600_000,
    };
    let opened = LadderOpened { name: "ladder".to_owned(), opened_unix_ms: 0, rules, deal_seed: [0; 32] };
    let mut facts = vec![Fact::Opened(Box::new(opened))];
    for bot in 0..BOTS {
        let declaration = Declaration { categories: vec![0], at_once: 1, matches_per_day: 100_000 };
        let owner = PlayerId::parse(&format!("owner-{bot}"))?;
        let joined = Entry { name: name(bot), owner, version_of: None, anchors: Vec::new(), declaration };
        facts.push(Fact::EntrantEntered(joined));
    }
    Ok((1..).zip(facts).map(|(seq, fact)| LadderEvent { seq: Seq(seq), at_ms: 0, fact }).collect())
}

/// Connects every bot. The bots read nothing.
async fn connected(hall: &Hall) -> anyhow::Result<Vec<(Presence, SeatReader)>> {
    let enter = |bot| {
        let profile =
            Profile { games: Vec::new(), max_matches: 4, resume: Vec::new(), agent: String::new(), accepts: None };
        let (link, reader) = link::channel(Wants { moves: false, position: false, legal: true });
        Ok((hall.lobby().enter(PlayerId::parse(&name(bot))?, profile, link)?, reader))
    };
    (0..BOTS).map(enter).collect()
}

/// A log that drops every event.
struct Forgetful;

impl Log<Ladder> for Forgetful {
    async fn append(&mut self, _: &Ladder, events: &[LadderEvent]) -> anyhow::Result<()> {
        black_box(events);
        Ok(())
    }
}

/// An observer that stores every event.
struct Keeps(Vec<LadderEvent>);

impl Observer<Ladder> for Keeps {
    fn happened(&mut self, _: &Ladder, event: &LadderEvent) -> anyhow::Result<()> {
        self.0.push(event.clone());
        Ok(())
    }
}

/// Matches between players of a hall that end as soon as they begin.
struct AtOnce {
    hall: Hall,
    begun: VecDeque<Scheduled>,
    ended: u32,
    chance: SplitMix64,
}

impl Matches<Ladder> for AtOnce {
    fn most_at_once(&self) -> usize {
        IN_FLIGHT as usize
    }

    async fn begin(&mut self, _: &Ladder, scheduled: Scheduled) -> anyhow::Result<()> {
        self.begun.push_back(scheduled);
        Ok(())
    }

    fn places(&self, entrant: &str, category: usize) -> usize {
        self.places_of(&[entrant], category).first().copied().unwrap_or(0)
    }

    fn places_of(&self, entrants: &[&str], _: usize) -> Vec<usize> {
        self.hall.lobby().places(entrants, GAME, &|_| false)
    }

    async fn take_up(&mut self, _: &Ladder, _: &Scheduled) -> anyhow::Result<bool> {
        Ok(false)
    }

    fn give_up(&mut self, _: MatchKey) -> bool {
        false
    }

    async fn next(&mut self) -> anyhow::Result<Happened> {
        let Some(Scheduled { match_key, entrants, .. }) = self.begun.pop_front() else { return pending().await };
        self.ended += 1;
        let ahead = (f64::from(entrants[1].0) - f64::from(entrants[0].0)) * ELO / BOTS as f64;
        let expected = 1.0 / (1.0 + 10f64.powf(-ahead / 400.0));
        let throw = (self.chance.number() >> 11) as f64 / (1u64 << 53) as f64;
        let result = MatchResult {
            places: if throw < expected { vec![1, 2] } else { vec![2, 1] },
            halves: vec![0; 2],
            moves: vec![20; 2],
            thought_ms: vec![1000; 2],
            elapsed_ms: 2000,
            rounds: 1,
            ..MatchResult::default()
        };
        Ok(Happened::Ended(End { match_key, result: Ok(result) }))
    }
}

/// Runs a ladder with a steward. Returns all events, and the steward's time per match in
/// microseconds.
async fn stewarded() -> anyhow::Result<(Vec<LadderEvent>, f64)> {
    let hall = Hall::open(Store::in_memory()?, Limits::default()).await?;
    let _present = connected(&hall).await?;
    let first = first()?;
    let ladder = Ladder::replay(&first).context("the rules can be")?;
    let (_hosts, mut commands) = tokio::sync::mpsc::channel(WAITING_COMMANDS);
    let matches = AtOnce { hall, begun: VecDeque::new(), ended: 0, chance: SplitMix64::new(1) };
    let (steward, mut kept) = (Steward::new(ladder, 0, Forgetful, matches), Keeps(first));
    let start = cpu_time();
    let (_, matches) = steward.run(&mut kept, &mut commands, pending()).await?;
    let each = seconds_since(start) * 1e6 / f64::from(matches.ended);
    ensure!(matches.ended == 2 * ENCOUNTERS, "{} matches were played", matches.ended);
    Ok((kept.0, each))
}

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (log, each) = runtime.block_on(stewarded())?;
    let start = cpu_time();
    black_box(Ladder::replay(&log).context("a log of a ladder")?);
    let replayed = seconds_since(start);
    let yardstick = replayed * 1e6 / f64::from(2 * ENCOUNTERS);
    println!(
        "a ladder of {BOTS} bots, each connected by a link: a steward computes {each:.1} us for a match, its pairing in it (aim \
         {MATCH_US} us); to take its events is {yardstick:.1} us of that, {:.0} times as little",
        each / yardstick.max(1e-9)
    );
    println!("replay of {} events: {:.0} ms", log.len(), replayed * 1e3);
    let start = cpu_time();
    let fit = Results::fold(&log).fit(0)?;
    println!("fit of {} matches: {:.0} ms", fit.matches, seconds_since(start) * 1e3);
    ensure!(each <= MATCH_US, "a match costs a steward too much");
    Ok(())
}
