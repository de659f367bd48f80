//! A store that fails, or to which another process writes. The server shows only durable events,
//! and no other match is affected.

mod late;

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use referee::{
    hall::{Limits, challenges::challenge::ChallengeState, link::SeatMessage, table::Ask},
    ids::{MatchId, Seat, Seq, Viewer},
    law::{Event, Fact, Reason, Seed, Termination},
    store::{Created, Epoch, EventLog, Pruning, RequestKey, Store, StoreError, StoreFuture, StreamId},
};
use tokio::time::{advance, sleep};

use super::matchmaking::challenges::proposed;
use super::rig::{self, Bot, create, memory, new_match, open, seconds, some_move, two_bots, watch_to_end};

/// A store with faults: appends to one match fail or take time, or its log is unreadable. It also
/// counts reads.
pub struct Failing {
    inner: Store,
    broken: Mutex<Option<MatchId>>,
    damaged: Mutex<Option<MatchId>>,
    takes: Mutex<Duration>,
    events_read: AtomicUsize,
    /// Remaining number of creations that succeed but report an error.
    silent_creates: AtomicUsize,
    /// Remaining number of appends that panic.
    panics: AtomicUsize,
    /// Whether all reads fail.
    is_down: AtomicBool,
    /// Names of the threads that have appended.
    threads: Mutex<BTreeSet<String>>,
}

impl Failing {
    pub fn new() -> Arc<Failing> {
        Arc::new(Failing {
            inner: memory(),
            broken: Mutex::default(),
            damaged: Mutex::default(),
            takes: Mutex::default(),
            events_read: AtomicUsize::new(0),
            silent_creates: AtomicUsize::new(0),
            panics: AtomicUsize::new(0),
            is_down: AtomicBool::new(false),
            threads: Mutex::default(),
        })
    }

    /// Returns a store with this log. Its other parts never fail.
    pub fn store(self: &Arc<Failing>) -> Store {
        Store { log: Arc::<Failing>::clone(self), ..self.inner.clone() }
    }

    /// Returns the number of events that were read since the last call.
    pub fn events_read(&self) -> usize {
        self.events_read.swap(0, Ordering::Relaxed)
    }

    /// Decrements a counter. Returns false if it is already zero.
    fn takes_one(count: &AtomicUsize) -> bool {
        count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Makes the next appends panic.
    pub fn panics(&self, times: usize) {
        self.panics.store(times, Ordering::Relaxed);
    }

    /// Makes appends to this match fail from now on. `None` repairs the store.
    pub fn breaks(&self, match_id: Option<&MatchId>) {
        *self.broken.lock().expect("no test panics here") = match_id.cloned();
    }

    /// Makes the log of this match unreadable from now on.
    fn damages(&self, match_id: &MatchId) {
        *self.damaged.lock().expect("no test panics here") = Some(match_id.clone());
    }

    /// Returns the names of the threads that have appended. Tables run on these threads.
    pub fn threads(&self) -> BTreeSet<String> {
        self.threads.lock().expect("no test panics here").clone()
    }

    /// Makes every append take this long from now on.
    fn takes(&self, long: Duration) {
        *self.takes.lock().expect("no test panics here") = long;
    }
}

impl EventLog for Failing {
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()> {
        assert!(!Failing::takes_one(&self.panics), "the store of a test panics");
        let thread = std::thread::current().name().unwrap_or_default().to_owned();
        self.threads.lock().expect("no test panics here").insert(thread);
        if self.broken.lock().expect("no test panics here").as_ref() == Some(stream) {
            let failed = StoreError::Failed { doing: "append", cause: "the disk is full".to_owned() };
            return Box::pin(async { Err(failed) });
        }
        let (takes, stream) = (*self.takes.lock().expect("no test panics here"), stream.clone());
        Box::pin(async move {
            if !takes.is_zero() {
                sleep(takes).await;
            }
            self.inner.log.append(&stream, expected, owner, events).await
        })
    }
    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        let created = self.inner.log.create(request, stream, events, seed);
        if !Failing::takes_one(&self.silent_creates) {
            return created;
        }
        Box::pin(async move {
            created.await?;
            Err(StoreError::Failed { doing: "create", cause: "disk I/O error".to_owned() })
        })
    }
    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>> {
        self.inner.log.take_over(stream)
    }
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        if self.is_down.load(Ordering::Relaxed) {
            return Box::pin(async { Err(down()) });
        }
        self.inner.log.created_by(request)
    }
    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        if self.damaged.lock().expect("no test panics here").as_ref() == Some(stream) {
            let broken = StoreError::Broken { doing: "read events", cause: "a page is damaged".to_owned() };
            return Box::pin(async { Err(broken) });
        }
        if self.is_down.load(Ordering::Relaxed) {
            return Box::pin(async { Err(down()) });
        }
        let read = self.inner.log.events(stream, after, limit);
        Box::pin(async move {
            let events = read.await?;
            self.events_read.fetch_add(events.len(), Ordering::Relaxed);
            Ok(events)
        })
    }
    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning> {
        self.inner.log.prune(stream, most)
    }
    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        self.inner.log.seed(stream)
    }
}

