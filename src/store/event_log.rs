//! The log: streams of events that only grow, each with the answer to the request that opened it.

use std::fmt;

use super::StoreFuture;
use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::{Event, Seed},
};

/// How many requests of one player are remembered; the oldest are forgotten first.
pub const REQUESTS_PER_PLAYER: usize = 256;

/// The name of a stream of events. Every stream is a match so far, and has its id.
pub type StreamId = MatchId;

/// Which owner of a stream appends. Whoever takes a stream over gets a greater epoch than all owners before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch(pub u64);

impl Epoch {
    /// The epoch of the owner that created the stream.
    pub const FIRST: Epoch = Epoch(1);
}

impl fmt::Display for Epoch {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

/// Streams of events, each numbered from 1 without a gap, and each with one owner at a time.
pub trait EventLog: Send + Sync {
    /// Creates a stream with its first `events`, owned under [`Epoch::FIRST`], and keeps its id in the same step as the answer
    /// to the request that asked for it. `seed` is kept beside the events: none of them has it before the match is over.
    ///
    /// The same request, or another with the same content for the same stream, gets [`Created::Before`], so that creating
    /// twice makes one stream. Events that do not open `stream`, or that could not be read back, are refused with
    /// [`StoreError::Malformed`](super::StoreError::Malformed).
    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created>;

    /// Makes the caller the owner of a stream, from now on under the epoch that it gets: appends of earlier owners are
    /// refused, also those that are under way. `None` if there is no such stream. To be called before the stream is read by
    /// whoever wants to append to it.
    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>>;

    /// Appends `events` to a stream whose newest event is `expected`, for the owner with this epoch. When it gives `Ok`, they
    /// are durable, all of them or none.
    ///
    /// An owner whose stream was taken over is refused with [`StoreError::Superseded`](super::StoreError::Superseded); one
    /// that expects another event, or appends to a stream that is over or not there, with
    /// [`StoreError::Conflict`](super::StoreError::Conflict). Events that do not follow `expected` without a gap, or that could
    /// not be read back, are refused with [`StoreError::Malformed`](super::StoreError::Malformed).
    ///
    /// An append that fails otherwise leaves nothing behind, or all of it where only the answer was lost. So the caller must
    /// read what follows `expected` before it appends anything else: where that is these very events, they are stored.
    /// [`StoreError::is_transient`](super::StoreError::is_transient) says whether trying again can help.
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()>;

    /// What [`EventLog::create`] would answer to a request that came before: [`Created::Before`] or [`Created::Reused`];
    /// `None` for one that is new.
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>>;

    /// The events of a stream after `after`, in order, at most `limit` of them. Every stream has a first event: an empty
    /// answer after [`Seq`] 0 means that there is no such stream. Where events that were pruned are missing between them, it is
    /// [`StoreError::Pruned`](super::StoreError::Pruned).
    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>>;

    /// The same for a table, or for a seat that is told what it missed: before all reads that no clock waits for.
    fn events_for_table(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        self.events(stream, after, limit)
    }

    /// Drops the events of a stream that is over, all but the first and the last, the oldest first and at most `most` of them,
    /// and its seed with the last of those. From the first of them on the stream is pruned, for ever. Gives whether all of it is
    /// done; one that is done already stays as it is. A stream that is not over, or not there, is refused with
    /// [`StoreError::Conflict`](super::StoreError::Conflict).
    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning>;

    /// The seed that a stream was created with; `None` where it has none, or was pruned.
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

/// How far [`EventLog::prune`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Nothing is left to be dropped.
    Done,
    Begun,
}

/// A request to create something, named by its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey {
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
    /// The same request came before and made this match, or the match is there and was made with the same content.
    Before(MatchId),
    /// The same request id came before with another content.
    Reused,
    /// The match's id is taken by one that was made with another content.
    Taken,
}
