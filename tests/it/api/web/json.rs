//! Unary calls as JSON over plain POST, by the Connect protocol. For streams see `json_streams`.

use std::io::{Read as _, Write as _};

use base64::{Engine as _, prelude::BASE64_STANDARD_NO_PAD};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use prost::Message as _;
use prost_reflect::DescriptorPool;
use referee::{
    api::Settings,
    pb::{self, v1},
};
use referee_client::pb::GetPositionRequest;
use serde_json::json;
use tonic::{Code, codec::CompressionEncoding::Gzip};
use tonic_types::{StatusExt as _, pb::ErrorInfo};

use crate::api::{
    http::{Answer, ask, call},
    rig::{Bot, Rig, assert_refused},
};

/// Checks that a call was refused with this status, code, reason and field.
#[track_caller]
fn assert_refused_in_json(answer: &Answer, status: u16, code: &str, reason: &str, field: &str) {
    let said = answer.json();
    let info = &said["details"][0];
    assert_eq!((answer.status, said["code"].as_str()), (status, Some(code)), "{said}");
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!((info["type"].as_str(), info["debug"]["reason"].as_str()), (Some("google.rpc.ErrorInfo"), Some(reason)));
    assert_eq!(info["debug"]["domain"], "referee");
    assert_eq!(info["debug"]["metadata"]["field"].as_str().unwrap_or_default(), field, "{said}");
    assert!(said["message"].as_str().is_some_and(|text| !text.is_empty()));
    assert!(field.is_empty() || info["debug"]["metadata"]["expected"].is_string(), "{said}");
}

