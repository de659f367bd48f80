//! Luck of a match over gRPC: the server commits to a seed, the seats add nonces, and the end
//! reveals it.

use referee_client::{
    Client, NewMatch,
    pb::{self, GiveNonce, Reason, match_event::Event, play_response::Message, submit_command_request::Command},
};

use crate::api::rig::{Bot, Rig, assert_declined, command};

const SEATS: [&str; 4] = ["ann", "bob", "house-random", "house-random"];

fn honest_john(nonce_wait_ms: Option<i64>) -> NewMatch {
    NewMatch {
        game: "honest_john".into(),
        rules: pb::MatchRules {
            lost_seat_policy: pb::LostSeatPolicy::End.into(),
            nonce_wait_ms,
            ..referee_client::timed("inf")
        },
        players: SEATS.map(str::to_owned).to_vec(),
        ..NewMatch::default()
    }
}

fn nonce(match_id: &str, request_id: &str, nonce: &str) -> pb::SubmitCommandRequest {
    command(match_id, request_id, Command::GiveNonce(GiveNonce { nonce: nonce.into() }))
}

async fn two(rig: &Rig, nonce_wait_ms: Option<i64>) -> (Client, Bot, Bot, pb::MatchSummary) {
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut first, mut second) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let opened = ann.create(honest_john(nonce_wait_ms)).await.expect("both are here");
    first.seated(&opened.match_id).await;
    second.seated(&opened.match_id).await;
    (ann, first, second, opened)
}

/// Returns all events of a finished match, as a spectator sees them.
async fn events(rig: &Rig, match_id: &str) -> Vec<Event> {
    let mut watch = rig.client.watch(match_id, 0);
    let mut events = Vec::new();
    while let Some(event) = watch.next().await.expect("it is watched") {
        events.extend(event.event);
    }
    events
}

#[tokio::test]
async fn nonces_are_waited_for_and_the_seed_is_shown_at_the_end() {
    let rig = Rig::start().await;
    let (_, mut ann, mut bob, opened) = two(&rig, Some(60_000)).await;
    let id = &opened.match_id;
    let promised = opened.luck.expect("a promise");
    assert_eq!((promised.commitment.len(), opened.rules.and_then(|rules| rules.nonce_wait_ms)), (64, Some(60_000)));
    assert_declined(ann.ask(nonce(id, "a", "not one word")).await, Reason::BadField, "nonce");
    let given = ann.ask(nonce(id, "b", "ann-1")).await.expect("it is taken");
    assert_eq!(ann.ask(nonce(id, "b", "ann-1")).await, Ok(given), "the same request");
    assert_declined(ann.ask(nonce(id, "c", "ann-2")).await, Reason::NonceClosed, "");
    bob.ask(nonce(id, "d", "")).await.expect("it is taken");
    // The house bots have already given their nonces, so the match begins.
    ann.hear_until(|said| match said {
        Message::Event(seen) => {
            matches!(seen.event.and_then(|event| event.event), Some(Event::ChanceResolved(_))).then_some(())
        }
        _ => None,
    })
    .await;
    assert_declined(bob.ask(nonce(id, "e", "late")).await, Reason::NonceClosed, "");
    ann.ask(command(id, "f", Command::Resign(pb::Resign {}))).await.expect("the match has started");

    let events = events(&rig, id).await;
    let Some(Event::MatchOpened(opening)) = events.first() else { panic!("the opening") };
    assert_eq!(opening.luck.as_ref(), Some(&promised));
    let nonces: Vec<(u32, &str)> = events
        .iter()
        .filter_map(|event| match event {
            Event::NonceGiven(given) => Some((given.seat, given.nonce.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(nonces, [(2, ""), (3, ""), (0, "ann-1"), (1, "")]);
    let Some(Event::MatchEnded(ended)) = events.last() else { panic!("the end") };
    let seed = referee::law::Seed::of_hex(&ended.seed).expect("a seed");
    assert_eq!(seed.commitment().to_string(), promised.commitment);
}

#[tokio::test]
async fn games_with_hidden_hands_wait_for_nonces_by_default() {
    let rig = Rig::start().await;
    let (_, mut ann, _bob, opened) = two(&rig, None).await;
    assert_eq!(opened.rules.and_then(|rules| rules.nonce_wait_ms), Some(2_000));
    ann.ask(nonce(&opened.match_id, "a", "mine")).await.expect("nothing was dealt yet");
}

#[tokio::test]
async fn without_a_wait_the_deal_comes_at_once() {
    let rig = Rig::start().await;
    let (ann, mut first, _second, opened) = two(&rig, Some(0)).await;
    let id = &opened.match_id;
    assert_declined(first.ask(nonce(id, "a", "late")).await, Reason::NonceClosed, "");
    ann.matches().submit_command(command(id, "b", Command::Resign(pb::Resign {}))).await.expect("it has started");
    let record = rig.client.record(id).await.expect("it is over");
    let verified = referee::law::verify::verify(&referee::store::record::read(&record).expect("a record"));
    assert!(verified.expect("it verifies").chance_proven);
}

#[tokio::test]
async fn a_game_without_chance_has_no_luck() {
    let rig = Rig::start().await;
    let (mut ann, _bob, id) = rig.seated().await;
    assert_declined(ann.ask(nonce(&id, "a", "x")).await, Reason::NonceClosed, "");
    let seen = rig
        .client
        .matches()
        .get_match(pb::GetMatchRequest { match_id: id, ..Default::default() })
        .await
        .expect("it is there");
    assert_eq!(seen.into_inner().summary.expect("a summary").luck, None);
}