fn down() -> StoreError {
    StoreError::Failed { doing: "read", cause: "/secret/referee.sqlite is locked".to_owned() }
}

/// A caller learns that the store failed and when to retry, but no details of the error.
#[tokio::test(start_paused = true)]
async fn a_store_that_fails_says_when_to_ask_again_and_nothing_else() {
    let failing = Failing::new();
    let store = failing.store();
    let earlier = open(&store).await;
    let (black, _white) = two_bots(&earlier, new_match("single", "600", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    black.table.ask(Seat(0), Default::default(), Ask::Resign).await.expect("it gives up");
    black.table.ended().await;
    // This hall has no copy of the match in memory.
    let hall = open(&store).await;
    failing.is_down.store(true, Ordering::Relaxed);
    let refused = [
        hall.look(&match_id, Viewer::Spectator).await.map(drop).expect_err("it cannot be read"),
        hall.create(new_match("single", "600", ["ann", "bob"])).await.map(drop).expect_err("it cannot be asked"),
    ];
    for refusal in refused {
        assert_eq!((refusal.reason, refusal.retry_after_ms), (Reason::StoreUnavailable, Some(1_000)), "{refusal}");
        assert!(!format!("{refusal:?}").contains("secret"), "{refusal:?}");
    }
    failing.is_down.store(false, Ordering::Relaxed);
    hall.look(&match_id, Viewer::Spectator).await.expect("it is well again");
}

/// Lets the tables finish their current work before time advances.
async fn settle() {
    for _ in 0..16 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_that_cannot_be_stored_did_not_happen() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let (other_black, other_white) = two_bots(&hall, new_match("single", "600", ["cat", "dan"])).await;
    let match_id = black.table.match_id().clone();
    let watch = hall.watch(&match_id, Viewer::Spectator, Seq(0)).await.expect("a watch");
    let watch = tokio::spawn(watch_to_end(watch));
    let card = black.turn().await;
    let before = hall.look(&match_id, Viewer::Spectator).await.expect("a look");

    failing.breaks(Some(&match_id));
    let answer = {
        let (table, card) = (black.table.clone(), Arc::clone(&card));
        tokio::spawn(async move {
            let (notation, received) = (some_move(&card).to_owned(), table.clock().now());
            let ask = Ask::PlayMove { turn_id: card.turn_id, notation, score: None, received };
            table.ask(Seat(0), rig::request("m1"), ask).await
        })
    };
    advance(seconds(30)).await;
    let after = hall.look(&match_id, Viewer::Spectator).await.expect("a look");
    assert_eq!((after.summary.seq, after.position), (before.summary.seq, before.position), "nothing was changed");
    assert!(!answer.is_finished(), "it is neither taken nor declined");
    let (other, _) = tokio::join!(other_black.play(), other_white.play());
    assert_eq!(rig::verdict(&other).termination, Termination::Normal, "another match does not feel it");

    failing.breaks(None);
    let taken = answer.await.expect("it waits").expect("the table has tried again");
    assert_eq!(black.answer(&card, some_move(&card), "m1").await, Ok(taken), "the same request has the same answer");
    let (played, _) = tokio::join!(black.play(), white.play());
    let (watched, _) = watch.await.expect("it watches");
    assert_eq!(watched.last(), played.last());
    assert_eq!(watched.len(), rig::log(&store, &match_id).await.len(), "what was shown is what was stored");
}

/// While the store fails, the clock stops for each seat, whether it has answered or not.
#[tokio::test(start_paused = true)]
async fn an_outage_is_charged_to_no_seat() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let card = black.turn().await;
    advance(seconds(3)).await;
    failing.breaks(Some(black.table.match_id()));
    let (taken, ()) = tokio::join!(black.answer(&card, some_move(&card), ""), async {
        settle().await;
        advance(seconds(60)).await;
        failing.breaks(None);
    });
    taken.expect("it came in time");
    let card = white.turn().await;
    let remaining = card.remaining[0].expect("a clock");
    assert_eq!(remaining.as_millis(), 7_000, "three seconds were its own");

    // The store fails while no seat answers. The next event to be stored reveals it.
    advance(seconds(4)).await;
    failing.breaks(Some(black.table.match_id()));
    black.table.leave(Seat(0), black.link.id);
    settle().await;
    advance(seconds(300)).await;
    assert!(!black.table.has_ended(), "neither a flag nor a grace ends in it");
    failing.breaks(None);
    let (table, link) = (black.table.clone(), black.link.clone());
    drop(black);
    assert!(link.is_closed());
    let mut again = Bot::sit(&table, 0, 0).await;
    white.answer(&card, some_move(&card), "").await.expect("its clock stood");
    let remaining = again.turn().await.remaining[1].expect("a clock");
    assert!(remaining > seconds(5) && remaining <= seconds(6), "{remaining:?}");
}

/// If the store recovers too late, the match ends by a host fault after the recovery.
#[tokio::test(start_paused = true)]
async fn an_outage_that_lasts_too_long_is_the_hosts_fault() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = rig::open_with(&store, Limits { store_patience: seconds(60), ..Limits::default() }).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let card = black.turn().await;
    failing.breaks(Some(black.table.match_id()));
    let (refused, ()) = tokio::join!(black.answer(&card, some_move(&card), ""), async {
        settle().await;
        advance(seconds(61)).await;
        failing.breaks(None);
    });
    assert_eq!(refused.expect_err("the match is over").reason, Reason::MatchOver);
    let verdict = rig::verdict(&white.events_to_end().await);
    assert_eq!((verdict.termination, verdict.seat), (Termination::HostFault, None));
    assert!(verdict.places.is_empty(), "it does not count");
}

