//! Messages that need no answer are delayed and sent together with the next one.

use std::time::Duration;

use futures_util::FutureExt as _;
use referee::{
    hall::{
        link::{LOOK_EVERY, SeatMessage, SeatReader, TurnCard},
        table::{Ask, TableStub},
    },
    ids::Seat,
};
use tokio::{
    join,
    time::{Instant, sleep},
};

use super::rig::{Bot, create, memory, new_match, open, request, some_move};

/// Returns the next message and the time that it took to arrive. Only that message wakes the task.
async fn timed(mut line: SeatReader) -> (SeatReader, SeatMessage, Duration) {
    let waits = async move {
        let began = Instant::now();
        let told = line.recv().await.expect("the line is open");
        (line, told, began.elapsed())
    };
    tokio::spawn(waits).await.expect("it waits")
}

/// Time that a seat takes to answer.
const THINKS: Duration = Duration::from_millis(1);

async fn moves(table: &TableStub, seat: u8, card: &TurnCard, after: Duration) {
    sleep(after).await;
    let (notation, received) = (some_move(card).to_owned(), table.clock().now());
    let ask = Ask::PlayMove { turn_id: card.turn_id, notation, score: None, received };
    table.ask(Seat(seat), request(""), ask).await.expect("the move is taken");
}

#[tokio::test(start_paused = true)]
async fn an_event_that_asks_for_nothing_waits_for_the_next_turn_but_not_for_long() {
    let hall = open(&memory()).await;
    let table = create(&hall, new_match("marathon", "inf", ["ada", "bob"])).await;
    let mut plain = Bot::sit(&table, 1, 0).await;
    let mut coalesced = Bot::sit_coalesced(&hall, &table, 0, 0).await;
    let card = coalesced.turn().await;
    for bot in [&mut plain, &mut coalesced] {
        while bot.line.recv().now_or_never().is_some() {}
    }

    let ((), (line, to_plain, at_once), (coalesced, told, later)) =
        join!(moves(&table, 0, &card, THINKS), timed(plain.line), timed(coalesced.line));
    plain.line = line;
    assert!(matches!(to_plain, SeatMessage::Event { .. }), "{to_plain:?}");
    assert_eq!(at_once, THINKS);
    assert!(matches!(told, SeatMessage::Event { .. }), "{told:?}");
    assert!(THINKS + LOOK_EVERY <= later && later <= THINKS + 2 * LOOK_EVERY, "it came after {later:?}");

    let card = plain.turn().await;
    let ((), (coalesced, told, after)) = join!(moves(&table, 1, &card, THINKS), timed(coalesced));
    assert!(matches!(told, SeatMessage::Event { .. }), "{told:?}");
    assert_eq!(after, THINKS, "the turn takes the event with it");
    let (_, told, after) = timed(coalesced).await;
    assert!(matches!(told, SeatMessage::Turn(_)) && after.is_zero(), "{told:?} after {after:?}");
}
