//! Ladder matches that wait for players.

use referee_client::{pb, pb::contest_event::Event};
use tonic::Code;

use crate::api::{
    ladders::{blitz, create, events, hosted, look, store},
    rig::{Bot, assert_refused},
};

/// A connected bot that has not agreed to a match is at fault once `accept_within` is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_a_bot_does_not_agree_to_is_void_in_time() {
    const WITHIN_MS: i64 = 2_000;
    let rig = hosted(&store()).await;
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    let asked =
        pb::CreateLadderRequest { accept_within_ms: Some(WITHIN_MS), ..blitz("blitz", &["ann", "house-random"]) };
    let never = pb::CreateLadderRequest { accept_within_ms: Some(0), ..asked.clone() };
    assert_refused(create(&host, never).await, Code::InvalidArgument, "BAD_FIELD", "accept_within_ms");
    let _here = Bot::enter(&ann).await;
    create(&host, asked).await.expect("a host may");
    assert_eq!(look(&rig.client).await.accept_within_ms, WITHIN_MS);
    let is_void = |event: &pb::ContestEvent| matches!(event.event, Some(Event::MatchVoided(_)));
    let is_paired = |event: &&pb::ContestEvent| matches!(event.event, Some(Event::EncounterPaired(_)));
    let told = events(&rig.client, "blitz", |events| events.last().is_some_and(is_void)).await;
    let (paired, voided) = (told.iter().find(is_paired), told.last().expect("it is void"));
    let waited_ms = voided.at_ms - paired.expect("they are paired").at_ms;
    assert!((WITHIN_MS..WITHIN_MS + 20_000).contains(&waited_ms), "{waited_ms}");
    let Some(Event::MatchVoided(voided)) = &voided.event else { panic!("{told:?}") };
    assert!(voided.fault.is_some(), "{voided:?}");
}
