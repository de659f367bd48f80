//! Delayed spectators: they see the match as it was some time ago. Once it has ended, they see
//! everything.

use std::sync::Arc;

use referee::{
    hall::{
        Hall, Limits,
        table::{Ask, Snapshot, TableStub, Watch, Watched},
    },
    ids::{Seat, Seq, Viewer},
    law::{Fact, Phase, Reason, SeenEvent, Time},
    store::Store,
};
use tokio::time::advance;

use super::rig::{self, Bot, assert_no_gap, create, log, memory, new_match, open_with, request, seconds, some_move};

const SPECTATOR: Viewer = Viewer::Spectator;
const SEAT: Viewer = Viewer::Seat(Seat(0));
const DELAY: u64 = 30;
/// Seconds between two looks.
const TICK: u64 = 5;
/// Ticks at which a bot moves. These are too few moves to finish the match.
const MOVES_AT: [u32; 7] = [1, 4, 7, 10, 13, 19, 22];
const TICKS_OF_DELAY: usize = (DELAY / TICK) as usize;

/// Opens a hall with the delay, opens a match, and seats two bots a second later.
async fn delayed(store: &Store) -> (Hall, TableStub, [Bot; 2]) {
    let limits = Limits { spectator_delay: seconds(DELAY), ..Limits::default() };
    let hall = open_with(store, limits).await;
    let table = create(&hall, new_match("single", "600+1", ["ann", "bob"])).await;
    advance(seconds(1)).await;
    let bots = [Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await];
    (hall, table, bots)
}

#[tokio::test(start_paused = true)]
async fn a_spectator_sees_the_match_as_it_was() {
    let store = memory();
    let (hall, table, mut bots) = delayed(&store).await;
    let late =
        tokio::spawn(receive(hall.watch(table.match_id(), SPECTATOR, Seq(0)).await.expect("a watch"), table.clone()));
    let seated =
        tokio::spawn(receive(hall.watch(table.match_id(), SEAT, Seq(0)).await.expect("a watch"), table.clone()));
    let (mut mover, mut lived) = (0, Vec::new());
    let mut card = bots[mover].turn().await;
    for tick in 0..24 {
        if MOVES_AT.contains(&tick) {
            bots[mover].answer(&card, some_move(&card), "").await.expect("a legal move");
            mover = 1 - mover;
            card = bots[mover].turn().await;
        }
        let live = hall.look(table.match_id(), SEAT).await.expect("a look");
        let newest = log(&store, table.match_id()).await.last().expect("events").seq;
        assert_eq!(live.summary.seq, newest, "a seat is not late");
        assert_eq!(listed(&hall, SEAT).await.1, newest);
        assert_eq!(hall.look(table.match_id(), Viewer::Arbiter).await.expect("a look").summary.seq, newest);
        lived.push(live);
        let seen = hall.look(table.match_id(), SPECTATOR).await.expect("a look");
        let (in_list, seq) = listed(&hall, SPECTATOR).await;
        match lived.len().checked_sub(TICKS_OF_DELAY + 1) {
            None => assert_eq!((seen.summary.seq, seq), (Seq(1), Seq(1)), "nothing but the opening"),
            Some(then) => {
                assert_eq!(all_of(&seen), all_of(&lived[then]), "at tick {tick}");
                assert_eq!(in_list, format!("{:?}", lived[then].summary));
            }
        }
        advance(seconds(TICK)).await;
    }
    assert_eq!(hall.record(table.match_id()).await.expect_err("it is played").reason, Reason::StillPlayed);
    table.ask(Seat(0), request("enough"), Ask::Resign).await.expect("it may resign");
    let (late, seated) = (late.await.expect("it watches"), seated.await.expect("it watches"));
    let seen = hall.look(table.match_id(), SPECTATOR).await.expect("a look");
    let ended = log(&store, table.match_id()).await.last().expect("an end").clone();
    assert_eq!((seen.summary.phase, seen.summary.seq), (Phase::Over, ended.seq), "the end releases everything");
    assert_eq!(listed(&hall, SPECTATOR).await.1, ended.seq);
    assert!(hall.record(table.match_id()).await.is_ok());
    assert_came_late(&late, ended.at);
    assert_eq!(late.len(), seated.len());
    for (event, came) in &seated {
        assert!(came.since(event.at()) < seconds(TICK), "a seat is not late: {event:?}");
    }
    let watch = hall.watch(table.match_id(), SPECTATOR, Seq(0)).await.expect("a watch");
    assert_eq!(receive(watch, table).await.len(), late.len(), "later callers see all");
}

