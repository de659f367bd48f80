//! Keeps events, players and answers. The only SQL.
//!
//! [`Store`] is what the hall stands on; [`MemoryStore`] forgets with the process, [`SqliteStore`] acknowledges only what
//! survives a power cut. [`codec`] turns events into bytes and JSON, [`limits`] says what an event may hold, [`record`] is
//! the transcript of a match, and [`seal`] makes it provable.

pub mod codec;
pub mod limits;
pub mod memory;
mod migrations;
pub mod record;
pub mod rows;
pub mod seal;
pub mod sqlite;

use std::{future::Future, pin::Pin, sync::Arc};

use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::{Event, Seed},
};
pub use limits::BrokenEvent;
pub use memory::MemoryStore;
pub use rows::{MatchEnd, MatchRow, MatchState};
pub use sqlite::{OpenError, SqliteStore};

/// How many requests of one player are remembered; the oldest are forgotten first.
pub const REQUESTS_PER_PLAYER: usize = 256;

/// A store that all rooms share.
pub type SharedStore = Arc<dyn Store>;

/// What a store's calls give: they may wait for a disk, never for a lock held elsewhere.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where events, players and answers are kept.
pub trait Store: Send + Sync {
    /// Appends `events` to a match whose newest event is `expected` ([`Seq`] 0 for a new match). When it gives `Ok`, they
    /// are durable, all of them or none. Two owners of one match are harmless: the second append is refused with
    /// [`StoreError::Conflict`]. Events that do not follow `expected` without a gap, or that could not be read back, are
    /// refused with [`StoreError::Malformed`].
    ///
    /// An append that fails otherwise leaves nothing behind, or all of it where only the answer was lost. So whoever
    /// goes on reads what follows `expected` before anything else is appended: where that is the very events, they are stored.
    /// [`StoreError::is_transient`] says whether trying again can help.
    fn append(&self, match_id: &MatchId, expected: Seq, events: Vec<Event>) -> StoreFuture<'_, ()>;

    /// Appends the first `events` of the new match `answer`, and keeps it in the same step as the answer to the request that
    /// asked for it. `seed` is kept beside them: it is in no event before the match is over. An id that is taken is a
    /// [`StoreError::Conflict`].
    fn create(
        &self,
        request: RequestKey,
        answer: MatchId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created>;

    /// The seed that a match was created with, for whoever plays it on.
    fn seed(&self, match_id: &MatchId) -> StoreFuture<'_, Option<Seed>>;

    /// What [`Store::create`] would answer to a request that came before: [`Created::Before`] or [`Created::Reused`];
    /// `None` for one that is new.
    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>>;

    /// Every event of a match after `after`, in order, at most `limit`. Every match has a first event: none at all is a
    /// match that is not here.
    fn events(&self, match_id: &MatchId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>>;

    /// Matches whose last event is not their end, the oldest first, those that cannot be read among them: a restart brings
    /// them back.
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>>;

    /// A page of matches, the newest first, beginning behind `before`; nothing behind one that is not here. No log is read.
    /// One that cannot be read fails nothing: it is [`MatchState::Unreadable`].
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>>;

    /// One match as a list shows it; `None` for none.
    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>>;

    /// Notes that the log of a match cannot be read, and why. The next append takes it back.
    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> StoreFuture<'_, ()>;

    /// Adds a player.
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, Registered>;

    /// Makes a player the house's own: adds it if it is missing, and takes away any token.
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()>;

    /// Replaces a player's token digest; [`StoreError::UnknownPlayer`] for none.
    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, ()>;

    /// The player with this token digest.
    fn player_of(&self, token_digest: [u8; 32]) -> StoreFuture<'_, Option<PlayerId>>;

    /// Players in the order of their names, beginning behind `after`.
    fn players(&self, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>>;

    /// Whether a player has this name.
    fn has_player(&self, player: &PlayerId) -> StoreFuture<'_, bool>;

    /// Whether the last write failed, so that the next one probably will. Cheap: it waits for nothing.
    fn is_failing(&self) -> bool {
        false
    }

    /// Writes something that changes nothing, so that a store that failed shows whether it is well again.
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

/// What became of [`Store::create`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// The match is new and durable.
    New,
    /// The same request came before and made this match.
    Before(MatchId),
    /// The same request id came before with another content.
    Reused,
}

/// What became of [`Store::register`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The player is new and durable.
    New,
    /// The name is taken.
    Taken,
}

/// Which matches are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// Only those that stand there.
    pub state: Option<MatchState>,
    /// Only those that are not over.
    pub unfinished: bool,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those with this player.
    pub player: Option<PlayerId>,
}

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
