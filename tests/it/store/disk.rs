//! Faults of the disk and the file under the SQLite store. The store loses no acknowledged event,
//! never serves an incomplete file, and recovers together with the disk.

use std::{
    fs::{self, OpenOptions},
    io::{Read as _, Seek as _, SeekFrom, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::Duration,
};

use referee::{
    ids::Seq,
    store::{
        Accounts as _, Epoch, EventLog as _, MatchFilter, MatchIndex as _, OpenError, SqliteStore, StoreError,
        sqlite::{COUNT_FILE, DATABASE_FILE},
    },
};
use rusqlite::Connection;

use super::sample::{id, log, moved, open, player};
use crate::logged::Logged;

/// The name of the write-ahead log.
fn wal() -> String {
    format!("{DATABASE_FILE}-wal")
}

/// Returns the directories of an original store and of a copy, with the files as a killed process
/// leaves them.
async fn killed(moves: u64) -> (tempfile::TempDir, tempfile::TempDir) {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = SqliteStore::open(from.path()).unwrap();
    open(&store, "m", log("m", 0)).await;
    for seq in 2..2 + moves {
        store.append(&id("m"), Seq(seq - 1), Epoch::FIRST, vec![moved(seq)]).await.unwrap();
    }
    for name in [DATABASE_FILE, COUNT_FILE, wal().as_str()] {
        fs::copy(from.path().join(name), to.path().join(name)).unwrap();
    }
    drop(store);
    (from, to)
}

fn error_of(directory: &Path) -> OpenError {
    SqliteStore::open(directory).err().expect("it is not served")
}

#[tokio::test]
async fn a_killed_store_has_everything() {
    let (_from, to) = killed(20).await;
    let store = SqliteStore::open(to.path()).unwrap();
    assert_eq!(store.events(&id("m"), Seq(0), 99).await.unwrap(), log("m", 20));
}

#[tokio::test]
async fn a_lost_write_ahead_log_is_noticed() {
    let (_from, to) = killed(20).await;
    fs::remove_file(to.path().join(wal())).unwrap();
    let error = error_of(to.path());
    assert!(matches!(error, OpenError::Behind { .. }), "{error}");
    assert!(error.to_string().contains("-wal"), "{error}");
    // Without the count file, the store cannot notice the loss, and opens.
    fs::remove_file(to.path().join(COUNT_FILE)).unwrap();
    SqliteStore::open(to.path()).unwrap();
}

#[tokio::test]
async fn a_write_ahead_log_that_was_cut_is_noticed() {
    let (_from, to) = killed(20).await;
    let file = OpenOptions::new().write(true).open(to.path().join(wal())).unwrap();
    file.set_len(file.metadata().unwrap().len() / 2).unwrap();
    let error = error_of(to.path());
    assert!(matches!(error, OpenError::Behind { found, noted, .. } if found < noted), "{error}");
}

#[tokio::test]
async fn an_emptied_or_missing_database_is_noticed_and_its_log_left_alone() {
    for is_removed in [true, false] {
        let (_from, to) = killed(20).await;
        let database = to.path().join(DATABASE_FILE);
        let log = fs::read(to.path().join(wal())).unwrap();
        if is_removed {
            fs::remove_file(&database).unwrap()
        } else {
            fs::write(&database, []).unwrap()
        }
        let error = error_of(to.path());
        assert!(matches!(error, OpenError::Behind { found: 0, .. }), "{error}");
        assert_eq!(fs::read(to.path().join(wal())).unwrap(), log, "what can still be saved is there");
    }
}

#[tokio::test]
async fn an_empty_database_is_rejected_despite_a_damaged_commit_count() {
    let (_from, to) = killed(20).await;
    fs::write(to.path().join(COUNT_FILE), "x").unwrap();
    drop(SqliteStore::open(to.path()).expect("nothing that can be seen is missing"));
    fs::write(to.path().join(COUNT_FILE), "x").unwrap();
    for name in [DATABASE_FILE, wal().as_str()] {
        // Closing the store may already have removed the log.
        let _ = fs::remove_file(to.path().join(name));
    }
    let error = error_of(to.path());
    assert!(matches!(error, OpenError::Behind { found: 0, .. }), "{error}");
}

#[tokio::test]
async fn an_older_copy_is_noticed() {
    let (from, to) = killed(20).await;
    let store = SqliteStore::open(to.path()).unwrap();
    store.append(&id("m"), Seq(21), Epoch::FIRST, vec![moved(22)]).await.unwrap();
    drop(store);
    fs::copy(from.path().join(DATABASE_FILE), to.path().join(DATABASE_FILE)).unwrap();
    assert!(matches!(error_of(to.path()), OpenError::Behind { .. }));
}

#[tokio::test]
async fn a_damaged_page_is_noticed_at_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).unwrap();
    open(&store, "m", log("m", 2_000)).await;
    drop(store);
    let mut file = OpenOptions::new().read(true).write(true).open(directory.path().join(DATABASE_FILE)).unwrap();
    let length = file.metadata().unwrap().len();
    // Damages the head of a page in the middle of the file.
    file.seek(SeekFrom::Start(length / 2 / 4096 * 4096)).unwrap();
    let mut head = [0; 64];
    file.read_exact(&mut head).unwrap();
    head.iter_mut().for_each(|byte| *byte ^= 0xff);
    file.seek(SeekFrom::Current(-64)).unwrap();
    file.write_all(&head).unwrap();
    drop(file);
    let error = error_of(directory.path());
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

