//! Watchers that start at the beginning, in the middle or after the end. Some are slow, and some
//! exceed the limit.

use futures_util::FutureExt as _;
use referee::{
    hall::{
        Limits,
        table::{Watch, Watched},
    },
    ids::{MatchId, Seq, Viewer},
    law::{Fact, Phase, Reason},
};

use super::rig::{assert_no_gap, listed, memory, new_match, open, open_with, two_bots, verdict, watch_to_end};

const SPECTATOR: Viewer = Viewer::Spectator;

#[tokio::test(start_paused = true)]
async fn every_watcher_sees_the_same_events_once() {
    let hall = open(&memory()).await;
    let (mut black, mut white) = two_bots(&hall, new_match("standard", "600+1", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    let early = hall.watch(&match_id, SPECTATOR, Seq(0)).await.expect("a watch");
    let early = tokio::spawn(watch_to_end(early));
    for _ in 0..3 {
        black.move_at_once().await;
        white.move_at_once().await;
    }
    let seq = hall.look(&match_id, SPECTATOR).await.expect("a look").summary.seq;
    let middle = hall.watch(&match_id, SPECTATOR, Seq(4)).await.expect("a watch");
    let newest = hall.watch(&match_id, SPECTATOR, seq).await.expect("a watch");
    let seat = hall.watch(&match_id, Viewer::Seat(referee::ids::Seat(1)), Seq(0)).await.expect("a watch");
    let others = [middle, newest, seat].map(|watch| tokio::spawn(watch_to_end(watch)));
    let (played, _) = tokio::join!(black.play(), white.play());
    let (early, caught_up) = early.await.expect("it watches");
    assert_no_gap(&early, 0);
    assert!(caught_up.is_some());
    assert_eq!(verdict(&early), verdict(&played));
    let [middle, newest, seat] = others;
    let (middle, caught_up) = middle.await.expect("it watches");
    assert_eq!(middle, early[4..]);
    assert!(caught_up >= Some(seq));
    assert_eq!(newest.await.expect("it watches").0, early[seq.0 as usize..]);
    assert_eq!(seat.await.expect("it watches").0, early, "nothing is hidden in this game");
    // After the end, watchers start from the beginning, from the middle and from the end itself.
    hall.close().await;
    let end = early.last().expect("an end").seq();
    for after in [0, 7, end.0] {
        let watch = hall.watch(&match_id, SPECTATOR, Seq(after)).await.expect("a watch");
        assert_eq!(watch_to_end(watch).await, (early[after as usize..].to_vec(), Some(end)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_watcher_receives_everything() {
    let limits = Limits { waiting_for_watcher: 4, ..Limits::default() };
    let hall = open_with(&memory(), limits).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "600+1", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    black.move_at_once().await;
    let mut slow = hall.watch(&match_id, SPECTATOR, Seq(0)).await.expect("a watch");
    let mut seen = read_past(&mut slow).await;
    white.move_at_once().await;
    black.move_at_once().await;
    let (played, _) = tokio::join!(black.play(), white.play());
    while let Some(item) = slow.next().await {
        match item {
            Watched::Event(event) => seen.push(event),
            Watched::CaughtUp(_) => panic!("twice"),
            Watched::TurnOpened(_) => {}
        }
    }
    assert_no_gap(&seen, 0);
    assert_eq!(verdict(&seen), verdict(&played));
}

#[tokio::test(start_paused = true)]
async fn watchers_are_counted() {
    let limits = Limits { watchers: 2, ..Limits::default() };
    let hall = open_with(&memory(), limits).await;
    let (black, white) = two_bots(&hall, new_match("single", "600+1", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    let first = hall.watch(&match_id, SPECTATOR, Seq(0)).await.expect("a watch");
    let second = hall.watch(&match_id, SPECTATOR, Seq(0)).await.expect("a watch");
    let refused = hall.watch(&match_id, SPECTATOR, Seq(0)).await.err().expect("a refusal");
    assert_eq!(refused.reason, Reason::Limit);
    assert!(refused.text.contains("watchers"), "{refused}");
    drop(first);
    let third = hall.watch(&match_id, SPECTATOR, Seq(0)).await.expect("a place is free again");
    let (_, _, second, third) = tokio::join!(black.play(), white.play(), watch_to_end(second), watch_to_end(third));
    assert_eq!(second.0, third.0);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_not_here_cannot_be_seen() {
    let hall = open(&memory()).await;
    let nowhere = MatchId::parse("nowhere").expect("an id");
    let watched = hall.watch(&nowhere, SPECTATOR, Seq(0)).await.err().expect("a refusal");
    let seen = hall.look(&nowhere, SPECTATOR).await.expect_err("a refusal");
    let record = hall.record(&nowhere).await.expect_err("a refusal");
    for refused in [watched, seen, record] {
        assert_eq!((refused.reason, &*refused.field), (Reason::UnknownMatch, "match_id"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_is_open_when_the_match_is_over() {
    let hall = open(&memory()).await;
    let (black, white) = two_bots(&hall, new_match("single", "600+1", ["ann", "bob"])).await;
    let match_id = black.table.match_id().clone();
    assert_eq!(hall.record(&match_id).await.expect_err("it is played").reason, Reason::StillPlayed);
    let (played, _) = tokio::join!(black.play(), white.play());
    let record = hall.record(&match_id).await.expect("it is open");
    assert_eq!(record.text().await.expect("it can be read").lines().count(), played.len() + 1, "and a seal");
}

#[tokio::test(start_paused = true)]
async fn matches_are_listed_the_newest_first() {
    let hall = open(&memory()).await;
    let mut ids = Vec::new();
    for (first, second) in [("ann", "bob"), ("bob", "cat"), ("cat", "ann")] {
        let (black, white) = two_bots(&hall, new_match("single", "600+1", [first, second])).await;
        ids.insert(0, black.table.match_id().clone());
        if first != "cat" {
            tokio::join!(black.play(), white.play());
        }
    }
    let page = listed(&hall, Viewer::Spectator, 2).await;
    assert_eq!(page.iter().map(|summary| &summary.opened.match_id).collect::<Vec<_>>(), [&ids[0], &ids[1]]);
    assert_eq!((page[0].phase, page[1].phase), (Phase::Live, Phase::Over));
    assert!(page[1].verdict.is_some() && page[0].verdict.is_none());
    let rest = hall.list(Default::default(), Some(ids[1].clone()), 2, |_| Viewer::Spectator).await.expect("a page");
    assert_eq!(rest.iter().map(|listed| listed.match_id()).collect::<Vec<_>>(), [&ids[2]]);
}

/// Returns the events before the watch caught up.
async fn read_past(watch: &mut Watch) -> Vec<std::sync::Arc<referee::law::SeenEvent>> {
    let mut past = Vec::new();
    loop {
        match watch.next().await.expect("it continues") {
            Watched::Event(event) => {
                assert!(!matches!(event.fact(), Fact::MatchEnded(_)));
                past.push(event);
            }
            Watched::CaughtUp(caught_up) => {
                assert_eq!(past.last().map(|event| event.seq()), Some(caught_up.seq));
                return past;
            }
            Watched::TurnOpened(turn) => panic!("{turn:?} is not past"),
        }
    }
}

/// A fast watcher looks immediately after an event, while the table is still sending it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_are_never_older_than_the_last_event() {
    let hall = open(&memory()).await;
    for _ in 0..100 {
        let (black, white) = two_bots(&hall, new_match("standard", "inf", ["ann", "bob"])).await;
        let match_id = black.table.match_id().clone();
        let mut watch = hall.watch(&match_id, SPECTATOR, Seq(0)).await.expect("a watch");
        let (hall, here) = (hall.clone(), tokio::runtime::Handle::current());
        while !matches!(watch.next().await.expect("it is live"), Watched::CaughtUp(_)) {}
        let watching = tokio::task::spawn_blocking(move || {
            let mut looked = 0;
            loop {
                let event = match watch.next().now_or_never() {
                    Some(Some(Watched::Event(event))) => event,
                    Some(None) => break,
                    _ => continue,
                };
                // A slow watcher may have more looks pending than the table accepts.
                let Ok(shown) = here.block_on(hall.frame(&match_id, SPECTATOR)) else { continue };
                looked += 1;
                assert!(shown.seq >= event.seq(), "told of {}, shown {}", event.seq(), shown.seq);
            }
            looked
        });
        tokio::join!(black.play(), white.play());
        assert!(watching.await.expect("it is shown what it was told of") > 0);
    }
}
