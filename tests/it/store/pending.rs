//! Pending events, which are not in the table of events yet: readers see no difference, whatever
//! fails meanwhile.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use referee::{
    ids::Seq,
    law::Event,
    store::{Epoch, EventLog as _, MatchIndex as _, SqliteStore, StoreError, sqlite::DATABASE_FILE},
};
use rusqlite::Connection;

use super::sample::{ended, id, log, moved, open, round_started};

/// Size of the buffer in bytes, so small that pending events move all the time.
const FEW_BYTES: usize = 512;

fn open_store(directory: &Path) -> SqliteStore {
    SqliteStore::open_pending(directory, FEW_BYTES).unwrap()
}

fn open_raw(directory: &Path) -> Connection {
    Connection::open(directory.join(DATABASE_FILE)).unwrap()
}

fn count(raw: &Connection, sql: &str) -> i64 {
    raw.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Checks that a match reads back as a whole, and from every event with several limits.
async fn assert_reads(store: &SqliteStore, name: &str, events: &[Event]) {
    assert_eq!(store.events(&id(name), Seq(0), usize::MAX).await.unwrap(), events, "{name}");
    assert_eq!(store.row(&id(name)).await.unwrap().unwrap().seq, Seq(events.len() as u64), "{name}");
    for after in 0..=events.len() {
        for limit in [1, 3, events.len()] {
            let read = store.events(&id(name), Seq(after as u64), limit).await.unwrap();
            assert_eq!(read, events[after..].iter().take(limit).cloned().collect::<Vec<_>>(), "{name} {after} {limit}");
        }
    }
}

async fn append(store: &SqliteStore, name: &str, event: Event) -> Result<(), StoreError> {
    store.append(&id(name), Seq(event.seq.0 - 1), Epoch::FIRST, vec![event]).await
}

#[tokio::test]
async fn a_match_reads_the_same_wherever_its_events_are() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open_store(directory.path());
    // `m-1` gets an event in every step, `m-2` in every third, and `m-3` only in the first. `m-4`
    // ends midway.
    let every = [("m-1", 1), ("m-2", 3), ("m-3", 1_000), ("m-4", 2)];
    let mut logs: BTreeMap<&str, Vec<Event>> = BTreeMap::new();
    for (name, _) in every {
        open(&store, name, log(name, 0)).await;
        logs.insert(name, log(name, 0));
    }
    for step in 0..150 {
        for (name, nth) in every {
            let events = logs.get_mut(name).unwrap();
            let is_over = name == "m-4" && step > 80;
            if step % nth > 0 || is_over {
                continue;
            }
            let next = events.len() as u64 + 1;
            let event = if name == "m-4" && step == 80 { ended(next) } else { moved(next) };
            append(&store, name, event.clone()).await.unwrap();
            events.push(event);
        }
        if step % 17 == 0 {
            for (name, events) in &logs {
                assert_reads(&store, name, events).await;
            }
        }
        if step % 29 == 0 {
            drop(store);
            store = open_store(directory.path());
        }
        if step == 100 {
            assert_eq!(store.take_over(&id("m-1")).await, Ok(Some(Epoch(2))));
            let event = moved(logs["m-1"].len() as u64 + 1);
            assert_eq!(append(&store, "m-1", event.clone()).await, Err(StoreError::Superseded { epoch: Epoch(2) }));
            let expected = Seq(event.seq.0 - 1);
            store.append(&id("m-1"), expected, Epoch(2), vec![event.clone()]).await.unwrap();
            logs.get_mut("m-1").unwrap().push(event);
            break;
        }
    }
    for (name, events) in &logs {
        assert_reads(&store, name, events).await;
    }
    let raw = open_raw(directory.path());
    let pending = count(&raw, "SELECT coalesce(sum(length(entries)), 0) FROM pending_events");
    assert!(count(&raw, "SELECT count(*) FROM events WHERE number = 1") > 50, "most have come to their table");
    assert!(pending > 0, "and some have not");
}

