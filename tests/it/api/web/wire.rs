//! Other services on the same port: health, reflection, and gRPC-web over HTTP/1.1.

use std::{fs, path::Path};

use prost::{Message as _, bytes::Bytes};
use referee::pb::v1;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tonic::{
    codegen::http::Request,
    transport::{Channel, Endpoint},
};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};

use crate::api::rig::Rig;

/// Returns the names of all services in the protos.
fn services() -> Vec<String> {
    let protos = Path::new(env!("CARGO_MANIFEST_DIR")).join("proto/referee/v1");
    let files = fs::read_dir(protos).expect("they are there").map(|file| file.expect("a file").path());
    let mut services = Vec::new();
    for file in files {
        let proto = fs::read_to_string(file).expect("it is text");
        let named = proto.lines().filter_map(|line| line.strip_prefix("service ")?.split_whitespace().next());
        services.extend(named.map(|name| format!("referee.v1.{name}")));
    }
    assert!(services.len() >= 9, "{services:?}");
    services
}

async fn channel(rig: &Rig) -> Channel {
    let endpoint = Endpoint::from_shared(format!("http://{}", rig.address)).expect("it is an address");
    endpoint.connect().await.expect("the server is there")
}

#[tokio::test]
async fn every_service_is_healthy() {
    let rig = Rig::start().await;
    let mut health = HealthClient::new(channel(&rig).await);
    for service in services().into_iter().chain([String::new()]) {
        let asked = HealthCheckRequest { service: service.clone() };
        let answer = health.check(asked).await.expect("it is known").into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving, "{service}");
    }
}

#[tokio::test]
async fn reflection_lists_the_services() {
    let rig = Rig::start().await;
    let mut reflection = ServerReflectionClient::new(channel(&rig).await);
    let asked = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut answers =
        reflection.server_reflection_info(tokio_stream::iter([asked])).await.expect("it answers").into_inner();
    let answer = answers.message().await.expect("it answers").expect("one answer to one question");
    let Some(MessageResponse::ListServicesResponse(list)) = answer.message_response else { panic!("heard {answer:?}") };
    let names: Vec<String> = list.service.into_iter().map(|service| service.name).collect();
    for service in services() {
        assert!(names.contains(&service), "{service} is not in {names:?}");
    }
}

/// Sends one HTTP/1.1 request. Returns the head and the body of the answer.
async fn http1(rig: &Rig, head: &str, body: &[u8]) -> (String, Vec<u8>) {
    let (head, body) = http1_of(rig, head, body, body.len()).await;
    (head.to_lowercase(), body)
}

/// Like [`http1`], with this declared length of the body. The head keeps its case.
pub async fn http1_of(rig: &Rig, head: &str, body: &[u8], length: usize) -> (String, Vec<u8>) {
    let mut socket = TcpStream::connect(rig.address).await.expect("the server is there");
    let head = format!("{head}\r\nhost: test\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    socket.write_all(&[head.as_bytes(), body].concat()).await.expect("it is taken");
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.expect("it is answered");
    let split = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let head = String::from_utf8_lossy(&answer[..split]).into_owned();
    let body = answer[split + 4..].to_vec();
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") { dechunked(&body) } else { body };
    (head, body)
}

fn dechunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n").expect("a chunk has a length");
        let length = std::str::from_utf8(&body[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let length = length.expect("a length is hexadecimal");
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + length]);
        body = &body[end + 2 + length + 2..];
    }
}

#[tokio::test]
async fn a_browser_can_call_over_http1() {
    let rig = Rig::start().await;
    let asked = v1::GetPositionRequest { game: "kamisado".into(), ..Default::default() }.encode_to_vec();
    let mut frame = vec![0];
    frame.extend_from_slice(&u32::try_from(asked.len()).expect("it is short").to_be_bytes());
    frame.extend_from_slice(&asked);
    let post = "POST /referee.v1.GameService/GetPosition HTTP/1.1\r\ncontent-type: application/grpc-web+proto\r\nx-grpc-web: 1";
    let (head, body) = http1(&rig, post, &frame).await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert_eq!(body[0], 0, "first comes a message");
    let length = u32::from_be_bytes([body[1], body[2], body[3], body[4]]) as usize;
    let answer = v1::GetPositionResponse::decode(&body[5..5 + length]).expect("it is a position");
    assert_eq!(answer.legal.len(), 102);
    let trailers = &body[5 + length..];
    assert_eq!(trailers[0], 0x80, "then come the trailers");
    assert!(String::from_utf8_lossy(&trailers[5..]).contains("grpc-status:0"));
}

#[tokio::test]
async fn unknown_calls_are_declined() {
    let rig = Rig::start().await;
    let (head, _) = http1(&rig, "GET /referee.v1.MatchService/ListMatches HTTP/1.1", b"").await;
    assert!(!head.starts_with("http/1.1 200"), "{head}");
    let post = "POST /referee.v1.GameService/GetPosition HTTP/1.1\r\ncontent-type: application/grpc-web+proto";
    let (head, body) = http1(&rig, post, b"\0\0\0\0\x05\xff\xff\xff\xff\xff").await;
    let said = format!("{head}{}", String::from_utf8_lossy(&body));
    assert!(
        said.contains("grpc-status") && !said.contains("grpc-status:0") && !said.contains("grpc-status: 0"),
        "{said}"
    );
}

#[tokio::test]
async fn a_refusal_is_a_head_alone() {
    let rig = Rig::start().await;
    let socket = TcpStream::connect(rig.address).await.expect("the server is there");
    let (mut requests, connection) = h2::client::handshake(socket).await.expect("it speaks HTTP/2");
    tokio::spawn(connection);
    let nowhere = v1::GetMatchRequest { match_id: "nowhere".into(), ..Default::default() }.encode_to_vec();
    let frame = [&[0, 0, 0, 0, u8::try_from(nowhere.len()).expect("it is short")][..], &nowhere].concat();
    // A unary call, a stream, a stream of moves, and an unknown call.
    for call in ["MatchService/GetMatch", "MatchService/WatchMatch", "MatchService/Play", "MatchService/None"] {
        let request = Request::post(format!("http://{}/referee.v1.{call}", rig.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(())
            .expect("a request");
        let (answer, mut said) = requests.send_request(request, false).expect("it takes a call");
        said.send_data(Bytes::from(frame.clone()), true).expect("the stream is open");
        let answer = answer.await.expect("it answers");
        let status = answer.headers().get("grpc-status").map(|status| status.as_bytes().to_vec());
        assert!(status.is_some_and(|status| status != b"0"), "{call}");
        assert!(answer.body().is_end_stream(), "{call}");
    }
}
