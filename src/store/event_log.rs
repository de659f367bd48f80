//! Append-only event streams, each with the answer to the request that opened it.

use std::fmt;

use referee_ids::{MatchId, PlayerId, Seq};
use referee_law::{Event, Seed};

use super::StoreFuture;

/// Maximum remembered requests per player; the oldest are forgotten first.
pub const REQUESTS_PER_PLAYER: usize = 256;

/// The id of an event stream, which is a match id.
pub type StreamId = MatchId;

/// Identifies the owner of a stream. Each takeover gets a greater epoch.
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
    /// even those in flight. `None` if it does not exist. Call it before reading a stream to append
    /// to it.
    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>>;

    /// Appends `events` to a stream whose newest event is `expected`, for the owner with this
    /// epoch. On `Ok` all are durable; on an error none, with the exception below.
    ///
    /// Fails with [`StoreError::Superseded`](super::StoreError::Superseded) after a takeover, with
    /// [`StoreError::Conflict`](super::StoreError::Conflict) if the newest event differs or the
    /// stream is over or missing, and with [`StoreError::Malformed`](super::StoreError::Malformed)
    /// if the events do not follow `expected` without gaps or could not be read back.
    ///
    /// After any other error the events may still be stored, if only the answer was lost. So the
    /// caller must read what follows `expected` before it appends anything else.
    /// [`StoreError::is_transient`](super::StoreError::is_transient) tells whether a retry can
    /// help.
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()>;

    /// Returns what [`EventLog::create`] would answer to a repeated request: [`Created::Before`] or
    /// [`Created::Reused`]; `None` for a new one.
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>>;

    /// Returns at most `limit` events of a stream after `after`, in order. Every stream has a first
    /// event, so an empty answer after [`Seq`] 0 means that it does not exist. Fails with
    /// [`StoreError::Pruned`](super::StoreError::Pruned) if events in between were pruned.
    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>>;

    /// Returns events for a table or a catching-up seat, before reads that no clock waits for.
    fn events_for_table(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        self.events(stream, after, limit)
    }

    /// Deletes at most `most` of the oldest events of a finished stream, except the first and the
    /// last, and finally its seed. The stream is pruned from the first deletion on. Returns whether
    /// it is complete; idempotent. Fails with [`StoreError::Conflict`](super::StoreError::Conflict)
    /// if the stream is unfinished or missing.
    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning>;

    /// Returns the seed of a stream; `None` without one, or once pruned.
    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>>;

    /// Returns whether the last write failed, so that the next one probably will. Does not block.
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
    /// Complete.
    Done,
    Begun,
}

/// A creation request, identified by its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey {
    pub player: PlayerId,
    /// The caller's id; an empty one is not remembered.
    pub request_id: String,
    /// SHA-256 of the request, to detect reuse of the id with other content.
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
