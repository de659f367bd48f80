//! Faults that the file of the SQLite store survives, and files that the store rejects.

use std::{fs, path::Path, sync::Arc};

use referee::{
    ids::Seq,
    law::Seed,
    store::{
        Accounts as _, Created, Epoch, EventLog as _, MatchFilter, MatchIndex as _, OpenError, Registered, SqliteStore,
        StoreError,
        sqlite::{DATABASE_FILE, LOCK_FILE, SchemaVersion, schema_version},
    },
};
use rusqlite::Connection;

use super::sample::{ended, id, log, moved, new_account, open, player, request};

fn open_raw(directory: &Path) -> Connection {
    Connection::open(directory.join(DATABASE_FILE)).unwrap()
}

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let directory = tempfile::tempdir().unwrap();
    // The store creates a missing directory.
    let inner = directory.path().join("data").join("here");
    let store = SqliteStore::open(&inner).unwrap();
    let seed = Some(Seed::new([7; 32]));
    assert_eq!(store.create(request("r", 1), id("m"), log("m", 3), seed.clone()).await, Ok(Created::New));
    assert_eq!(store.tables().register(new_account("ann", 1)).await, Ok(Registered::New));
    drop(store);

    let store = SqliteStore::open(&inner).unwrap();
    assert_eq!(store.events(&id("m"), Seq(0), 9).await.unwrap(), log("m", 3));
    assert_eq!(store.seed(&id("m")).await, Ok(seed));
    assert_eq!(store.create(request("r", 1), id("n"), log("n", 3), None).await, Ok(Created::Before(id("m"))));
    assert_eq!(store.tables().grant([1; 32]).await.unwrap().unwrap().token.player, player("ann"));
    store.append(&id("m"), Seq(4), Epoch::FIRST, vec![ended(5)]).await.unwrap();
    assert_eq!(store.unfinished().await, Ok(vec![]));
}

#[tokio::test]
async fn a_directory_belongs_to_one_store() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).unwrap();
    let error = SqliteStore::open(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    drop(store);
    SqliteStore::open(directory.path()).unwrap();
}

#[test]
fn a_file_of_a_newer_program_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    drop(SqliteStore::open(directory.path()).unwrap());
    let raw = open_raw(directory.path());
    raw.pragma_update(None, "user_version", 99).unwrap();
    drop(raw);
    let before = fs::read(directory.path().join(DATABASE_FILE)).unwrap();
    let error = SqliteStore::open(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Newer { found: 99, known: 19, .. }), "{error}");
    assert_eq!(fs::read(directory.path().join(DATABASE_FILE)).unwrap(), before);
    let error = schema_version(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
}

#[test]
fn the_schema_version_is_read_while_a_server_writes() {
    let directory = tempfile::tempdir().unwrap();
    let missing = schema_version(directory.path()).err().unwrap();
    assert!(matches!(missing, OpenError::Failed { doing: "find", .. }), "{missing}");
    let store = SqliteStore::open(directory.path()).unwrap();
    let SchemaVersion { found, known } = schema_version(directory.path()).unwrap();
    assert_eq!(found, known);
    drop(store);
}

#[test]
fn a_file_from_before_the_first_release_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    drop(SqliteStore::open(directory.path()).unwrap());
    open_raw(directory.path()).pragma_update(None, "user_version", 17).unwrap();
    let before = fs::read(directory.path().join(DATABASE_FILE)).unwrap();
    for error in [SqliteStore::open(directory.path()).err().unwrap(), schema_version(directory.path()).err().unwrap()] {
        assert!(matches!(error, OpenError::Older { found: 17, .. }), "{error}");
        assert!(error.to_string().contains("use a new data directory"), "{error}");
    }
    assert_eq!(fs::read(directory.path().join(DATABASE_FILE)).unwrap(), before);
}

#[test]
fn foreign_files_are_rejected() {
    let directory = tempfile::tempdir().unwrap();
    open_raw(directory.path()).execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    let error = SqliteStore::open(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");

    fs::write(directory.path().join(DATABASE_FILE), "no database at all, but long enough to be one").unwrap();
    let error = SqliteStore::open(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Failed { doing: "read", .. }), "{error}");

    fs::remove_file(directory.path().join(LOCK_FILE)).unwrap();
    fs::create_dir(directory.path().join(LOCK_FILE)).unwrap();
    let error = SqliteStore::open(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Failed { doing: "open", .. }), "{error}");
}