#[tokio::test(flavor = "multi_thread")]
async fn moved_rows_are_dropped() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open_pending(directory.path(), 64 * 1024).unwrap());
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let name = format!("m-{number}");
            open(&*store, &name, log(&name, 0)).await;
            for seq in 2..2_000 {
                append(&store, &name, moved(seq)).await.unwrap();
            }
        });
    }
    for number in 0..2 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let (name, all) = (format!("m-{number}"), log(&format!("m-{number}"), 1_998));
            let mut known = 0;
            while known < all.len() {
                let read = store.events(&id(&name), Seq(0), usize::MAX).await.unwrap();
                assert!(read.len() >= known && read == all[..read.len()], "{name}: {} after {known}", read.len());
                let row = store.row(&id(&name)).await.unwrap();
                let seq = row.map_or(0, |row| row.seq.0 as usize);
                assert!(seq >= read.len(), "{name}: the row says {seq}, {} were read", read.len());
                known = read.len();
            }
        });
    }
    tasks.join_all().await;
    let raw = open_raw(directory.path());
    let bytes = count(&raw, "SELECT sum(length(entries)) FROM pending_events");
    // Eight matches of 2000 moves have about 1.5 MB.
    assert!((16 * 1024..=256 * 1024).contains(&bytes), "{bytes} bytes of rows are kept");
}

/// Makes two appends that share a commit.
async fn append_both(
    directory: &Path,
    store: &SqliteStore,
    name: &str,
    both: [Event; 2],
) -> [Result<(), StoreError>; 2] {
    // While another process holds the lock, the first append waits for it, and the second arrives
    // in the meantime.
    let raw = open_raw(directory);
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let [first, second] = both.map(|event| append(store, name, event));
    let (mut first, mut second) = (Box::pin(first), Box::pin(second));
    assert!(futures_util::poll!(&mut first).is_pending() && futures_util::poll!(&mut second).is_pending());
    raw.execute_batch("ROLLBACK").unwrap();
    [first.await, second.await]
}

#[tokio::test]
async fn only_one_of_two_conflicting_appends_in_a_commit_succeeds() {
    for both in [[moved(4), moved(4)], [moved(4), ended(4)], [ended(4), moved(4)], [round_started(4), moved(4)]] {
        let directory = tempfile::tempdir().unwrap();
        let store = open_store(directory.path());
        open(&store, "m", log("m", 0)).await;
        for seq in 2..4 {
            append(&store, "m", moved(seq)).await.unwrap();
        }
        let [first, second] = append_both(directory.path(), &store, "m", both.clone()).await;
        assert_eq!((first, second), (Ok(()), Err(StoreError::Conflict { newest: Seq(4) })), "{both:?}");
        let whole = [log("m", 2), vec![both[0].clone()]].concat();
        assert_reads(&store, "m", &whole).await;
        drop(store);
        assert_reads(&open_store(directory.path()), "m", &whole).await;
    }
}

#[tokio::test]
async fn consecutive_appends_in_one_commit_succeed() {
    for first in [moved(4), round_started(4)] {
        let directory = tempfile::tempdir().unwrap();
        let store = open_store(directory.path());
        open(&store, "m", log("m", 2)).await;
        let both = [first.clone(), moved(5)];
        assert_eq!(append_both(directory.path(), &store, "m", both).await, [Ok(()), Ok(())]);
        assert_reads(&store, "m", &[log("m", 2), vec![first, moved(5)]].concat()).await;
    }
}

