//! Tabs: several `Attend` streams of one player on one seat, opened and closed in any order.

use std::time::Duration;

use referee::{
    hall::{
        Hall,
        link::{self, SeatLink, SeatMessage, SeatReader, Wants},
        table::TableStub,
    },
    ids::{Seat, Seq},
    law::{Event, Fact},
    store::Store,
};
use tokio::{join, time::sleep};

use super::rig::{self, Bot, create, memory, new_match, open};

/// Returns the link of a new tab.
fn tab() -> (SeatLink, SeatReader) {
    let (link, line) = link::channel(Wants { moves: true, position: false, legal: true });
    (link.attending(), line)
}

/// Opens a match in which ann has `tabs` tabs and bob has one stream.
async fn with_tabs(hall: &Hall, tabs: usize) -> (TableStub, Vec<Bot>, Bot) {
    let table = create(hall, new_match("single", "inf", ["ann", "bob"])).await;
    let mut seated = Vec::new();
    for _ in 0..tabs {
        seated.push(Bot::sit_by(tab(), &table, 0, 0).await);
    }
    let bob = Bot::sit(&table, 1, 0).await;
    (table, seated, bob)
}

/// Returns whether ann is connected according to the newest event about it.
async fn is_connected(store: &Store, table: &TableStub) -> bool {
    // Virtual time advances only after the table has handled all requests.
    sleep(Duration::from_millis(1)).await;
    let log = rig::log(store, table.match_id()).await;
    let of_ann = log.iter().rev().find_map(|Event { fact, .. }| match fact {
        Fact::SeatConnected { seat: Seat(0) } => Some(true),
        Fact::SeatDisconnected { seat: Seat(0), .. } => Some(false),
        _ => None,
    });
    of_ann.expect("ann has connected")
}

#[tokio::test(start_paused = true)]
async fn tabs_that_close_at_once_leave_their_seat() {
    // The tabs close in each of these orders, together with a tab that was never seated.
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let store = memory();
        let hall = open(&store).await;
        let (table, tabs, _bob) = with_tabs(&hall, 3).await;
        assert!(is_connected(&store, &table).await);
        // The table handles nothing until the test awaits something.
        let (late, _line) = tab();
        let sitting = table.sit(Seat(0), Seq(0), late.clone());
        let closing = async {
            for tab in order {
                table.leave(Seat(0), tabs[tab].link.id);
            }
            table.leave(Seat(0), late.id);
        };
        let (seated, ()) = join!(sitting, closing);
        seated.expect_err("it left before it was seated");
        assert!(!is_connected(&store, &table).await, "all closed in the order {order:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn tabs_that_open_at_once_are_all_seated() {
    for closes in 0..2 {
        let store = memory();
        let hall = open(&store).await;
        let table = create(&hall, new_match("single", "inf", ["ann", "bob"])).await;
        // The older link asks last.
        let (older, newer) = (tab(), tab());
        let (mut one, mut other) = join!(Bot::sit_by(newer, &table, 0, 0), Bot::sit_by(older, &table, 0, 0));
        let _bob = Bot::sit(&table, 1, 0).await;
        for tab in [&mut one, &mut other] {
            assert!(matches!(tab.message().await, SeatMessage::Seated { .. }));
            tab.turn().await;
        }
        let tabs = [one, other];
        table.leave(Seat(0), tabs[closes].link.id);
        assert!(is_connected(&store, &table).await, "the other tab is open");
        table.leave(Seat(0), tabs[1 - closes].link.id);
        assert!(!is_connected(&store, &table).await, "both are closed");
    }
}