#[tokio::test(start_paused = true)]
async fn a_hall_that_closes_releases_nothing() {
    let store = memory();
    let (hall, table, mut bots) = delayed(&store).await;
    bots[0].move_at_once().await;
    advance(seconds(DELAY)).await;
    bots[1].move_at_once().await;
    let newest = hall.look(table.match_id(), SEAT).await.expect("a look").summary.seq;
    let watch = hall.watch(table.match_id(), SPECTATOR, Seq(0)).await.expect("a watch");
    let late = tokio::spawn(receive(watch, table.clone()));
    let before = hall.look(table.match_id(), SPECTATOR).await.expect("a look").summary.seq;
    assert!(Seq(1) < before && before < newest);
    hall.close().await;
    let late = late.await.expect("it watches");
    assert_eq!(late.last().map(|(event, _)| event.seq()), Some(before), "the rest stays held back");
    assert_eq!(hall.look(table.match_id(), SPECTATOR).await.expect("a look").summary.seq, before);
    assert!(listed(&hall, SPECTATOR).await.1 <= before, "a list shows as little of a match without a table");
    assert_eq!(hall.look(table.match_id(), SEAT).await.expect("a look").summary.seq, newest);
    let refused = hall.watch(table.match_id(), SPECTATOR, Seq(0)).await.err().expect("a refusal");
    assert_eq!(refused.reason, Reason::Stopping);
}

/// Returns every event with the match time at which it arrived.
async fn receive(mut watch: Watch, table: TableStub) -> Vec<(Arc<SeenEvent>, Time)> {
    let (mut events, mut caught_up) = (Vec::new(), 0);
    while let Some(item) = watch.next().await {
        match item {
            Watched::Event(event) => events.push((event, table.clock().now())),
            Watched::CaughtUp(_) => caught_up += 1,
            Watched::TurnOpened(_) => {}
        }
    }
    assert_eq!(caught_up, 1, "it catches up once");
    events
}

/// Checks that every event arrived on time: not before the delay, and not much later. The opening
/// and the events that the end released are exempt.
fn assert_came_late(came: &[(Arc<SeenEvent>, Time)], ended: Time) {
    let events: Vec<_> = came.iter().map(|(event, _)| Arc::clone(event)).collect();
    assert_no_gap(&events, 0);
    assert!(events.last().is_some_and(|event| matches!(event.fact(), Fact::MatchEnded(_))));
    let (mut late, mut released) = (0, 0);
    for (event, at) in &came[1..] {
        if event.at().after(seconds(DELAY)) <= ended {
            late += 1;
            let waited = at.since(event.at());
            assert!(waited >= seconds(DELAY) && waited <= seconds(DELAY + TICK), "{waited:?}: {event:?}");
        } else {
            released += 1;
            assert_eq!(*at, ended, "{event:?}");
        }
    }
    assert!(late > 5 && released > 2, "{late} came late, {released} at the end");
}

/// Returns the only listed match, and the sequence number of its newest event in the list.
async fn listed(hall: &Hall, viewer: Viewer) -> (String, Seq) {
    let page = rig::listed(hall, viewer, 10).await;
    assert_eq!(page.len(), 1);
    (format!("{:?}", page[0]), page[0].seq)
}

fn all_of(seen: &Snapshot) -> String {
    format!("{seen:?}")
}
