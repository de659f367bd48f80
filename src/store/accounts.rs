//! The accounts: players, who owns them, and the digests of their tokens.

use super::{
    AuditEntry, Digest, StoreFuture,
    tokens::{Grant, NewToken, PublicId, Replaces, Revoked, TokenAdded, TokenRow},
};
use crate::ids::PlayerId;

/// Players by name, with their tokens. Of a token the SHA-256 digest is kept only.
///
/// Whatever takes an [`AuditEntry`] writes it in the same transaction, and only if it was done.
pub trait Accounts: Send + Sync {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered>;

    /// Makes a player one of the house's: adds it if it is missing, and removes its tokens and its owner if it has any.
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()>;

    /// The account of a player.
    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>>;

    /// A page of accounts in the order of their names, beginning after `after`.
    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>>;

    /// Those of these players who may not play. Names of nobody are ignored.
    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>>;

    /// Returns the display names of those of these players that have one other than their name.
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

    /// Changes an account; gives it as it is then, or `None` where its owner owns as many as it may.
    /// [`StoreError::UnknownPlayer`](super::StoreError::UnknownPlayer) if there is no such player.
    fn change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, Option<Account>>;

    /// What the token of this digest stands for; `None` where there is none.
    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>>;

    /// Gives a player a token. It may have `most` that have not expired; [`NewToken::created_unix_ms`] is now.
    /// [`StoreError::UnknownPlayer`](super::StoreError::UnknownPlayer) if there is no such player, or it is the house's.
    fn add_token(
        &self,
        player: &PlayerId,
        token: NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, TokenAdded>;

    /// The token with this id.
    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>>;

    /// A page of a player's tokens in the order of their ids, beginning after `after`.
    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>>;

    /// Removes tokens of a player; gives how many there were.
    fn revoke(&self, player: &PlayerId, tokens: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize>;
}

/// A player to be added.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub player: PlayerId,
    /// Who owns it; a player who is owned owns nobody.
    pub owner: Option<PlayerId>,
    /// What it is called where people read; empty is its name.
    pub display_name: String,
    /// Its first token.
    pub token: Option<NewToken>,
    /// When it is added, in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// The digest of the code of an invite, where one is needed.
    pub invite: Option<Digest>,
    /// How many players its owner may own that are not retired.
    pub most_owned: usize,
}

/// What became of [`Accounts::register`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The player is new and durable.
    New,
    /// The player was added before with the same token and owner.
    Before,
    Taken,
    /// The name looks like this player's.
    LooksLike(PlayerId),
    /// The digest is that of a token that another player has.
    TokenTaken,
    /// No invite has this code, or it has expired or was used as often as it can be.
    BadInvite,
    /// The owner owns as many as it may.
    Full,
    /// The owner is nobody, the house's, or owned itself.
    NoOwner,
}

/// A player as the store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub player: PlayerId,
    pub owner: Option<PlayerId>,
    /// What it is called where people read; empty is its name.
    pub display_name: String,
    /// Whether it is the house's.
    pub is_house: bool,
    /// Whether it may play; a player whose owner is banned is banned too.
    pub state: AccountState,
    /// When it was added, in milliseconds since 1970; 0 where that was not noted.
    pub created_unix_ms: i64,
}

/// Whether a player may play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountState {
    Active,
    /// Its owner has retired it, and may revive it.
    Retired,
    /// The host has banned it, or its owner.
    Banned {
        reason: String,
    },
}

/// What changes of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// What it is called where people read.
    DisplayName(String),
    Retire,
    /// It is retired no more, unless its owner owns `most` that are not retired.
    Revive {
        /// How many it may own.
        most: usize,
    },
    /// It is banned, for this reason.
    Ban(String),
    /// It is banned no more.
    Unban,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountFilter {
    /// Those that this player owns.
    pub owner: Option<PlayerId>,
    /// Those that are banned, or whose owner is.
    pub is_banned: bool,
}
