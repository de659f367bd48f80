//! The metrics that Prometheus scrapes from a server.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use referee_client::{NewMatch, PlayOptions};
use tokio::net::TcpListener;

use super::host::{Server, serve};
use crate::api::{http, some_move};

/// Scrapes the metrics, and returns the samples by name with labels.
async fn collected(address: SocketAddr) -> BTreeMap<String, f64> {
    let answer = http::ask(address, "GET", "/metrics", &[], b"").await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("application/openmetrics-text"), "{:?}", answer.headers);
    let text = answer.text();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    samples
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').expect("a name and a value");
            (name.to_owned(), value.parse().expect("a number"))
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_counted() {
    let data = tempfile::tempdir().expect("a directory");
    let free = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = free.local_addr().expect("it has an address");
    drop(free);
    let mut command = serve("127.0.0.1:0", data.path());
    command.args(["--metrics", &address.to_string(), "--house-pace", "0.001"]);
    let server = Server::spawn(command).await;
    let before = collected(address).await;
    assert_eq!(before["referee_moves_total"], 0.0);

    let client = server.client();
    let token = client.register("ann").await.expect("the name is free");
    assert!(client.register("ann").await.is_err(), "it is taken");
    let ann = client.with_token(&token).expect("a token");
    ann.create(NewMatch::of("kamisado", ["ann", "house-random"], "600+5")).await.expect("opened");
    let mut during = None;
    let options = PlayOptions { until_ended: Some(1), ..PlayOptions::default() };
    let played = ann.play(options, |turn| {
        let looks = during.is_none();
        if looks {
            during = Some(tokio::spawn(collected(address)));
        }
        async move {
            // The scrape happens during this turn, while the stream and the match exist.
            tokio::time::sleep(Duration::from_millis(if looks { 500 } else { 0 })).await;
            some_move(&turn)
        }
    });
    assert_eq!(played.await.expect("it plays").len(), 1);
    let during = during.expect("there was a turn").await.expect("it is answered");
    for gauge in ["referee_matches_live", "referee_bots", "referee_streams"] {
        assert_eq!(during[gauge], 1.0, "{gauge}");
    }
    assert!(during["referee_connections"] >= 1.0, "{during:?}");

    let after = collected(address).await;
    assert_eq!(after["referee_matches_opened_total"], 1.0);
    assert_eq!(after["referee_matches_ended_total"], 1.0);
    let moves = after["referee_moves_total"];
    assert!(moves > 4.0, "{moves}");
    assert_eq!(after["referee_move_seconds_count"], moves);
    assert!(after["referee_move_seconds_sum"] > 0.0);
    assert!(after["referee_store_commits_total"] >= moves);
    assert_eq!(after["referee_store_commit_seconds_count"], after["referee_store_commits_total"]);
    assert_eq!(after["referee_store_failures_total"], 0.0);
    assert_eq!(after["referee_refusals_total{reason=\"NAME_TAKEN\",limit=\"\"}"], 1.0, "{after:?}");
    for name in ["referee_host_stalls_total", "referee_calls_open", "referee_calls_waiting"] {
        assert!(after.contains_key(name), "{name}");
    }
    let documented = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operations.md")).expect("docs");
    for name in after.keys() {
        let name = name.split('{').next().expect("a name");
        let base = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        assert!(documented.contains(&format!("`{base}`")), "{base} is in docs/operations.md");
    }
    assert_eq!(http::ask(address, "GET", "/", &[], b"").await.status, 404);
    assert_eq!(http::ask(address, "POST", "/metrics", &[], b"{}").await.status, 405);
}
