//! Callers that exceed a limit while they play. Each refusal names the limit and, if waiting helps,
//! the delay before a retry.

use std::{future::poll_fn, time::Duration};

use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use prost::Message as _;
use referee::{api::Settings, games::Catalogue, hall::Limits, store::Store};
use referee_client::{
    Client,
    pb::{
        GetPositionRequest, GetPositionResponse, PlayResponse, Reason, Resign, play_response::Message,
        submit_command_request,
    },
};
use tokio::time::timeout;
use tokio_stream::StreamExt as _;
use tonic::{
    Code, Request, Status,
    body::Body,
    codegen::{
        Bytes, Service as _,
        http::{self, Response},
    },
    transport::Endpoint,
};
use tonic_types::StatusExt as _;

use crate::api::{
    play::returning,
    rig::{Bot, Rig, assert_refused, command},
};

/// Checks that this limit, with this value, refused the call.
#[track_caller]
fn assert_limited(status: &Status, limit: &str, most: &str) {
    assert_refused(Err::<(), _>(status.clone()), Code::ResourceExhausted, "LIMIT", "");
    let details = status.get_error_details();
    let info = details.error_info().expect("it carries an ErrorInfo");
    assert_eq!((info.metadata["limit"].as_str(), info.metadata["most"].as_str()), (limit, most), "{status:?}");
    // Waiting does not help a request that is itself too long or too slow.
    let may_help = !matches!(limit, "max_message_bytes_without_token" | "request_within");
    assert_eq!(details.retry_info().is_some(), may_help, "it says when to try again: {status:?}");
}

/// Sends this many bytes of a request that never ends. Returns the status of the refusal.
async fn half_ask(rig: &Rig, bytes: usize) -> Status {
    half_ask_as(rig, None, bytes).await
}

/// Like [`half_ask`], with a token.
async fn half_ask_as(rig: &Rig, token: Option<&str>, bytes: usize) -> Status {
    let url = format!("http://{}", rig.address);
    let channel = Endpoint::from_shared(url).expect("an address").connect().await.expect("it is there");
    let mut caller = tonic::client::Grpc::new(channel);
    caller.ready().await.expect("it is there");
    let asked = GetPositionRequest { game: "x".repeat(bytes), ..GetPositionRequest::default() };
    let body = tokio_stream::iter([asked]).chain(tokio_stream::pending());
    let codec = tonic_prost::ProstCodec::<GetPositionRequest, GetPositionResponse>::default();
    let path = "/referee.v1.GameService/GetPosition".parse().expect("a path");
    let mut request = Request::new(body);
    if let Some(token) = token {
        let token = format!("Bearer {token}").parse().expect("it is ASCII");
        request.metadata_mut().insert("authorization", token);
    }
    caller.client_streaming(request, path, codec).await.expect_err("it never ends")
}

#[tokio::test]
async fn a_caller_has_so_many_calls_open_and_others_have_theirs() {
    let rig = Rig::with_settings(Settings { calls_per_caller: 1, ..Settings::default() }).await;
    let ann = rig.player("ann").await;
    tokio::select! {
        // The other call may hold the only place, so this one retries.
        () = async { loop { half_ask(&rig, 10).await; } } => {}
        () = async {
            let ask = async |client: &Client| client.games().list_games(referee_client::pb::ListGamesRequest::default()).await;
            let mut second = ask(&rig.client).await;
            while second.is_ok() {
                second = ask(&rig.client).await;
            }
            assert_limited(&second.expect_err("the first is still open"), "calls_per_caller", "1");
            ask(&ann).await.expect("a player is another caller");
        } => {}
    }
}

#[tokio::test]
async fn a_request_arrives_in_time_or_not_at_all() {
    let rig = Rig::with_settings(Settings { request_within: Duration::from_millis(50), ..Settings::default() }).await;
    let refused = timeout(Duration::from_secs(10), half_ask(&rig, 10)).await.expect("it is not waited for long");
    assert_limited(&refused, "request_within", "1");
}

#[tokio::test]
async fn half_sent_requests_are_bounded_in_sum() {
    for (settings, limit, most) in [
        (
            Settings { max_message_bytes_without_token: 9_000, ..Settings::default() },
            "max_message_bytes_without_token",
            "10024",
        ),
        (
            Settings { request_bytes_per_connection: 9_000, ..Settings::default() },
            "request_bytes_per_connection",
            "9000",
        ),
        (Settings { request_bytes_per_address: 9_000, ..Settings::default() }, "request_bytes_per_address", "9000"),
        (Settings { request_bytes: 9_000, ..Settings::default() }, "request_bytes", "9000"),
    ] {
        let rig = Rig::with_settings(settings).await;
        assert_limited(&half_ask(&rig, 20_000).await, limit, most);
        rig.client.register("ann").await.expect("what was held is free again");
    }
}

