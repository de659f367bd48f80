//! Seats: a whole match, turns, stamps, flags, disconnects, replaced and full links, repeated requests.

use referee::{
    hall::{link::SeatMessage, table::Ask},
    ids::{Seat, Viewer},
    referee::{Fact, Phase, Reason, Termination, verify::verify},
};
use tokio::time::{advance, sleep};

use super::rig::{self, Bot, create, memory, new_match, open, seconds, some_move, two_bots};

#[tokio::test(start_paused = true)]
async fn a_marathon_is_played_to_its_end() {
    let store = memory();
    let hall = open(&store).await;
    let (black, white) = two_bots(&hall, new_match("marathon", "600+1", ["ann", "bob"])).await;
    let (table, match_id) = (black.table.clone(), black.table.match_id().clone());
    let (black, white) = tokio::join!(black.play(), white.play());
    assert_eq!(black, white, "both seats see the same");
    rig::assert_no_gap(&black, 0);
    let verdict = rig::verdict(&black);
    assert_eq!(verdict.termination, Termination::Board);
    assert!(verdict.totals.iter().any(|points| points.as_f64() >= 15.0), "{verdict:?}");
    table.ended().await;
    hall.close().await;
    assert!(hall.table(&match_id).is_none(), "the hall has forgotten the table");
    let log = rig::log(&store, &match_id).await;
    assert_eq!(log.len(), black.len());
    let verified = verify(&log).expect("the log verifies");
    assert!(verified.over && verified.rounds > 4, "{verified:?}");
    let seen = hall.look(&match_id, Viewer::Spectator).await.expect("it can be looked at");
    assert_eq!(seen.summary.phase, Phase::Over);
    assert_eq!(seen.summary.verdict, Some(verdict));
    assert_eq!(hall.record(&match_id).await.expect("its record is open").lines().count(), log.len());
}
