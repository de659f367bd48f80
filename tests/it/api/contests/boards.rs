//! Open matches of a contest, as the stream of its events lists them.

use std::{collections::BTreeMap, time::Duration};

use referee::store::Store;
use referee_client::{
    Client,
    pb::{
        self, change_contest_request::Change, contest_event::Event, play_response::Message as Heard,
        watch_contest_response::Message,
    },
};
use tokio::time::timeout;
use tonic::Streaming;

use crate::api::{
    contests::sealed::resign,
    rig::Bot,
    tournaments::{change, create, hosted, look, round_robin},
};

/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);
/// Time without a message after which a stream counts as silent.
const SILENCE: Duration = Duration::from_millis(500);

async fn watch(client: &Client, after_seq: u64) -> Streaming<pb::WatchContestResponse> {
    let asked = pb::WatchContestRequest { contest: Some(pb::Contest::tournament("cup")), after_seq };
    client.contests().watch_contest(asked).await.expect("it may be watched").into_inner()
}

async fn next(stream: &mut Streaming<pb::WatchContestResponse>) -> Message {
    let told = timeout(SOON, stream.message()).await.expect("it continues").expect("it is open");
    told.and_then(|told| told.message).expect("it is not over")
}

/// Returns the next open match on the stream.
async fn opened(stream: &mut Streaming<pb::WatchContestResponse>) -> pb::ContestMatch {
    loop {
        if let Message::MatchOpened(opened) = next(stream).await {
            return opened;
        }
    }
}

/// Returns whether the stream lists an open match before it falls silent.
async fn tells_of_a_match(stream: &mut Streaming<pb::WatchContestResponse>) -> bool {
    while let Ok(told) = timeout(SILENCE, stream.message()).await {
        match told.expect("it is open").and_then(|told| told.message) {
            Some(Message::MatchOpened(_)) => return true,
            Some(_) => {}
            None => return false,
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stream_of_a_contest_names_its_open_matches() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann) = (rig.player("host").await, rig.player("ann").await);
    let rename = pb::UpdatePlayerRequest { display_name: "Энн".into(), ..pb::UpdatePlayerRequest::default() };
    ann.players().update_player(rename).await.expect("it is herself");
    let mut seat = Bot::enter(&ann).await;
    let mut asked = round_robin("cup", &["ann", "house-random"]);
    asked.start = false;
    create(&host, asked).await.expect("a host may");
    let mut early = watch(&rig.client, 0).await;
    change(&host, "cup", Change::Start(pb::Now {}), "").await.expect("it may start");

    let (mut paired, mut found) = (Vec::new(), BTreeMap::new());
    while found.len() < 2 {
        match next(&mut early).await {
            Message::Event(event) => {
                if let Some(Event::EncounterPaired(one)) = event.event {
                    paired.push(one.encounter);
                }
            }
            Message::MatchOpened(one) => {
                let key = one.match_key.clone();
                assert!(paired.iter().any(|encounter| key.starts_with(encounter)), "{key} comes after its pairing");
                assert!(found.insert(key, one).is_none(), "each once");
            }
            Message::CaughtUp(_) => assert!(found.is_empty(), "matches come after it"),
        }
    }
    let listed = pb::ListMatchesRequest { contest: Some(pb::Contest::tournament("cup")), ..Default::default() };
    let listed = rig.client.matches().list_matches(listed).await.expect("a list").into_inner().matches;
    let ids = listed.into_iter().map(|one| (one.labels["match"].clone(), one.match_id));
    assert_eq!(
        ids.collect::<BTreeMap<_, _>>(),
        found.iter().map(|(key, one)| (key.clone(), one.match_id.clone())).collect()
    );
    for one in found.values() {
        let names: BTreeMap<_, _> = one.players.iter().map(String::as_str).zip(&one.display_names).collect();
        assert_eq!((names["ann"].as_str(), names["house-random"].as_str()), ("Энн", ""), "{one:?}");
    }
    let shown = look(&rig.client, "cup").await.progress.expect("progress").open;
    assert!(shown.iter().all(|open| open.display_names == found[&open.match_key].display_names), "{shown:?}");

    // A resumed stream lists the open matches, but none that are over.
    let over =
        seat.hear_until(|said| if let Heard::Seated(seated) = said { Some(seated.match_id) } else { None }).await;
    resign(&ann, &over).await;
    while !matches!(
        next(&mut early).await,
        Message::Event(pb::ContestEvent { event: Some(Event::MatchCounted(_)), .. })
    ) {}
    let mut late = watch(&rig.client, 1).await;
    let open = opened(&mut late).await;
    assert!(open.match_id != over && found.values().any(|one| one.match_id == open.match_id));
    assert!(!tells_of_a_match(&mut late).await, "only one is left");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sealed_contest_names_its_matches_to_the_host_and_their_seats_alone() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann, eve) = (rig.player("host").await, rig.player("ann").await, rig.player("eve").await);
    let _seat = Bot::enter(&ann).await;
    let mut asked = round_robin("cup", &["ann", "house-random"]);
    asked.rules.as_mut().expect("rules").is_released_by_host = true;
    create(&host, asked).await.expect("a host may");
    let open = opened(&mut watch(&host, 0).await).await;
    assert!(open.players.contains(&"ann".to_owned()), "{open:?}");
    opened(&mut watch(&ann, 0).await).await;
    for stranger in [&eve, &rig.client] {
        assert!(!tells_of_a_match(&mut watch(stranger, 0).await).await);
    }
    rig.stop().await;
}