/// Opens a stream of moves, and sends only the start of a message of this many bytes.
async fn half_play(rig: &Rig, token: &str, bytes: u32) -> Response<Body> {
    let url = format!("http://{}", rig.address);
    let mut channel = Endpoint::from_shared(url.clone()).expect("an address").connect().await.expect("it is there");
    poll_fn(|cx| channel.poll_ready(cx)).await.expect("it is there");
    let mut begun = vec![0];
    begun.extend(bytes.to_be_bytes());
    begun.extend([b'x'; 10]);
    let frames = tokio_stream::iter([Ok::<_, Status>(Frame::data(Bytes::from(begun)))]);
    let body = Body::new(StreamBody::new(frames.chain(tokio_stream::pending())));
    let request = http::Request::post(format!("{url}/referee.v1.MatchService/Play"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("authorization", format!("Bearer {token}"));
    channel.call(request.body(body).expect("a request")).await.expect("an answer begins")
}

#[tokio::test]
async fn half_sent_stream_messages_share_the_memory_limit() {
    let rig = Rig::with_settings(Settings { request_bytes_per_address: 30_000, ..Settings::default() }).await;
    let token = rig.client.register("ann").await.expect("the name is free");
    let first = half_play(&rig, &token, 20_000).await;
    let second = half_play(&rig, &rig.client.register("bob").await.expect("free"), 20_000).await;
    let said = second.into_body().collect().await.expect("it ends").to_bytes();
    let said = PlayResponse::decode(said.get(5..).expect("a message behind its prefix")).expect("it is whole");
    let Some(Message::Refused(refused)) = said.message else { panic!("{said:?}") };
    let refusal = refused.refusal.clone().expect("it says why");
    assert_eq!(refusal.reason(), Reason::Limit);
    assert!(refusal.text.contains("(limit `request_bytes_per_address`)"), "{refusal:?}");
    drop(first);
    // The memory is free again once the server has noticed the end of the first stream.
    let ask = async || {
        let game = "x".repeat(25_000);
        let asked = GetPositionRequest { game, ..GetPositionRequest::default() };
        rig.client.games().get_position(asked).await.expect_err("there is no such game").code()
    };
    while ask().await == Code::ResourceExhausted {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_caller_over_its_time_budget_gets_a_retry_delay() {
    let settings = Settings { cpu_burst: Duration::ZERO, cpu_percent: 1, ..Settings::default() };
    let rig = Rig::with_settings(settings).await;
    let ask = async || rig.client.games().list_games(referee_client::pb::ListGamesRequest::default()).await;
    ask().await.expect("the first owes nothing");
    let mut next = ask().await;
    while next.is_ok() {
        next = ask().await;
    }
    let refused = next.expect_err("it owes a hundred times what it took");
    assert_limited(&refused, "cpu_percent", "1");
    tokio::time::sleep(refused.get_details_retry_info().and_then(|info| info.retry_delay).expect("a time")).await;
    ask().await.expect("it is paid off");
}

/// Starts a server with long finished matches between ann and bob. Returns the server, both tokens,
/// and the ids of the matches.
async fn after_long_matches(settings: Settings) -> (Rig, [String; 2], Vec<String>) {
    let store = Store::in_memory().expect("there is memory");
    let log = returning::log("first", ["ann", "bob"], 2_000, true);
    let ids = returning::keep(&*store.log, &log, "over", 2).await;
    let rig = Rig::over(store, Catalogue::ALL, Limits::default(), settings).await;
    let tokens = [rig.token("ann").await, rig.token("bob").await];
    (rig, tokens, ids)
}

/// Tries to resign a finished match. The server searches the whole log for the request id.
async fn resign(rig: &Rig, token: &str, id: &str, request_id: &str) -> Status {
    let client = rig.client.with_token(token).expect("a token");
    let resign = command(id, request_id, submit_command_request::Command::Resign(Resign {}));
    client.matches().submit_command(resign).await.expect_err("it is over")
}

#[tokio::test]
async fn commands_to_finished_matches_count_as_calls() {
    let settings = Settings { calls_per_caller: 1, ..Settings::default() };
    let (rig, [ann, bob], ids) = after_long_matches(settings).await;
    tokio::select! {
        () = async { loop { half_ask_as(&rig, Some(&ann), 10).await; } } => {}
        () = async {
            let mut status = resign(&rig, &ann, &ids[0], "one").await;
            // The other call may not have arrived yet.
            while status.code() != Code::ResourceExhausted {
                assert_refused(Err::<(), _>(status), Code::FailedPrecondition, "MATCH_OVER", "");
                status = resign(&rig, &ann, &ids[0], "one").await;
            }
            assert_limited(&status, "calls_per_caller", "1");
            let status = resign(&rig, &bob, &ids[0], "two").await;
            assert_refused(Err::<(), _>(status), Code::FailedPrecondition, "MATCH_OVER", "");
        } => {}
    }
}

#[tokio::test]
async fn commands_to_matches_that_are_over_are_charged_to_their_caller() {
    // The setup of the test uses far less CPU time than this.
    let settings = Settings { cpu_burst: Duration::from_millis(100), cpu_percent: 1, ..Settings::default() };
    let (rig, [ann, bob], ids) = after_long_matches(settings).await;
    let mut bot = Bot::enter(&rig.client.with_token(&ann).expect("a token")).await;
    let said = |number: usize| {
        let resign = submit_command_request::Command::Resign(Resign {});
        command(&ids[number % ids.len()], &format!("said-{number}"), resign)
    };
    let refused = async {
        for number in 0.. {
            let refusal = bot.ask(said(number)).await.expect_err("it is over");
            if refusal.reason() == Reason::Limit {
                return refusal;
            }
            assert_eq!(refusal.reason(), Reason::MatchOver);
        }
        unreachable!("there is no last number")
    };
    let refusal = timeout(Duration::from_secs(60), refused).await.expect("it has taken too much");
    assert!(refusal.text.contains("(limit `cpu_percent`)"), "{refusal:?}");
    assert!(refusal.retry_after_ms.is_some(), "it says when to try again: {refusal:?}");
    let status = resign(&rig, &bob, &ids[0], "two").await;
    assert_refused(Err::<(), _>(status), Code::FailedPrecondition, "MATCH_OVER", "");
}
