//! Rematches over the wire, on streams and by calls.

use referee::{api::Settings, games::Catalogue, hall::Limits, store::Store};
use referee_client::{
    Incoming, PlayOptions,
    pb::{
        self, Reason, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, agreed, assert_refused, command, kamisado};

async fn ask(bot: &mut Bot, match_id: &str, request_id: &str) -> Result<pb::RematchResponse, pb::Refusal> {
    let asked = pb::RematchRequest { match_id: match_id.into(), request_id: request_id.into(), wish: 0 };
    bot.say(Said::Rematch(asked)).await;
    bot.hear_until(|said| match said {
        Message::Rematch(answer) if answer.request_id == request_id => Some(Ok(answer)),
        Message::Refused(refused) if refused.request_id == request_id => Some(Err(refused.refusal.unwrap_or_default())),
        _ => None,
    })
    .await
}

async fn resign(bot: &mut Bot, match_id: &str) {
    bot.ask(command(match_id, "resign", Command::Resign(pb::Resign {}))).await.expect("it may");
}

async fn summary(rig: &Rig, match_id: &str) -> pb::MatchSummary {
    let request = pb::GetMatchRequest { match_id: match_id.to_owned(), ..Default::default() };
    rig.client.matches().get_match(request).await.expect("it is known").into_inner().summary.expect("a summary")
}

#[tokio::test]
async fn two_bots_play_once_more() {
    let rig = Rig::start().await;
    let (mut ann, mut bob, id) = rig.seated().await;
    assert_eq!(ask(&mut ann, &id, "early").await.expect_err("it is played").reason(), Reason::StillPlayed);
    resign(&mut ann, &id).await;
    let first = ask(&mut ann, &id, "one").await.expect("she may");
    assert_eq!(
        (first.match_id.as_str(), &first.agreed_seats[..], first.rematch_match_id.as_str()),
        (id.as_str(), &[0][..], "")
    );
    assert!((1..=600_000).contains(&first.lapses_in_ms));
    let proposed = bob.hear_until(|said| if let Message::RematchProposed(of) = said { Some(of) } else { None }).await;
    assert_eq!((proposed.match_id.as_str(), proposed.seat), (id.as_str(), 0));
    assert!((1..=600_000).contains(&proposed.lapses_in_ms));
    assert_eq!(summary(&rig, &id).await.rematch_agreed_seats, [0]);

    let all = ask(&mut bob, &id, "two").await.expect("he may");
    assert_eq!((&all.agreed_seats[..], all.lapses_in_ms), (&[0, 1][..], 0));
    let rematch = all.rematch_match_id;
    assert_eq!(ann.seated(&rematch).await.seat, 1);
    let seated = ask(&mut ann, &id, "three").await.expect("a repeat");
    assert_eq!(seated.rematch_match_id, rematch);
    let over = summary(&rig, &id).await;
    assert_eq!(
        (over.rematch_match_id.as_str(), &over.rematch_agreed_seats[..], over.rematch_of.as_str()),
        (rematch.as_str(), &[][..], "")
    );
    let new = summary(&rig, &rematch).await;
    assert_eq!((new.rematch_of.as_str(), &new.players[..]), (id.as_str(), &["bob".to_owned(), "ann".to_owned()][..]));
    let mut watch = rig.client.watch(&rematch, 0);
    match watch.next().await.expect("it is watched").and_then(|event| event.event) {
        Some(Event::MatchOpened(opened)) => assert_eq!(opened.rematch_of, id),
        other => panic!("{other:?} is no opening"),
    }
}

#[tokio::test]
async fn calls_and_streams_agree_and_refusals_have_reasons() {
    let store = Store::in_memory().expect("there is memory");
    let open = async |games| Rig::over(store.clone(), games, Limits::default(), Settings::default()).await;
    let rig = open(Catalogue::ALL).await;
    let token = rig.client.register("ann").await.expect("the name is free");
    let ann = rig.client.with_token(&token).expect("it can be sent");
    let carl = rig.player("carl").await;
    let id = ann.create(kamisado("ann", "house-random")).await.expect("opened").match_id;
    let asked = |match_id: &str, request_id: &str| pb::RematchRequest {
        match_id: match_id.into(),
        request_id: request_id.into(),
        wish: pb::RematchWish::Agree.into(),
    };
    let played = ann.matches().rematch(asked(&id, "")).await;
    assert_refused(played, Code::FailedPrecondition, "STILL_PLAYED", "");
    assert_refused(ann.matches().rematch(asked("Not an id", "")).await, Code::InvalidArgument, "BAD_FIELD", "match_id");
    assert_refused(ann.matches().rematch(asked(&id, "\n")).await, Code::InvalidArgument, "BAD_FIELD", "request_id");
    assert_refused(ann.matches().rematch(asked("none", "")).await, Code::NotFound, "UNKNOWN_MATCH", "match_id");
    assert_refused(
        rig.client.matches().rematch(asked(&id, "")).await,
        Code::Unauthenticated,
        "UNAUTHENTICATED",
        "authorization",
    );
    let wish = ann.matches().rematch(pb::RematchRequest { wish: 9, ..asked(&id, "") }).await;
    assert_refused(wish, Code::InvalidArgument, "BAD_FIELD", "wish");
    let abort = command(&id, "a", Command::Abort(pb::Abort {}));
    ann.matches().submit_command(abort).await.expect("no seat has moved");
    assert_refused(carl.matches().rematch(asked(&id, "")).await, Code::PermissionDenied, "NOT_SEATED", "match_id");
    let rematch = ann.rematch(&id).await.expect("the house agrees at once");
    assert_eq!(rematch.agreed_seats, [0, 1]);
    assert_eq!(ann.rematch(&id).await.expect("a repeat").rematch_match_id, rematch.rematch_match_id);
    drop((ann, carl));
    rig.stop().await;

    // This server no longer knows the game.
    let rig = open(Catalogue::new(&[])).await;
    let ann = rig.client.with_token(&token).expect("it can be sent");
    assert_refused(ann.matches().rematch(asked(&id, "")).await, Code::NotFound, "UNKNOWN_GAME", "game");
}

#[tokio::test]
async fn after_a_restart_players_ask_again_and_a_rematch_remains() {
    let store = Store::in_memory().expect("there is memory");
    let open = async || Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let rig = open().await;
    let tokens = [rig.token("ann").await, rig.token("bob").await];
    let log_in = |rig: &Rig| tokens.each_ref().map(|token| rig.client.with_token(token).expect("a token"));
    let [ann, bob] = log_in(&rig);
    let id = agreed(kamisado("ann", "bob"), [&ann, &bob]).await;
    ann.matches().submit_command(command(&id, "a", Command::Abort(pb::Abort {}))).await.expect("no seat has moved");
    assert_eq!(ann.rematch(&id).await.expect("she may").agreed_seats, [0]);
    drop((ann, bob));
    rig.stop().await;

    let rig = open().await;
    let [ann, bob] = log_in(&rig);
    bob.rematch(&id).await.expect("he may");
    assert!(bob.withdraw_rematch(&id).await.expect("he may").agreed_seats.is_empty());
    let again = bob.rematch(&id).await.expect("he may");
    assert_eq!((&again.agreed_seats[..], again.rematch_match_id.as_str()), (&[1][..], ""));
    let rematch = ann.rematch(&id).await.expect("she may").rematch_match_id;
    drop((ann, bob));
    rig.stop().await;

    let rig = open().await;
    let [_ann, bob] = log_in(&rig);
    assert_eq!(bob.rematch(&id).await.expect("a repeat").rematch_match_id, rematch);
    let list = rig.client.matches().list_matches(pb::ListMatchesRequest::default()).await.expect("a page").into_inner();
    let seen: Vec<(&str, &str)> =
        list.matches.iter().map(|of| (of.rematch_of.as_str(), of.rematch_match_id.as_str())).collect();
    assert_eq!(seen, [(id.as_str(), ""), ("", rematch.as_str())]);
}

/// The client crate retries after a lost connection, and reports a refusal to its caller.
#[tokio::test]
async fn a_wish_that_was_not_sent_is_sent_with_the_next_connection() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let id = ann.create(kamisado("ann", "house-random")).await.expect("opened").match_id;
    ann.matches().submit_command(command(&id, "a", Command::Abort(pb::Abort {}))).await.expect("no seat has moved");
    let mut seats = ann.seats(PlayOptions::default());
    seats.rematch(&id).expect("there is room");
    seats.rematch("none").expect("there is room");
    let (mut rematch, mut seated, mut refused) = (None, None, None);
    while rematch.is_none() || seated.is_none() || refused.is_none() {
        match seats.next().await.expect("the server is there") {
            Incoming::Rematch(said) => rematch = Some(said.rematch_match_id),
            Incoming::Seated(said) => seated = Some((said.match_id.clone(), said.seat)),
            Incoming::Refused { match_id, command: None, refusal } => refused = Some((match_id, refusal.reason)),
            _ => {}
        }
    }
    assert_eq!(seated, rematch.map(|id| (id, 1)));
    assert_eq!(refused, Some(("none".to_owned(), Reason::UnknownMatch)));
}
