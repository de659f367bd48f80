//! Stewards whose store fails, whose matches end in any order, and which may stop at any await.
//! Every match is still counted exactly once.

use std::{
    collections::{BTreeSet, VecDeque},
    future::{Future, pending, poll_fn},
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};

use referee::{
    contest::ContestKind as _,
    contest_steward::{Asked, End, Happened, Log, Matches, Observer, Steward, WAITING_COMMANDS},
    ids::Seq,
    tournament::{
        Command, Entrant, Fact, Format, MatchKey, MatchResult, Phase, Rules, Scheduled, Shown, Tournament,
        TournamentEvent, event::end_in_words, rules::Release,
    },
};
use tokio::{
    sync::{mpsc, oneshot},
    task::yield_now,
    time::{Instant, sleep, sleep_until},
};

use crate::{
    numbers::Numbers,
    tournament::played::{every_format, opened, result_of, with_tests},
};

const ENTRANTS: usize = 6;
/// Number of disturbed tournaments per format.
const SEEDS: u64 = 20;
/// Maximum starts of a steward. After these, the test reports that the tournament hangs.
const MAX_STARTS: u32 = 3000;

/// State that outlives a steward.
#[derive(Clone)]
struct World(Arc<Mutex<State>>);

struct State {
    stored: Vec<TournamentEvent>,
    numbers: Numbers,
    /// Percentage of appends that fail. Half of these have already stored the events.
    failing: usize,
}

impl World {
    fn new(rules: &Rules, seed: u64, failing: usize) -> World {
        let opened = opened(rules.clone());
        // A test has exactly two entrants.
        let entrants = if rules.test.is_some() { 2 } else { ENTRANTS };
        let joined = (0..entrants).map(|index| Fact::EntrantEntered(format!("entrant-{index}")));
        let facts = [Fact::Opened(Box::new(opened))].into_iter().chain(joined).chain([Fact::Started]);
        let stored = (1..).zip(facts).map(|(seq, fact)| TournamentEvent { seq: Seq(seq), at_ms: 0, fact }).collect();
        World(Arc::new(Mutex::new(State { stored, numbers: Numbers::new(seed), failing })))
    }

    fn below(&self, end: usize) -> usize {
        self.0.lock().unwrap().numbers.below(end)
    }

    fn stored(&self) -> Vec<TournamentEvent> {
        self.0.lock().unwrap().stored.clone()
    }
}

impl Log<Tournament> for World {
    async fn append(&mut self, _: &Tournament, events: &[TournamentEvent]) -> anyhow::Result<()> {
        yield_now().await;
        let fails = self.below(100) < self.0.lock().unwrap().failing;
        let is_stored_first = self.below(2) == 0;
        anyhow::ensure!(!fails || is_stored_first, "the disk is full");
        {
            let mut state = self.0.lock().unwrap();
            let newest = state.stored.last().map(|event| event.seq);
            assert_eq!(newest.map(Seq::next), events.first().map(|event| event.seq), "no other task appends");
            state.stored.extend(events.iter().cloned());
        }
        yield_now().await;
        anyhow::ensure!(!fails, "the answer was lost");
        Ok(())
    }
}

/// Matches that are lost when their steward stops, like those of local engines.
struct Played {
    world: World,
    under_way: VecDeque<Scheduled>,
    begun: BTreeSet<MatchKey>,
}

impl Matches<Tournament> for Played {
    fn most_at_once(&self) -> usize {
        3
    }

    async fn begin(&mut self, _: &Tournament, scheduled: Scheduled) -> anyhow::Result<()> {
        yield_now().await;
        assert!(self.begun.insert(scheduled.match_key), "one steward begins a match once");
        self.under_way.push_back(scheduled);
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
        sleep(Duration::from_millis(self.world.below(30) as u64)).await;
        let at = self.world.below(self.under_way.len().max(1));
        let Some(scheduled) = self.under_way.remove(at) else { return pending().await };
        Ok(Happened::Ended(End { match_key: scheduled.match_key, result: Ok(result_of(&scheduled)) }))
    }
}

struct NoObserver;

impl Observer<Tournament> for NoObserver {
    fn happened(&mut self, _: &Tournament, _: &TournamentEvent) -> anyhow::Result<()> {
        Ok(())
    }
}

fn steward(world: &World) -> Steward<Tournament, World, Played> {
    let stored = world.stored();
    let tournament = Tournament::replay(&stored).expect("what a steward stores is a tournament");
    let matches = Played { world: world.clone(), under_way: VecDeque::new(), begun: BTreeSet::new() };
    Steward::new(tournament, stored.last().map_or(0, |event| event.at_ms), world.clone(), matches)
}

