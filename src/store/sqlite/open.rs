//! Opens the database file: lock, settings and migrations.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{
    database_files::{COUNT_FILE, CommitCount, DatabaseFiles, commit_count, own},
    pending::{Merger, commits},
    readers::{CONNECTIONS, ReadConnection, Readers},
    write_connection::WriteConnection,
    writer::Writer,
};
use crate::migrations::{FIRST, KNOWN, Schema, migrate, schema};

/// Name of the database file in its directory. SQLite adds files with `-wal` and `-shm`.
pub const DATABASE_FILE: &str = "referee.sqlite";
/// Name of the file whose lock marks the directory as used.
pub const LOCK_FILE: &str = "lock";

/// Maximum attempts to get the lock.
const LOCK_TRIES: u32 = 50;
/// Pause between attempts.
const LOCK_WAIT: Duration = Duration::from_millis(10);

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process, or another store of this one, uses the directory.
    #[error("{} is in use by another process", directory.display())]
    InUse { directory: PathBuf },
    /// The file is from a newer program.
    #[error("{} has schema version {found}, this program knows versions up to {known}: use a newer program", file.display())]
    Newer {
        file: PathBuf,
        found: usize,
        /// Newest version that this program knows.
        known: usize,
    },
    /// The file is from a program before the first release.
    #[error("{} has schema version {found}, from before the first release ({FIRST}): use a new data \
        directory", file.display())]
    Older { file: PathBuf, found: usize },
    /// The file belongs to another program.
    #[error("{} is a database of another program", file.display())]
    Foreign { file: PathBuf },
    #[error("{} is damaged: {found}. Restore a backup of the directory, or recover data with `sqlite3 FILE \
        .recover`", file.display())]
    Damaged { file: PathBuf, found: String },
    /// Commits are missing: the file was emptied, replaced by an older copy, or lost its
    /// write-ahead log.
    #[error(
        "{} holds {found} commits of at least {noted}: the file was emptied, replaced by an older copy, \
         or lost its `-wal` file. \
         Restore the missing files, or remove {} to continue without the lost commits",
        file.display(),
        count_file.display()
    )]
    Behind {
        file: PathBuf,
        /// Number of commits found.
        found: u64,
        noted: u64,
        count_file: PathBuf,
    },
    /// The directory or file failed.
    #[error("failed to {doing} {}: {cause}", path.display())]
    Failed { doing: &'static str, path: PathBuf, cause: String },
    /// No threads from the system.
    #[error("failed to start the store's threads: {cause}")]
    Threads { cause: io::Error },
}

impl OpenError {
    /// Returns the error that the system gives no threads.
    fn threads(cause: io::Error) -> OpenError {
        OpenError::Threads { cause }
    }
}

/// An open file and its threads.
pub(super) struct SqliteFile {
    pub(super) writer: Writer,
    pub(super) readers: Readers,
    pub(super) files: Arc<DatabaseFiles>,
    /// The file whose lock protects the directory. As the last field, it is dropped last.
    _lock: File,
}

impl SqliteFile {
    /// Opens the file in `directory`, and starts its threads.
    pub(super) fn open(directory: &Path, pending_bytes: usize) -> Result<SqliteFile, OpenError> {
        let opened = open(directory, pending_bytes)?;
        let files = Arc::new(opened.files);
        Ok(SqliteFile {
            writer: Writer::start(opened.writing, Arc::clone(&files)).map_err(OpenError::threads)?,
            readers: Readers::start(opened.reading).map_err(OpenError::threads)?,
            files,
            _lock: opened.lock,
        })
    }
}

struct OpenFiles {
    writing: WriteConnection,
    reading: Vec<ReadConnection>,
    files: DatabaseFiles,
    lock: File,
}

/// Opens a directory, creating it if missing. Pending events move to their table once they have
/// more than `pending_bytes`.
fn open(directory: &Path, pending_bytes: usize) -> Result<OpenFiles, OpenError> {
    make(directory)?;
    let lock = lock(directory)?;
    let (path, count_file) = (directory.join(DATABASE_FILE), directory.join(COUNT_FILE));
    let noted = match commit_count(&count_file) {
        CommitCount::Nothing => 0,
        CommitCount::Commits(number) => number,
        // There was at least one commit, or the file would be empty.
        CommitCount::Garbled => {
            let file = count_file.display();
            tracing::warn!(%file, "failed to read the number of commits: lost commits may go unnoticed");
            1
        }
    };
    let behind = |found| OpenError::Behind { file: path.clone(), found, noted, count_file: count_file.clone() };
    // SQLite deletes the write-ahead log of an empty file, so check the size before SQLite opens
    // it.
    if noted > 0 && fs::metadata(&path).map_or(0, |found| found.len()) == 0 {
        return Err(behind(0));
    }
    keep_to_ourselves(directory, &path)?;
    let failed = |doing| move |cause: rusqlite::Error| OpenError::failed(doing, &directory.join(DATABASE_FILE), cause);

    let mut writing = Connection::open(&path).map_err(failed("open"))?;
    prepare(&writing).map_err(failed("open"))?;
    let next = match version(&writing, &path)? {
        None if noted > 0 => return Err(behind(0)),
        None => FIRST,
        Some(found) => found + 1,
    };
    check_pages(&writing, &path)?;
    set_durable(&writing).map_err(failed("set up"))?;
    migrate(&mut writing, next).map_err(failed("upgrade"))?;
    let commits = commits(&writing).map_err(failed("read"))?;
    let found = u64::try_from(commits).unwrap_or(0);
    if found < noted {
        return Err(behind(found));
    }

    let merger = match Merger::load(&writing, pending_bytes).map_err(failed("read"))? {
        Ok(merger) => merger,
        Err(row) => return Err(OpenError::Damaged { file: path, found: format!("row {row} of pending_events") }),
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut reading = Vec::with_capacity(CONNECTIONS);
    for _ in 0..CONNECTIONS {
        let connection = Connection::open_with_flags(&path, flags).map_err(failed("open"))?;
        prepare(&connection).map_err(failed("open"))?;
        reading.push(ReadConnection::new(connection, Arc::clone(merger.pending())));
    }
    sync_directory(directory)?;
    let log = directory.join(format!("{DATABASE_FILE}-wal"));
    let files = DatabaseFiles::of(vec![path, log], &count_file)
        .map_err(|cause| OpenError::failed("open", &count_file, cause))?;
    Ok(OpenFiles { writing: WriteConnection::new(writing, merger, commits), reading, files, lock })
}

/// Prepared statements per connection, more than the number of different statements.
const STATEMENTS: usize = 128;

/// Wait for another connection that holds the file. Only another program can, never another server.
const LOCKED_PATIENCE: Duration = Duration::from_secs(1);

/// Configures a connection.
pub(super) fn prepare(file: &Connection) -> Result<(), rusqlite::Error> {
    file.set_prepared_statement_cache_capacity(STATEMENTS);
    file.busy_timeout(LOCKED_PATIENCE)
}

/// Returns the schema version of a usable database; `None` if it is empty.
pub(super) fn version(database: &Connection, file: &Path) -> Result<Option<usize>, OpenError> {
    let file = file.to_path_buf();
    match schema(database).map_err(|cause| OpenError::failed("read", &file, cause))? {
        Schema::Empty => Ok(None),
        Schema::Ours(found @ FIRST..=KNOWN) => Ok(Some(found)),
        Schema::Ours(found) if found < FIRST => Err(OpenError::Older { file, found }),
        Schema::Ours(found) => Err(OpenError::Newer { file, found, known: KNOWN }),
        Schema::Foreign => Err(OpenError::Foreign { file }),
    }
}

/// Time limit for the search for damaged pages at a start.
const CHECK_WITHIN: Duration = Duration::from_secs(5);

/// Searches for damaged pages at the start, before a match reads one.
fn check_pages(file: &Connection, path: &Path) -> Result<(), OpenError> {
    let (done, waiting) = mpsc::sync_channel::<()>(0);
    let interrupt = file.get_interrupt_handle();
    let watch = thread::spawn(move || {
        if waiting.recv_timeout(CHECK_WITHIN) == Err(mpsc::RecvTimeoutError::Timeout) {
            interrupt.interrupt();
        }
    });
    let found = file.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    drop(done);
    // The thread only waits, and cannot panic.
    let _ = watch.join();
    match found {
        Ok(found) if found == "ok" => Ok(()),
        Ok(found) => Err(OpenError::Damaged { file: path.to_owned(), found }),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
            tracing::info!(
                "the database is large: it was checked for damaged pages for {} s only",
                CHECK_WITHIN.as_secs()
            );
            Ok(())
        }
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
            Err(OpenError::Damaged { file: path.to_owned(), found: error.to_string() })
        }
        Err(error) => Err(OpenError::failed("check", path, error)),
    }
}

/// Flushes every commit before it is acknowledged. `synchronous=NORMAL` would be faster, but could
/// lose the last commits in a power cut.
pub(super) fn set_durable(file: &Connection) -> Result<(), rusqlite::Error> {
    file.pragma_update(None, "journal_mode", "wal")?;
    file.pragma_update(None, "synchronous", "full")?;
    // Without this limit, the write-ahead log would stay as large as the largest burst of writes
    // made it.
    file.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)
}

/// Creates a missing directory durably.
fn make(directory: &Path) -> Result<(), OpenError> {
    if directory.is_dir() {
        return Ok(());
    }
    let failed = |cause| OpenError::failed("make", directory, cause);
    directory.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    let mut ours_alone = DirBuilder::new();
    ours_alone.mode(0o700);
    // Another process may create the directory at the same time; the lock decides which one uses
    // it.
    ours_alone.create(directory).or_else(|cause| if directory.is_dir() { Ok(()) } else { Err(failed(cause)) })?;
    match directory.parent() {
        Some(parent) if parent.as_os_str().is_empty() => sync_directory(Path::new(".")),
        Some(parent) => sync_directory(parent),
        None => Ok(()),
    }
}

/// Takes the lock. The system frees it when the process ends. If the process was killed while it
/// started another program, the lock stays until that program has started.
fn lock(directory: &Path) -> Result<File, OpenError> {
    let path = directory.join(LOCK_FILE);
    let file = own(OpenOptions::new().create(true).write(true).truncate(true))
        .open(&path)
        .map_err(|cause| OpenError::failed("open", &path, cause))?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_WAIT),
            Err(TryLockError::Error(cause)) => return Err(OpenError::failed("lock", &path, cause)),
        }
    }
    Err(OpenError::InUse { directory: directory.to_owned() })
}

/// Flushes a directory, since a new file is durable only if its name is.
fn sync_directory(directory: &Path) -> Result<(), OpenError> {
    File::open(directory)
        .and_then(|directory| directory.sync_all())
        .map_err(|cause| OpenError::failed("flush", directory, cause))
}

/// Removes other users' access to the files: they contain seeds of live matches.
fn keep_to_ourselves(directory: &Path, database: &Path) -> Result<(), OpenError> {
    let failed = |cause| OpenError::failed("restrict access to", directory, cause);
    let made = OpenOptions::new().create(true).append(true).mode(0o600).open(database);
    made.map_err(|cause| OpenError::failed("open", database, cause))?;
    let mut ours_alone = true;
    for entry in fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        match name.starts_with(DATABASE_FILE) || name == LOCK_FILE || name == COUNT_FILE {
            true => restrict(&entry.path(), 0o600)?,
            false => ours_alone = false,
        }
    }
    // A directory with other content may be meant for other users too.
    if ours_alone { restrict(directory, 0o700) } else { Ok(()) }
}

fn restrict(path: &Path, mode: u32) -> Result<(), OpenError> {
    let failed = |cause| OpenError::failed("restrict access to", path, cause);
    let found = fs::metadata(path).map_err(failed)?.permissions().mode() & 0o777;
    if found & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(mode)).map_err(failed)?;
    tracing::info!("{} was accessible to others ({found:03o}): changed its mode to {mode:03o}", path.display());
    Ok(())
}

pub(super) fn failed(doing: &'static str, path: &Path, cause: impl ToString) -> OpenError {
    OpenError::failed(doing, path, cause)
}

impl OpenError {
    fn failed(doing: &'static str, path: &Path, cause: impl ToString) -> OpenError {
        OpenError::Failed { doing, path: path.to_owned(), cause: cause.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_given_up_in_a_moment_is_waited_for() {
        let directory = tempfile::tempdir().expect("a directory");
        let held = lock(directory.path()).expect("the lock is free");
        assert!(matches!(lock(directory.path()), Err(OpenError::InUse { .. })));
        let (waits, wait) = mpsc::channel::<()>();
        let holder = thread::spawn(move || {
            // The holder releases the lock while the other store still waits, so that the other one
            // gets it.
            let _ = wait.recv();
            drop(held);
        });
        drop(waits);
        lock(directory.path()).expect("the lock is free again");
        holder.join().expect("it only waits");
    }
}
