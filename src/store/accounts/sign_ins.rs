//! Ways to a new token without an old one: recovery codes and device codes. The store keeps only
//! SHA-256 digests of codes.

use referee_ids::PlayerId;

use crate::{AccountState, AuditEntry, Digest, NewToken, PublicId, Replaces, Scopes, StoreFuture, TokenAdded};

/// Recovery codes and device codes of players.
pub trait SignIns: Send + Sync {
    /// Gives a player a token and a new recovery code.
    fn recover(&self, recovery: Recovery) -> StoreFuture<'_, SignIn>;

    /// Stores a device code and removes expired ones, unless the player has `most` open codes.
    /// Returns whether the code was stored.
    fn add_device_code(&self, code: NewDeviceCode, most: usize) -> StoreFuture<'_, bool>;

    /// Uses up a device code, and gives its player a token with the scopes of the code, up to
    /// `most` tokens. The new token expires with the token that created the code. If that token
    /// ends earlier, so does the code.
    fn redeem_device_code(&self, code: Digest, token: NewToken, most: usize) -> StoreFuture<'_, SignIn>;
}

/// A player that gets a token and a new recovery code.
#[derive(Clone, Debug)]
pub struct Recovery {
    pub player: PlayerId,
    /// Digest of the code to use up; `None` for an administrator, who needs no code.
    pub used: Option<Digest>,
    /// Digest of the new code; `None` for a player without codes, such as a bot.
    pub code: Option<Digest>,
    pub token: NewToken,
    pub replaces: Replaces,
    /// Maximum unexpired tokens of the player.
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
    /// Token that created the code.
    pub token: PublicId,
    /// Scopes of the token that the code will give.
    pub scopes: Scopes,
    /// Creation time in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Expiry in milliseconds since 1970.
    pub expires_unix_ms: i64,
}

/// The result of a sign-in with a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignIn {
    /// The code is not a code of this player, used up, or expired; or the player is unknown.
    WrongCode,
    /// The code is right, but its player may not play.
    Barred(AccountState),
    /// The result of adding the token. If the token is new, the code is used up.
    Token(TokenAdded),
}
