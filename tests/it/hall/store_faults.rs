//! A store that fails, or that somebody else writes to: nothing is shown that is not durable, and no other match feels it.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use referee::{
    hall::table::Ask,
    ids::{MatchId, PlayerId, Seat, Seq, Viewer},
    referee::{Event, Fact, Reason, Seed, Termination},
    store::{Created, Kept, MatchFilter, MatchRow, Registered, RequestKey, SharedStore, Store, StoreError},
};
use tokio::time::advance;

use super::rig::{self, Bot, create, memory, new_match, open, seconds, some_move, two_bots, watch_to_end};

/// A store in which the appends to one match fail, and that counts what is read.
pub struct Failing {
    inner: SharedStore,
    broken: Mutex<Option<MatchId>>,
    events_read: AtomicUsize,
}

impl Failing {
    pub fn new() -> Arc<Failing> {
        Arc::new(Failing { inner: memory(), broken: Mutex::new(None), events_read: AtomicUsize::new(0) })
    }

    /// How many events were read since the last time.
    pub fn events_read(&self) -> usize {
        self.events_read.swap(0, Ordering::Relaxed)
    }

    fn breaks(&self, match_id: Option<&MatchId>) {
        *self.broken.lock().expect("no test panics here") = match_id.cloned();
    }
}

impl Store for Failing {
    fn append(&self, match_id: &MatchId, expected: Seq, events: Vec<Event>) -> Kept<'_, ()> {
        if self.broken.lock().expect("no test panics here").as_ref() == Some(match_id) {
            let failed = StoreError::Failed { doing: "append", cause: "the disk is full".to_owned() };
            return Box::pin(async { Err(failed) });
        }
        self.inner.append(match_id, expected, events)
    }
    fn create(
        &self,
        request: RequestKey,
        answer: MatchId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> Kept<'_, Created> {
        self.inner.create(request, answer, events, seed)
    }
    fn seed(&self, match_id: &MatchId) -> Kept<'_, Option<Seed>> {
        self.inner.seed(match_id)
    }
    fn created_by(&self, request: &RequestKey) -> Kept<'_, Option<Created>> {
        self.inner.created_by(request)
    }
    fn events(&self, match_id: &MatchId, after: Seq, limit: usize) -> Kept<'_, Vec<Event>> {
        let read = self.inner.events(match_id, after, limit);
        Box::pin(async move {
            let events = read.await?;
            self.events_read.fetch_add(events.len(), Ordering::Relaxed);
            Ok(events)
        })
    }
    fn unfinished(&self) -> Kept<'_, Vec<MatchId>> {
        self.inner.unfinished()
    }
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> Kept<'_, Vec<MatchRow>> {
        self.inner.matches(filter, before, limit)
    }
    fn row(&self, match_id: &MatchId) -> Kept<'_, Option<MatchRow>> {
        self.inner.row(match_id)
    }
    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> Kept<'_, ()> {
        self.inner.mark_unreadable(match_id, cause)
    }
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> Kept<'_, Registered> {
        self.inner.register(player, token_digest)
    }
    fn ensure_house(&self, player: &PlayerId) -> Kept<'_, ()> {
        self.inner.ensure_house(player)
    }
    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> Kept<'_, ()> {
        self.inner.renew(player, token_digest)
    }
    fn player_of(&self, token_digest: [u8; 32]) -> Kept<'_, Option<PlayerId>> {
        self.inner.player_of(token_digest)
    }
    fn players(&self, after: Option<PlayerId>, limit: usize) -> Kept<'_, Vec<PlayerId>> {
        self.inner.players(after, limit)
    }
    fn has_player(&self, player: &PlayerId) -> Kept<'_, bool> {
        self.inner.has_player(player)
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_that_cannot_be_stored_did_not_happen() {
    let failing = Failing::new();
    let store: SharedStore = Arc::clone(&failing) as SharedStore;
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let (other_black, other_white) = two_bots(&hall, new_match("single", "600", ["cat", "dan"])).await;
    let match_id = black.table.match_id().clone();
    let watch = hall.watch(&match_id, Viewer::Spectator, Seq(0)).await.expect("a watch");
    let watch = tokio::spawn(watch_to_end(watch));
    let card = black.turn().await;
    let before = hall.look(&match_id, Viewer::Spectator).await.expect("a look");

    failing.breaks(Some(&match_id));
    let refused = black.answer(&card, some_move(&card), "m1").await.expect_err("the store fails");
    assert_eq!(refused.reason, Reason::HostFault);
    assert!(refused.text.contains("the disk is full"), "{refused}");
    let after = hall.look(&match_id, Viewer::Spectator).await.expect("a look");
    assert_eq!((after.summary.seq, after.position), (before.summary.seq, before.position), "nothing was changed");
    let (other, _) = tokio::join!(other_black.play(), other_white.play());
    assert_eq!(rig::verdict(&other).termination, Termination::Board, "another match does not feel it");

    failing.breaks(None);
    black.answer(&card, some_move(&card), "m1").await.expect("the same request is taken now");
    let (played, _) = tokio::join!(black.play(), white.play());
    let (watched, _) = watch.await.expect("it watches");
    assert_eq!(watched.last(), played.last());
    assert_eq!(watched.len(), rig::log(&store, &match_id).await.len(), "what was shown is what was stored");
}

