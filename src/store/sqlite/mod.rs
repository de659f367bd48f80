//! A store in one SQLite file. Every acknowledged write survives a power cut.
//!
//! One thread writes: it puts all queued writes into one transaction, commits, and answers. A
//! single append is not delayed. Concurrent appends share one flush and their pages; a later merge
//! sorts them by match ([`pending`]). A few threads read.

mod accounts;
mod administration;
mod alongside;
mod consents;
mod contest_log;
mod copy;
mod database_files;
mod event_log;
mod match_index;
mod open;
mod pending;
mod readers;
mod tables;
mod token_cache;
mod tokens;
mod webhook_cursors;
mod write_connection;
mod writer;

use std::{fs::File, path::Path, sync::Arc, time::Duration};

use rusqlite::{Connection, ErrorCode};

pub use alongside::{HostTokenError, add_host_token};
pub use copy::{SchemaVersion, copy_database, schema_version, settle_database};
pub use database_files::COUNT_FILE;
use database_files::DatabaseFiles;
pub use open::{DATABASE_FILE, LOCK_FILE, OpenError};
pub use pending::PENDING_BYTES;
use readers::Readers;
pub use tables::{MEMORY_BYTES, Tables};
use writer::Writer;

use super::{StoreError, StoreFuture};

/// A store with everything in one file of a directory, used by one process at a time. Dropping it
/// waits for all queued writes.
pub struct SqliteStore {
    file: Arc<SqliteFile>,
    tables: Arc<Tables>,
}

/// An open file and its threads.
struct SqliteFile {
    writer: Writer,
    readers: Readers,
    files: Arc<DatabaseFiles>,
    /// The file whose lock protects the directory. As the last field, it is dropped last.
    _lock: File,
}

impl SqliteStore {
    /// Opens the store in `directory`, creating it if missing, and upgrades an older file.
    pub fn open(directory: &Path) -> Result<SqliteStore, OpenError> {
        SqliteStore::open_pending(directory, PENDING_BYTES)
    }

    /// Opens the store with another limit than [`PENDING_BYTES`].
    pub fn open_pending(directory: &Path, pending_bytes: usize) -> Result<SqliteStore, OpenError> {
        let opened = open::open(directory, pending_bytes)?;
        let files = Arc::new(opened.files);
        let file = Arc::new(SqliteFile {
            writer: Writer::start(opened.writing, Arc::clone(&files)).map_err(OpenError::threads)?,
            readers: Readers::start(opened.reading).map_err(OpenError::threads)?,
            files,
            _lock: opened.lock,
        });
        Ok(SqliteStore { tables: Arc::new(Tables::of_file(Arc::clone(&file))), file })
    }

    /// Returns the tables besides the match logs.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }
}

/// The reason why work on the file failed.
enum SqlError {
    /// The work was refused before anything was written.
    Refused(StoreError),
    Sql(rusqlite::Error),
}

impl From<StoreError> for SqlError {
    fn from(error: StoreError) -> SqlError {
        SqlError::Refused(error)
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> SqlError {
        SqlError::Sql(error)
    }
}

/// Returns the error of a call whose thread has exited.
fn thread_ended(doing: &'static str) -> StoreError {
    StoreError::Broken { doing, cause: "the store's thread has exited".to_owned() }
}

/// Converts an error of SQLite, and classifies it as transient or permanent.
fn store_error(doing: &'static str, error: &rusqlite::Error) -> StoreError {
    let cause = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TypeMismatch | ErrorCode::ApiMisuse) => {
            StoreError::Broken { doing, cause }
        }
        _ => StoreError::Failed { doing, cause },
    }
}

fn refused<'a, T: Send + 'a>(error: StoreError) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(Err(error)))
}

/// Converts a count.
fn sql_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Prepared statements per connection, more than the number of different statements.
const STATEMENTS: usize = 128;

/// Wait for another connection that holds the file. Only another program can, never another server.
const LOCKED_PATIENCE: Duration = Duration::from_secs(1);

/// Configures a connection.
fn prepare(file: &Connection) -> Result<(), rusqlite::Error> {
    file.set_prepared_statement_cache_capacity(STATEMENTS);
    file.busy_timeout(LOCKED_PATIENCE)
}
