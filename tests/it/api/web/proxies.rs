//! A server behind proxies: its limits count the real caller, and callers cannot choose their
//! identity.

use std::{net::SocketAddr, time::Duration};

use referee::api::{
    Settings,
    edge::{
        forwarded::{ForwardedHeader, Forwarding, Network},
        tls::Tls,
    },
};
use referee_client::{
    Client, ConnectOptions,
    pb::{self, WatchMatchesRequest, WatchMatchesResponse},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tonic::{Code, Request, Status, Streaming};

use crate::api::{http, rig::Rig, rig::assert_refused};
use crate::certificates::{Authority, PairFiles};

fn networks(texts: &[&str]) -> Vec<Network> {
    texts.iter().map(|text| text.parse().expect("a network")).collect()
}

/// Starts a proxy that sends this header first on each connection to the server.
async fn proxy(server: SocketAddr, header: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut far = TcpStream::connect(server).await.expect("the server is there");
                far.write_all(header).await.expect("it reads");
                let _ = copy_bidirectional(&mut near, &mut far).await;
            });
        }
    });
    address
}

const ANN: &[u8] = b"PROXY TCP4 203.0.113.1 127.0.0.1 4128 7171\r\n";
const BOB: &[u8] = b"PROXY TCP6 2001:db8::1 ::1 4128 7171\r\n";
/// Another address in the same network as [`BOB`].
const BOB_TOO: &[u8] = b"PROXY TCP6 2001:db8::ffff:7 ::1 4129 7171\r\n";

async fn client(address: SocketAddr) -> Client {
    Client::connect(&format!("http://{address}")).await.expect("the server is there")
}

