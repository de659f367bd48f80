//! Keeps events, players and answers. An acknowledged append survives a power cut. The only SQL.

use std::{future::Future, pin::Pin, sync::Arc};

use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::Event,
};

/// A store that all rooms share.
pub type SharedStore = Arc<dyn Store>;

/// What a store's calls give: they may wait for a disk, never for a lock held elsewhere.
pub type Kept<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where events, players and answers are kept.
pub trait Store: Send + Sync {
    /// Appends `events` to a match whose newest event is `expected` ([`Seq`] 0 for a new match). When it gives `Ok`, they
    /// are durable. Two owners of one match are harmless: the second append is refused with [`StoreError::Conflict`].
    fn append(&self, match_id: &MatchId, expected: Seq, events: Vec<Event>) -> Kept<'_, ()>;

    /// Like [`Store::append`] with a new match, and keeps `answer` with it under the request that asked for it.
    fn create(&self, request: RequestKey, answer: MatchId, events: Vec<Event>) -> Kept<'_, Created>;

    /// Every event of a match after `after`, in order, at most `limit`.
    fn events(&self, match_id: &MatchId, after: Seq, limit: usize) -> Kept<'_, Vec<Event>>;

    /// Matches whose last event is not their end, the oldest first: those that a restart brings back.
    fn unfinished(&self) -> Kept<'_, Vec<MatchId>>;

    /// A page of matches, the newest first, beginning behind `before`.
    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> Kept<'_, Vec<MatchId>>;

    /// Adds a player, or renews the token digest of the one that exists when `replace` is given.
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> Kept<'_, Registered>;

    /// Replaces a player's token digest.
    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> Kept<'_, ()>;

    /// The player with this token digest.
    fn player_of(&self, token_digest: [u8; 32]) -> Kept<'_, Option<PlayerId>>;

    /// Players in the order of their names, beginning behind `after`.
    fn players(&self, after: Option<PlayerId>, limit: usize) -> Kept<'_, Vec<PlayerId>>;

    /// Whether a player has this name.
    fn has_player(&self, player: &PlayerId) -> Kept<'_, bool>;
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
    /// Only those that have ended, or only those that have not.
    pub over: Option<bool>,
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
    /// The disk or the file failed.
    #[error("the store failed to {doing}: {cause}")]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// What went wrong.
        cause: String,
    },
}
