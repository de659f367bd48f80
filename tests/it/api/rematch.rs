//! Rematches over the wire, on streams and by calls.

use std::sync::Arc;

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    store::{MemoryStore, SharedStore},
};
use referee_client::pb::{
    self, Reason, match_event::Event, play_request::Message as Said, play_response::Message,
    submit_command_request::Command,
};
use tonic::Code;

use super::rig::{Bot, Rig, assert_refused, command, kamisado};

async fn ask(bot: &mut Bot, match_id: &str, request_id: &str) -> Result<pb::RematchResponse, pb::Refusal> {
    let asked = pb::RematchRequest { match_id: match_id.into(), request_id: request_id.into() };
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

async fn summary(rig: &Rig, match_id: &str) -> pb::Match {
    let request = pb::GetMatchRequest { match_id: match_id.to_owned() };
    rig.client.matches().get_match(request).await.expect("it is known").into_inner().summary.expect("a summary")
}

#[tokio::test]
async fn two_bots_play_once_more() {
    let rig = Rig::start().await;
    let (mut ann, mut bob, id) = rig.seated().await;
    assert_eq!(ask(&mut ann, &id, "early").await.expect_err("it is played").reason(), Reason::StillPlayed);
    resign(&mut ann, &id).await;
    let first = ask(&mut ann, &id, "one").await.expect("she may");
    assert_eq!((first.match_id.as_str(), &first.agreed_seats[..], first.rematch.as_str()), (id.as_str(), &[0][..], ""));
    assert!((1..=600_000).contains(&first.lapses_in_ms));
    let proposed = bob.hear_until(|said| if let Message::RematchProposed(of) = said { Some(of) } else { None }).await;
    assert_eq!((proposed.match_id.as_str(), proposed.seat), (id.as_str(), 0));
    assert!((1..=600_000).contains(&proposed.lapses_in_ms));
    assert_eq!(summary(&rig, &id).await.rematch_agreed, [0]);

    let all = ask(&mut bob, &id, "two").await.expect("he may");
    assert_eq!((&all.agreed_seats[..], all.lapses_in_ms), (&[0, 1][..], 0));
    let rematch = all.rematch;
    assert_eq!(ann.seated(&rematch).await.seat, 1);
    let seated = ask(&mut ann, &id, "three").await.expect("a repeat");
    assert_eq!(seated.rematch, rematch);
    let over = summary(&rig, &id).await;
    assert_eq!(
        (over.rematch.as_str(), &over.rematch_agreed[..], over.rematch_of.as_str()),
        (rematch.as_str(), &[][..], "")
    );
    let new = summary(&rig, &rematch).await;
    assert_eq!((new.rematch_of.as_str(), &new.players[..]), (id.as_str(), &["bob".to_owned(), "ann".to_owned()][..]));
    let mut watch = rig.client.watch(&rematch, 0);
    match watch.next().await.expect("it is watched").and_then(|event| event.event) {
        Some(Event::Opened(opened)) => assert_eq!(opened.rematch_of, id),
        other => panic!("{other:?} is no opening"),
    }
}

#[tokio::test]
async fn calls_do_what_streams_do_and_refusals_say_why() {
    let store: SharedStore = Arc::new(MemoryStore::new());
    let open = async |games| Rig::over(Arc::clone(&store), games, Limits::default(), Settings::default()).await;
    let rig = open(Catalogue::ALL).await;
    let token = rig.client.register("ann").await.expect("the name is free");
    let ann = rig.client.with_token(&token).expect("it can be sent");
    let carl = rig.player("carl").await;
    let id = ann.create(kamisado("ann", "house-random")).await.expect("opened").match_id;
    let asked = |match_id: &str, request_id: &str| pb::RematchRequest {
        match_id: match_id.into(),
        request_id: request_id.into(),
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
    let abort = command(&id, "a", Command::Abort(pb::Abort {}));
    ann.matches().submit_command(abort).await.expect("nobody has moved");
    assert_refused(carl.matches().rematch(asked(&id, "")).await, Code::PermissionDenied, "NOT_SEATED", "match_id");
    let rematch = ann.rematch(&id).await.expect("the house agrees at once");
    assert_eq!(rematch.agreed_seats, [0, 1]);
    assert_eq!(ann.rematch(&id).await.expect("a repeat").rematch, rematch.rematch);
    drop((ann, carl));
    rig.stop().await;

    // A server that does not know the game any more.
    let rig = open(Catalogue::new(&[])).await;
    let ann = rig.client.with_token(&token).expect("it can be sent");
    assert_refused(ann.matches().rematch(asked(&id, "")).await, Code::NotFound, "UNKNOWN_GAME", "game");
}
