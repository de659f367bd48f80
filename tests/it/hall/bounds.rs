//! Limits of a single match.

use futures_util::{FutureExt as _, future::join_all};
use referee::{
    hall::{
        Limits,
        link::{self, Wants},
    },
    ids::{Seat, Seq, Viewer},
    law::{Conduct, Reason, Termination},
};
use tokio::{
    join,
    time::{Duration, timeout},
};

use super::rig::{Bot, create, memory, new_match, open_with, some_move, two_bots, verdict};

#[tokio::test(start_paused = true)]
async fn a_round_has_as_many_plies_as_the_host_lets_it() {
    let hall = open_with(&memory(), Limits { max_plies: 4, ..Limits::default() }).await;
    for asked in [None, Some(3)] {
        let mut new = new_match("single", "60", ["ann", "bob"]);
        new.conduct = Conduct { max_plies: asked, ..Conduct::default() };
        let table = create(&hall, new).await;
        let (ann, bob) = join!(Bot::sit(&table, 0, 0), Bot::sit(&table, 1, 0));
        let (events, _) = join!(ann.play(), bob.play());
        let verdict = verdict(&events);
        let most = asked.unwrap_or(4);
        assert_eq!(verdict.termination, Termination::MaxPlies);
        assert_eq!(verdict.detail(), format!("{most} plies in a round"));
    }

    let mut new = new_match("single", "60", ["ann", "bob"]);
    new.conduct = Conduct { max_plies: Some(5), ..Conduct::default() };
    let refusal = hall.create(new).await.expect_err("it is more than the host lets it have");
    assert_eq!((refusal.reason, &*refusal.field, &*refusal.value), (Reason::Limit, "rules.max_plies", "5"));
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_was_left_too_often_stays_empty() {
    let grace = Duration::from_secs(10);
    let hall = open_with(&memory(), Limits { departures: 2, grace, ..Limits::default() }).await;
    let table = create(&hall, new_match("single", "inf", ["ann", "bob"])).await;
    let mut ann = Bot::sit(&table, 0, 0).await;
    for _ in 0..2 {
        let mut bob = Bot::sit(&table, 1, 0).await;
        // The seat counts as connected once it has received the events that it missed.
        while timeout(grace / 10, bob.line.recv()).await.is_ok() {}
        table.leave(Seat(1), bob.link.id);
        // The state has changed since the last look, so this request waits in the table's queue.
        // The table handles all earlier messages first.
        table.summary(Viewer::Spectator).await.expect("it is live");
    }
    let (again, _line) = link::channel(Wants { moves: true, position: false, legal: true });
    let refusal = table.sit(Seat(1), Seq(0), again).await.expect_err("it was left twice");
    assert_eq!(refusal.reason, Reason::Limit);
    assert!(refusal.text.contains("`departures`"), "{refusal}");

    let events = ann.events_to_end().await;
    let verdict = verdict(&events);
    assert_eq!((verdict.termination, verdict.seat), (Termination::Disconnect, Some(Seat(1))));
}

#[tokio::test(start_paused = true)]
async fn a_rejected_watcher_costs_no_read_of_the_log() {
    let hall = open_with(&memory(), Limits::default()).await;
    let table = create(&hall, new_match("single", "inf", ["ann", "bob"])).await;
    let match_id = table.match_id();
    // The table answers only when the test awaits something.
    let mut waiting = Box::pin(join_all((0..256).map(|_| table.look(Viewer::Spectator))));
    assert!((&mut waiting).now_or_never().is_none());
    let look = hall.look(match_id, Viewer::Spectator).now_or_never().expect("nothing is read");
    let frame = hall.frame(match_id, Viewer::Spectator).now_or_never().expect("nothing is read");
    for refusal in [look.err(), frame.err()] {
        let refusal = refusal.expect("256 look already");
        assert_eq!(refusal.reason, Reason::Limit);
        assert!(refusal.text.contains("`looks`"), "{refusal}");
    }
    assert!(waiting.await.iter().all(Result::is_ok));
}

#[tokio::test(start_paused = true)]
async fn an_unchanged_match_is_shown_without_its_table() {
    let hall = open_with(&memory(), Limits::default()).await;
    let (mut black, _white) = two_bots(&hall, new_match("single", "600+1", ["ann", "bob"])).await;
    let table = black.table.clone();
    let card = black.turn().await;
    let first = table.summary(Viewer::Spectator).await.expect("it is live").seq;
    // The table does nothing until the test awaits something. An immediate answer therefore does
    // not come from the table.
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1))] {
        let look = table.look(viewer).now_or_never().expect("nothing has changed").expect("it is live");
        assert_eq!(look.summary.seq, first);
    }
    black.answer(&card, some_move(&card), "").await.expect("a legal move");
    assert!(table.summary(Viewer::Spectator).now_or_never().is_none(), "what has changed is not shown as it was");
    assert!(table.summary(Viewer::Spectator).await.expect("it is live").seq > first);
}
