//! Limits on the matches that a player, an owner or an address may open. A host has no such limit.

use std::{num::NonZeroU32, time::Duration};

use referee::{
    api::Settings,
    hall::{
        Limits,
        limits::creation_limits::{CreationLimits, Most},
    },
    ids::PlayerId,
};
use referee_client::{
    Client, NewMatch,
    pb::{self, submit_command_request::Command},
};
use tokio::time::timeout;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::api::rig::{Bot, Rig, agreed, kamisado};

const MANY: Most = Most { per_player: 100, per_owner: 100, per_address: 100 };

fn limits(creation: CreationLimits) -> Limits {
    Limits { creation, ..Limits::default() }
}

/// Opens a match by a single call. Returns its id.
async fn open(client: &Client, new: NewMatch) -> Result<String, Status> {
    let asked = pb::CreateMatchRequest {
        game: new.game,
        players: new.players,
        rules: Some(new.rules),
        ..pb::CreateMatchRequest::default()
    };
    let created = client.matches().create_match(asked).await?.into_inner();
    Ok(created.summary.expect("a summary").match_id)
}

/// Returns the limit that refused a call, and its value. The refusal must have a retry delay.
fn limit<T: std::fmt::Debug>(answer: Result<T, Status>) -> (String, String) {
    let status = answer.expect_err("the limit is reached");
    assert_eq!(status.code(), Code::ResourceExhausted, "{status}");
    let info = status.get_details_error_info().expect("it has its reason");
    assert_eq!(info.reason, "LIMIT");
    assert!(status.get_details_retry_info().is_some_and(|retry| retry.retry_delay.is_some()), "{status:?}");
    (info.metadata["limit"].clone(), info.metadata["most"].clone())
}

fn reached(name: &str, most: usize) -> (String, String) {
    (name.to_owned(), most.to_string())
}

#[tokio::test]
async fn matches_are_limited_per_player() {
    let rig = Rig::with_limits(limits(CreationLimits {
        matches: Most { per_player: 2, ..MANY },
        ..CreationLimits::default()
    }))
    .await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let _present = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let first = open(&ann, kamisado("ann", "bob")).await.expect("the first");
    open(&ann, kamisado("ann", "bob")).await.expect("the second");
    assert_eq!(limit(open(&ann, kamisado("ann", "bob")).await), reached("matches_per_player", 2));
    open(&bob, kamisado("ann", "bob")).await.expect("bob has opened none");
    ann.submit(&first, Command::Abort(pb::Abort {})).await.expect("it may");
    // The match frees its place shortly after the server has acknowledged its end.
    let again = async { while open(&ann, kamisado("ann", "bob")).await.is_err() {} };
    timeout(Duration::from_secs(30), again).await.expect("the first one has ended");
}

#[tokio::test]
async fn a_started_match_leaves_the_waiting_list() {
    let waiting_matches = Most { per_player: 1, ..MANY };
    let rig = Rig::with_limits(limits(CreationLimits { waiting_matches, ..CreationLimits::default() })).await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let mut black = Bot::enter(&ann).await;
    let waits = agreed(kamisado("ann", "bob"), [&ann, &bob]).await;
    let refused = open(&ann, kamisado("ann", "house-random")).await;
    assert_eq!(limit(refused), reached("waiting_matches_per_player", 1));
    let mut white = Bot::enter(&bob).await;
    white.seated(&waits).await;
    black.turn().await;
    open(&ann, kamisado("ann", "house-random")).await.expect("the first one is played");
}

#[tokio::test]
async fn one_player_cannot_take_all_house_seats() {
    let house_seats = Most { per_player: 2, ..MANY };
    let rig = Rig::with_limits(limits(CreationLimits { house_seats, ..CreationLimits::default() })).await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let _present = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    for _ in 0..2 {
        open(&ann, kamisado("ann", "house-random")).await.expect("the house plays");
    }
    assert_eq!(limit(open(&ann, kamisado("ann", "house-random")).await), reached("house_seats_per_player", 2));
    open(&bob, kamisado("house-random", "bob")).await.expect("bob has none of them");
    open(&ann, kamisado("ann", "bob")).await.expect("no house bot sits in it");
}

#[tokio::test]
async fn challenges_and_an_address_are_counted_and_a_host_is_not() {
    let creation = CreationLimits {
        per_minute_per_owner: NonZeroU32::MIN,
        matches: Most { per_address: 2, ..MANY },
        ..CreationLimits::default()
    };
    let arbiters = vec![PlayerId::parse("host").expect("a name")];
    let settings = Settings { arbiters, ..Settings::default() };
    let store = referee::store::Store::in_memory().expect("there is memory");
    let rig = Rig::over(store, referee::games::Catalogue::ALL, limits(creation), settings).await;
    let (ann, bob, carl) = (rig.player("ann").await, rig.player("bob").await, rig.player("carl").await);
    let host = rig.player("host").await;
    let _present = (Bot::enter(&ann).await, Bot::enter(&bob).await, Bot::enter(&carl).await);
    let challenge = |opponent: &str| pb::CreateChallengeRequest {
        game: "kamisado".into(),
        opponents: vec![opponent.into()],
        rules: Some(referee_client::timed("60+1")),
        ..pb::CreateChallengeRequest::default()
    };
    ann.challenges().create_challenge(challenge("bob")).await.expect("bob accepts everything");
    let again = ann.challenges().create_challenge(challenge("bob")).await;
    assert_eq!(limit(again), reached("matches_per_minute_per_owner", 1));
    assert_eq!(limit(open(&ann, kamisado("ann", "bob")).await), reached("matches_per_minute_per_owner", 1));
    open(&bob, kamisado("ann", "bob")).await.expect("bob's first");
    assert_eq!(limit(open(&carl, kamisado("carl", "bob")).await), reached("matches_per_address", 2));
    for _ in 0..3 {
        open(&host, kamisado("ann", "bob")).await.expect("what the host opens is not counted");
    }
}