/// A page is damaged while the server runs. Only the match on that page becomes unreadable.
#[tokio::test]
async fn a_damaged_page_fails_no_list() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).unwrap();
    for name in ["m-1", "m-2", "m-3"] {
        open(&store, name, log(name, 2)).await;
    }
    let raw = Connection::open(directory.path().join(DATABASE_FILE)).unwrap();
    raw.execute("UPDATE events SET bytes = x'ffff' WHERE number = 2 AND seq = 1", []).unwrap();
    let rows = store.matches(MatchFilter::default(), None, 9).await.unwrap();
    let states: Vec<_> = rows.iter().map(|row| (row.match_id.as_str(), row.opened.is_some())).collect();
    assert_eq!(states, [("m-3", true), ("m-2", false), ("m-1", true)]);
}

#[tokio::test]
async fn appends_fail_after_the_file_is_removed() {
    for name in [DATABASE_FILE.to_owned(), wal()] {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(directory.path()).unwrap();
        open(&store, "m", log("m", 0)).await;
        let (here, away) = (directory.path().join(&name), directory.path().join("away"));
        fs::rename(&here, &away).unwrap();
        assert!(store.is_failing(), "{name}: it is noticed without a write");
        let failed = store.append(&id("m"), Seq(1), Epoch::FIRST, vec![moved(2)]).await.expect_err("it is not kept");
        assert!(matches!(failed, StoreError::Broken { .. }) && !failed.is_transient(), "{failed}");
        assert!(store.probe().await.is_err());
        fs::rename(&away, &here).unwrap();
        store.append(&id("m"), Seq(1), Epoch::FIRST, vec![moved(2)]).await.unwrap();
        assert!(!store.is_failing());
    }
}

#[tokio::test]
async fn a_locked_file_fails_the_store_temporarily() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(directory.path()).unwrap());
    open(&*store, "m", log("m", 0)).await;
    let raw = Connection::open(directory.path().join(DATABASE_FILE)).unwrap();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let failed = store.append(&id("m"), Seq(1), Epoch::FIRST, vec![moved(2)]).await.expect_err("another holds it");
    assert!(failed.is_transient() && store.is_failing(), "{failed}");
    assert_eq!(store.events(&id("m"), Seq(0), 9).await.unwrap().len(), 1, "it can be read meanwhile");
    raw.execute_batch("ROLLBACK").unwrap();
    store.probe().await.unwrap();
    assert!(!store.is_failing());
    store.append(&id("m"), Seq(1), Epoch::FIRST, vec![moved(2)]).await.unwrap();
}

/// A small file system (`tmpfs`).
pub struct SmallDisk {
    directory: tempfile::TempDir,
}

