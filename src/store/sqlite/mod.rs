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
mod error;
mod event_log;
mod match_index;
mod open;
mod pending;
mod readers;
mod tables;
mod token_cache;
mod values;
mod webhook_cursors;
mod write_connection;
mod writer;

use std::{path::Path, sync::Arc};

pub use alongside::{HostTokenError, add_host_token};
pub use copy::{SchemaVersion, copy_database, schema_version, settle_database};
pub use database_files::COUNT_FILE;
use open::SqliteFile;
pub use open::{DATABASE_FILE, LOCK_FILE, OpenError};
pub use pending::PENDING_BYTES;
pub use tables::{MEMORY_BYTES, Tables};

/// A store with everything in one file of a directory, used by one process at a time. Dropping it
/// waits for all queued writes.
pub struct SqliteStore {
    file: Arc<SqliteFile>,
    tables: Arc<Tables>,
}

impl SqliteStore {
    /// Opens the store in `directory`, creating it if missing, and upgrades an older file.
    pub fn open(directory: &Path) -> Result<SqliteStore, OpenError> {
        SqliteStore::open_pending(directory, PENDING_BYTES)
    }

    /// Opens the store with another limit than [`PENDING_BYTES`].
    pub fn open_pending(directory: &Path, pending_bytes: usize) -> Result<SqliteStore, OpenError> {
        let file = Arc::new(SqliteFile::open(directory, pending_bytes)?);
        Ok(SqliteStore { tables: Arc::new(Tables::of_file(Arc::clone(&file))), file })
    }

    /// Returns the tables besides the match logs.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }
}