#[tokio::test(start_paused = true)]
async fn a_departure_during_a_store_failure_is_reported_later() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "inf", ["ann", "bob"])).await;
    let _card = black.turn().await;
    failing.breaks(Some(black.table.match_id()));
    white.table.leave(Seat(1), white.link.id);
    drop(white);
    advance(seconds(5)).await;
    failing.breaks(None);
    let verdict = rig::verdict(&black.events_to_end().await);
    assert_eq!((verdict.termination, verdict.seat), (Termination::Disconnect, Some(Seat(1))));
}

#[tokio::test(start_paused = true)]
async fn a_second_owner_stops_the_table() {
    let store = memory();
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let (other_black, other_white) = two_bots(&hall, new_match("single", "600", ["cat", "dan"])).await;
    let table = black.table.clone();
    let watch = hall.watch(table.match_id(), Viewer::Spectator, Seq(0)).await.expect("a watch");
    let watch = tokio::spawn(watch_to_end(watch));
    let card = black.turn().await;
    let newest = hall.look(table.match_id(), Viewer::Spectator).await.expect("a look").summary.seq;
    let at = table.clock().now();
    let elsewhere = Event { seq: newest.next(), at, fact: Fact::SeatConnected { seat: Seat(0) } };
    store.log.append(table.match_id(), newest, Epoch::FIRST, vec![elsewhere]).await.expect("another owner appends");

    let refused = black.answer(&card, some_move(&card), "").await.expect_err("there is another owner");
    assert_eq!(refused.reason, Reason::Stopping);
    table.ended().await;
    let left = loop {
        match black.message().await {
            SeatMessage::Left { refusal, .. } => break refusal,
            SeatMessage::Event { event, .. } => assert!(event.seq() <= newest, "nothing of this owner is shown"),
            _ => {}
        }
    };
    assert_eq!(left.reason, Reason::Stopping, "the programs are told to connect again");
    let (watched, _) = watch.await.expect("it watches");
    assert!(watched.iter().all(|event| event.seq() <= newest), "nothing of this owner was shown");
    let late = table.ask(Seat(1), Default::default(), Ask::Resign).await.expect_err("the table has stopped");
    assert_eq!(late.reason, Reason::Stopping);
    drop(white);
    let (other, _) = tokio::join!(other_black.play(), other_white.play());
    assert_eq!(rig::verdict(&other).termination, Termination::Normal, "another match does not feel it");
}

