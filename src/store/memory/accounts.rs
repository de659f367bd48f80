//! The accounts in memory.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::{MAX_PLAYERS, MemoryStore, ready};
use crate::{
    ids::PlayerId,
    store::{
        Account, AccountChange, AccountFilter, AccountState, Accounts, Administration, Announcement, AuditEntry,
        AuditRow, Digest, Grant, Invite, NewAccount, NewAnnouncement, NewInvite, NewToken, PublicId, Registered,
        Replaces, Revoked, StoreError, StoreFuture, TokenAdded, TokenRow, skeleton,
    },
};

/// The most entries of the audit that are kept in memory; the oldest are dropped first.
pub const MAX_AUDIT: usize = 10_000;

/// All that is kept of accounts, and beside them.
#[derive(Default)]
pub(super) struct AccountsState {
    players: BTreeMap<PlayerId, Player>,
    /// Who has the name that looks like this.
    skeletons: HashMap<String, PlayerId>,
    tokens: BTreeMap<PublicId, TokenRow>,
    digests: HashMap<Digest, PublicId>,
    invites: BTreeMap<PublicId, (Digest, Invite)>,
    announcements: Vec<Announcement>,
    announced: u64,
    audit: VecDeque<AuditRow>,
}

#[derive(Clone, Default)]
struct Player {
    owner: Option<PlayerId>,
    display_name: String,
    is_house: bool,
    is_retired: bool,
    ban_reason: Option<String>,
    created_unix_ms: i64,
}

impl Accounts for MemoryStore {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered> {
        ready(self.accounts_state().register(new))
    }

    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        ready(self.accounts_state().ensure_house(player))
    }

    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>> {
        ready(Ok(self.accounts_state().account(player)))
    }

    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>> {
        let state = self.accounts_state();
        let names = state.players.keys().filter(|name| after.as_ref().is_none_or(|after| *name > after));
        let fits = |account: &Account| {
            filter.owner.as_ref().is_none_or(|owner| account.owner.as_ref() == Some(owner))
                && (!filter.is_banned || matches!(account.state, AccountState::Banned { .. }))
        };
        ready(Ok(names.filter_map(|name| state.account(name)).filter(fits).take(limit).collect()))
    }

    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>> {
        let state = self.accounts_state();
        let accounts = players.iter().filter_map(|player| state.account(player));
        ready(Ok(accounts.filter(|account| account.state != AccountState::Active).collect()))
    }

    fn change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, Option<Account>> {
        ready(self.accounts_state().change(player, change, audit))
    }

    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>> {
        ready(Ok(self.accounts_state().grant(&digest)))
    }

    fn add_token(
        &self,
        player: &PlayerId,
        token: NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, TokenAdded> {
        ready(self.accounts_state().add_token(player, &token, replaces, most, audit))
    }

    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>> {
        ready(Ok(self.accounts_state().tokens.get(&id).cloned()))
    }

    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>> {
        let state = self.accounts_state();
        let rows = state.tokens.values().filter(|row| row.player == *player);
        ready(Ok(rows.filter(|row| after.is_none_or(|after| row.id > after)).take(limit).cloned().collect()))
    }

    fn revoke(&self, player: &PlayerId, tokens: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize> {
        let mut state = self.accounts_state();
        let removed = state.remove(player, tokens);
        state.note(audit.filter(|_| removed > 0));
        ready(Ok(removed))
    }
}

impl Administration for MemoryStore {
    fn add_invite(&self, invite: NewInvite, most: usize, audit: AuditEntry) -> StoreFuture<'_, bool> {
        let mut state = self.accounts_state();
        let now = invite.created_unix_ms;
        if state.invites.values().filter(|(_, invite)| invite.is_open(now)).count() >= most {
            return ready(Ok(false));
        }
        state.invites.retain(|_, (_, invite)| invite.is_open(now));
        let NewInvite { id, digest, note, uses, created_unix_ms, expires_unix_ms } = invite;
        let kept = Invite { id, note, uses, used: 0, created_unix_ms, expires_unix_ms };
        state.invites.insert(id, (digest, kept));
        state.note(Some(audit));
        ready(Ok(true))
    }

    fn invites(&self, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<Invite>> {
        let state = self.accounts_state();
        let invites = state.invites.values().map(|(_, invite)| invite);
        ready(Ok(invites.filter(|invite| after.is_none_or(|after| invite.id > after)).take(limit).cloned().collect()))
    }

    fn remove_invite(&self, id: PublicId, audit: AuditEntry) -> StoreFuture<'_, bool> {
        let mut state = self.accounts_state();
        let removed = state.invites.remove(&id).is_some();
        state.note(Some(audit).filter(|_| removed));
        ready(Ok(removed))
    }

    fn announce(&self, new: NewAnnouncement, most: usize, audit: AuditEntry) -> StoreFuture<'_, Option<u64>> {
        let mut state = self.accounts_state();
        let now = new.created_unix_ms;
        state.announcements.retain(|announcement| announcement.new.until_unix_ms.is_none_or(|until| until > now));
        if state.announcements.len() >= most {
            return ready(Ok(None));
        }
        state.announced += 1;
        let number = state.announced;
        state.announcements.push(Announcement { number, new });
        state.note(Some(audit));
        ready(Ok(Some(number)))
    }

    fn announcements(&self, now_unix_ms: i64) -> StoreFuture<'_, Vec<Announcement>> {
        let state = self.accounts_state();
        let newest_first = state.announcements.iter().rev();
        let current =
            |announcement: &&Announcement| announcement.new.until_unix_ms.is_none_or(|until| until > now_unix_ms);
        ready(Ok(newest_first.filter(current).cloned().collect()))
    }

    fn withdraw_announcement(&self, number: u64, audit: AuditEntry) -> StoreFuture<'_, bool> {
        let mut state = self.accounts_state();
        let before = state.announcements.len();
        state.announcements.retain(|announcement| announcement.number != number);
        let removed = state.announcements.len() < before;
        state.note(Some(audit).filter(|_| removed));
        ready(Ok(removed))
    }

    fn note(&self, audit: AuditEntry) -> StoreFuture<'_, ()> {
        self.accounts_state().note(Some(audit));
        ready(Ok(()))
    }

    fn audit(&self, before: Option<u64>, limit: usize) -> StoreFuture<'_, Vec<AuditRow>> {
        let state = self.accounts_state();
        let rows = state.audit.iter().rev().filter(|row| before.is_none_or(|before| row.number < before));
        ready(Ok(rows.take(limit).cloned().collect()))
    }
}