/// Decodes the first detail of a refusal in JSON. Its bytes must agree with `debug`.
fn error_info(answer: &Answer) -> ErrorInfo {
    let detail = answer.json()["details"][0].clone();
    let bytes = BASE64_STANDARD_NO_PAD.decode(detail["value"].as_str().expect("a text")).expect("it is base64");
    let info = ErrorInfo::decode(&*bytes).expect("it is the message");
    assert_eq!(detail["debug"]["reason"], info.reason);
    assert_eq!(detail["debug"]["metadata"], json!(info.metadata));
    info
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// The test covers new services automatically.
#[tokio::test]
async fn every_unary_call_of_every_service_is_served() {
    let rig = Rig::start().await;
    let pool = DescriptorPool::decode(pb::DESCRIPTOR).expect("the descriptor decodes");
    let mut unary = 0;
    for service in pool.services() {
        for method in service.methods() {
            let path = format!("/{}/{}", service.full_name(), method.name());
            if method.is_server_streaming() && !method.is_client_streaming() {
                continue;
            }
            let answer = ask(rig.address, "POST", &path, &[("content-type", "application/json")], b"{}").await;
            if method.is_client_streaming() {
                assert_refused_in_json(&answer, 501, "unimplemented", "UNKNOWN_CALL", "");
                continue;
            }
            unary += 1;
            let said = answer.json();
            let reason = said["details"][0]["debug"]["reason"].as_str();
            assert!(answer.status == 200 || reason.is_some_and(|reason| reason != "UNKNOWN_CALL"), "{path}: {said}");
        }
    }
    assert!(unary >= 13, "{unary} calls with one answer");
    rig.stop().await;
}

#[tokio::test]
async fn a_match_is_made_and_played_in_json() {
    let rig = Rig::start().await;
    let version = ("connect-protocol-version", "1");
    let ann = call(rig.address, "PlayerService/Register", &[version], &json!({ "name": "ann" })).await;
    assert_eq!((ann.status, ann.header("content-type")), (200, "application/json"));
    assert_eq!(ann.header("content-length"), ann.body.len().to_string());
    let token = format!("Bearer {}", ann.json()["token"].as_str().expect("a token"));
    let token = ("authorization", token.as_str());
    let client = rig.client.with_token(token.1.trim_start_matches("Bearer ")).expect("it can be sent");
    let mut bot = Bot::enter(&client).await;

    let players = ["ann", "house-random"];
    let (rules, options) = (json!({ "timeControls": ["60+1"] }), json!({ "length": "single" }));
    let new = json!({ "game": "kamisado", "players": players, "rules": rules, "options": options });
    let made = call(rig.address, "MatchService/CreateMatch", &[token], &new).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let listed = call(rig.address, "MatchService/ListMatches", &[], &json!({ "player": "ann" })).await.json();
    let match_id = listed["matches"][0]["matchId"].as_str().expect("it is listed").to_owned();
    let turn_id = bot.turn().await.turn_id;
    let played = json!({ "turnId": turn_id.to_string(), "notation": "e8e4" });
    let command = json!({ "matchId": match_id, "playMove": played });
    let accepted = call(rig.address, "MatchService/SubmitCommand", &[token], &command).await;
    assert!(accepted.json()["seq"].as_str().is_some_and(|seq| seq.parse::<u64>().is_ok()), "{}", accepted.text());
    assert_eq!(call(rig.address, "MatchService/SubmitCommand", &[token], &command).await.body, accepted.body);

    let resign = json!({ "matchId": match_id, "requestId": "two", "resign": {} });
    let resigned = call(rig.address, "MatchService/SubmitCommand", &[token], &resign).await;
    assert_eq!(resigned.status, 200, "{}", resigned.text());
    let seen = call(rig.address, "MatchService/GetMatch", &[], &json!({ "match_id": match_id })).await;
    let in_json: v1::GetMatchResponse = serde_json::from_slice(&seen.body).expect("it is the message");
    let asked = referee_client::pb::GetMatchRequest { match_id, ..Default::default() };
    let in_grpc = client.matches().get_match(asked).await.expect("it is there").into_inner();
    assert_eq!(in_json.encode_to_vec(), in_grpc.encode_to_vec());
    rig.stop().await;
}

#[tokio::test]
async fn protobuf_without_frames_is_taken_too() {
    let rig = Rig::start().await;
    let asked = GetPositionRequest { game: "kamisado".into(), moves: vec!["e8e4".into()], ..Default::default() };
    let path = "/referee.v1.GameService/GetPosition";
    let answer = ask(rig.address, "POST", path, &[("content-type", "application/proto")], &asked.encode_to_vec()).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/proto"));
    let in_grpc = rig.client.games().get_position(asked).await.expect("it is a position").into_inner();
    assert_eq!(answer.body, in_grpc.encode_to_vec());
    let answer = ask(rig.address, "POST", path, &[("content-type", "application/proto")], &[0xff]).await;
    assert_refused_in_json(&answer, 400, "invalid_argument", "BAD_FIELD", "message");
    rig.stop().await;
}

#[tokio::test]
async fn refusals_are_those_of_grpc() {
    let rig = Rig::start().await;
    rig.player("ann").await;
    let client = &rig.client;
    let unknown = GetPositionRequest { game: "chess".into(), ..Default::default() };
    let in_grpc = client.games().get_position(unknown).await.expect_err("no such game");
    let answer = call(rig.address, "GameService/GetPosition", &[], &json!({ "game": "chess" })).await;
    assert_refused_in_json(&answer, 404, "not_found", "UNKNOWN_GAME", "game");
    let (info, said) = (error_info(&answer), in_grpc.get_details_error_info().expect("it has one"));
    assert_eq!((info.reason, info.domain, info.metadata), (said.reason, said.domain, said.metadata));
    assert_eq!(answer.json()["message"], in_grpc.message());

    let bad_token = ("authorization", "Bearer nobody");
    for (path, headers, body, status, code, reason, field) in [
        ("PlayerService/Register", &[][..], json!({ "name": "ann" }), 409, "already_exists", "NAME_TAKEN", "name"),
        ("MatchService/CreateMatch", &[], json!({}), 401, "unauthenticated", "UNAUTHENTICATED", "authorization"),
        (
            "MatchService/CreateMatch",
            &[bad_token],
            json!({}),
            401,
            "unauthenticated",
            "UNAUTHENTICATED",
            "authorization",
        ),
        (
            "GameService/GetPosition",
            &[],
            json!({ "game": "kamisado", "moves": ["a1a1"] }),
            400,
            "failed_precondition",
            "ILLEGAL_MOVE",
            "moves[0]",
        ),
        ("GameService/GetPosition", &[], json!({ "gmae": 1 }), 400, "invalid_argument", "BAD_FIELD", "gmae"),
        ("GameService/GetPosition", &[], json!({ "moves": [1] }), 400, "invalid_argument", "BAD_FIELD", "moves[0]"),
        ("GameService/GetPosition", &[], json!(null), 400, "invalid_argument", "BAD_FIELD", "message"),
        (
            "GameService/ListGames",
            &[("connect-protocol-version", "2")],
            json!({}),
            400,
            "invalid_argument",
            "BAD_FIELD",
            "connect-protocol-version",
        ),
        (
            "GameService/ListGames",
            &[("content-encoding", "br")],
            json!({}),
            400,
            "invalid_argument",
            "BAD_FIELD",
            "content-encoding",
        ),
        ("GameService/Nothing", &[], json!({}), 501, "unimplemented", "UNKNOWN_CALL", ""),
        ("NoService/Nothing", &[], json!({}), 501, "unimplemented", "UNKNOWN_CALL", ""),
        ("MatchService/Play", &[], json!({}), 501, "unimplemented", "UNKNOWN_CALL", ""),
    ] {
        let answer = call(rig.address, path, headers, &body).await;
        assert_refused_in_json(&answer, status, code, reason, field);
    }
    rig.stop().await;
}

#[tokio::test]
async fn limits_of_grpc_hold_for_json() {
    let list = "GameService/ListGames";
    let full = Rig::with_settings(Settings { calls_per_caller: 0, ..Settings::default() }).await;
    let answer = call(full.address, list, &[], &json!({})).await;
    assert_refused_in_json(&answer, 429, "resource_exhausted", "LIMIT", "");
    assert_eq!(answer.json()["details"][0]["debug"]["metadata"]["limit"], "calls_per_caller");
    let retry = &answer.json()["details"][1];
    assert_eq!(
        (&retry["type"], &retry["debug"]["retryDelay"]),
        (&json!("google.rpc.RetryInfo"), &json!("1.000000000s"))
    );
    full.stop().await;

    let rig = Rig::with_settings(Settings { commands_per_caller: 0, ..Settings::default() }).await;
    let answer = call(rig.address, "MatchService/SubmitCommand", &[], &json!({})).await;
    assert_refused_in_json(&answer, 429, "resource_exhausted", "LIMIT", "");
    let long = json!({ "game": "kamisado", "start": " ".repeat(300 << 10) });
    let answer = call(rig.address, "GameService/GetPosition", &[], &long).await;
    assert_refused_in_json(&answer, 429, "resource_exhausted", "LIMIT", "");
    assert_eq!(answer.json()["details"][0]["debug"]["metadata"]["limit"], "max_message_bytes_without_token");
    let answer = call(rig.address, list, &[("connect-timeout-ms", "0")], &json!({})).await;
    let said = answer.json();
    let info = &said["details"][0]["debug"];
    assert_eq!(
        (answer.status, &info["reason"], &info["metadata"]["field"]),
        (429, &json!("LIMIT"), &json!("grpc-timeout"))
    );
    rig.stop().await;
}

#[tokio::test]
async fn json_is_compressed_on_request_and_decompressed_within_its_limit() {
    let rig = Rig::start().await;
    let list = "GameService/ListGames";
    let plain = call(rig.address, list, &[], &json!({})).await;
    assert_eq!(plain.header("content-encoding"), "");
    let short = call(rig.address, list, &[("accept-encoding", "gzip, br")], &json!({})).await;
    assert_eq!((short.header("content-encoding"), short.header("vary")), ("gzip", "accept-encoding"));
    assert!(short.body.len() * 2 < plain.body.len(), "{} of {} bytes", short.body.len(), plain.body.len());
    let mut decompressed = Vec::new();
    GzDecoder::new(&*short.body).read_to_end(&mut decompressed).expect("it is gzip");
    assert_eq!(decompressed, plain.body);

    let path = "/referee.v1.GameService/GetPosition";
    let headers = [("content-type", "application/json"), ("content-encoding", "gzip")];
    let answer = ask(rig.address, "POST", path, &headers, &compressed(br#"{"game":"kamisado"}"#)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let bomb = compressed(&vec![b' '; 64 << 20]);
    assert!(bomb.len() < 128 << 10);
    let answer = ask(rig.address, "POST", path, &headers, &bomb).await;
    assert_refused_in_json(&answer, 429, "resource_exhausted", "LIMIT", "");
    let answer = ask(rig.address, "POST", path, &headers, b"{}").await;
    assert_refused_in_json(&answer, 400, "invalid_argument", "BAD_FIELD", "content-encoding");
    rig.stop().await;
}

#[tokio::test]
async fn grpc_is_compressed_where_it_pays_and_decompressed_within_its_limit() {
    let rig = Rig::start().await;
    let long = |bytes: usize| GetPositionRequest { start: " ".repeat(bytes), ..Default::default() };
    let mut games = rig.client.games().send_compressed(Gzip).accept_compressed(Gzip);
    let kamisado = GetPositionRequest { game: "kamisado".into(), ..Default::default() };
    let answer = games.get_position(kamisado).await.expect("it is a position");
    assert_eq!(answer.metadata().get("grpc-encoding").map(|name| name.as_bytes()), Some(&b"gzip"[..]));
    // The first size is more than a caller without a token may send, but less than the limit of one
    // message.
    assert_refused(games.get_position(long(300 << 10)).await, Code::ResourceExhausted, "LIMIT", "");
    assert_refused(games.get_position(long(64 << 20)).await, Code::ResourceExhausted, "LIMIT", "");
    assert_refused(games.get_position(long(200 << 10)).await, Code::NotFound, "UNKNOWN_GAME", "game");

    let ann = rig.player("ann").await;
    let none = || tokio_stream::pending::<referee_client::pb::PlayRequest>();
    let usual = ann.matches().accept_compressed(Gzip).play(none()).await.expect("it opens");
    assert!(usual.metadata().get("grpc-encoding").is_none(), "moves are short");
    let asked = ann.matches().accept_compressed(Gzip).send_compressed(Gzip).play(none()).await.expect("it opens");
    assert!(asked.metadata().get("grpc-encoding").is_some(), "a bot that compresses its moves accepts compressed ones");
    rig.stop().await;
}

#[tokio::test]
async fn unknown_paths_are_rejected() {
    let rig = Rig::start().await;
    assert!(ask(rig.address, "HEAD", "/", &[], b"").await.body.is_empty());
    let json = [("content-type", "application/json")];
    for (method, path, headers, status) in [
        ("GET", "/favicon.ico", &[][..], 404),
        ("GET", "/referee.v1.MatchService/ListMatches", &[], 404),
        ("PUT", "/referee.v1.GameService/ListGames", &json[..], 405),
        ("OPTIONS", "/referee.v1.GameService/ListGames", &[], 405),
        ("POST", "/", &[], 415),
        ("POST", "/referee.v1.GameService/ListGames", &[("content-type", "text/plain")], 415),
        ("POST", "/referee.v1.GameService/ListGames", &[("content-type", "application/grpc-web+json")], 415),
    ] {
        let answer = ask(rig.address, method, path, headers, b"").await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        assert_eq!(answer.json()["details"][0]["debug"]["reason"], "UNKNOWN_CALL", "{method} {path}");
    }
    rig.stop().await;
}
