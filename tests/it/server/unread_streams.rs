//! Unread streams: the memory of all streams from one address, for any number of players.

use std::{future::Future, time::Duration};

use h2::client;
use prost::{Message as _, bytes::Bytes};
use referee_client::{
    Client, NewMatch,
    pb::{self, submit_command_request::Command},
};
use tokio::{net::TcpStream, time::sleep};
use tonic::codegen::http::Request;

use super::host::{Server, serve};
use crate::{
    api::rig::{Bot, command},
    bad_bots::memory::memory_kib,
};

/// Maximum memory growth over an idle server, in KiB.
const MOST_GROWTH_KIB: u64 = 256 * 1024;
/// Number of finished matches.
const MATCHES: usize = 200;
/// Number of streams per connection.
const STREAMS_A_CONNECTION: usize = 80;
/// Time for which memory may still grow after the last stream opens.
const SETTLES: Duration = Duration::from_secs(8);

/// Starts a server, and plays many matches with long labels to their ends. Returns their ids too.
async fn filled(data: &std::path::Path) -> (Server, Client, Vec<String>) {
    let mut command_line = serve("127.0.0.1:0", data);
    for limit in ["--matches-per-minute-per-owner", "--matches-per-minute-per-address"] {
        command_line.args([limit, "1000000"]);
    }
    let server = Server::spawn(command_line).await;
    let client = server.client();
    let token = client.register("ann").await.expect("the name is free");
    let ann = client.with_token(&token).expect("the token can be sent");
    let mut seat = Bot::enter(&ann).await;
    let mut matches = Vec::new();
    for number in 0..MATCHES {
        let labels = (0..8).map(|label| (format!("label-{label}"), format!("{number:0>60}"))).collect();
        let new = NewMatch { labels, ..NewMatch::of("kamisado", ["ann", "house-random"], "600+1") };
        let match_id = ann.create(new).await.expect("both are here").match_id;
        seat.seated(&match_id).await;
        // The seat can resign once the house bot is connected.
        while seat.ask(command(&match_id, "resign", Command::Resign(pb::Resign {}))).await.is_err() {
            sleep(Duration::from_millis(5)).await;
        }
        matches.push(match_id);
    }
    (server, client, matches)
}

/// Opens streams of one call and reads nothing from them. The result keeps them open.
async fn open(server: &Server, token: &str, path: &str, message: Vec<u8>, streams: usize) -> Vec<impl Sized + use<>> {
    let mut open = Vec::new();
    let mut left = streams;
    while left > 0 {
        let socket = TcpStream::connect(server.address).await.expect("the server is there");
        let mut builder = client::Builder::new();
        builder.initial_window_size(0).initial_connection_window_size(1 << 30);
        let (requests, connection) = builder.handshake::<_, Bytes>(socket).await.expect("it speaks HTTP/2");
        tokio::spawn(connection);
        for _ in 0..left.min(STREAMS_A_CONNECTION) {
            let request = Request::post(format!("http://{}/referee.v1.{path}", server.address))
                .header("content-type", "application/grpc")
                .header("te", "trailers")
                .header("authorization", format!("Bearer {token}"))
                .body(())
                .expect("a request");
            let mut requests = requests.clone().ready().await.expect("it takes a call");
            let (answer, mut out) = requests.send_request(request, false).expect("it takes a call");
            let length = u32::try_from(message.len()).expect("it is short").to_be_bytes();
            let body = [&[0], &length[..], &message].concat();
            // The server may already have rejected the stream by the caller's stream limit.
            let _ = out.send_data(body.into(), true);
            open.push((requests, answer, out));
        }
        left -= left.min(STREAMS_A_CONNECTION);
    }
    open
}

/// Returns the memory growth of the server, in KiB, while each of `accounts` has `streams` streams
/// of a call open.
async fn growth(server: &Server, accounts: usize, streams: usize, call: impl Fn() -> (&'static str, Vec<u8>)) -> u64 {
    let client = server.client();
    let process = server.child.id().expect("it runs");
    let before = memory_kib(process, "VmRSS");
    let mut held = Vec::new();
    for number in 0..accounts {
        let (path, message) = call();
        let token = client.register(&format!("reader{number}")).await.expect("the name is free");
        held.push(open(server, &token, path, message, streams).await);
    }
    sleep(SETTLES).await;
    let grown = memory_kib(process, "VmRSS").saturating_sub(before);
    println!("{} x {streams} of {}: {} MB", accounts, call().0, grown / 1024);
    grown
}

fn results() -> (&'static str, Vec<u8>) {
    ("MatchService/WatchResults", pb::WatchResultsRequest::default().encode_to_vec())
}

fn many(matches: &[String], detail: pb::Detail) -> (&'static str, Vec<u8>) {
    let points = matches.iter().take(100).map(|id| pb::ResumePoint { match_id: id.clone(), after_seq: 0 });
    let asked = pb::WatchMatchesRequest {
        matches: points.collect(),
        detail: detail.into(),
        ..pb::WatchMatchesRequest::default()
    };
    ("MatchService/WatchMatches", asked.encode_to_vec())
}

async fn bounded(grown: impl Future<Output = u64>) {
    let grown = grown.await;
    assert!(grown < MOST_GROWTH_KIB, "{} MB", grown / 1024);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_result_feeds_are_bounded_per_address() {
    let data = tempfile::tempdir().expect("a directory");
    let (server, ..) = filled(data.path()).await;
    bounded(growth(&server, 12, 240, results)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_streams_of_many_matches_are_bounded_per_address() {
    let data = tempfile::tempdir().expect("a directory");
    let (server, _, matches) = filled(data.path()).await;
    bounded(growth(&server, 97, 8, || many(&matches, pb::Detail::Events))).await;
}