impl SmallDisk {
    /// Mounts a file system of this size (as for `mount`, such as `2m`). If this process may not
    /// mount, runs `test` again in a private namespace and returns `None`.
    pub fn mount_for(test: &str, size: &str) -> Option<SmallDisk> {
        let directory = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(directory.path())
            .output();
        if mounted.is_ok_and(|ran| ran.status.success()) {
            return Some(SmallDisk { directory });
        }
        // In a private namespace, any user may mount.
        let this = std::env::current_exe().unwrap();
        let mut again = Command::new("unshare");
        again.args(["--user", "--map-root-user", "--mount"]).arg(this).args(["--exact", test]);
        let ran = again.output().expect("`unshare` runs");
        assert!(
            ran.status.success(),
            "{}{}",
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(&ran.stderr)
        );
        None
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Fills the disk, and returns the file that fills it.
    pub fn fill(&self) -> PathBuf {
        let filler = self.path().join("filler");
        let mut file = fs::File::create(&filler).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
        filler
    }

    fn free(&self) {
        fs::remove_file(self.path().join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The lazy unmount waits for stores that are still open.
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[tokio::test]
async fn a_full_disk_fails_writes_until_there_is_room() {
    let Some(disk) = SmallDisk::mount_for("store::disk::a_full_disk_fails_writes_until_there_is_room", "2m") else {
        return;
    };
    let store = SqliteStore::open(disk.path()).unwrap();
    open(&store, "m", log("m", 0)).await;
    disk.fill();
    let mut last = 1;
    let failed = loop {
        match store.append(&id("m"), Seq(last), Epoch::FIRST, vec![moved(last + 1)]).await {
            Ok(()) => last += 1,
            Err(error) => break error,
        }
        assert!(last < 10_000, "the disk is never full");
    };
    assert!(failed.is_transient() && store.is_failing(), "{failed}");
    assert_eq!(
        store.events(&id("m"), Seq(0), 20_000).await.unwrap(),
        log("m", last - 1),
        "what was acknowledged is there"
    );
    assert!(store.probe().await.is_err());
    disk.free();
    store.append(&id("m"), Seq(last), Epoch::FIRST, vec![moved(last + 1)]).await.unwrap();
    assert!(!store.is_failing());
    assert_eq!(store.events(&id("m"), Seq(0), 20_000).await.unwrap(), log("m", last));
    drop(store);
}

/// The house players exist already, so the start needs no write.
#[tokio::test]
async fn a_store_opens_on_a_full_disk() {
    let Some(disk) = SmallDisk::mount_for("store::disk::a_store_opens_on_a_full_disk", "2m") else { return };
    let store = SqliteStore::open(disk.path()).unwrap();
    store.tables().ensure_house(&player("house-random")).await.unwrap();
    open(&store, "m", log("m", 3)).await;
    drop(store);
    // Leaves a few pages free, because SQLite maps its index of the log from a file.
    disk.fill();
    let filler = OpenOptions::new().write(true).open(disk.path().join("filler")).unwrap();
    filler.set_len(filler.metadata().unwrap().len() - 64 * 1024).unwrap();
    let store = SqliteStore::open(disk.path()).unwrap();
    fs::write(disk.path().join("rest"), vec![0; 128 * 1024]).expect_err("it is full");
    store.tables().ensure_house(&player("house-random")).await.unwrap();
    assert_eq!(store.events(&id("m"), Seq(0), 9).await.unwrap(), log("m", 3));
    drop(store);
}

#[tokio::test]
async fn the_files_are_private() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("data");
    let (logged, _guard) = Logged::listen();
    (0..2).for_each(|_| drop(SqliteStore::open(&inner).unwrap()));
    assert_eq!(logged.lines("was accessible to others"), 0, "what it makes itself never was");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    // Gives the files the modes that older versions left.
    fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(inner.join(DATABASE_FILE), fs::Permissions::from_mode(0o644)).unwrap();
    let store = SqliteStore::open(&inner).unwrap();
    assert_eq!(logged.lines("was accessible to others"), 2, "the directory, and the database");
    open(&store, "m", log("m", 0)).await;
    assert_eq!(mode(&inner), 0o700);
    for entry in fs::read_dir(&inner).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
    }
    // A shared directory keeps its mode, but the store's own files become private.
    fs::write(directory.path().join("a-neighbour"), "x").unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let _beside = SqliteStore::open(directory.path()).unwrap();
    assert_eq!(mode(directory.path()), 0o755);
    assert_eq!(mode(&directory.path().join(DATABASE_FILE)), 0o600);
}

#[tokio::test]
async fn a_slow_lock_of_seconds_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(directory.path()).unwrap());
    open(&*store, "m", log("m", 0)).await;
    let path = directory.path().join(DATABASE_FILE);
    let raw = Connection::open(path).unwrap();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let held = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(3));
        raw.execute_batch("ROLLBACK").unwrap();
    });
    let (mut failures, mut last) = (0, 1);
    while !held.is_finished() || last < 20 {
        match store.append(&id("m"), Seq(last), Epoch::FIRST, vec![moved(last + 1)]).await {
            Ok(()) if last < 5_000 => last += 1,
            Ok(()) => break,
            Err(error) if error.is_transient() => failures += 1,
            Err(error) => panic!("{error}"),
        }
    }
    held.join().unwrap();
    assert!(failures >= 1, "it was never locked");
    assert_eq!(store.events(&id("m"), Seq(0), 9_000).await.unwrap(), log("m", last - 1));
}
