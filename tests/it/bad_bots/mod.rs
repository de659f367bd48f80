//! Bots with one fault each, compared with a golden table of consequences. They run on stdio under
//! `referee play`, where `tests/bots/bad.py` misbehaves, and on a server.

mod beside;
mod combined;
mod floods;
mod golden;
mod grpc;
mod joined;
pub mod memory;
mod pipe;
mod stdio;
mod unreadable;

use std::{thread, time::Duration};

use futures_util::{StreamExt as _, stream};
use golden::{Recover, Row};
use tokio::time::timeout;

use crate::{
    api::rig::Rig,
    runner::{Place, remote::Served},
};

/// Number of concurrent bad bots on a server.
const AT_ONCE: usize = 16;
/// Maximum duration of one bad bot's matches.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn every_bad_engine_gets_its_verdict() {
    let rows = golden::of("stdio");
    golden::compare(&rows, &golden::in_parallel(&rows, stdio::play));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_bad_bot_gets_its_verdict() {
    let rows = golden::of("grpc");
    let (on, off) = (grpc::serve(Recover::On).await, grpc::serve(Recover::Off).await);
    golden::compare(&rows, &at_servers(&rows, &on, &off).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_keeps_no_data_of_bad_bots() {
    let place = Place::new();
    let served = Served::start_with(&place, &["--memory", "--grace", "0.3", "--start-grace", "1"]);
    let server = grpc::At::there(&served.url).await;
    let (quiet, measured): (Vec<Row>, Vec<Row>) = without_mercy("grpc")
        .into_iter()
        .filter(|row| row.behaviour == "no_answer" || memory::MEASURED.contains(&row.behaviour.as_str()))
        .partition(|row| row.behaviour == "no_answer");
    golden::compare(&quiet, &[grpc::play(&server, quiet[0].clone()).await]);
    let before = memory::memory_kib(served.id(), "VmRSS");
    for row in measured {
        golden::compare(std::slice::from_ref(&row), &[grpc::play(&server, row.clone()).await]);
        let growth = memory::memory_kib(served.id(), "VmHWM").saturating_sub(before);
        assert!(growth < memory::MOST_GROWTH_KIB, "{row}: {growth} KiB more");
    }
}

#[test]
fn matches_of_good_engines_do_not_notice_bad_ones() {
    let alone = beside::on_stdio();
    let rows = without_mercy("stdio");
    let (found, together) = thread::scope(|scope| {
        let good = scope.spawn(beside::on_stdio);
        (golden::in_parallel(&rows, stdio::play), good.join().expect("they play"))
    });
    golden::compare(&rows, &found);
    assert_eq!(alone, together);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_good_bots_do_not_notice_bad_ones() {
    let alone = beside::on_server(&Rig::start().await).await;
    let rows = without_mercy("grpc");
    let (on, off) = (grpc::serve(Recover::On).await, grpc::serve(Recover::Off).await);
    let (found, together) = tokio::join!(at_servers(&rows, &on, &off), beside::on_server(&off));
    golden::compare(&rows, &found);
    assert_eq!(alone, together);
}

/// Returns the rows in which the bad bot does not recover.
fn without_mercy(transport: &str) -> Vec<Row> {
    golden::of(transport).into_iter().filter(|row| row.recover == Recover::Off).collect()
}

/// Plays every row on the server for bots that recover, or on the one for bots that do not. Returns
/// the outcomes.
async fn at_servers(rows: &[Row], on: &Rig, off: &Rig) -> Vec<Row> {
    let (on, off) = (grpc::At::of(on), grpc::At::of(off));
    let play = async |row: &Row| {
        // An engine needs time to start, so it plays on the server with long deadlines.
        let is_engine = grpc::OF_ENGINES.contains(&row.behaviour.as_str());
        let server = if row.recover == Recover::On || is_engine { &on } else { &off };
        match timeout(PATIENCE, grpc::play(server, row.clone())).await {
            Ok(played) => played,
            Err(_) => Row { reason: "it does not end".to_owned(), ..row.clone() },
        }
    };
    stream::iter(rows).map(play).buffered(AT_ONCE).collect().await
}