impl AccountsState {
    fn account(&self, name: &PlayerId) -> Option<Account> {
        let player = self.players.get(name)?;
        let owner = player.owner.as_ref().and_then(|owner| self.players.get(owner));
        let ban_reason = player.ban_reason.clone().or_else(|| owner.and_then(|owner| owner.ban_reason.clone()));
        let state = match ban_reason {
            Some(reason) => AccountState::Banned { reason },
            None if player.is_retired => AccountState::Retired,
            None => AccountState::Active,
        };
        Some(Account {
            player: name.clone(),
            owner: player.owner.clone(),
            display_name: player.display_name.clone(),
            is_house: player.is_house,
            state,
            created_unix_ms: player.created_unix_ms,
        })
    }

    fn grant(&self, digest: &Digest) -> Option<Grant> {
        let token = self.tokens.get(self.digests.get(digest)?)?.clone();
        let state = self.account(&token.player)?.state;
        Some(Grant { token, state })
    }

    fn register(&mut self, new: NewAccount) -> Result<Registered, StoreError> {
        if let Some(refused) = self.refused(&new) {
            return Ok(refused);
        }
        self.room_for(&new.player)?;
        self.skeletons.insert(skeleton(new.player.as_str()), new.player.clone());
        if let Some(token) = &new.token {
            self.insert(&new.player, token);
        }
        let used = self.invites.values_mut().find(|(digest, _)| new.invite.as_ref() == Some(digest));
        if let Some((_, invite)) = used {
            invite.used += 1;
        }
        let NewAccount { player, owner, display_name, created_unix_ms, .. } = new;
        self.players.insert(player, Player { owner, display_name, created_unix_ms, ..Player::default() });
        Ok(Registered::New)
    }

    fn refused(&self, new: &NewAccount) -> Option<Registered> {
        let has_token = new.token.as_ref().and_then(|token| self.grant(&token.digest)).map(|grant| grant.token.player);
        if let Some(before) = self.players.get(&new.player) {
            let same = has_token.as_ref() == Some(&new.player) && before.owner == new.owner;
            return Some(if same { Registered::Before } else { Registered::Taken });
        }
        if let Some(alike) = self.skeletons.get(&skeleton(new.player.as_str())) {
            return Some(Registered::LooksLike(alike.clone()));
        }
        if has_token.is_some() {
            return Some(Registered::TokenTaken);
        }
        if let Some(owner) = &new.owner {
            match self.players.get(owner) {
                Some(player) if player.owner.is_none() && !player.is_house => {}
                _ => return Some(Registered::NoOwner),
            }
            if self.owned_by(owner) >= new.most_owned {
                return Some(Registered::Full);
            }
        }
        let code = new.invite.as_ref()?;
        let open = |(digest, invite): &&(Digest, Invite)| digest == code && invite.is_open(new.created_unix_ms);
        if self.invites.values().any(|invite| open(&invite)) { None } else { Some(Registered::BadInvite) }
    }

