//! Lists of matches: what is over is read from the store once, and a look at what is held back goes on from the last one.

use std::sync::Arc;

use referee::{
    hall::{Hall, Limits, table::Ask},
    ids::{Seat, Seq, Viewer},
    store::SharedStore,
};
use tokio::time::advance;

use super::{
    rig::{create, new_match, open_with, request, seconds, two_bots},
    store_faults::Failing,
};

/// How many matches are over.
const MATCHES: usize = 5;
/// How many moves are made in a match that spectators see late, one a second, and how late they see it.
const MOVES: usize = 6;
const DELAY: u64 = 2;

async fn listed(hall: &Hall) -> Vec<(String, Seq)> {
    let page = hall.list(Default::default(), None, 50, |_| Viewer::Spectator).await.expect("a page");
    page.iter().map(|summary| (format!("{summary:?}"), summary.seq)).collect()
}

#[tokio::test(start_paused = true)]
async fn what_is_over_is_read_once() {
    let failing = Failing::new();
    let store: SharedStore = Arc::clone(&failing) as SharedStore;
    let hall = open_with(&store, Limits { finished: MATCHES - 1, ..Limits::default() }).await;
    let mut ids = Vec::new();
    for at in 0..MATCHES {
        let names = [format!("ann{at}"), format!("bob{at}")];
        let table = create(&hall, new_match("single", "600", [&names[0], &names[1]])).await;
        table.ask(Seat(0), request("enough"), Ask::Abort).await.expect("nobody has moved");
        table.ended().await;
        ids.push(table.match_id().clone());
    }
    let first = listed(&hall).await;
    assert_eq!(first.len(), MATCHES);
    // The newest comes first, and has made room for the last of the page.
    let (kept, left) = ids.split_at(MATCHES - 1);
    failing.events_read();
    for id in kept {
        hall.summary(id, |_| Viewer::Spectator).await.expect("it is there");
    }
    assert_eq!(failing.events_read(), 0, "they are at hand");
    hall.summary(&left[0], |_| Viewer::Spectator).await.expect("it is there");
    assert!(failing.events_read() > 0, "there is room for one less");
    assert_eq!(listed(&hall).await, first);
}

#[tokio::test(start_paused = true)]
async fn a_look_at_what_is_held_back_goes_on_from_the_last_one() {
    let failing = Failing::new();
    let store: SharedStore = Arc::clone(&failing) as SharedStore;
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
