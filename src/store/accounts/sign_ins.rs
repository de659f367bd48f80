//! Ways to a new token without an old one: recovery codes and device codes. Only SHA-256 digests of
//! codes are stored.

use referee_ids::PlayerId;

use crate::{AccountState, AuditEntry, Digest, NewToken, PublicId, Replaces, Scopes, StoreFuture, TokenAdded};

/// Recovery codes and device codes of players.
pub trait SignIns: Send + Sync {
    /// Gives a player a token and a new recovery code.
    fn recover(&self, recovery: Recovery) -> StoreFuture<'_, SignIn>;

    /// Stores a device code and removes expired ones, unless its player has `most` open ones;
    /// returns whether it did.
    fn add_device_code(&self, code: NewDeviceCode, most: usize) -> StoreFuture<'_, bool>;

    /// Uses up a device code and gives its player a token with the code's scopes and the expiry of
    /// the token that made it, up to `most` tokens. A code ends with that token.
    fn redeem_device_code(&self, code: Digest, token: NewToken, most: usize) -> StoreFuture<'_, SignIn>;
}

/// A player that gets a token and a new recovery code.
#[derive(Clone, Debug)]
pub struct Recovery {
    pub player: PlayerId,
    /// Digest of the code that it uses up; `None` for an administrator, who needs none.
    pub used: Option<Digest>,
    /// Digest of its new code; `None` if it has no code, such as a bot.
    pub code: Option<Digest>,
    /// Its new token.
    pub token: NewToken,
    pub replaces: Replaces,
    /// Maximum unexpired tokens.
    pub most: usize,
    /// Written in the same transaction, if the player gets the token.
    pub audit: Option<AuditEntry>,
}

/// A device code to store.
#[derive(Clone, Debug)]
pub struct NewDeviceCode {
    /// Digest of the code.
    pub digest: Digest,
    pub player: PlayerId,
    /// Token that makes it.
    pub token: PublicId,
    /// Scopes of the token that it will give.
    pub scopes: Scopes,
    /// In milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Expiry.
    pub expires_unix_ms: i64,
}

/// The outcome of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignIn {
    /// The player has no such code, or the code is used up or expired. An unknown player too.
    WrongCode,
    /// The code is right, but its player may not play.
    Barred(AccountState),
    /// The code is used up if the token is new.
    Token(TokenAdded),
}