#[tokio::test(start_paused = true)]
async fn a_flag_that_could_not_be_stored_falls_later() {
    let failing = Failing::new();
    let store: SharedStore = Arc::clone(&failing) as SharedStore;
    let hall = open(&store).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let _card = black.turn().await;
    failing.breaks(Some(black.table.match_id()));
    advance(seconds(30)).await;
    assert!(!black.table.has_ended());
    failing.breaks(None);
    let verdict = rig::verdict(&white.events_to_end().await);
    assert_eq!((verdict.termination, verdict.seat), (Termination::Flag, Some(Seat(0))));
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_left_while_the_store_failed_is_told_later() {
    let failing = Failing::new();
    let store: SharedStore = Arc::clone(&failing) as SharedStore;
    let hall = open(&store).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "inf", ["ann", "bob"])).await;
    let _card = black.turn().await;
    failing.breaks(Some(black.table.match_id()));
    white.table.leave(Seat(1), white.link.id).await;
    white.line.close();
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
    store.append(table.match_id(), newest, vec![elsewhere]).await.expect("another owner appends");

    let refused = black.answer(&card, some_move(&card), "").await.expect_err("there is another owner");
    assert_eq!(refused.reason, Reason::HostFault);
    table.ended().await;
    let (watched, _) = watch.await.expect("it watches");
    assert!(watched.iter().all(|event| event.seq() <= newest), "nothing of this owner was shown");
    let late = table.ask(Seat(1), Default::default(), Ask::Resign).await.expect_err("the table has stopped");
    assert_eq!(late.reason, Reason::Stopping);
    drop(white);
    let (other, _) = tokio::join!(other_black.play(), other_white.play());
    assert_eq!(rig::verdict(&other).termination, Termination::Board, "another match does not feel it");
}

#[tokio::test(start_paused = true)]
async fn a_seat_cannot_be_taken_while_the_store_fails() {
    let failing = Failing::new();
    let store: SharedStore = Arc::clone(&failing) as SharedStore;
    let hall = open(&store).await;
    let table = create(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let black = Bot::sit(&table, 0, 0).await;
    failing.breaks(Some(table.match_id()));
    let refused = table.sit(Seat(1), Seq(0), black.link.clone()).await.expect_err("the store fails");
    assert_eq!(refused.reason, Reason::HostFault);
    failing.breaks(None);
    let white = Bot::sit(&table, 1, 0).await;
    let (played, _) = tokio::join!(black.play(), white.play());
    assert_eq!(rig::verdict(&played).termination, Termination::Board);
}
