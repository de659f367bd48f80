//! Server streams in the Connect protocol and as JSON lines.

use prost::Message as _;
use prost_reflect::DescriptorPool;
use referee::pb;
use referee_client::pb::{
    AttendRequest, AttendResponse, Hello, ListFramesRequest, ListFramesResponse, SubmitCommandResponse,
    WatchMatchRequest, WatchMatchResponse, play_response, watch_match_response::Message,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

use crate::api::{
    browser::{Browser, Speaks, WebStream},
    http::{ask, call},
    rig::{Bot, Rig, kamisado, play_move},
};

const FRAMINGS: [Speaks; 3] = [Speaks::ConnectJson, Speaks::ConnectProto, Speaks::Lines];

/// Returns the head of the answer to a call. The body may never end.
async fn head(rig: &Rig, path: &str, content_type: &str, body: &[u8]) -> String {
    let mut connection = BufReader::new(TcpStream::connect(rig.address).await.expect("the server is there"));
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    connection.write_all(&[head.as_bytes(), body].concat()).await.expect("it is taken");
    let mut said = String::new();
    while !said.ends_with("\r\n\r\n") {
        assert!(connection.read_line(&mut said).await.expect("a head is text") > 0, "{path}: {said}");
    }
    said.to_lowercase()
}

/// The test covers new streams automatically.
#[tokio::test]
async fn every_stream_of_every_service_is_served() {
    let rig = Rig::start().await;
    let pool = DescriptorPool::decode(pb::DESCRIPTOR).expect("the descriptor decodes");
    let methods = pool.services().flat_map(|service| service.methods().collect::<Vec<_>>());
    let mut streams = 0;
    for method in methods.filter(|method| method.is_server_streaming() && !method.is_client_streaming()) {
        streams += 1;
        let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
        for (content_type, body, answered) in [
            ("application/json", &b"{}"[..], "application/x-ndjson"),
            ("application/x-ndjson", b"{}", "application/x-ndjson"),
            ("application/connect+json", b"\0\0\0\0\x02{}", "application/connect+json"),
            ("application/connect+proto", b"\0\0\0\0\0", "application/connect+proto"),
        ] {
            let said = head(&rig, &path, content_type, body).await;
            let is_refused = said.contains("content-type: application/json") && !said.starts_with("http/1.1 501");
            let is_stream = said.starts_with("http/1.1 200") && said.contains(&format!("content-type: {answered}"));
            assert!(is_stream || is_refused && body == b"{}", "{path} in {content_type}: {said}");
        }
    }
    assert!(streams >= 8, "{streams} streams");
    rig.stop().await;
}

#[tokio::test]
async fn a_match_is_the_same_in_every_framing() {
    let rig = Rig::start().await;
    let (mut ann, _bob, match_id) = rig.seated().await;
    let turn = ann.turn().await;
    ann.ask(play_move(&match_id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    let asked = WatchMatchRequest { match_id: match_id.clone(), ..Default::default() };
    let mut seen = Vec::new();
    for speaks in [Speaks::GrpcWeb].into_iter().chain(FRAMINGS) {
        let browser = Browser::new(rig.address, None).speaking(speaks);
        let mut watched: WebStream<WatchMatchResponse> = browser.call("WatchMatch", &asked).await;
        let mut events = Vec::new();
        while let Some(said) = watched.next().await {
            match said.message {
                Some(Message::Event(event)) => events.push(event.encode_to_vec()),
                Some(Message::CaughtUp(_)) => break,
                _ => {}
            }
        }
        assert!(events.len() >= 3, "{speaks:?}: {} events", events.len());
        seen.push((watched, events));
    }
    assert!(seen.iter().all(|(_, events)| *events == seen[0].1));

    ann.ask(crate::api::rig::command(
        &match_id,
        "bye",
        pb::v1::submit_command_request::Command::Resign(Default::default()),
    ))
    .await
    .expect("it may");
    for (mut watched, _) in seen {
        while watched.next().await.is_some() {}
        match watched.trailers() {
            // JSON lines have no trailers. They end with the body.
            None => {}
            Some(end) => assert!(end == "{}" || end.contains("grpc-status:0"), "{end}"),
        }
    }
    rig.stop().await;
}

#[tokio::test]
async fn a_page_plays_in_json_alone() {
    let rig = Rig::start().await;
    let (token, bob) = (rig.token("ann").await, rig.player("bob").await);
    let mut black = Bot::enter(&bob).await;
    for speaks in [Speaks::ConnectJson, Speaks::Lines] {
        let ann = Browser::new(rig.address, Some(&token)).speaking(speaks);
        let mut seat: WebStream<AttendResponse> =
            ann.call("Attend", &AttendRequest { hello: Some(Hello::default()), watch: None }).await;
        assert!(seat.next().await.is_some(), "it is welcome");
        let match_id = bob.create(kamisado("bob", "ann")).await.expect("opened").match_id;
        let theirs = black.turn().await;
        black.ask(play_move(&match_id, theirs.turn_id, &theirs.legal[0])).await.expect("it is legal");
        let turn = loop {
            let said = seat.next().await.and_then(|said| said.response).expect("it stays open");
            if let Some(play_response::Message::Turn(turn)) = said.message {
                break turn;
            }
        };
        let played = play_move(&match_id, turn.turn_id, &turn.legal[0]);
        let json = Browser::new(rig.address, Some(&token));
        let _: SubmitCommandResponse = json.ask("SubmitCommand", &played).await.expect("it is legal");
        assert_eq!(black.turn().await.ply, 2);
        let resign = pb::v1::submit_command_request::Command::Resign(Default::default());
        black.ask(crate::api::rig::command(&match_id, speaks.content_type(), resign)).await.expect("it may");
    }
    rig.stop().await;
}

#[tokio::test]
async fn refusals_are_the_same_in_every_framing() {
    let rig = Rig::start().await;
    let unknown = json!({ "matchId": "nothing" });
    let in_unary = call(rig.address, "MatchService/GetMatch", &[], &unknown).await.json();
    // The bytes of a detail have no fixed order, so they are not compared.
    let readable = |said: &Value| (said["code"].clone(), said["message"].clone(), said["details"][0]["debug"].clone());
    let lines = call(rig.address, "MatchService/WatchMatch", &[], &unknown).await;
    assert_eq!((lines.status, lines.header("content-type")), (404, "application/json"));
    assert_eq!(readable(&lines.json()), readable(&in_unary));

    let path = "/referee.v1.MatchService/WatchMatch";
    let enveloped = |flags: u8, body: &str| {
        let length = u32::try_from(body.len()).expect("it is short").to_be_bytes();
        [&[flags][..], &length, body.as_bytes()].concat()
    };
    let whole = enveloped(0, &unknown.to_string());
    for (headers, body, code, reason, field) in [
        (&[][..], &whole[..], "not_found", "UNKNOWN_MATCH", "match_id"),
        (&[], b"", "invalid_argument", "BAD_FIELD", "message"),
        (&[], &whole[..whole.len() - 1], "invalid_argument", "BAD_FIELD", "message"),
        (&[], &[&whole[..], &whole].concat(), "invalid_argument", "BAD_FIELD", "message"),
        (&[], &enveloped(4, "{}"), "invalid_argument", "BAD_FIELD", "message"),
        (&[], &enveloped(0, r#"{"match":1}"#), "invalid_argument", "BAD_FIELD", "match"),
        (
            &[("connect-content-encoding", "gzip")],
            &enveloped(1, "{}"),
            "invalid_argument",
            "BAD_FIELD",
            "connect-content-encoding",
        ),
        (
            &[("connect-content-encoding", "br")],
            &enveloped(1, "{}"),
            "invalid_argument",
            "BAD_FIELD",
            "connect-content-encoding",
        ),
        (&[("connect-protocol-version", "2")], &whole, "invalid_argument", "BAD_FIELD", "connect-protocol-version"),
    ] {
        let headers = [&[("content-type", "application/connect+json")], headers].concat();
        let answer = ask(rig.address, "POST", path, &headers, body).await;
        let kind = (answer.status, answer.header("content-type"), answer.body[0]);
        assert_eq!(kind, (200, "application/connect+json", 2), "{}", answer.text());
        let end: Value = serde_json::from_slice(&answer.body[5..]).expect("the end is JSON");
        let info = &end["error"]["details"][0]["debug"];
        let said = (end["error"]["code"].as_str(), info["reason"].as_str(), info["metadata"]["field"].as_str());
        assert_eq!(said, (Some(code), Some(reason), Some(field)), "{end}");
        assert!(code != "not_found" || readable(&end["error"]) == readable(&in_unary), "{end}");
    }
    for (path, content_type) in [
        ("/referee.v1.MatchService/GetMatch", "application/connect+json"),
        ("/referee.v1.MatchService/WatchMatch", "application/proto"),
        ("/referee.v1.MatchService/Play", "application/connect+json"),
    ] {
        let answer = ask(rig.address, "POST", path, &[("content-type", content_type)], &whole).await;
        assert!(answer.text().contains("UNKNOWN_CALL"), "{path}: {}", answer.text());
    }
    rig.stop().await;
}

#[tokio::test]
async fn the_end_of_an_open_stream_has_its_reason() {
    for speaks in FRAMINGS {
        let rig = Rig::start().await;
        let token = rig.token("ann").await;
        let ann = Browser::new(rig.address, Some(&token)).speaking(speaks);
        let mut seat: WebStream<AttendResponse> =
            ann.call("Attend", &AttendRequest { hello: Some(Hello::default()), watch: None }).await;
        assert!(seat.next().await.is_some(), "it is welcome");
        let stopping = tokio::spawn(rig.stop());
        while seat.next().await.is_some() {}
        let end = seat.trailers().expect("it says why");
        assert!(end.contains("\"unavailable\"") && end.contains("STOPPING"), "{speaks:?}: {end}");
        stopping.await.expect("it stops");
    }
}

#[tokio::test]
async fn pictures_are_compressed_as_one_stream_in_every_framing() {
    let rig = Rig::start().await;
    let (_ann, _bob, match_id) = rig.seated().await;
    let asked = ListFramesRequest { match_id, ..Default::default() };
    for speaks in FRAMINGS {
        let browser = Browser::new(rig.address, None).speaking(speaks);
        let mut frames: WebStream<ListFramesResponse> = browser.call("ListFrames", &asked).await;
        let frame = frames.next().await.and_then(|said| said.frame).expect("a picture");
        assert!(frame.scene.is_some_and(|scene| !scene.tokens.is_empty()));
        assert!(frames.is_compressed(), "{speaks:?}");
    }
    rig.stop().await;
}
