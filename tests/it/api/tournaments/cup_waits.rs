//! Matches of a cup that wait for a place or for a player.

use std::time::Duration;

use referee::store::Store;
use referee_client::{
    pb::contest_event::Event,
    pb::{self, change_contest_request::Change, play_response::Message as Heard},
};
use tokio::time::sleep;

use crate::api::{
    rig::Bot,
    tournaments::cups::{enter, open, rules, start, until},
    tournaments::{answers_turns, change, create, events, hosted, look, round_robin},
};

/// The cup has one place, and the match of the two others takes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_pauses_while_all_places_are_taken() {
    const WITHIN: Duration = Duration::from_secs(1);
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann, bob) = (rig.player("host").await, rig.player("ann").await, rig.player("bob").await);
    rig.wary_player("cem").await;
    let (mut seat, _other) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    // The cup tries the two matches of cem first.
    let mut asked = open(&["ann", "cem", "bob"]);
    rules(&mut asked).accept_within_ms = Some(WITHIN.as_millis() as i64);
    rules(&mut asked).matches_per_encounter = 1;
    asked.matches.as_mut().expect("matches").at_once = Some(1);
    create(&host, asked).await.expect("a host may");
    start(&host).await;
    let match_id = seat.hear_until(|said| if let Heard::Seated(seated) = said { Some(seated.match_id) } else { None });
    let match_id = match_id.await;
    let stand_still = async || {
        let waiting = look(&rig.client, "cup").await.progress.expect("progress").waiting;
        waiting.len() == 2 && waiting.iter().all(|one| one.until_unix_ms.is_none())
    };
    until(&stand_still).await;
    sleep(2 * WITHIN).await;
    assert!(stand_still().await, "no player of them forfeits");
    crate::api::contests::sealed::resign(&ann, &match_id).await;
    let told = events(&rig.client, "cup").await;
    let forfeits = told.iter().filter_map(|event| match &event.event {
        Some(Event::MatchCounted(counted)) => Some(counted.forfeits.len()),
        _ => None,
    });
    assert_eq!(forfeits.collect::<Vec<_>>(), [0, 1, 1], "cem forfeits its matches after that");
}

/// The entrant may return with room for a single match, and would forfeit the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_match_at_a_time_waits_for_an_absent_entrant() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    create(&host, open(&[])).await.expect("a host may");
    enter(&ann).await.expect("she may enter");
    for name in ["house-greedy", "house-random"] {
        change(&host, "cup", Change::Enter(pb::LadderEntry { player: name.into(), ..pb::LadderEntry::default() }), "")
            .await
            .expect("the house plays");
    }
    start(&host).await;
    let waiting = async || look(&rig.client, "cup").await.progress.expect("progress").waiting;
    until(async || waiting().await.len() == 4).await;
    let waiting = waiting().await;
    let refused = waiting.iter().filter(|one| one.kind() == pb::WaitKind::Players);
    let reasons: Vec<&str> = refused.map(|one| one.reason.as_str()).collect();
    assert_eq!(reasons, ["ann is not connected"; 3]);
    assert_eq!(waiting.iter().filter(|one| one.kind() == pb::WaitKind::Arrival).count(), 1, "{waiting:?}");
}

/// An arena pairs cem only after he has connected. Until then it pairs the other two.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arena_pairs_only_connected_entrants() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann, bob) = (rig.player("host").await, rig.player("ann").await, rig.player("bob").await);
    let cem = rig.player("cem").await;
    let mut playing = Vec::new();
    for player in [&ann, &bob] {
        playing.push(tokio::spawn(answers_turns(Bot::enter(player).await)));
    }
    let mut asked = round_robin("cup", &["cem", "ann", "bob"]);
    rules(&mut asked).matches_per_encounter = 1;
    let arena = pb::ArenaFormat { duration_ms: 600_000, patience_ms: 10 };
    rules(&mut asked).format = Some(pb::tournament_rules::Format::Arena(arena));
    create(&host, asked).await.expect("a host may");
    let paired = async |encounters: u32| {
        let list = pb::ListMatchesRequest { page_size: Some(200), ..pb::ListMatchesRequest::default() };
        until(async || look(&rig.client, "cup").await.summary.expect("one").encounters >= encounters).await;
        let list = rig.client.matches().list_matches(list).await.expect("a list").into_inner();
        list.matches.into_iter().flat_map(|one| one.players).any(|player| player == "cem")
    };
    assert!(!paired(4).await, "he is not here");
    playing.push(tokio::spawn(answers_turns(Bot::enter(&cem).await)));
    until(async || paired(4).await).await;
    change(&host, "cup", Change::End(pb::Now {}), "enough").await.expect("a host may");
    playing.iter().for_each(tokio::task::JoinHandle::abort);
}