/// A server that takes a match over is its only owner at once, even before it appends an event.
#[tokio::test(start_paused = true)]
async fn a_match_that_was_taken_over_stops_here() {
    let store = memory();
    let hall = open(&store).await;
    let (mut black, _white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let table = black.table.clone();
    let card = black.turn().await;
    let before = rig::log(&store, table.match_id()).await;
    store.log.take_over(table.match_id()).await.expect("it writes").expect("it is there");

    let refused = black.answer(&card, some_move(&card), "").await.expect_err("there is another owner");
    assert_eq!(refused.reason, Reason::Stopping);
    table.ended().await;
    assert_eq!(rig::log(&store, table.match_id()).await, before, "nothing of this owner is stored");
}

/// If two servers share a store, the one that started last owns the matches.
#[tokio::test(start_paused = true)]
async fn a_second_server_takes_the_matches_of_the_first_over() {
    let store = memory();
    let first = open(&store).await;
    let (mut black, _white) = two_bots(&first, new_match("single", "600", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    let card = black.turn().await;
    let second = open(&store).await;
    let table = second.table(&match_id).expect("it is live there");
    black.answer(&card, some_move(&card), "").await.expect_err("it is not played here any more");
    black.table.ended().await;
    let (black, white) = (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await);
    let (played, _) = tokio::join!(black.play(), white.play());
    assert_eq!(rig::verdict(&played).termination, Termination::Normal);
    assert_eq!(rig::log(&store, &match_id).await.len(), played.len(), "only one of them has written to it");
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_taken_when_the_store_is_well_again() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let table = create(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let black = Bot::sit(&table, 0, 0).await;
    failing.breaks(Some(table.match_id()));
    let (white, ()) = tokio::join!(Bot::sit(&table, 1, 0), async {
        settle().await;
        advance(seconds(20)).await;
        failing.breaks(None);
    });
    let (played, _) = tokio::join!(black.play(), white.play());
    assert_eq!(rig::verdict(&played).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_creation_seemed_to_fail_has_a_table() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    failing.silent_creates.store(1, Ordering::Relaxed);
    let (black, white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let (played, _) = tokio::join!(black.play(), white.play());
    assert_eq!(rig::verdict(&played).termination, Termination::Normal);
}

/// However long the store fails to answer, a stored match gets its table, and its challenge does
/// not open a second one.
#[tokio::test(start_paused = true)]
async fn a_match_gets_its_table_once_a_slow_store_answers() {
    let failing = Failing::new();
    let hall = open(&failing.store()).await;
    let challenge = hall.challenge(proposed("ann", &["bob"])).await.expect("it is put to him");
    let id = &challenge.id;
    failing.silent_creates.store(1, Ordering::Relaxed);
    failing.is_down.store(true, Ordering::Relaxed);
    let refused = hall.accept_challenge(id, &rig::player("bob")).await.expect_err("the store does not know");
    assert_eq!(refused.reason, Reason::StoreUnavailable);
    let refused = hall.cancel_challenge(id, &rig::player("ann")).expect_err("its match may be there");
    assert_eq!(refused.reason, Reason::ChallengeClosed);
    assert!(hall.table(id).is_none());
    failing.is_down.store(false, Ordering::Relaxed);
    sleep(seconds(5)).await;
    let accepted = hall.accept_challenge(id, &rig::player("bob")).await.expect("he has");
    assert_eq!(accepted.state, ChallengeState::Accepted(id.clone()));
    let players = hall.opened(id).await.expect("it is there").players.clone();
    assert_eq!(players.iter().collect::<BTreeSet<_>>(), [&rig::player("ann"), &rig::player("bob")].into());
    assert!(hall.table(id).is_some(), "it has its table");
}
