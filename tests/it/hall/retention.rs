//! Logs are kept for the configured time and exported before they are pruned.

use std::{fs, time::Duration};

use referee::{
    hall::{
        Hall, Limits,
        records::retention::{Batch, MATCHES_A_BATCH, NotPruned, Pruner, Retention},
        table::Ask,
    },
    ids::{MatchId, Seat, Seq, Viewer},
    law::{Contest, Event, Fact, Reason},
    store::{ResultFilter, SqliteStore, Store, record, sqlite::DATABASE_FILE},
};
use rusqlite::Connection;
use tokio::time::sleep;

use super::rig::{listed, log, memory, new_match, open, player, request, two_bots};
use crate::{
    logged::Logged,
    store::sample::{self, scheduled},
};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn kept_for_a_day(export: Option<&std::path::Path>) -> Retention {
    Retention { keep: Duration::from_secs(24 * 60 * 60), export: export.map(std::path::Path::to_owned) }
}

/// Plays a match to its end and waits until its table is gone.
async fn past(hall: &Hall) -> MatchId {
    let (mut black, white) = two_bots(hall, new_match("single", "60", ["ann", "bob"])).await;
    black.move_at_once().await;
    black.table.ask(Seat(0), Default::default(), Ask::Resign).await.expect("it gives up");
    let match_id = black.table.match_id().clone();
    drop((black, white));
    while hall.table(&match_id).is_some() {
        sleep(Duration::from_millis(10)).await;
    }
    match_id
}

async fn ended(store: &Store, match_id: &MatchId) -> i64 {
    let end = store.index.row(match_id).await.expect("it reads").and_then(|row| row.end).expect("it is over");
    end.ended_unix_ms.expect("it says when")
}

#[tokio::test(start_paused = true)]
async fn a_match_is_exported_and_pruned_once_it_is_old_enough() {
    let (store, place) = (memory(), tempfile::tempdir().expect("a directory"));
    let hall = open(&store).await;
    let old = past(&hall).await;
    let (live, _white) = two_bots(&hall, new_match("single", "inf", ["ann", "bob"])).await;
    let record = hall.record(&old).await.expect("it is over").text().await.expect("it reads");
    let before = (listed(&hall, Viewer::Spectator, 9).await, hall.results(0, &ResultFilter::default(), 9).await);
    let mut pruner = Pruner::new(hall.clone(), kept_for_a_day(Some(place.path())));
    let due = ended(&store, &old).await + DAY_MS;

    assert_eq!(pruner.batch(due - 1).await.expect("nothing fails"), Batch::Done(0), "a day is not over");
    assert!(hall.record(&old).await.is_ok());
    assert_eq!(pruner.batch(due).await.expect("nothing fails"), Batch::Done(1));
    assert_eq!(pruner.batch(due).await.expect("nothing fails"), Batch::Done(0), "once");

    let files: Vec<_> =
        fs::read_dir(place.path()).expect("it is there").map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, [format!("{old}.jsonl").as_str()]);
    let exported = fs::read_to_string(place.path().join(format!("{old}.jsonl"))).expect("it was written");
    assert_eq!(exported, record, "byte for byte what `GetRecord` gave");
    let read = record::read_stream(exported.as_bytes()).expect("it is a record");
    read[0].check_seal(None).expect("its seal is whole");

    let gone = [
        hall.record(&old).await.map(drop),
        hall.look(&old, Viewer::Arbiter).await.map(drop),
        hall.watch(&old, Viewer::Spectator, Seq(0)).await.map(drop),
        hall.frames(&old, Viewer::Spectator, Seq(u64::MAX), (1, 0), 9).await.map(drop),
        hall.frame(&old, Viewer::Spectator).await.map(drop),
    ];
    for refused in gone {
        let refusal = refused.expect_err("its log has gone");
        let told = (refusal.reason, refusal.field.as_ref(), refusal.value.as_str());
        assert_eq!(told, (Reason::MatchPruned, "match_id", old.as_str()));
    }
    let late = hall.answer_again(&old, &player("ann"), false, request("r-9"), Ask::Resign).await;
    assert_eq!(late.expect_err("it is over").reason, Reason::MatchOver);
    let after = (listed(&hall, Viewer::Spectator, 9).await, hall.results(0, &ResultFilter::default(), 9).await);
    assert_eq!(format!("{after:?}"), format!("{before:?}"), "lists and results show it as before");
    assert_eq!(hall.summary(&old, |_| Viewer::Spectator).await.expect("it is known").opened.match_id, old);
    assert!(!log(&store, live.table.match_id()).await.is_empty(), "a live match keeps its log");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_pruned_that_could_not_be_written() {
    let (store, place) = (memory(), tempfile::tempdir().expect("a directory"));
    let hall = open(&store).await;
    let (first, second) = (past(&hall).await, past(&hall).await);
    let export = place.path().join("records");
    let mut pruner = Pruner::new(hall.clone(), kept_for_a_day(Some(&export)));
    let due = ended(&store, &second).await + DAY_MS;
    for _ in 0..2 {
        let failed = pruner.batch(due).await.expect_err("there is no such directory");
        assert!(matches!(&failed, NotPruned::Export { path, .. } if path.starts_with(&export)), "{failed}");
        assert!(hall.record(&first).await.is_ok() && hall.record(&second).await.is_ok());
    }
    fs::create_dir(&export).expect("it can be made");
    // This match is already partly pruned. The server exported it before that, and does not export
    // it again.
    store.log.prune(&first, 1).await.expect("it is over");
    assert_eq!(pruner.batch(due).await.expect("it can be written now"), Batch::Done(2));
    let written = |match_id: &MatchId| export.join(format!("{match_id}.jsonl")).is_file();
    assert_eq!((written(&first), written(&second)), (false, true));
    assert!(store.index.unpruned(0, 9).await.expect("it reads").is_empty());
}

