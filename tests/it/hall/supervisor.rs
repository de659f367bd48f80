//! A table that panics is reloaded from the store once. If it panics again, the match ends by a
//! host fault.

use std::{collections::BTreeSet, sync::LazyLock, time::Duration};

use referee::{
    games::{Catalogue, GAMES, Game},
    hall::{
        Hall, Limits, NewMatch,
        challenges::rematch::Wish,
        limits::creation_limits::Creator,
        link::{SeatMessage, SeatReader, TurnCard},
        table::{Ask, TableStub},
    },
    ids::{Seat, Seq, Viewer},
    law::{Fact, Reason, Termination},
};
use tokio::{
    runtime::Builder,
    time::{sleep, timeout},
};

use super::{
    lobby::{enter, profile},
    rig::{self, Bot, create, log, memory, new_match, open_with, player, seconds},
    store_faults::Failing,
};
use crate::takeaway::{PANICS, TAKEAWAY};

static WITH_TAKEAWAY: LazyLock<&'static [&'static dyn Game]> =
    LazyLock::new(|| Box::leak([GAMES, &[&TAKEAWAY]].concat().into_boxed_slice()));

/// Makes the table panic with a move at which the game's rules panic.
async fn upset(table: &TableStub, card: &TurnCard) {
    let (turn_id, notation) = (card.turn_id, PANICS.to_owned());
    let ask = Ask::PlayMove { turn_id, notation, score: None, received: table.clock().now() };
    let refused = table.ask(Seat(0), Default::default(), ask).await.expect_err("the table is gone");
    assert_eq!(refused.reason, Reason::HostFault);
}