/// Opens a stream without a token, with these headers about its origin.
async fn stream(client: &Client, headers: &[(&'static str, &str)]) -> Result<Streaming<WatchMatchesResponse>, Status> {
    let mut request = Request::new(WatchMatchesRequest { newest: 1, ..WatchMatchesRequest::default() });
    for (name, value) in headers {
        request.metadata_mut().append(*name, value.parse().expect("a header"));
    }
    Ok(client.matches().watch_matches(request).await?.into_inner())
}

#[track_caller]
fn refused(answer: Result<Streaming<WatchMatchesResponse>, Status>) {
    assert_refused(answer.map(drop), Code::ResourceExhausted, "LIMIT", "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_count_the_address_in_a_proxy_protocol_header() {
    let proxy_protocol_from = networks(&["127.0.0.0/8"]);
    let settings = Settings { proxy_protocol_from, streams_per_address: 1, ..Settings::default() };
    let rig = Rig::behind_proxy(Settings { connections_per_address: Some(3), ..settings }).await;
    let ann = proxy(rig.address, ANN).await;
    let (first, second) = (client(ann).await, client(ann).await);
    let _stream = stream(&first, &[]).await.expect("it is the first");
    refused(stream(&second, &[]).await);
    // With the PROXY protocol, the server ignores this header.
    refused(stream(&second, &[("x-forwarded-for", "198.51.100.1")]).await);
    let _third = client(ann).await;
    let mut fourth = TcpStream::connect(ann).await.expect("the proxy is there");
    assert!(matches!(fourth.read(&mut [0; 1]).await, Ok(0) | Err(_)), "there are three connections already");
    let bob = client(proxy(rig.address, BOB).await).await;
    let _stream = stream(&bob, &[]).await.expect("it comes of another address");
    let bob_too = client(proxy(rig.address, BOB_TOO).await).await;
    refused(stream(&bob_too, &[]).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_that_says_nothing_or_too_much_is_cut() {
    let proxy_protocol_from = networks(&["127.0.0.1"]);
    let within = Duration::from_millis(300);
    let settings = Settings { proxy_protocol_from, handshake_within: within, ..Settings::default() };
    let rig = Rig::behind_proxy(settings).await;
    for said in [&b""[..], b"PROXY TCP4 203.", b"GET / HTTP/1.1\r\nhost: a\r\n\r\n", &[b'P'; 4096]] {
        let mut connection = TcpStream::connect(rig.address).await.expect("the server is there");
        let _ = connection.write_all(said).await;
        let cut = timeout(Duration::from_secs(10), connection.read(&mut [0; 1])).await.expect("cut in time");
        assert!(matches!(cut, Ok(0) | Err(_)), "nothing is answered");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn headers_of_other_callers_than_proxies_are_ignored() {
    let forwarding = Forwarding { trusted: networks(&["10.0.0.0/8"]), header: ForwardedHeader::default() };
    let proxy_protocol_from = networks(&["10.0.0.0/8"]);
    let settings = Settings { proxy_protocol_from, forwarding, streams_per_address: 1, ..Settings::default() };
    let rig = Rig::with_settings(settings).await;
    let mut connection = TcpStream::connect(rig.address).await.expect("the server is there");
    connection
        .write_all(&[ANN, b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"].concat())
        .await
        .expect("sent");
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    let _stream = stream(&rig.client, &[("x-forwarded-for", "203.0.113.1")]).await.expect("it is the first");
    for header in [("x-forwarded-for", "203.0.113.2"), ("forwarded", "for=203.0.113.3")] {
        refused(stream(&rig.client, &[header]).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_count_the_address_in_a_trusted_header() {
    let forwarding = Forwarding { trusted: networks(&["127.0.0.1"]), header: ForwardedHeader::XForwardedFor };
    let settings = Settings { forwarding, streams_per_address: 1, ..Settings::default() };
    let rig = Rig::with_settings(Settings { connections_per_address: Some(2), ..settings }).await;
    let of = |address: &'static str| [("x-forwarded-for", address)];
    let _ann = stream(&rig.client, &of("203.0.113.1")).await.expect("it is the first");
    let _bob = stream(&rig.client, &of("203.0.113.2")).await.expect("it comes of another address");
    refused(stream(&rig.client, &of("203.0.113.1")).await);
    refused(stream(&rig.client, &of("198.51.100.9, 203.0.113.1")).await);
    refused(stream(&rig.client, &of("127.0.0.1, 203.0.113.1, 127.0.0.1")).await);
    refused(stream(&rig.client, &[("x-forwarded-for", "198.51.100.9"), ("x-forwarded-for", "203.0.113.1")]).await);
    refused(stream(&rig.client, &[("forwarded", "for=198.51.100.9"), ("x-forwarded-for", "203.0.113.1")]).await);
    // A trusted proxy may have more connections than one address, because many callers share them.
    let mut more = Vec::new();
    for _ in 0..4 {
        more.push(client(rig.address).await);
    }
    let answer = http::call(rig.address, "GameService/ListGames", &of("203.0.113.1"), &serde_json::json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fast_caller_through_a_proxy_is_rejected_and_no_other() {
    let forwarding = Forwarding { trusted: networks(&["127.0.0.1"]), header: ForwardedHeader::Forwarded };
    let settings = Settings { forwarding, calls_per_second: 5, max_calls_per_connection: 20, ..Settings::default() };
    let rig = Rig::with_settings(settings).await;
    let call = async |of: &str| {
        let mut request = Request::new(pb::ListGamesRequest::default());
        request.metadata_mut().insert("forwarded", format!("for={of}").parse().expect("a header"));
        rig.client.games().list_games(request).await
    };
    let mut refusals = Vec::new();
    for _ in 0..60 {
        refusals.extend(call("203.0.113.1").await.err());
    }
    assert!(refusals.len() > 10, "{} of 60", refusals.len());
    let refusal = refusals.pop().expect("there is one");
    assert!(refusal.message().contains("calls_per_second"), "{}", refusal.message());
    let beside = timeout(Duration::from_millis(900), call("203.0.113.2")).await.expect("it waits for no other address");
    beside.expect("it is another's pace");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tls_follows_the_proxy_header() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let tls = Some(Tls::open(&files.cert, &files.key).expect("the pair is good"));
    let proxy_protocol_from = networks(&["127.0.0.1"]);
    let settings = Settings { proxy_protocol_from, tls, streams_per_address: 1, ..Settings::default() };
    let rig = Rig::behind_proxy(settings).await;
    let options = ConnectOptions { tls_ca: Some(authority.pem()), ..ConnectOptions::default() };
    let connect = async |header| {
        let url = format!("https://{}", proxy(rig.address, header).await);
        Client::connect_with(&url, &options).await.expect("the server is there")
    };
    let (ann, ann_again, bob) = (connect(ANN).await, connect(ANN).await, connect(BOB).await);
    let _ann = stream(&ann, &[]).await.expect("it is the first");
    let _bob = stream(&bob, &[]).await.expect("it comes of another address");
    refused(stream(&ann_again, &[]).await);
}