#[tokio::test(start_paused = true)]
async fn batches_are_bounded_and_wait_for_a_hall_that_serves() {
    let store = memory();
    let hall = open(&store).await;
    let mut last = None;
    for _ in 0..=MATCHES_A_BATCH {
        last = Some(past(&hall).await);
    }
    let due = ended(&store, &last.expect("some")).await + DAY_MS;
    let (starting, restart) = Hall::begin(store.clone(), Limits::default()).await.expect("it opens");
    let mut early = Pruner::new(starting, kept_for_a_day(None));
    assert_eq!(early.batch(due).await.expect("nothing fails"), Batch::Hindered(0), "it is starting");
    drop(restart);
    let mut pruner = Pruner::new(hall.clone(), kept_for_a_day(None));
    assert_eq!(pruner.batch(due).await.expect("nothing fails"), Batch::Full(MATCHES_A_BATCH));
    assert_eq!(pruner.batch(due).await.expect("nothing fails"), Batch::Done(1));
    let last = past(&hall).await;
    let due = ended(&store, &last).await + DAY_MS;
    hall.close().await;
    assert_eq!(pruner.batch(due).await.expect("nothing fails"), Batch::Hindered(0), "it has stopped");
    assert!(hall.record(&last).await.is_ok(), "it is kept");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_leaps_ahead_prunes_nothing() {
    let store = memory();
    let hall = open(&store).await;
    let old = past(&hall).await;
    let now = ended(&store, &old).await;
    let mut pruner = Pruner::new(hall.clone(), kept_for_a_day(None));
    assert_eq!(pruner.batch(now).await.expect("nothing fails"), Batch::Done(0));
    for leap in [366 * DAY_MS, DAY_MS + 60_000, i64::MAX - now] {
        assert_eq!(pruner.batch(now + leap).await.expect("nothing fails"), Batch::Hindered(0), "{leap}");
        assert!(hall.record(&old).await.is_ok(), "{leap}");
    }
    // This time the clock is right: a day has really passed.
    sleep(Duration::from_secs(24 * 60 * 60)).await;
    assert_eq!(pruner.batch(now + DAY_MS).await.expect("nothing fails"), Batch::Done(1));
}

/// Returns the log of a match that ended at this time. With `None` the log has no time of the end.
fn over(match_id: &str, ended_unix_ms: Option<i64>) -> Vec<Event> {
    let contest = (Contest::Ladder("blitz".to_owned()), "ann");
    let mut events = scheduled(match_id, &["ann", "bob"], contest, &[1, 2], &[2, 0]);
    let mut end = events.pop().expect("the end");
    if let Fact::MatchEnded(ended) = &mut end.fact {
        ended.ended_unix_ms = ended_unix_ms;
    }
    end.seq = Seq(4);
    events.extend([sample::round_started(2), sample::moved(3), end]);
    events
}

/// Returns for each match whether it still has all its events.
async fn whole(store: &Store, matches: &[&str]) -> Vec<bool> {
    let mut whole = Vec::new();
    for match_id in matches {
        whole.push(store.log.events(&sample::id(match_id), Seq(0), 9).await.is_ok_and(|events| events.len() == 4));
    }
    whole
}

#[tokio::test(start_paused = true)]
async fn a_match_without_an_end_time_is_pruned_with_its_successor() {
    let (logged, _guard) = Logged::listen();
    let store = memory();
    let at = 1_800_000_000_000;
    let names = ["first", "second", "third", "last"];
    for (match_id, ended) in names.into_iter().zip([None, Some(at), None, None]) {
        sample::open(&*store.log, match_id, over(match_id, ended)).await;
    }
    let hall = open(&store).await;
    let mut pruner = Pruner::new(hall.clone(), kept_for_a_day(None));
    assert_eq!(pruner.batch(at + DAY_MS - 1).await.expect("nothing fails"), Batch::Done(0), "it may have ended then");
    assert_eq!(whole(&store, &names).await, [true; 4]);
    assert_eq!(pruner.batch(at + DAY_MS).await.expect("nothing fails"), Batch::Done(2));
    for _ in 0..3 {
        assert_eq!(pruner.batch(at + DAY_MS).await.expect("nothing fails"), Batch::Done(0));
    }
    assert_eq!(whole(&store, &names).await, [false, false, true, true], "their ends are unknown");
    for (match_id, times) in names.into_iter().zip([0, 0, 1, 1]) {
        let said = logged.lines(&format!("it is kept match_id={match_id}"));
        assert_eq!(said, times, "{match_id} is reported once, for any number of checks");
    }
}

#[tokio::test]
async fn a_damaged_log_is_kept_also_without_an_export() {
    let (logged, _guard) = Logged::listen();
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::from(SqliteStore::open(directory.path()).expect("it is empty"));
    let at = 1_800_000_000_000;
    for match_id in ["damaged", "behind"] {
        sample::open(&*store.log, match_id, over(match_id, Some(at))).await;
    }
    let raw = Connection::open(directory.path().join(DATABASE_FILE)).expect("it is there");
    raw.execute("UPDATE events SET bytes = x'0803' WHERE number = 1 AND seq = 3", []).expect("it is damaged");
    let hall = open(&store).await;
    let mut pruner = Pruner::new(hall.clone(), kept_for_a_day(None));
    assert_eq!(pruner.batch(at + DAY_MS).await.expect("nothing fails"), Batch::Done(1), "it holds up no other");
    for _ in 0..3 {
        assert_eq!(pruner.batch(at + DAY_MS).await.expect("nothing fails"), Batch::Done(0));
    }
    let left = |number: u32| {
        let sql = "SELECT count(*) FROM events WHERE number = ?1";
        raw.query_row(sql, [number], |row| row.get::<_, u32>(0)).expect("it reads")
    };
    assert_eq!((left(1), left(2)), (4, 2), "it can be repaired");
    assert_eq!(logged.lines("an unreadable match is neither exported nor pruned match_id=damaged"), 1);
}