fn takeaway(players: [&str; 2]) -> NewMatch {
    let game: &dyn Game = &TAKEAWAY;
    let setting = game.facts().setting(2, []).expect("its defaults");
    NewMatch { game: game.facts().id, setting, ..new_match("single", "60", players) }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_panics_is_tried_once_more_and_then_ended() {
    let store = memory();
    let hall =
        Hall::open_with(Catalogue::new(*WITH_TAKEAWAY), store.clone(), Limits::default()).await.expect("it opens");
    let table = create(&hall, takeaway(["ann", "house-random"])).await;
    let match_id = table.match_id().clone();
    let (ann, bob) = rig::two_bots(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let mut bot = Bot::sit(&table, 0, 0).await;
    let card = bot.turn().await;
    let mut watch = hall.watch(&match_id, Viewer::Spectator, Seq(0)).await.expect("a watch");
    upset(&table, &card).await;
    while watch.next().await.is_some() {}
    let cut = watch.cut().await.expect("its watchers have not seen the end");
    assert_eq!(cut.reason, Reason::Stopping);

    let revived = async || loop {
        match hall.table(&match_id) {
            Some(table) if !table.has_ended() => break table,
            _ => sleep(Duration::from_millis(10)).await,
        }
    };
    let table = revived().await;
    let mut bot = Bot::sit(&table, 0, 0).await;
    let again = bot.turn().await;
    assert_eq!((again.round, again.ply), (card.round, card.ply), "the match resumes at the same ply");
    let events = log(&store, &match_id).await;
    let back = events.iter().position(|event| matches!(event.fact, Fact::ServerRestarted)).expect("it came back");
    let house = events[back..].iter().any(|event| matches!(event.fact, Fact::SeatConnected { seat: Seat(1) }));
    assert!(house, "the house sits there again: {events:?}");

    upset(&table, &again).await;
    while hall.table(&match_id).is_some() {
        sleep(Duration::from_millis(10)).await;
    }
    let summary = hall.look(&match_id, Viewer::Spectator).await.expect("it is over").summary;
    let verdict = summary.verdict.expect("it is over");
    assert_eq!((verdict.termination, verdict.seat), (Termination::HostFault, None));
    assert!(verdict.detail().contains("the rules of a test"), "{}", verdict.detail());
    referee::law::verify::verify_with(&TAKEAWAY, &log(&store, &match_id).await).expect("the log verifies");
    let (other, _) = tokio::join!(ann.play(), bob.play());
    assert_eq!(rig::verdict(&other).termination, Termination::Normal, "another match does not feel it");
    assert_eq!(store.index.unfinished().await.expect("it reads").len(), 0);
    assert!(store.index.row(&match_id).await.expect("it reads").is_some_and(|row| row.seq > Seq(1)));
}

/// Returns the result of `pick` for the first message that it accepts.
async fn told<T>(line: &mut SeatReader, pick: impl Fn(SeatMessage) -> Option<T>) -> T {
    let picked = async {
        loop {
            if let Some(picked) = pick(line.recv().await.expect("the line is open")) {
                return picked;
            }
        }
    };
    timeout(seconds(600), picked).await.expect("it arrives")
}

#[tokio::test(start_paused = true)]
async fn after_a_table_panics_its_players_hear_of_it_and_then_of_the_end() {
    let hall = Hall::open_with(Catalogue::new(*WITH_TAKEAWAY), memory(), Limits::default()).await.expect("it opens");
    let (_ann, mut ann) = enter(&hall, "ann", profile()).await;
    let match_id = hall.create(takeaway(["ann", "house-random"])).await.expect("it is opened");
    for panic in 1..=2 {
        let card = told(&mut ann, |said| if let SeatMessage::Turn(card) = said { Some(card) } else { None }).await;
        card.offered_now();
        let table = hall.table(&match_id).expect("it is live");
        upset(&table, &card).await;
        let left = |said| match said {
            SeatMessage::Left { match_id, seat, .. } => Some((match_id, seat)),
            SeatMessage::Event { event, .. } if matches!(event.fact(), Fact::MatchEnded(_)) => {
                panic!("the end came before its table had gone")
            }
            _ => None,
        };
        assert_eq!(told(&mut ann, left).await, (match_id.clone(), Seat(0)), "panic {panic}");
    }
    let ended = told(&mut ann, |said| match said {
        SeatMessage::Event { match_id, event } => match event.fact() {
            Fact::MatchEnded(ended) => Some((match_id, ended.verdict.termination)),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(ended.await, (match_id, Termination::HostFault));
}

/// A server that has lost a match to another server neither takes it back nor ends it.
#[tokio::test(start_paused = true)]
async fn a_table_that_panics_takes_nothing_back_from_another_server() {
    let store = memory();
    let open = async || {
        let hall = Hall::open_with(Catalogue::new(*WITH_TAKEAWAY), store.clone(), Limits::default()).await;
        hall.expect("it opens")
    };
    let first = open().await;
    let table = create(&first, takeaway(["ann", "bob"])).await;
    let (mut ann, _bob) = (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await);
    let card = ann.turn().await;
    let second = open().await;
    let there = second.table(table.match_id()).expect("it is live there");
    upset(&table, &card).await;
    sleep(seconds(20)).await;
    assert!(first.table(table.match_id()).is_none(), "it is left to the other server");
    let (ann, bob) = (Bot::sit(&there, 0, 0).await, Bot::sit(&there, 1, 0).await);
    let (played, _) = tokio::join!(ann.play(), bob.play());
    assert_eq!(rig::verdict(&played).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_panics_while_its_store_fails_is_brought_back_later() {
    let failing = Failing::new();
    let store = failing.store();
    let hall =
        Hall::open_with(Catalogue::new(*WITH_TAKEAWAY), store.clone(), Limits::default()).await.expect("it opens");
    let table = create(&hall, takeaway(["ann", "bob"])).await;
    let (mut ann, _bob) = (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await);
    let card = ann.turn().await;
    failing.breaks(Some(table.match_id()));
    upset(&table, &card).await;
    sleep(seconds(20)).await;
    failing.breaks(None);
    sleep(seconds(2)).await;
    let table = hall.table(table.match_id()).filter(|table| !table.has_ended()).expect("it is live again");
    let (ann, bob) = (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await);
    let (played, _) = tokio::join!(ann.play(), bob.play());
    assert_eq!(rig::verdict(&played).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_panics_when_it_is_brought_back_holds_up_no_other() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = rig::open(&store).await;
    let first = create(&hall, new_match("single", "60", ["ann", "bob"])).await;
    let second = create(&hall, new_match("single", "60", ["cat", "dan"])).await;
    hall.close().await;
    failing.panics(1);
    let hall = rig::open(&store).await;
    for table in [&first, &second] {
        assert!(hall.table(table.match_id()).is_some(), "what panics once is tried once more");
    }
    hall.close().await;
    failing.panics(usize::MAX);
    let hall = rig::open(&store).await;
    assert!(hall.table(first.match_id()).is_none() && hall.table(second.match_id()).is_none());
    failing.panics(0);
    create(&hall, new_match("single", "60", ["eve", "fay"])).await;
}

/// A match runs on the hall's runtime even if a caller on another runtime opens it, such as a
/// stream that requests a rematch.
#[test]
fn tables_run_on_the_runtime_of_the_hall() {
    let [serving, worker] = ["serving", "worker"].map(|name| {
        let mut threads = Builder::new_multi_thread();
        threads.worker_threads(1).thread_name(name).enable_all().build().expect("a runtime")
    });
    let failing = Failing::new();
    let (store, limits) = (failing.store(), Limits { house_pace: Duration::ZERO, ..Limits::default() });
    let opened = serving.spawn(async move { open_with(&store, limits).await });
    let hall = serving.block_on(opened).expect("the hall opens");
    let played = worker.spawn(async move {
        let first = create(&hall, new_match("single", "600", ["house-random", "house-greedy"])).await;
        first.ended().await;
        let by = Creator { player: player("ann"), address: None };
        let rematch = hall.rematch(first.match_id(), by, Wish::Agree).await.expect("anyone may ask the house");
        let table = hall.table(&rematch.match_id.expect("the house agrees"));
        table.expect("it is live").ended().await;
    });
    worker.block_on(played).expect("both matches end");
    assert_eq!(failing.threads(), BTreeSet::from(["serving".to_owned()]));
}
