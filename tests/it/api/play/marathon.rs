//! A whole marathon between two bots over the wire, watched from the beginning and from the middle.

use referee::{law::verify, store::record};
use referee_client::{
    Client, NewMatch, PlayOptions,
    pb::{self, match_event::Event},
};

use crate::api::rig::{Rig, agreed, kamisado};

/// Returns a move that depends only on the turn. The moves vary enough for a marathon to end.
pub fn some_move(turn: &pb::Turn) -> String {
    let mixed = (u64::from(turn.round) * 1_000_003 + u64::from(turn.ply)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    turn.legal[usize::try_from(mixed).expect("31 bits fit") % turn.legal.len()].clone()
}

pub async fn play_one(bot: Client) -> pb::Verdict {
    let options = PlayOptions { until_ended: Some(1), agent: "test".into(), ..PlayOptions::default() };
    let mut results = bot.play(options, |turn| std::future::ready(some_move(&turn))).await.expect("it plays");
    results.pop().expect("one match has ended").verdict
}

async fn watch_all(client: Client, match_id: String, after: u64) -> Vec<pb::MatchEvent> {
    let (mut watch, mut seen) = (client.watch(&match_id, after), Vec::new());
    while let Some(event) = watch.next().await.expect("it is watched") {
        seen.push(event);
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_marathon_is_played_watched_and_recorded() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let new = NewMatch {
        options: [("length".to_owned(), "marathon".to_owned())].into(),
        rules: referee_client::timed("600+1"),
        ..kamisado("ann", "bob")
    };
    let id = agreed(new, [&ann, &bob]).await;
    let from_start = tokio::spawn(watch_all(rig.client.clone(), id.clone(), 0));
    let (black, white) = (tokio::spawn(play_one(ann)), tokio::spawn(play_one(bob)));
    // A second watcher joins in the middle of the match.
    let mut middle = rig.client.watch(&id, 0);
    while middle.next().await.expect("it is watched").is_some_and(|event| event.seq < 200) {}
    let from_middle = tokio::spawn(watch_all(rig.client.clone(), id.clone(), 150));

    let verdict = black.await.expect("ann plays on");
    assert_eq!(white.await.expect("bob plays on"), verdict);
    assert_eq!(verdict.termination(), pb::Termination::Normal);
    assert!(verdict.points.iter().any(|points| *points >= 15.0), "{verdict:?}");
    let seen = from_start.await.expect("watched");
    let late = from_middle.await.expect("watched");
    assert!(seen.iter().zip(1..).all(|(event, seq)| event.seq == seq), "no gap, no repeat");
    assert_eq!(late, seen[150..]);

    let text = rig.client.record(&id).await.expect("it is over");
    let events = record::read(&text).expect("a record can be read");
    let verified = verify::verify(&events).expect("the record agrees with the law");
    assert!(verified.over && verified.events == seen.len() as u64, "{verified:?}");
    for (event, seen) in events.iter().zip(&seen) {
        assert_eq!((event.seq.0, event.at.0), (seen.seq, seen.at_ns.cast_unsigned()));
        if let (referee::law::Fact::MovePlayed(moved), Some(Event::MovePlayed(said))) = (&event.fact, &seen.event) {
            assert_eq!(
                (&moved.notation, moved.charged.as_nanos()),
                (&said.notation, u128::from(said.charged_ns.cast_unsigned()))
            );
        }
    }
    // A finished match can be watched too.
    assert_eq!(watch_all(rig.client.clone(), id, 150).await, late);
}
