//! Errors of work on the file.

use rusqlite::ErrorCode;

use crate::{StoreError, StoreFuture};

/// The reason why work on the file failed.
pub(super) enum SqlError {
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

impl SqlError {
    pub(super) fn into_store_error(self, doing: &'static str) -> StoreError {
        match self {
            SqlError::Refused(error) => error,
            SqlError::Sql(error) => store_error(doing, &error),
        }
    }
}

/// Returns the error of a call whose thread has exited.
pub(super) fn thread_ended(doing: &'static str) -> StoreError {
    StoreError::Broken { doing, cause: "the store's thread has exited".to_owned() }
}

/// Converts an error of SQLite, and classifies it as transient or permanent.
pub(super) fn store_error(doing: &'static str, error: &rusqlite::Error) -> StoreError {
    let cause = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TypeMismatch | ErrorCode::ApiMisuse) => {
            StoreError::Broken { doing, cause }
        }
        _ => StoreError::Failed { doing, cause },
    }
}

pub(super) fn refused<'a, T: Send + 'a>(error: StoreError) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(Err(error)))
}
