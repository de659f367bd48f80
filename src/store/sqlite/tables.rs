//! Tables besides the match logs: accounts, administration, consents, contests, webhooks. SQL in
//! the file of the matches, or in memory.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::{
    error::SqlError,
    open::{OpenError, SqliteFile, failed, prepare},
    readers::ReadConnection,
    token_cache::TokenCache,
    write_connection::WriteConnection,
};
use crate::{
    StoreFuture,
    migrations::{FIRST, migrate},
};

/// Maximum size of tables in memory, in bytes. Beyond this size, every write fails.
pub const MEMORY_BYTES: i64 = 1 << 30;

pub struct Tables {
    place: Place,
    pub(super) tokens: Arc<TokenCache>,
}

enum Place {
    /// In the file of the matches, used on the file's threads.
    File(Arc<SqliteFile>),
    /// In memory, used directly on the caller's thread, since a simulation has only one thread.
    Memory(Mutex<Connection>),
}

impl Tables {
    pub(super) fn of_file(file: Arc<SqliteFile>) -> Tables {
        Tables { place: Place::File(file), tokens: Arc::new(TokenCache::new()) }
    }

    /// Creates empty tables in memory.
    pub fn in_memory() -> Result<Tables, OpenError> {
        let made = || -> Result<Connection, rusqlite::Error> {
            let mut connection = Connection::open_in_memory()?;
            prepare(&connection)?;
            let page_bytes: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            connection.pragma_update(None, "max_page_count", MEMORY_BYTES / page_bytes)?;
            migrate(&mut connection, FIRST)?;
            Ok(connection)
        };
        let connection = made().map_err(|cause| failed("make", ":memory:".as_ref(), cause))?;
        Ok(Tables { place: Place::Memory(Mutex::new(connection)), tokens: Arc::new(TokenCache::new()) })
    }

    pub(super) fn read<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqlError> + Send + 'static,
    {
        match &self.place {
            Place::File(file) => file.readers.run(doing, move |file: &ReadConnection| work(file)),
            Place::Memory(connection) => Box::pin(async move {
                let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                work(&connection).map_err(|error| error.into_store_error(doing))
            }),
        }
    }

    /// Runs `work` in a transaction. `work` must check everything before it writes, since a refusal
    /// does not roll back.
    pub(super) fn write<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, SqlError> + Send + 'static,
    {
        self.write_then(doing, work, || {})
    }

    /// Runs `work`, and calls `then` before the answer, even if the caller no longer waits.
    pub(super) fn write_then<T, F, A>(&self, doing: &'static str, work: F, then: A) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, SqlError> + Send + 'static,
        A: FnOnce() + Send + 'static,
    {
        match &self.place {
            Place::File(file) => file.writer.run_then(doing, move |file: &WriteConnection| work(file), then),
            Place::Memory(connection) => Box::pin(async move {
                let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                let outcome = in_transaction(&mut connection, work);
                then();
                outcome.map_err(|error| error.into_store_error(doing))
            }),
        }
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    work: impl Fn(&Connection) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    // Dropping an uncommitted transaction rolls it back.
    let transaction = connection.transaction()?;
    let done = work(&transaction)?;
    transaction.commit()?;
    Ok(done)
}
