//! Lists of matches read no logs and fold each finished match once. A delayed view continues from
//! the previous one.

use referee::{
    hall::{Hall, Limits, Listed, table::Ask},
    ids::{MatchId, Seat, Viewer},
    law::{ClockReading, Reason},
    store::{MatchFilter, MatchState},
};
use tokio::time::advance;

use super::{
    rig::{create, listed, memory, new_match, open_with, request, seconds, two_bots},
    store_faults::Failing,
};
use crate::store::sample;

/// Number of finished matches.
const MATCHES: usize = 5;
/// Number of moves in the match that spectators see late, one move per second.
const MOVES: usize = 6;
/// Delay of the spectators in seconds.
const DELAY: u64 = 2;

/// Opens five matches and aborts them. Returns their ids, oldest first.
async fn called_off(hall: &Hall) -> Vec<MatchId> {
    let mut ids = Vec::new();
    for at in 0..MATCHES {
        let names = [format!("ann{at}"), format!("bob{at}")];
        let table = create(hall, new_match("single", "600", [&names[0], &names[1]])).await;
        table.ask(Seat(0), request("enough"), Ask::Abort).await.expect("no seat has moved");
        table.ended().await;
        ids.push(table.match_id().clone());
    }
    ids
}

#[tokio::test(start_paused = true)]
async fn a_list_reads_no_log() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open_with(&store, Limits::default()).await;
    let ids = called_off(&hall).await;
    let (black, white) = two_bots(&hall, new_match("standard", "60+1", ["ann", "bob"])).await;
    let played = black.table.match_id().clone();
    tokio::join!(black.play(), white.play());
    failing.events_read();
    let page = listed(&hall, Viewer::Spectator, 50).await;
    assert_eq!(page.len(), MATCHES + 1);
    hall.summary(&ids[0], |_| Viewer::Spectator).await.expect("it is there");
    assert_eq!(failing.events_read(), 0, "no event was read");
    // The row agrees with the log. The clocks in it have stopped.
    let mut folded = hall.look(&played, Viewer::Spectator).await.expect("it can be looked at").summary;
    for reading in &mut folded.clocks {
        *reading = ClockReading::of_left(reading.clock.left);
    }
    assert_eq!(format!("{:?}", page[0]), format!("{folded:?}"));
}

#[tokio::test(start_paused = true)]
async fn finished_matches_are_folded_once() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open_with(&store, Limits { finished: MATCHES - 1, ..Limits::default() }).await;
    let ids = called_off(&hall).await;
    let look = async |id: &MatchId| {
        hall.look(id, Viewer::Spectator).await.expect("it is there");
        failing.events_read()
    };
    let once = look(&ids[0]).await;
    assert!(once > 0);
    for id in &ids[1..MATCHES - 1] {
        assert!(look(id).await > 0, "there is room for {}", MATCHES - 1);
    }
    assert_eq!(look(&ids[0]).await, 0, "it is at hand, and was asked for last now");
    assert!(look(&ids[MATCHES - 1]).await > 0);
    assert_eq!(look(&ids[0]).await, 0, "it stays, for it was asked for after the second");
    assert!(look(&ids[1]).await > 0, "the one that was not used for longest made room");
    let both = tokio::join!(hall.look(&ids[2], Viewer::Spectator), hall.look(&ids[2], Viewer::Arbiter));
    assert!(both.0.is_ok() && both.1.is_ok());
    assert_eq!(failing.events_read(), once, "two at once fold it once");
}

#[tokio::test(start_paused = true)]
async fn a_match_that_cannot_be_read_hides_no_other() {
    let store = memory();
    let hall = open_with(&store, Limits::default()).await;
    let ids = called_off(&hall).await;
    store.index.mark_unreadable(&ids[2], "page 7 of the disk".to_owned()).await.expect("it is marked");
    let page = hall.list(MatchFilter::default(), None, 50, |_| Viewer::Spectator).await.expect("a page");
    let newest_first: Vec<&MatchId> = page.iter().map(Listed::match_id).collect();
    assert_eq!(newest_first, ids.iter().rev().collect::<Vec<_>>());
    let Listed::Unreadable(unreadable) = &page[2] else { panic!("{:?}", page[2]) };
    assert_eq!((&unreadable.match_id, unreadable.game.as_str()), (&ids[2], "kamisado"));
    let refused = hall.summary(&ids[2], |_| Viewer::Spectator).await.expect_err("it cannot be read");
    assert_eq!(refused.reason, Reason::HostFault);
    assert!(!refused.text.contains("page 7"), "{refused}");
    let filter = MatchFilter { state: Some(MatchState::Unreadable), ..MatchFilter::default() };
    let page = hall.list(filter, None, 50, |_| Viewer::Spectator).await.expect("a page");
    assert_eq!(page.iter().map(Listed::match_id).collect::<Vec<_>>(), [&ids[2]]);
}

#[tokio::test(start_paused = true)]
async fn a_page_of_the_live_is_full() {
    let hall = open_with(&memory(), Limits::default()).await;
    let (_black, _white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let (_other, _one) = two_bots(&hall, new_match("single", "600", ["cat", "dan"])).await;
    for at in 0..MATCHES {
        let names = [format!("eve{at}"), format!("fay{at}")];
        create(&hall, new_match("single", "600", [&names[0], &names[1]])).await;
    }
    let live = MatchFilter { state: Some(MatchState::Live), ..MatchFilter::default() };
    let page = hall.list(live, None, 2, |_| Viewer::Spectator).await.expect("a page");
    assert_eq!(page.len(), 2, "none is left out because others wait for their seats");
}

/// A long record arrives in small parts that consist of whole lines.
#[tokio::test(start_paused = true)]
async fn a_long_record_comes_in_parts() {
    let store = memory();
    let hall = open_with(&store, Limits::default()).await;
    let mut events = sample::log("long", 5_000);
    events.push(sample::ended(5_002));
    sample::open(&*store.log, "long", events.clone()).await;
    let mut record = hall.record(&sample::id("long")).await.expect("it is over");
    let mut parts = Vec::new();
    while let Some(part) = record.next().await.expect("it can be read") {
        assert!(part.len() <= 64 * 1024 && part.ends_with('\n'), "{} bytes", part.len());
        parts.push(part);
    }
    assert!(parts.len() > 5, "{} parts", parts.len());
    assert_eq!(parts.concat(), referee::store::record::write_sealed(&events, None));
}

#[tokio::test(start_paused = true)]
async fn a_delayed_view_resumes_from_the_last_one() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open_with(&store, Limits { spectator_delay: seconds(DELAY), ..Limits::default() }).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    for _ in 0..MOVES / 2 {
        for bot in [&mut black, &mut white] {
            bot.move_at_once().await;
            advance(seconds(1)).await;
        }
    }
    hall.look(&match_id, Viewer::Spectator).await.expect("a look");
    let all = failing.events_read();
    let before = hall.look(&match_id, Viewer::Spectator).await.expect("a look").summary.seq;
    let held_back = failing.events_read();
    assert!(held_back <= DELAY as usize + 1 && all > MOVES, "{held_back} of {all} were read again");
    advance(seconds(3)).await;
    let after = hall.look(&match_id, Viewer::Spectator).await.expect("a look").summary.seq;
    assert!(before < after, "{before} {after}");
}
