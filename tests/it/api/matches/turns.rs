//! Clocks and turns, as watchers see them.

use referee_client::{
    NewMatch,
    pb::{self, GetMatchRequest, watch_match_response::Message as Watched},
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused, kamisado, play_move};

#[tokio::test]
async fn a_watcher_knows_the_turn_and_every_clock() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let new = NewMatch {
        rules: pb::MatchRules {
            time_controls: vec!["2/3x3".into(), "40/60d5:20/30+1 st=20 match=600".into()],
            ..pb::MatchRules::default()
        },
        ..kamisado("ann", "bob")
    };
    let id = ann.create(new).await.expect("both are here").match_id;
    black.seated(&id).await;
    white.seated(&id).await;
    let first = black.turn().await;
    let asked = pb::WatchMatchRequest { match_id: id.clone(), after_seq: 0 };
    let mut watch = rig.client.matches().watch_match(asked).await.expect("it can be watched").into_inner();
    let mut next = async || {
        loop {
            match watch.message().await.expect("it is not cut").expect("it is live").message.expect("it says something")
            {
                Watched::Event(_) => {}
                other => return other,
            }
        }
    };
    let Watched::CaughtUp(caught_up) = next().await else { panic!("it catches up") };
    assert!(caught_up.at_ns > 0);
    assert!(caught_up.clocks[0].running && !caught_up.clocks[1].running);
    let Watched::TurnOpened(open) = next().await else { panic!("a turn is open") };
    assert_eq!((open.seat, open.round, open.ply, open.turn_id), (0, 1, 0, first.turn_id));
    let [byo_yomi, stages] = &open.clocks[..] else { panic!("two seats") };
    assert!(byo_yomi.remaining_ms.is_some_and(|left| (1..=2000).contains(&left)));
    assert_eq!((byo_yomi.periods, byo_yomi.period_ms, byo_yomi.period_left_ms), (3, 3000, 3000));
    assert_eq!((stages.remaining_ms, stages.delay_ms, stages.delay_left_ms), (Some(60_000), 5000, 5000));
    assert_eq!((stages.moves_to_go, stages.stage), (Some(40), 0));
    assert_eq!((stages.move_limit_ms, stages.move_left_ms), (Some(20_000), Some(20_000)));
    assert_eq!((stages.match_left_ms, stages.round_left_ms), (Some(600_000), None));

    black.ask(play_move(&id, first.turn_id, &first.legal[0])).await.expect("it is legal");
    let Watched::TurnOpened(open) = next().await else { panic!("the next turn opens") };
    assert_eq!((open.seat, open.round, open.ply), (1, 1, 1));
    assert!(!open.clocks[0].running && open.clocks[1].running);
    let second = white.turn().await;
    assert_eq!(open.turn_id, second.turn_id);

    // After the restore of a backup, a client's cursor can be beyond the end of the log.
    let beyond = pb::WatchMatchRequest { match_id: id.clone(), after_seq: 1_000 };
    let mut beyond = rig.client.matches().watch_match(beyond).await.expect("it opens").into_inner();
    assert_refused(beyond.message().await, Code::InvalidArgument, "BAD_FIELD", "after_seq");

    // `GetMatch` returns everything that a player needs for a move.
    let look = GetMatchRequest { match_id: id.clone(), ..Default::default() };
    let seen = bob.matches().get_match(look).await.expect("it is there").into_inner();
    assert_eq!((seen.round, seen.ply, seen.turn_id), (1, 1, second.turn_id));
    let summary = seen.summary.expect("a summary");
    assert_eq!((summary.ply, summary.turn_id, summary.clocks.len()), (1, second.turn_id, 2));
    white.ask(play_move(&id, seen.turn_id, &seen.legal[0].notation)).await.expect("it is legal");
    let Watched::TurnOpened(open) = next().await else { panic!("the next turn opens") };
    assert_eq!((open.seat, open.ply), (0, 2));
}
