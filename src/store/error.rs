//! The results of store calls, and their errors.

use std::{fmt, future::Future, pin::Pin};

use referee_ids::{MatchId, Seq};

use super::limits::BrokenEvent;

/// The result of a store call. The call may wait for a disk, but never for a lock held elsewhere.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The newest event is not the expected one, or the match is over.
    #[error("stale append: the newest event of the match is {newest}")]
    Conflict { newest: Seq },
    /// Another owner has taken over the stream.
    #[error("another owner has taken over the match: its epoch is {epoch}")]
    Superseded { epoch: Epoch },
    /// The events do not follow the newest one, or break a limit.
    #[error("the events cannot be appended: {0}")]
    Malformed(BrokenEvent),
    /// Events of a contest that cannot be stored.
    #[error("the events of a contest cannot be stored: {cause}")]
    BadContest {
        /// The problem, and the expected form.
        cause: String,
    },
    /// A stored event is unreadable: the file is damaged, or from a newer program.
    #[error("match {match_id} cannot be read: {event}")]
    Damaged { match_id: MatchId, event: BrokenEvent },
    /// The log of the match was pruned: only its first and last event are left.
    #[error("the log of match {match_id} was pruned")]
    Pruned { match_id: MatchId },
    #[error("unknown player")]
    UnknownPlayer,
    /// A temporary failure: the disk is full or fails, or another process holds the file.
    #[error("the store failed to {doing}: {cause}")]
    Failed { doing: &'static str, cause: String },
    /// A permanent failure: the file is damaged, or was removed or replaced.
    #[error("the store is broken and failed to {doing}: {cause}")]
    Broken { doing: &'static str, cause: String },
}

/// The number of an ownership of a stream. Each takeover gets a greater epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch(pub u64);

impl Epoch {
    /// Epoch of the stream's creator.
    pub const FIRST: Epoch = Epoch(1);
}

impl fmt::Display for Epoch {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl StoreError {
    /// Returns whether the same call may succeed later.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::Failed { .. })
    }
}
