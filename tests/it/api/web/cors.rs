//! Calls from pages of other origins.

use std::{net::SocketAddr, time::Duration};

use referee::api::Settings;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::api::{
    http::{Answer, ask, call},
    rig::Rig,
};

const PATH: &str = "/referee.v1.GameService/ListGames";
const PAGE: &str = "https://gui.example";

async fn rig(origins: &[&str]) -> Rig {
    let allow_origins = origins.iter().map(|origin| origin.parse().expect("an origin")).collect();
    Rig::with_settings(Settings { allow_origins, ..Settings::default() }).await
}

async fn preflight(address: SocketAddr, origin: &str) -> Answer {
    let headers = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,content-type,connect-protocol-version"),
    ];
    ask(address, "OPTIONS", PATH, &headers, b"").await
}

fn has_cors(answer: &Answer) -> bool {
    answer.headers.keys().any(|name| name.starts_with("access-control-"))
}

#[tokio::test]
async fn cors_headers_are_off_by_default() {
    let rig = rig(&[]).await;
    assert!(!has_cors(&preflight(rig.address, PAGE).await));
    let answer = call(rig.address, "GameService/ListGames", &[("origin", PAGE)], &json!({})).await;
    assert!(answer.status == 200 && !has_cors(&answer));
    rig.stop().await;
}

#[tokio::test]
async fn pages_of_allowed_origins_may_call_and_read_refusals() {
    let rig = rig(&["http://localhost:8080", PAGE]).await;
    let asked = preflight(rig.address, PAGE).await;
    assert_eq!((asked.status, asked.header("access-control-allow-origin")), (200, PAGE));
    assert_eq!(asked.header("access-control-allow-methods").to_uppercase(), "GET,POST");
    let allowed = asked.header("access-control-allow-headers").to_lowercase();
    for header in ["authorization", "content-type", "connect-protocol-version", "connect-timeout-ms", "x-grpc-web"] {
        assert!(allowed.split(',').any(|name| name.trim() == header), "{header}: {allowed}");
    }
    let other = preflight(rig.address, "https://other.example").await;
    assert_eq!(other.header("access-control-allow-origin"), "");

    let web = [("content-type", "application/grpc-web+proto"), ("origin", PAGE)];
    let refused = json!({ "game": "chess" });
    for (what, answer) in [
        ("json", call(rig.address, "GameService/ListGames", &[("origin", PAGE)], &json!({})).await),
        ("a refusal", call(rig.address, "GameService/GetPosition", &[("origin", PAGE)], &refused).await),
        ("gRPC-web", ask(rig.address, "POST", PATH, &web, &[0; 5]).await),
        ("a page", ask(rig.address, "GET", "/", &[("origin", PAGE)], b"").await),
    ] {
        assert_eq!(answer.header("access-control-allow-origin"), PAGE, "{what}");
        assert!(answer.header("vary").contains("origin"), "{what}: {}", answer.header("vary"));
        let exposed = answer.header("access-control-expose-headers");
        for header in ["grpc-status", "grpc-message", "grpc-status-details-bin"] {
            assert!(exposed.split(',').any(|name| name.trim() == header), "{what}: {exposed}");
        }
    }
    rig.stop().await;
}

#[tokio::test]
async fn a_star_allows_every_page() {
    let rig = rig(&["*"]).await;
    assert_eq!(preflight(rig.address, PAGE).await.header("access-control-allow-origin"), "*");
    let answer = call(rig.address, "GameService/ListGames", &[("origin", PAGE)], &json!({})).await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "*"));
    rig.stop().await;
}

/// Preflight requests are rate limited like calls. If a caller is seconds ahead of the limit, the
/// server closes its connections.
#[tokio::test]
async fn preflights_are_paced() {
    let allow_origins = vec![PAGE.parse().expect("an origin")];
    let slow = Settings { calls_per_second: 1, max_calls_per_connection: 1, allow_origins, ..Settings::default() };
    let rig = Rig::with_settings(slow).await;
    let head = format!(
        "OPTIONS {PATH} HTTP/1.1\r\nhost: {}\r\norigin: {PAGE}\r\naccess-control-request-method: POST\r\n\r\n",
        rig.address
    );
    let mut connections = Vec::new();
    for _ in 0..16 {
        let mut connection = TcpStream::connect(rig.address).await.expect("the server is there");
        connection.write_all(head.as_bytes()).await.expect("it reads");
        // The server may close a connection without an answer.
        let read = connection.read(&mut [0; 4096]).await;
        connections.push((connection, read.is_ok_and(|read| read > 0)));
    }
    let ((mut first, is_answered), (mut last, _)) = (connections.remove(0), connections.pop().expect("there are some"));
    let closed = timeout(Duration::from_secs(20), last.read(&mut [0; 16])).await.expect("it is not left open");
    assert!(!matches!(closed, Ok(1..)), "it is closed");
    let open = timeout(Duration::from_millis(1), first.read(&mut [0; 16])).await;
    assert!(is_answered && open.is_err(), "one that came in time is left alone");
    rig.stop().await;
}
