//! The accounts of a simulated store. They fail like the rest of the store.

use referee::{
    ids::PlayerId,
    store::{
        Account, AccountChange, AccountFilter, Accounts, AuditEntry, Digest, Grant, NewAccount, NewToken, PublicId,
        Registered, Replaces, Revoked, StoreFuture, TokenAdded, TokenRow,
    },
};

use super::Handle;

impl Accounts for Handle {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered> {
        self.write(async move { self.core.tables.register(new).await })
    }
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        let player = player.clone();
        self.write(async move { self.core.tables.ensure_house(&player).await })
    }
    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>> {
        let player = player.clone();
        self.read(async move { self.core.tables.account(&player).await })
    }
    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>> {
        self.read(async move { self.core.tables.accounts(filter, after, limit).await })
    }
    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>> {
        self.read(async move { self.core.tables.barred(players).await })
    }
    fn change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, Option<Account>> {
        let player = player.clone();
        self.write(async move { self.core.tables.change(&player, change, audit).await })
    }
    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>> {
        self.read(self.core.tables.grant(digest))
    }
    fn add_token(
        &self,
        player: &PlayerId,
        token: NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, TokenAdded> {
        let player = player.clone();
        self.write(async move { self.core.tables.add_token(&player, token, replaces, most, audit).await })
    }
    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>> {
        self.read(self.core.tables.token(id))
    }
    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>> {
        let player = player.clone();
        self.read(async move { self.core.tables.tokens(&player, after, limit).await })
    }
    fn revoke(&self, player: &PlayerId, tokens: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize> {
        let player = player.clone();
        self.write(async move { self.core.tables.revoke(&player, tokens, audit).await })
    }
}
