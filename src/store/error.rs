//! Why a store did not do what it was asked.

use super::{event_log::Epoch, limits::BrokenEvent};
use crate::ids::{MatchId, Seq};

/// Why a call to a store failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The newest event is not the expected one, or the match is over.
    #[error("stale append: the newest event of the match is {newest}")]
    Conflict { newest: Seq },
    /// Another owner has taken the stream over: whoever appended does not own it any more.
    #[error("another owner has taken over the match: its epoch is {epoch}")]
    Superseded { epoch: Epoch },
    /// The events may not follow the newest one, or hold what no event may hold.
    #[error("the events cannot be appended: {0}")]
    Malformed(BrokenEvent),
    /// Events of a contest that cannot be stored.
    #[error("the events of a contest cannot be stored: {cause}")]
    BadContest {
        /// What is wrong, and what was expected.
        cause: String,
    },
    /// A stored event cannot be read: the file is damaged, or was written by a newer program.
    #[error("match {match_id} cannot be read: {event}")]
    Damaged { match_id: MatchId, event: BrokenEvent },
    /// The log of the match was pruned: nothing but its opening and its end is left.
    #[error("the log of match {match_id} was pruned")]
    Pruned { match_id: MatchId },
    /// No player has this name.
    #[error("unknown player")]
    UnknownPlayer,
    /// The store cannot do it now: the disk is full or fails, another process holds the file, or it cannot be written. It may
    /// recover.
    #[error("the store failed to {doing}: {cause}")]
    Failed { doing: &'static str, cause: String },
    /// The store is broken: its file is damaged, or was removed or replaced. Trying again does not help.
    #[error("the store is broken, and failed to {doing}: {cause}")]
    Broken { doing: &'static str, cause: String },
}

impl StoreError {
    /// Whether the same call may succeed later.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::Failed { .. })
    }
}