#[tokio::test]
async fn a_match_with_unwritable_events_blocks_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let store = open_store(directory.path());
    for name in ["m-1", "m-2", "m-3"] {
        open(&store, name, log(name, 0)).await;
    }
    let trigger = "CREATE TRIGGER bad_sector BEFORE INSERT ON events WHEN NEW.number = 2
        BEGIN SELECT RAISE(ABORT, 'bad sector'); END";
    open_raw(directory.path()).execute_batch(trigger).unwrap();
    let (mut kept, mut refused) = (log("m-2", 0), 0);
    for seq in 2..300 {
        append(&store, "m-1", moved(seq)).await.unwrap();
        append(&store, "m-3", moved(seq)).await.unwrap();
        let event = moved(kept.len() as u64 + 1);
        match append(&store, "m-2", event.clone()).await {
            Ok(()) => kept.push(event),
            Err(StoreError::Failed { .. }) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(kept.len() > 1 && refused > 0, "{} were taken, {refused} refused", kept.len());
    for (name, events) in [("m-1", log("m-1", 298)), ("m-2", kept.clone()), ("m-3", log("m-3", 298))] {
        assert_eq!(store.events(&id(name), Seq(0), usize::MAX).await.unwrap(), events, "{name}");
    }
    let raw = open_raw(directory.path());
    let bytes = count(&raw, "SELECT sum(length(entries)) FROM pending_events");
    assert!(bytes < 64 * 1024, "what cannot be moved keeps {bytes} bytes of rows from being dropped");

    drop(store);
    raw.execute_batch("DROP TRIGGER bad_sector").unwrap();
    let store = open_store(directory.path());
    for _ in 0..50 {
        let event = moved(kept.len() as u64 + 1);
        append(&store, "m-2", event.clone()).await.unwrap();
        kept.push(event);
    }
    assert_reads(&store, "m-2", &kept).await;
}

/// A rolled-back transaction leaves the moved and dropped rows in place.
#[tokio::test]
async fn a_commit_that_fails_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = open_store(directory.path());
    let raw = open_raw(directory.path());
    // SQLite checks a deferred constraint only at the commit.
    let tables = "CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE orphan (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)";
    raw.execute_batch(tables).unwrap();
    let trigger = "CREATE TRIGGER no_commit AFTER INSERT ON pending_events BEGIN INSERT INTO orphan VALUES (1); END";
    for name in ["m-1", "m-2"] {
        open(&store, name, log(name, 0)).await;
    }
    for seq in 2..150 {
        for name in ["m-1", "m-2"] {
            if seq % 5 == 0 {
                raw.execute_batch(trigger).unwrap();
                let failed = append(&store, name, moved(seq)).await;
                assert!(matches!(failed, Err(StoreError::Failed { .. })), "{failed:?}");
                assert_reads(&store, name, &log(name, seq - 2)).await;
                raw.execute_batch("DROP TRIGGER no_commit").unwrap();
            }
            append(&store, name, moved(seq)).await.unwrap();
        }
    }
    assert!(count(&raw, "SELECT count(*) FROM events") > 200, "most have come to their table");
    assert_eq!(count(&raw, "SELECT count(*) FROM orphan"), 0);
    drop(store);
    let store = open_store(directory.path());
    for name in ["m-1", "m-2"] {
        assert_reads(&store, name, &log(name, 148)).await;
    }
}

#[tokio::test]
async fn a_damaged_row_is_noticed_at_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let store = open_store(directory.path());
    open(&store, "m", log("m", 0)).await;
    append(&store, "m", moved(2)).await.unwrap();
    drop(store);
    let cut = "UPDATE pending_events SET entries = substr(entries, 1, length(entries) - 1)";
    assert_eq!(open_raw(directory.path()).execute(cut, []).unwrap(), 1);
    let error = SqliteStore::open(directory.path()).map(drop).unwrap_err().to_string();
    assert!(error.contains("is damaged: row 2 of pending_events"), "{error}");
}

#[tokio::test]
async fn a_row_that_is_missing_is_noticed_at_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let store = open_store(directory.path());
    open(&store, "m", log("m", 0)).await;
    for seq in 2..5 {
        append(&store, "m", moved(seq)).await.unwrap();
    }
    drop(store);
    assert_eq!(open_raw(directory.path()).execute("DELETE FROM pending_events WHERE batch = 3", []).unwrap(), 1);
    let error = SqliteStore::open(directory.path()).map(drop).unwrap_err().to_string();
    assert!(error.contains("is damaged: row 4 of pending_events"), "{error}");
}
