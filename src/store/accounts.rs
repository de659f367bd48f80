//! The accounts: players, and the digests of their tokens.

use super::StoreFuture;
use crate::ids::PlayerId;

/// Players by name. Tokens are kept as SHA-256 digests only.
pub trait Accounts: Send + Sync {
    /// Adds a player.
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, Registered>;

    /// Makes a player one of the house's: adds it if it is missing, and removes its token if it has one.
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()>;

    /// Replaces a player's token digest. [`StoreError::UnknownPlayer`](super::StoreError::UnknownPlayer) if there is no such
    /// player.
    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, ()>;

    /// The player with this token digest.
    fn player_of(&self, token_digest: [u8; 32]) -> StoreFuture<'_, Option<PlayerId>>;

    /// A page of players in the order of their names, beginning after `after`.
    fn players(&self, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>>;

    /// Whether a player has this name.
    fn has_player(&self, player: &PlayerId) -> StoreFuture<'_, bool>;
}

/// What became of [`Accounts::register`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The player is new and durable.
    New,
    /// The name is taken.
    Taken,
}
