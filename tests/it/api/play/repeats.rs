//! A repeated command gets the first answer, on a stream or by a call, and after any failure.

use std::time::Duration;

use referee::{api::Settings, games::Catalogue, hall::Limits, ids::MatchId, store::Store};
use referee_client::{
    Client,
    pb::{self, submit_command_request::Command},
};
use tonic::Code;

use crate::hall::store_faults::Failing;

use crate::api::rig::{Bot, Rig, assert_refused, command, play_move};

/// Sends a command by `SubmitCommand`. Returns the sequence number in the answer.
async fn submit(client: &Client, request: pb::SubmitCommandRequest) -> Result<u64, tonic::Status> {
    client.matches().submit_command(request).await.map(|answer| answer.into_inner().seq)
}

/// Answers a turn again in every way: with the same move, another one and a malformed one. Every
/// time the bot gets the first reply.
async fn sent_again(bot: &mut Bot, turn: &pb::Turn, seq: u64, played: &str, other: &str) {
    let client = bot.client.clone();
    for notation in [played, other, "no move"] {
        let again = play_move(&turn.match_id, turn.turn_id, notation);
        assert_eq!(bot.ask(again.clone()).await, Ok(seq), "on the stream, as {notation}");
        assert_eq!(submit(&client, again).await.expect("it is a repeat"), seq, "by a call, as {notation}");
    }
}

#[tokio::test]
async fn a_repeat_gets_the_first_answer_after_a_reconnect_a_restart_and_the_end() {
    let store = Store::in_memory().expect("there is memory");
    let open = async || Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let rig = open().await;
    let tokens = [rig.token("ann").await, rig.token("bob").await];
    let log_in = |rig: &Rig| tokens.each_ref().map(|token| rig.client.with_token(token).expect("a token"));
    let [ann, bob] = log_in(&rig);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let id = ann.create(crate::api::rig::kamisado("ann", "bob")).await.expect("both are here").match_id;
    let turn = black.turn().await;
    let [played, other, ..] = &turn.legal[..] else { panic!("there are more moves") };

    let seq = submit(&ann, play_move(&id, turn.turn_id, played)).await.expect("it is legal");
    sent_again(&mut black, &turn, seq, played, other).await;
    let answered = white.turn().await;
    drop(black);
    let mut black = Bot::enter(&ann).await;
    sent_again(&mut black, &turn, seq, played, other).await;
    drop((black, white, ann, bob));
    rig.stop().await;

    let rig = open().await;
    let [ann, bob] = log_in(&rig);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    sent_again(&mut black, &turn, seq, played, other).await;
    let again = white.turn().await;
    assert_eq!((again.turn_id, again.ply, &again.legal), (answered.turn_id, answered.ply, &answered.legal));
    let reply = white.ask(play_move(&id, again.turn_id, &again.legal[0])).await.expect("it is legal");
    let resigned = black.ask(command(&id, "end", Command::Resign(pb::Resign {}))).await.expect("she may");
    drop((black, white, ann, bob));
    rig.stop().await;

    let rig = open().await;
    let [ann, bob] = log_in(&rig);
    let mut black = Bot::enter(&ann).await;
    assert_eq!(black.ask(play_move(&id, turn.turn_id, played)).await, Ok(seq));
    assert_eq!(submit(&bob, play_move(&id, again.turn_id, &again.legal[0])).await.expect("a repeat"), reply);
    let end = command(&id, "end", Command::Resign(pb::Resign {}));
    assert_eq!(submit(&ann, end).await.expect("a repeat"), resigned);
    assert_refused(
        submit(&ann, play_move(&id, again.turn_id, played)).await,
        Code::FailedPrecondition,
        "MATCH_OVER",
        "",
    );
}

#[tokio::test]
async fn a_command_that_the_store_rejects_gets_an_error() {
    let failing = Failing::new();
    let settings = Settings { call_within: Duration::from_millis(400), ..Settings::default() };
    let rig = Rig::over(failing.store(), Catalogue::ALL, Limits::default(), settings).await;
    let (black, _white, id) = rig.seated().await;
    failing.breaks(Some(&MatchId::parse(&id).expect("an id")));
    let resign = || command(&id, "end", Command::Resign(pb::Resign {}));
    assert_refused(submit(&black.client, resign()).await, Code::Unavailable, "STORE_UNAVAILABLE", "");
    failing.breaks(None);
    // The repeated command succeeds once the store has recovered.
    let mut taken = submit(&black.client, resign()).await;
    while taken.as_ref().is_err_and(|status| status.code() == Code::Unavailable) {
        taken = submit(&black.client, resign()).await;
    }
    taken.expect("it is the same command");
}
