//! Requests that arrive while the table is busy, and matches that cannot be read.

use std::time::Duration;

use referee::{
    hall::{
        Limits,
        link::{self, SeatMessage, Wants},
        table::Ask,
    },
    ids::Seat,
    law::{Fact, Proposal, Termination},
};
use tokio::time::{advance, timeout};

use super::{
    super::rig::{self, Bot, create, new_match, open, open_with, request, seconds, some_move, two_bots},
    Failing, settle,
};

fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// The store is slow for another seat's request just before a flag falls.
#[tokio::test(start_paused = true)]
async fn a_timely_answer_counts_while_the_table_is_busy() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let card = black.turn().await;
    advance(millis(200)).await;
    black.answer(&card, some_move(&card), "").await.expect("a legal move");
    // The timer is still set for the previous turn's flag, 200 ms before this one.
    let card = white.turn().await;
    failing.takes(millis(200));
    advance(millis(9_750)).await;
    let propose = Ask::Propose { proposal: Proposal::Takeback };
    assert!(black.table.ask_by_link(Seat(0), request("takeback"), propose, &black.link).is_ok(), "it is taken");
    settle().await;
    // This request is queued when the timer fires 50 ms later. The table is busy with the proposal.
    black.table.leave(Seat(0), black.link.id);
    advance(millis(200)).await;
    settle().await;
    advance(millis(30)).await;
    let (taken, ()) = tokio::join!(white.answer(&card, some_move(&card), ""), async {
        settle().await;
        advance(millis(170)).await;
        settle().await;
        advance(millis(200)).await;
    });
    taken.expect("it came 20 ms before the flag fell");
    assert!(!white.table.has_ended());
}

#[tokio::test(start_paused = true)]
async fn a_match_that_cannot_be_told_to_its_seat_is_the_hosts_fault() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let (mut black, white) = two_bots(&hall, new_match("single", "10", ["ann", "bob"])).await;
    let (match_id, table) = (black.table.clone().match_id().clone(), black.table.clone());
    black.turn().await;
    table.leave(Seat(0), black.link.id);
    settle().await;
    failing.damages(&match_id);
    let link = black.link.clone();
    drop(black);
    assert!(link.is_closed());
    let (again, _line) = link::channel(Wants { moves: true, position: false, legal: true });
    table.sit(Seat(0), Default::default(), again).await.expect_err("the log cannot be read");
    let played = white.play().await;
    let verdict = rig::verdict(&played);
    assert_eq!((verdict.termination, verdict.seat), (Termination::HostFault, None), "{verdict:?}");
}

/// A returning program may read the missed events slowly, but it must not run out of time.
#[tokio::test(start_paused = true)]
async fn a_program_that_comes_back_in_time_is_not_lost_while_it_reads() {
    let store = rig::memory();
    let hall = open_with(&store, Limits { grace: seconds(60), ..Limits::default() }).await;
    let (mut black, mut white) = two_bots(&hall, new_match("single", "600", ["ann", "bob"])).await;
    black.move_at_once().await;
    white.turn().await;
    black.table.leave(Seat(0), black.link.id);
    settle().await;
    advance(seconds(40)).await;
    // The bot reads nothing yet.
    let mut again = Bot::sit(&black.table, 0, 0).await;
    advance(seconds(30)).await;
    settle().await;
    assert!(!again.table.has_ended(), "its grace would have been over after 60 s");
    let is_here = |message: &SeatMessage| match message {
        SeatMessage::Event { event, .. } => matches!(event.fact(), Fact::SeatConnected { seat: Seat(0) }),
        _ => false,
    };
    let mut here = 0;
    while here < 2 {
        here += usize::from(is_here(&again.message().await));
    }
}

/// Storing a note of a stall in a slow store does not cause an endless series of notes. Two seats
/// connect, and a flag falls.
#[tokio::test(start_paused = true)]
async fn a_store_that_stays_slow_notes_a_few_stalls_per_event() {
    let failing = Failing::new();
    let store = failing.store();
    let hall = open(&store).await;
    let table = create(&hall, new_match("single", "10", ["ann", "bob"])).await;
    failing.takes(millis(840));
    let sit = async { (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await) };
    let (mut black, _white) = timeout(seconds(60), sit).await.expect("both sit down");
    let events = timeout(seconds(60), black.events_to_end()).await.expect("the flag falls");
    let verdict = rig::verdict(&events);
    assert_eq!((verdict.termination, verdict.seat), (Termination::Flag, Some(Seat(0))));
    let log = rig::log(&store, table.match_id()).await;
    let (stalls, others): (Vec<_>, Vec<_>) = log.iter().partition(|event| matches!(event.fact, Fact::HostStalled(_)));
    assert!(stalls.len() <= 2 * others.len(), "{} stalls beside {} other events", stalls.len(), others.len());
}
