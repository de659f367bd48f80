//! Append-only event streams. The id of a stream is stored as the answer to the request that
//! created it.

use referee_ids::{MatchId, PlayerId, Seq};
use referee_law::{Event, Seed};

use super::error::{Epoch, StoreFuture};

/// Maximum requests remembered per player; the oldest are forgotten first.
pub const REQUESTS_PER_PLAYER: usize = 256;

/// The id of an event stream, which is a match id.
pub type StreamId = MatchId;

/// Event streams, each numbered from 1 without gaps, with one owner at a time.
pub trait EventLog: Send + Sync {
    /// Creates a stream with its first `events`, owned under [`Epoch::FIRST`], and stores its id as
    /// the answer to the request, atomically. `seed` is stored separately: no event contains it
    /// before the end.
    ///
    /// A repeated request, or another with the same content for the same stream, gets
    /// [`Created::Before`]. Events that do not open `stream`, or could not be read back, fail with
    /// [`StoreError::Malformed`](super::StoreError::Malformed).
    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created>;

    /// Makes the caller the owner of a stream under a new epoch: appends of earlier owners fail,
    /// even those in flight. `None` if the stream does not exist. Call this before reading a stream
    /// to append to it.
    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>>;

    /// Appends `events` to a stream whose newest event is `expected`, for the owner with this
    /// epoch. On `Ok`, all events are durable. On an error, none are, with the exception below.
    ///
    /// Fails with [`StoreError::Superseded`](super::StoreError::Superseded) after a takeover, with
    /// [`StoreError::Conflict`](super::StoreError::Conflict) if the newest event differs or the
    /// stream is over or missing, and with [`StoreError::Malformed`](super::StoreError::Malformed)
    /// if the events do not follow `expected` without gaps or could not be read back.
    ///
    /// After any other error the events may still be stored, if only the answer was lost. So read
    /// the events after `expected` before appending anything else.
    /// [`StoreError::is_transient`](super::StoreError::is_transient) tells whether a retry can
    /// help.
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()>;

    /// Returns the answer of [`EventLog::create`] to a repeated request: [`Created::Before`] or
    /// [`Created::Reused`]; `None` for a new request.
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>>;

    /// Returns at most `limit` events of a stream after `after`, in order. Every stream has a first
    /// event, so the answer to [`Seq`] 0 is empty only if the stream does not exist. Fails with
    /// [`StoreError::Pruned`](super::StoreError::Pruned) if events in between were pruned.
    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>>;

    /// Returns events for a table or for a seat that catches up. A clock may be waiting for these
    /// events, so they come before other reads.
    fn events_for_table(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        self.events(stream, after, limit)
    }

    /// Deletes at most `most` of the oldest events of a finished stream, except the first and the
    /// last, and finally the seed. The stream is pruned from the first deletion on. Returns whether
    /// the pruning is complete; idempotent. Fails with
    /// [`StoreError::Conflict`](super::StoreError::Conflict) if the stream is unfinished or
    /// missing.
    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning>;

    /// Returns the seed of a stream; `None` if it has none or was pruned.
    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>>;

    /// Returns whether the last write failed, so that the next write probably fails too. Does not
    /// block.
    fn is_failing(&self) -> bool {
        false
    }

    /// Commits an empty write, to check whether a failed store has recovered.
    fn probe(&self) -> StoreFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Progress of [`EventLog::prune`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// The pruning is complete.
    Done,
    Begun,
}

/// A creation request, identified by its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey {
    pub player: PlayerId,
    /// The caller's id of the request; a request with an empty id is not remembered.
    pub request_id: String,
    /// SHA-256 of the request, to detect the same id with other content.
    pub content: [u8; 32],
}

/// The outcome of [`EventLog::create`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// The match is new and durable.
    New,
    /// The request is a repeat, or the match exists with the same content.
    Before(MatchId),
    /// The request id was used with other content.
    Reused,
    /// The match exists with other content.
    Taken,
}