#[tokio::test]
async fn a_damaged_event_is_an_error_that_names_it() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).unwrap();
    open(&store, "m", log("m", 3)).await;
    open(&store, "n", log("n", 3)).await;
    // An empty event 3, which reads like an unknown kind of event.
    open_raw(directory.path()).execute("UPDATE events SET bytes = x'0803' WHERE number = 1 AND seq = 3", []).unwrap();
    let Err(StoreError::Damaged { match_id, event }) = store.events(&id("m"), Seq(0), 9).await else {
        panic!("a damaged event was read");
    };
    assert_eq!((match_id, event.seq, event.field), (id("m"), Seq(3), "event"));
    assert_eq!(store.events(&id("n"), Seq(0), 9).await.unwrap(), log("n", 3));
}

#[tokio::test]
async fn a_failing_file_fails_only_pending_appends() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(directory.path()).unwrap());
    let raw = open_raw(directory.path());
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let append = |name: &'static str| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.create(request("", 1), id(name), log(name, 1), None).await })
    };
    for waiting in [append("m-1"), append("m-2"), append("m-3")] {
        let failed = waiting.await.unwrap();
        assert!(matches!(failed, Err(StoreError::Failed { doing: "open a match", .. })), "{failed:?}");
    }
    raw.execute_batch("ROLLBACK").unwrap();
    assert_eq!(store.matches(MatchFilter::default(), None, 9).await, Ok(vec![]));
    append("m-1").await.unwrap().unwrap();
}

#[tokio::test]
async fn an_append_that_cannot_be_written_fails_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(directory.path()).unwrap());
    let names: Vec<String> = (1..=40).map(|number| format!("m-{number}")).collect();
    for name in &names {
        open(&*store, name, log(name, 0)).await;
    }
    let trigger = "CREATE TRIGGER bad_sector BEFORE INSERT ON events WHEN NEW.number % 10 = 7
        BEGIN SELECT RAISE(ABORT, 'bad sector'); END";
    open_raw(directory.path()).execute_batch(trigger).unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for name in names.clone() {
        let store = Arc::clone(&store);
        // Every other event ends its match, so the store writes it to the table of events at once.
        // The other events stay pending.
        let event = if name.ends_with(['1', '3', '5', '7', '9']) { ended(2) } else { moved(2) };
        tasks.spawn(async move { (store.append(&id(&name), Seq(1), Epoch::FIRST, vec![event]).await, name) });
    }
    let outcomes = tasks.join_all().await;
    drop(store);
    let store = SqliteStore::open(directory.path()).unwrap();
    for (outcome, name) in outcomes {
        let bad = name.ends_with('7');
        assert_eq!(outcome.is_err(), bad, "{name}: {outcome:?}");
        let kept = store.events(&id(&name), Seq(0), 9).await.unwrap().len();
        assert_eq!(kept, if bad { 1 } else { 2 }, "{name}");
    }
}

#[tokio::test]
async fn a_write_ahead_log_that_was_cut_loses_only_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).unwrap();
    let events = log("m", 60);
    open(&store, "m", events[..1].to_vec()).await;
    for event in &events[1..] {
        store.append(&id("m"), Seq(event.seq.0 - 1), Epoch::FIRST, vec![event.clone()]).await.unwrap();
    }
    let wal = format!("{DATABASE_FILE}-wal");
    let whole = fs::read(directory.path().join(&wal)).unwrap();
    let mut kept_before = usize::MAX;
    for cut in 0..24 {
        let copy = tempfile::tempdir().unwrap();
        fs::copy(directory.path().join(DATABASE_FILE), copy.path().join(DATABASE_FILE)).unwrap();
        // Odd lengths, so the cuts fall inside pages and headers.
        let length = whole.len() - whole.len() * cut / 24 - usize::from(cut > 0) * 13;
        fs::write(copy.path().join(&wal), &whole[..length]).unwrap();
        let Ok(store) = SqliteStore::open(copy.path()) else { panic!("cut to {length} bytes it does not open") };
        let kept = store.events(&id("m"), Seq(0), 99).await.unwrap();
        assert_eq!(kept, events[..kept.len()], "cut to {length} bytes");
        assert!(kept.len() <= kept_before && (cut > 0 || kept.len() == events.len()));
        kept_before = kept.len();
        let last = kept.last().map_or(Seq(0), |event| event.seq);
        match kept.len() {
            0 => open(&store, "m", events.clone()).await,
            kept => store.append(&id("m"), last, Epoch::FIRST, events[kept..].to_vec()).await.unwrap(),
        }
        assert_eq!(store.events(&id("m"), Seq(0), 99).await.unwrap(), events);
    }
    assert!(kept_before < events.len());
}
