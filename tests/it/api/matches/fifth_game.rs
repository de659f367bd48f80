//! A game that is not part of the program. One line in a catalogue registers it. It can then be
//! listed, queried, played and watched like all others.

use std::sync::LazyLock;

use referee::{
    games::{Catalogue, GAMES, Game, erased::Erased},
    hall::Limits,
};
use referee_client::{
    Client, NewMatch,
    pb::{self, Reason, match_event::Event, watch_match_response::Message as Watched},
};
use tonic::Streaming;

use crate::api::rig::{Bot, Rig, assert_declined, play_move};
use crate::takeaway::game::Takeaway;

static TAKEAWAY: Erased<Takeaway> = Erased::new();

/// The line that registers the game.
static WITH_TAKEAWAY: LazyLock<&'static [&'static dyn Game]> =
    LazyLock::new(|| Box::leak([GAMES, &[&TAKEAWAY]].concat().into_boxed_slice()));

fn catalogue() -> Catalogue {
    Catalogue::new(*WITH_TAKEAWAY)
}

#[tokio::test]
async fn it_is_listed_and_asked_about() {
    let rig = Rig::with(catalogue(), Limits::default()).await;
    let listed = rig.client.games().list_games(pb::ListGamesRequest::default()).await.expect("a list").into_inner();
    let ids: Vec<&str> = listed.games.iter().map(|game| game.id.as_str()).collect();
    assert_eq!((ids.len(), ids.last()), (GAMES.len() + 1, Some(&"takeaway")));
    let game = listed.games.last().expect("it is the last");
    let sides: Vec<&str> = game.sides.iter().take(2).map(|side| side.name.as_str()).collect();
    let word = game.words.iter().find(|word| word.kind() == pb::WordKind::Prompt && word.key == "take");
    assert_eq!((sides, word.expect("it has a word").texts["en"].as_str()), (vec!["A", "B"], "Take up to three"));
    let pages = rig.client.games().get_game(pb::GetGameRequest { game: "takeaway".into() }).await.expect("its pages");
    assert_eq!(pages.into_inner().rules, "Take the last.");
    let asked = pb::GetPositionRequest {
        game: "takeaway".into(),
        seats: Some(3),
        moves: ["deal1", "deal2", "deal3", "take3"].map(String::from).to_vec(),
        viewer_seat: Some(1),
        ..pb::GetPositionRequest::default()
    };
    let answer = rig.client.games().get_position(asked).await.expect("an answer").into_inner();
    assert_eq!((answer.position.as_str(), answer.seat), ("?2?/0240", Some(2)), "with four left, seat 1 skipped");
    let scene = answer.scene.expect("a scene");
    assert_eq!(scene.prompt.map(|prompt| (prompt.key, prompt.seat)), Some(("take".to_owned(), Some(2))));
    let known: Vec<bool> = scene.hands.iter().map(|hand| !hand.tokens[0].id.is_empty()).collect();
    assert_eq!(known, [false, true, false], "a seat sees its own number");
    let steps: Vec<&str> = answer.steps.iter().map(|step| step.notation.as_str()).collect();
    assert_eq!(steps, ["deal?", "deal2", "deal?", "take3", "skip"]);
}

#[tokio::test]
async fn it_is_played_and_watched() {
    let rig = Rig::with(catalogue(), Limits::default()).await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut first, mut second) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let players = vec!["ann".into(), "bob".into()];
    let new =
        NewMatch { game: "takeaway".into(), rules: referee_client::timed("60+1"), players, ..NewMatch::default() };
    let id = ann.create(new).await.expect("both are here").match_id;
    let spectator = watched(&rig.client, &id).await;
    let seat = watched(&bob, &id).await;

    let turn = first.turn().await;
    assert_eq!((turn.seat, turn.ply, turn.legal.len()), (0, 2, 3));
    assert_declined(first.ask(play_move(&id, turn.turn_id - 1, "take1")).await, Reason::AlreadyPlayed, "turn_id");
    // In the second round, four are left after the first move, so seat 0 must skip its turn.
    for (seat, round, ply, notation) in [
        (0, 1, 2, "take1"),
        (1, 1, 3, "take1"),
        (0, 1, 4, "take3"),
        (1, 1, 5, "take2"),
        (1, 2, 2, "take3"),
        (1, 2, 4, "take3"),
        (0, 2, 5, "take1"),
    ] {
        let bot = if seat == 0 { &mut first } else { &mut second };
        let turn = if (round, ply) == (1, 2) { turn.clone() } else { bot.turn().await };
        assert_eq!((turn.round, turn.ply), (round, ply));
        let answer = bot.ask(play_move(&id, turn.turn_id, notation)).await;
        assert!(answer.is_ok(), "{notation}: {answer:?}");
    }
    let (events, seen) = (to_the_end(spectator).await, to_the_end(seat).await);
    assert!(matches!(events.first(), Some(Event::MatchOpened(_))));
    assert_eq!(deals(&events), ["deal?"; 4], "a spectator sees no deal");
    let own: Vec<bool> = deals(&seen).iter().map(|dealt| *dealt != "deal?").collect();
    assert_eq!(own, [false, true, false, true], "a seat sees its own");
    let Some(Event::MatchEnded(pb::MatchEnded { verdict: Some(verdict), .. })) = events.last() else {
        panic!("an end")
    };
    assert_eq!((verdict.termination(), verdict.points.as_slice()), (pb::Termination::Normal, &[1.0, 1.0][..]));
}

async fn watched(client: &Client, id: &str) -> Streaming<pb::WatchMatchResponse> {
    let asked = pb::WatchMatchRequest { match_id: id.into(), after_seq: 0 };
    client.matches().watch_match(asked).await.expect("it can be watched").into_inner()
}

async fn to_the_end(mut watch: Streaming<pb::WatchMatchResponse>) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(said) = watch.message().await.expect("the stream is not cut") {
        if let Some(Watched::Event(event)) = said.message {
            events.push(event.event.expect("an event says something"));
        }
    }
    events
}

fn deals(events: &[Event]) -> Vec<&str> {
    let mut dealt = Vec::new();
    for event in events {
        if let Event::ChanceResolved(came) = event {
            dealt.push(came.notation.as_str());
        }
    }
    dealt
}
