//! Opening the file: the lock, the settings, the migrations.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};

use super::{prepare, readers::READERS};
use crate::store::migrations::{Form, MIGRATIONS, form, migrate};

/// The name of the database in its directory. SQLite puts `-wal` and `-shm` beside it.
pub const DATABASE_FILE: &str = "referee.sqlite";
/// The name of the file whose lock says that a process uses the directory.
pub const LOCK_FILE: &str = "lock";

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process, or another store of this one, has the directory open.
    #[error("{} is in use by another process", directory.display())]
    InUse {
        /// Which.
        directory: PathBuf,
    },
    /// A newer program has written the file.
    #[error("{} has form {found}, this program knows forms up to {known}: use a newer program", file.display())]
    Newer {
        /// Which.
        file: PathBuf,
        /// Its form.
        found: usize,
        /// The newest form that this program knows.
        known: usize,
    },
    /// The file is another program's.
    #[error("{} is a database of another program", file.display())]
    Foreign {
        /// Which.
        file: PathBuf,
    },
    /// The directory or the file failed.
    #[error("failed to {doing} {}: {cause}", path.display())]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// To which file or directory.
        path: PathBuf,
        /// What went wrong.
        cause: String,
    },
    /// The system gave no thread.
    #[error("failed to start the store's threads: {cause}")]
    Threads {
        /// What went wrong.
        cause: io::Error,
    },
}

impl OpenError {
    /// The system gave no thread.
    pub(super) fn threads(cause: io::Error) -> OpenError {
        OpenError::Threads { cause }
    }
}

/// An open directory.
pub(super) struct Opened {
    pub(super) writing: Connection,
    pub(super) reading: Vec<Connection>,
    pub(super) lock: File,
}

/// Opens a directory, which is made if it is missing.
pub(super) fn open(directory: &Path) -> Result<Opened, OpenError> {
    make(directory)?;
    let lock = lock(directory)?;
    let path = directory.join(DATABASE_FILE);
    let failed = |doing| move |cause: rusqlite::Error| OpenError::failed(doing, &directory.join(DATABASE_FILE), cause);

    let mut writing = Connection::open(&path).map_err(failed("open"))?;
    prepare(&writing).map_err(failed("open"))?;
    let done = match form(&writing).map_err(failed("read"))? {
        Form::Empty => 0,
        Form::Ours(done) if done <= MIGRATIONS.len() => done,
        Form::Ours(found) => return Err(OpenError::Newer { file: path, found, known: MIGRATIONS.len() }),
        Form::Foreign => return Err(OpenError::Foreign { file: path }),
    };
    set_durable(&writing).map_err(failed("set up"))?;
    migrate(&mut writing, done).map_err(failed("bring up to date"))?;

    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut reading = Vec::with_capacity(READERS);
    for _ in 0..READERS {
        let connection = Connection::open_with_flags(&path, flags).map_err(failed("open"))?;
        prepare(&connection).map_err(failed("open"))?;
        reading.push(connection);
    }
    sync_directory(directory)?;
    Ok(Opened { writing, reading, lock })
}

/// Every commit is flushed to the disk before it is answered. `synchronous=NORMAL` would be faster and lose the last
/// commits in a power cut.
fn set_durable(file: &Connection) -> Result<(), rusqlite::Error> {
    file.pragma_update(None, "journal_mode", "wal")?;
    file.pragma_update(None, "synchronous", "full")?;
    // A burst must not leave a huge write-ahead log behind for ever.
    file.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)
}

/// Makes a directory that is missing, and makes sure that its parent remembers it.
fn make(directory: &Path) -> Result<(), OpenError> {
    if directory.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(directory).map_err(|cause| OpenError::failed("make", directory, cause))?;
    match directory.parent() {
        Some(parent) if parent.as_os_str().is_empty() => sync_directory(Path::new(".")),
        Some(parent) => sync_directory(parent),
        None => Ok(()),
    }
}

/// The system frees the lock when the process ends, however it ends.
fn lock(directory: &Path) -> Result<File, OpenError> {
    let path = directory.join(LOCK_FILE);
    let file = File::create(&path).map_err(|cause| OpenError::failed("open", &path, cause))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { directory: directory.to_owned() }),
        Err(TryLockError::Error(cause)) => Err(OpenError::failed("lock", &path, cause)),
    }
}

/// Flushes the names in a directory: a new file's content is safe only with its name.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> Result<(), OpenError> {
    File::open(directory)
        .and_then(|directory| directory.sync_all())
        .map_err(|cause| OpenError::failed("flush", directory, cause))
}

/// Elsewhere directories cannot be flushed by hand.
#[cfg(not(unix))]
fn sync_directory(_directory: &Path) -> Result<(), OpenError> {
    Ok(())
}

impl OpenError {
    fn failed(doing: &'static str, path: &Path, cause: impl ToString) -> OpenError {
        OpenError::Failed { doing, path: path.to_owned(), cause: cause.to_string() }
    }
}
