//! Why a store did not do what it was asked.

use super::limits::BrokenEvent;
use crate::ids::{MatchId, Seq};

/// Why a store did not do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The match's newest event is another than was expected.
    #[error("the match has gone on: its newest event is {newest}")]
    Conflict {
        /// The newest event's number.
        newest: Seq,
    },
    /// The events that were to be appended are not what may follow.
    #[error("the events cannot be appended: {0}")]
    Malformed(BrokenEvent),
    /// A stored event cannot be read: the file is damaged, or was written by a newer program.
    #[error("match {match_id} cannot be read: {event}")]
    Damaged {
        /// Which match.
        match_id: MatchId,
        /// Its event.
        event: BrokenEvent,
    },
    /// No player has this name.
    #[error("no player has this name")]
    UnknownPlayer,
    /// The store cannot do it now: the disk is full or fails, another process holds the file, it cannot be written. It may
    /// be well again later.
    #[error("the store failed to {doing}: {cause}")]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// What went wrong.
        cause: String,
    },
    /// The store is broken: its file is damaged, was removed or replaced. Trying again does not help.
    #[error("the store is broken, and failed to {doing}: {cause}")]
    Broken {
        /// What was being done.
        doing: &'static str,
        /// What went wrong.
        cause: String,
    },
}

impl StoreError {
    /// Whether the same may succeed later without anybody's change to what is asked.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::Failed { .. })
    }
}
