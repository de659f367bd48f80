//! Accounts: players, their owners, and the digests of their tokens.

pub(super) mod guests;
pub(super) mod sign_ins;
pub(super) mod skeleton;
pub(super) mod tokens;

use referee_ids::PlayerId;

use super::{AuditEntry, Digest, StoreFuture};
use tokens::{NewToken, PublicId, Replaces, Revoked, TokenAdded, TokenRow};

/// Players by name, with their tokens. Only SHA-256 digests of tokens are stored.
///
/// An [`AuditEntry`] argument is written in the same transaction, if the action succeeds.
pub trait Accounts: Send + Sync {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered>;

    /// Makes a player a house bot: adds it if missing, and removes its tokens and owner.
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()>;

    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>>;

    /// Returns a page of accounts by name, starting after `after`.
    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>>;

    /// Returns the banned and retired players among these. Unknown names are ignored.
    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>>;

    /// Returns the display names of those players whose display name differs from their name.
    fn display_names(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<(PlayerId, String)>> {
        Box::pin(async move {
            let mut names = Vec::new();
            for player in players {
                let account = self.account(&player).await?;
                names.extend(account.map(|account| (player, account.display_name)));
            }
            names.retain(|(player, name)| !name.is_empty() && name != player.as_str());
            Ok(names)
        })
    }

    /// Changes an account and returns it; `None` if the owner already owns the maximum. Fails with
    /// [`StoreError::UnknownPlayer`](super::StoreError::UnknownPlayer).
    fn change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, Option<Account>>;

    /// Returns the rights of the token with this digest; `None` if the token is unknown.
    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>>;

    /// Gives a player a token, up to `most` unexpired ones; [`NewToken::created_unix_ms`] is the
    /// current time. Fails with [`StoreError::UnknownPlayer`](super::StoreError::UnknownPlayer) for
    /// an unknown player or a house bot.
    fn add_token(
        &self,
        player: &PlayerId,
        token: NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, TokenAdded>;

    /// Returns the token with this id.
    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>>;

    /// Returns a page of a player's tokens by id, starting after `after`.
    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>>;

    /// Removes tokens of a player; returns their number.
    fn revoke(&self, player: &PlayerId, tokens: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize>;
}

/// A player to add.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub player: PlayerId,
    /// The owner of a bot. An owner has no owner itself.
    pub owner: Option<PlayerId>,
    /// Whether the player is a guest.
    pub is_guest: bool,
    /// Display name; if empty, the name is shown.
    pub display_name: String,
    /// First token of the player.
    pub token: Option<NewToken>,
    /// Creation time in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Digest of the recovery code; `None` for a player without one.
    pub recovery_code: Option<Digest>,
    /// Digest of an invite code; `None` if the server requires no invite.
    pub invite: Option<Digest>,
    /// Maximum active bots of the owner.
    pub most_owned: usize,
}

/// The outcome of [`Accounts::register`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The player is new and durable.
    New,
    /// The player exists with the same token and owner.
    Before,
    Taken,
    /// The name looks like the name of this player.
    LooksLike(PlayerId),
    /// Another player has a token with this digest.
    TokenTaken,
    /// Unknown, expired or used-up invite code.
    BadInvite,
    /// The owner already owns the maximum number of bots.
    Full,
    /// The owner is unknown, a house bot, or owned by another player.
    NoOwner,
}

/// A stored player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub player: PlayerId,
    pub owner: Option<PlayerId>,
    /// Display name; if empty, the name is shown.
    pub display_name: String,
    /// Whether the account is a house bot.
    pub is_house: bool,
    /// Whether the account is a guest, released or not.
    pub is_guest: bool,
    /// Whether the player may play. A ban of an owner includes the owner's bots.
    pub state: AccountState,
    /// Creation time in milliseconds since 1970; 0 if unknown.
    pub created_unix_ms: i64,
}

/// Whether a player may play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountState {
    Active,
    /// Retired by the owner, who may revive the bot.
    Retired,
    /// Banned by the host, or through its owner.
    Banned {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    DisplayName(String),
    Retire,
    /// Revives the bot, unless its owner has `most` active bots.
    Revive {
        /// Maximum active bots.
        most: usize,
    },
    /// Sets a new recovery code, given by its digest.
    RecoveryCode(Digest),
    /// Bans the player, for this reason.
    Ban(String),
    /// Lifts the ban.
    Unban,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountFilter {
    /// Only bots of this player.
    pub owner: Option<PlayerId>,
    /// Only banned accounts, and bots of banned owners.
    pub is_banned: bool,
}

/// The rights of a presented token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The token; it may have expired.
    pub token: TokenRow,
    pub state: AccountState,
    /// Whether the player is a guest.
    pub is_guest: bool,
}
