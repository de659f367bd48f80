//! The log: streams of events that only grow, each with the answer to the request that opened it.

use super::StoreFuture;
use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::{Event, Seed},
};

/// How many requests of one player are remembered; the oldest are forgotten first.
pub const REQUESTS_PER_PLAYER: usize = 256;

/// The name of a stream of events. Every stream is a match so far, and has its id.
pub type StreamId = MatchId;

/// Streams of events, each numbered from 1 without a gap.
pub trait EventLog: Send + Sync {
    /// Appends `events` to a stream whose newest event is `expected` ([`Seq`] 0 for a new stream). When it gives `Ok`, they
    /// are durable, all of them or none. Two owners of one stream are harmless: the second append is refused with
    /// [`StoreError::Conflict`](super::StoreError::Conflict). Events that do not follow `expected` without a gap, or that could not be read back, are
    /// refused with [`StoreError::Malformed`](super::StoreError::Malformed).
    ///
    /// An append that fails otherwise leaves nothing behind, or all of it where only the answer was lost. So the caller must
    /// read what follows `expected` before it appends anything else: where that is these very events, they are stored.
    /// [`StoreError::is_transient`](super::StoreError::is_transient) says whether trying again can help.
    fn append(&self, stream: &StreamId, expected: Seq, events: Vec<Event>) -> StoreFuture<'_, ()>;

    /// Opens a stream with its first `events`, and keeps its id in the same step as the answer to the request that asked for
    /// it. `seed` is kept beside them: it is in no event before the match is over. An id that is taken is a
    /// [`StoreError::Conflict`](super::StoreError::Conflict).
    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created>;

    /// What [`EventLog::create`] would answer to a request that came before: [`Created::Before`] or [`Created::Reused`];
    /// `None` for one that is new.
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>>;

    /// The events of a stream after `after`, in order, at most `limit` of them. Every stream has a first event: an empty
    /// answer after [`Seq`] 0 means that there is no such stream.
    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>>;

    /// The seed that a stream was created with; `None` where it has none.
    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>>;

    /// Whether the last write failed, so that the next one probably will. Cheap: it waits for nothing.
    fn is_failing(&self) -> bool {
        false
    }

    /// Commits a write that changes nothing, to find out whether a store that failed takes writes again.
    fn probe(&self) -> StoreFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A request to create something, named by its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey {
    /// Who asked.
    pub player: PlayerId,
    /// What the caller named it; empty is never remembered.
    pub request_id: String,
    /// SHA-256 of the request's content, so that another request under the same name is noticed.
    pub content: [u8; 32],
}

/// What became of [`EventLog::create`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// The match is new and durable.
    New,
    /// The same request came before and made this match.
    Before(MatchId),
    /// The same request id came before with another content.
    Reused,
}