/// Returns the output of a future, or `None` if it needs more polls than this.
async fn polled<T>(future: impl Future<Output = T>, mut polls: usize) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(move |cx| match future.as_mut().poll(cx) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending if polls == 0 => Poll::Ready(None),
        Poll::Pending => {
            polls -= 1;
            Poll::Pending
        }
    })
    .await
}

/// Plays a tournament to its end. Each steward stops after a random number of polls up to `most`.
async fn play(world: &World, most: Option<usize>) -> Tournament {
    for _ in 0..MAX_STARTS {
        let (_hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
        let polls = most.map_or(usize::MAX, |most| world.below(most));
        let ran = polled(steward(world).run(&mut NoObserver, &mut commands, pending()), polls).await;
        if let Some(Ok((tournament, _))) = ran {
            return tournament;
        }
    }
    panic!("it hangs after {} events", world.stored().len());
}

#[tokio::test(start_paused = true)]
async fn a_tournament_resumes_wherever_its_steward_stopped() {
    for rules in every_format().into_iter().filter(|rules| !matches!(rules.format, Format::Arena { .. })) {
        let quiet = play(&World::new(&rules, 0, 0), None).await;
        for seed in 0..SEEDS {
            let world = World::new(&rules, seed, 4);
            let tournament = play(&world, Some(60)).await;
            let word = rules.format.word();
            assert_eq!(tournament.standings(Shown::All), quiet.standings(Shown::All), "{word} {seed}");
            let mut counted = BTreeSet::new();
            for event in world.stored() {
                if let Fact::MatchCounted { match_key, .. } = event.fact {
                    assert!(counted.insert(match_key), "{word} {seed}: {match_key} counts twice");
                }
            }
            let matches: usize = quiet.encounters.iter().map(|encounter| encounter.matches.len()).sum();
            assert_eq!(counted.len(), matches, "{word} {seed}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_arena_ends_on_time_despite_steward_restarts() {
    for rules in every_format() {
        let Format::Arena { duration_ms, .. } = rules.format else { continue };
        for seed in 0..SEEDS {
            let world = World::new(&rules, seed, 4);
            let tournament = play(&world, Some(600)).await;
            assert!(matches!(tournament.phase, Phase::Over(_)));
            assert!(tournament.encounters.iter().all(|encounter| encounter.complete_ms.is_some()));
            // The tournament starts at 0 ms.
            let stored = world.stored();
            let paired = stored.iter().filter(|event| matches!(event.fact, Fact::EncounterPaired(_)));
            let paired_ms: Vec<u64> = paired.map(|event| event.at_ms).collect();
            assert!(paired_ms.len() > ENTRANTS, "{seed}: they meet again and again: {paired_ms:?}");
            assert!(paired_ms.iter().all(|at_ms| *at_ms < duration_ms), "{seed}: {paired_ms:?}");
            let last = stored.last().expect("it has events");
            assert!(matches!(last.fact, Fact::Ended { .. }) && last.at_ms >= duration_ms, "{seed}: {last:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn hosts_are_answered_while_matches_are_played() {
    let rules = &every_format()[0];
    let world = World::new(rules, 1, 0);
    let (hosts, mut commands) = mpsc::channel::<Asked<Tournament>>(WAITING_COMMANDS);
    let ask = async |command: Command| {
        let (answer, answered) = oneshot::channel();
        hosts.send(Asked { command, answer }).await.expect("the steward listens");
        answered.await.expect("it answers")
    };
    let host = async {
        ask(Command::Pause { reason: "lunch".into() }).await.expect("it pauses");
        let late = ask(Command::Enter("late".to_owned())).await.expect_err("a round robin takes no late entrants");
        assert!(late.to_string().contains("expected a contest that still accepts entrants"), "{late}");
        ask(Command::Resume).await.expect("it continues");
        ask(Command::End { reason: "rain".into() }).await.expect("it ends");
    };
    let mut no_observer = NoObserver;
    let (ran, ()) = tokio::join!(steward(&world).run(&mut no_observer, &mut commands, pending()), host);
    let (tournament, _) = ran.expect("nothing fails");
    assert!(matches!(&tournament.phase, Phase::Over(reason) if end_in_words(reason) == "ended by the host: rain"));
}

/// Matches that wait for their players, like those of a server. At `from` all players arrive, and
/// the matches are played one after another.
struct Waiting {
    to_open: Vec<Scheduled>,
    from: Instant,
    /// Number of times that the steward asked for the next end of a match.
    looks: Arc<AtomicUsize>,
}

impl Matches<Tournament> for Waiting {
    fn most_at_once(&self) -> usize {
        3
    }

    async fn begin(&mut self, _: &Tournament, scheduled: Scheduled) -> anyhow::Result<()> {
        assert!(self.to_open.iter().all(|one| one.match_key != scheduled.match_key), "it waits already");
        self.to_open.push(scheduled);
        Ok(())
    }

    fn places(&self, _: &str, _: usize) -> usize {
        usize::MAX
    }

    async fn take_up(&mut self, _: &Tournament, _: &Scheduled) -> anyhow::Result<bool> {
        Ok(false)
    }

    fn give_up(&mut self, match_key: MatchKey) -> bool {
        let before = self.to_open.len();
        self.to_open.retain(|one| one.match_key != match_key);
        self.to_open.len() < before
    }

    async fn next(&mut self) -> anyhow::Result<Happened> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        sleep_until(self.from).await;
        let Some(scheduled) = self.to_open.pop() else { return pending().await };
        Ok(Happened::Ended(End { match_key: scheduled.match_key, result: Ok(result_of(&scheduled)) }))
    }
}

fn waiting(world: &World, wait: Duration) -> (Steward<Tournament, World, Waiting>, Arc<AtomicUsize>) {
    let stored = world.stored();
    let tournament = Tournament::replay(&stored).expect("what a steward stores is a tournament");
    let looks = Arc::new(AtomicUsize::new(0));
    let matches = Waiting { to_open: Vec::new(), from: Instant::now() + wait, looks: Arc::clone(&looks) };
    (Steward::new(tournament, stored.last().map_or(0, |event| event.at_ms), world.clone(), matches), looks)
}

#[tokio::test(start_paused = true)]
async fn a_pause_keeps_waiting_matches_from_starting() {
    let world = World::new(&every_format()[0], 1, 0);
    let (hosts, mut commands) = mpsc::channel::<Asked<Tournament>>(WAITING_COMMANDS);
    let ask = async |command: Command| {
        let (answer, answered) = oneshot::channel();
        hosts.send(Asked { command, answer }).await.expect("the steward listens");
        answered.await.expect("it answers").expect("it is done");
    };
    let counted = || world.stored().iter().filter(|event| matches!(event.fact, Fact::MatchCounted { .. })).count();
    let host = async {
        sleep(Duration::from_secs(1)).await;
        ask(Command::Pause { reason: "the room is dark".into() }).await;
        sleep(Duration::from_secs(100)).await;
        assert_eq!(counted(), 0, "three were to begin");
        ask(Command::Resume).await;
    };
    let (steward, _) = waiting(&world, Duration::from_secs(60));
    let mut no_observer = NoObserver;
    let (ran, ()) = tokio::join!(steward.run(&mut no_observer, &mut commands, pending()), host);
    let (tournament, _) = ran.expect("nothing fails");
    let matches: usize = tournament.encounters.iter().map(|encounter| encounter.matches.len()).sum();
    assert_eq!((matches!(tournament.phase, Phase::Over(_)), counted()), (true, matches));
}

#[tokio::test(start_paused = true)]
async fn an_arena_past_its_end_waits_for_its_last_match_without_looking_again() {
    let rules = every_format().into_iter().find(|rules| matches!(rules.format, Format::Arena { .. })).expect("one");
    let world = World::new(&rules, 1, 0);
    let (_hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
    let (steward, looks) = waiting(&world, Duration::from_secs(600));
    let ran = steward.run(&mut NoObserver, &mut commands, pending()).await;
    let (tournament, _) = ran.expect("nothing fails");
    assert!(matches!(tournament.phase, Phase::Over(_)));
    let looks = looks.load(Ordering::Relaxed);
    assert!(looks < 100, "it looked {looks} times in ten minutes");
}

/// Matches after a restart: the earlier steward began two of them, and only these continue.
#[derive(Default)]
struct Surviving {
    taken: Vec<Scheduled>,
    /// Time that one look-up takes to find out if a match was begun.
    lookup: Duration,
}

impl Matches<Tournament> for Surviving {
    fn most_at_once(&self) -> usize {
        3
    }

    async fn begin(&mut self, _: &Tournament, scheduled: Scheduled) -> anyhow::Result<()> {
        panic!("{} begins while nothing may", scheduled.match_key)
    }

    fn places(&self, _: &str, _: usize) -> usize {
        usize::MAX
    }

    async fn take_up(&mut self, _: &Tournament, scheduled: &Scheduled) -> anyhow::Result<bool> {
        sleep(self.lookup).await;
        let was_begun = self.taken.len() < 2;
        self.taken.extend(was_begun.then(|| scheduled.clone()));
        Ok(was_begun)
    }

    fn give_up(&mut self, _: MatchKey) -> bool {
        false
    }

    async fn next(&mut self) -> anyhow::Result<Happened> {
        let Some(scheduled) = self.taken.pop() else { return pending().await };
        Ok(Happened::Ended(End { match_key: scheduled.match_key, result: Ok(result_of(&scheduled)) }))
    }
}

#[tokio::test(start_paused = true)]
async fn begun_matches_count_while_no_match_may_start() {
    let decided = Fact::TestDecided;
    for stops in [Fact::Paused { reason: "the room is dark".into() }, decided] {
        let world = World::new(&every_format()[0], 1, 0);
        let (_hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
        let (first, _) = waiting(&world, Duration::from_secs(60));
        first.run(&mut NoObserver, &mut commands, sleep(Duration::from_secs(1))).await.expect("nothing fails");
        let mut stored = world.stored();
        let seq = stored.last().expect("it was paired").seq.next();
        stored.push(TournamentEvent { seq, at_ms: 1000, fact: stops });
        world.0.lock().unwrap().stored = stored.clone();
        let tournament = Tournament::replay(&stored).expect("what a steward stores is a tournament");
        let steward = Steward::new(tournament, 1000, world.clone(), Surviving::default());
        steward.run(&mut NoObserver, &mut commands, sleep(Duration::from_secs(60))).await.expect("nothing fails");
        let counted = world.stored().iter().filter(|event| matches!(event.fact, Fact::MatchCounted { .. })).count();
        assert_eq!(counted, 2);
    }
}

/// Plays a tournament until its test can be decided. The first entrant wins every match.
fn play_until_decided(world: &World) -> Tournament {
    let mut tournament = Tournament::replay(&world.stored()).expect("it was begun");
    loop {
        let mut facts = tournament.due(referee::contest::Now::of_local(0, 1));
        if facts.iter().any(|fact| matches!(fact, Fact::TestDecided)) {
            return tournament;
        }
        if facts.is_empty() {
            let Scheduled { match_key, entrants, .. } = tournament.scheduled().next().expect("it continues");
            let places = entrants.iter().map(|entrant| if *entrant == Entrant(0) { 1 } else { 2 }).collect();
            let halves = vec![0; entrants.len()];
            let result = MatchResult { places, halves, ..MatchResult::default() };
            facts = tournament.decide(&Command::Count { match_key, result: Ok(result) }).expect("it counts");
        }
        for fact in facts {
            let event = TournamentEvent { seq: tournament.seq.next(), at_ms: 0, fact };
            tournament.apply(&event);
            world.0.lock().unwrap().stored.push(event);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_test_decided_at_a_restart_waits_for_begun_matches() {
    let rules = Rules { release: Release::AtOnce, ..with_tests().remove(1) };
    let world = World::new(&rules, 1, 0);
    let tournament = play_until_decided(&world);
    let counted = || world.stored().iter().filter(|event| matches!(event.fact, Fact::MatchCounted { .. })).count();
    let (before, begun) = (counted(), tournament.awaited().count().min(2));
    assert!(begun > 0, "others are still to be played");
    let (_hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
    let steward = Steward::new(tournament, 0, world.clone(), Surviving::default());
    let ran = steward.run(&mut NoObserver, &mut commands, sleep(Duration::from_secs(60))).await;
    let (tournament, _) = ran.expect("nothing fails");
    assert_eq!((matches!(tournament.phase, Phase::Over(_)), counted()), (true, before + begun));
}

#[tokio::test(start_paused = true)]
async fn a_steward_that_looks_for_begun_matches_answers_its_host_and_stops() {
    let world = World::new(&every_format()[0], 1, 0);
    let (_none, mut no_commands) = mpsc::channel(WAITING_COMMANDS);
    let (first, _) = waiting(&world, Duration::from_secs(60));
    first.run(&mut NoObserver, &mut no_commands, sleep(Duration::from_secs(1))).await.expect("nothing fails");
    let tournament = Tournament::replay(&world.stored()).expect("it was begun");
    let matches = Surviving { lookup: Duration::from_secs(3600), ..Surviving::default() };
    let steward = Steward::new(tournament, 1000, world.clone(), matches);
    let (hosts, mut commands) = mpsc::channel::<Asked<Tournament>>(WAITING_COMMANDS);
    let host = async {
        let (answer, answered) = oneshot::channel();
        let command = Command::Pause { reason: "lunch".into() };
        hosts.send(Asked { command, answer }).await.expect("the steward listens");
        answered.await.expect("it answers").expect("it pauses");
        Instant::now()
    };
    let began = Instant::now();
    let mut no_observer = NoObserver;
    let run = steward.run(&mut no_observer, &mut commands, sleep(Duration::from_secs(60)));
    let (ran, answered) = tokio::join!(run, host);
    let (tournament, _) = ran.expect("nothing fails");
    assert!(tournament.paused.is_some() && answered - began < Duration::from_secs(1));
    assert!(began.elapsed() < Duration::from_secs(61), "it stopped when it was to");
}