    /// How many players somebody owns that are not retired.
    fn owned_by(&self, owner: &PlayerId) -> usize {
        self.players.values().filter(|player| player.owner.as_ref() == Some(owner) && !player.is_retired).count()
    }

    fn room_for(&self, player: &PlayerId) -> Result<(), StoreError> {
        if self.players.len() < MAX_PLAYERS || self.players.contains_key(player) {
            return Ok(());
        }
        let cause = format!("it holds {MAX_PLAYERS} players, which is the most");
        Err(StoreError::Failed { doing: "add a player", cause })
    }

    fn ensure_house(&mut self, player: &PlayerId) -> Result<(), StoreError> {
        self.room_for(player)?;
        self.remove(player, Revoked::All);
        self.skeletons.entry(skeleton(player.as_str())).or_insert_with(|| player.clone());
        let before = self.players.remove(player).unwrap_or_default();
        let house = Player { is_house: true, is_retired: false, ban_reason: None, owner: None, ..before };
        self.players.insert(player.clone(), house);
        Ok(())
    }

    fn change(
        &mut self,
        name: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> Result<Option<Account>, StoreError> {
        let owner = self.players.get(name).ok_or(StoreError::UnknownPlayer)?.owner.clone();
        let owned = owner.map_or(0, |owner| self.owned_by(&owner));
        let player = self.players.get_mut(name).ok_or(StoreError::UnknownPlayer)?;
        match change {
            AccountChange::Revive { most } if player.is_retired && owned >= most => return Ok(None),
            AccountChange::DisplayName(display_name) => player.display_name = display_name,
            AccountChange::Retire => player.is_retired = true,
            AccountChange::Revive { .. } => player.is_retired = false,
            AccountChange::Ban(reason) => player.ban_reason = Some(reason),
            AccountChange::Unban => player.ban_reason = None,
        }
        self.note(audit);
        self.account(name).map(Some).ok_or(StoreError::UnknownPlayer)
    }

    fn add_token(
        &mut self,
        player: &PlayerId,
        token: &NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> Result<TokenAdded, StoreError> {
        if self.players.get(player).is_none_or(|player| player.is_house) {
            return Err(StoreError::UnknownPlayer);
        }
        match self.grant(&token.digest) {
            Some(before) if before.token.player == *player => return Ok(TokenAdded::Before(before.token)),
            Some(_) => return Ok(TokenAdded::Taken),
            None => {}
        }
        let now = token.created_unix_ms;
        let has_expired = |row: &TokenRow| row.expires_unix_ms.is_some_and(|expires| expires <= now);
        match replaces {
            Replaces::Nothing => {
                if self.tokens.values().filter(|row| row.player == *player && !has_expired(row)).count() >= most {
                    return Ok(TokenAdded::Full);
                }
            }
            Replaces::One(id) => {
                if self.tokens.get(&id).is_none_or(|row| row.player != *player) {
                    return Ok(TokenAdded::Gone);
                }
                self.remove(player, Revoked::One(id));
            }
            Replaces::All => {
                self.remove(player, Revoked::All);
            }
        }
        self.remove_where(|row| row.player == *player && has_expired(row));
        self.note(audit);
        Ok(TokenAdded::New(self.insert(player, token)))
    }

    fn insert(&mut self, player: &PlayerId, token: &NewToken) -> TokenRow {
        let row = TokenRow::of(player.clone(), token);
        self.digests.insert(token.digest, token.id);
        self.tokens.insert(token.id, row.clone());
        row
    }

    fn remove(&mut self, player: &PlayerId, tokens: Revoked) -> usize {
        self.remove_where(|row| row.player == *player && [Revoked::All, Revoked::One(row.id)].contains(&tokens))
    }

    fn remove_where(&mut self, goes: impl Fn(&TokenRow) -> bool) -> usize {
        let before = self.tokens.len();
        self.tokens.retain(|_, row| !goes(row));
        let AccountsState { tokens, digests, .. } = self;
        if tokens.len() < before {
            digests.retain(|_, id| tokens.contains_key(id));
        }
        before - tokens.len()
    }

    fn note(&mut self, audit: Option<AuditEntry>) {
        let number = self.audit.back().map_or(0, |row| row.number) + 1;
        self.audit.extend(audit.map(|entry| AuditRow { number, entry }));
        if self.audit.len() > MAX_AUDIT {
            self.audit.pop_front();
        }
    }
}
