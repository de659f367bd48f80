//! Accounts in SQL: players and their owners.

mod guests;
mod rows;
mod sign_ins;
pub(super) mod tokens;

use std::sync::Arc;

use referee_ids::PlayerId;
use rusqlite::{Connection, OptionalExtension as _, ToSql, params};

use super::{
    Tables, administration,
    error::SqlError,
    values::{parse_player, sql_limit},
};
use crate::{
    Account, AccountChange, AccountFilter, AccountState, Accounts, AuditEntry, Digest, Grant, NewAccount, NewToken,
    PublicId, Registered, Replaces, Revoked, StoreError, StoreFuture, TokenAdded, TokenRow, skeleton,
};
use rows::{COLUMNS, find, read};

impl Accounts for Tables {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered> {
        self.write("add a player", move |file| register(file, &new))
    }

    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        let player = player.clone();
        let tokens = Arc::clone(&self.tokens);
        Box::pin(async move {
            // An unchanged account must cause no write, since a server must start even on a full
            // disk.
            let asked = player.clone();
            match self.read("find a player", move |file| find(file, &asked)).await? {
                Some(account) if account.is_house => Ok(()),
                _ => {
                    let ensure = move |file: &Connection| ensure_house(file, &player);
                    self.write_then("add a house bot", ensure, move || tokens.clear()).await
                }
            }
        })
    }

    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>> {
        let player = player.clone();
        self.read("find a player", move |file| find(file, &player))
    }

    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>> {
        self.read("list players", move |file| page(file, &filter, after.as_ref(), limit))
    }

    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>> {
        self.read("find players", move |file| {
            let mut barred = Vec::new();
            for player in &players {
                barred.extend(find(file, player)?.filter(|account| account.state != AccountState::Active));
            }
            Ok(barred)
        })
    }

    fn display_names(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<(PlayerId, String)>> {
        self.read("find display names", move |file| {
            let sql = "SELECT display_name FROM accounts WHERE player = ?1 AND display_name NOT IN ('', player)";
            let mut select = file.prepare_cached(sql)?;
            let mut names = Vec::new();
            for player in players {
                let name = select.query_row([player.as_str()], |row| row.get(0)).optional()?;
                names.extend(name.map(|name| (player, name)));
            }
            Ok(names)
        })
    }

    fn change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, Option<Account>> {
        let player = player.clone();
        let tokens = Arc::clone(&self.tokens);
        let change = move |file: &Connection| change_account(file, &player, &change, audit.as_ref());
        self.write_then("change an account", change, move || tokens.clear())
    }

    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>> {
        let generation = match self.tokens.get(&digest) {
            Ok(grant) => return Box::pin(std::future::ready(Ok(Some(grant)))),
            Err(generation) => generation,
        };
        Box::pin(async move {
            let find = move |file: &Connection| tokens::grant(file, &digest);
            let found = self.read("find the player of a token", find).await?;
            if let Some(grant) = &found {
                self.tokens.insert(digest, grant, generation);
            }
            Ok(found)
        })
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
        let cache = Arc::clone(&self.tokens);
        let add = move |file: &Connection| tokens::add(file, &player, &token, replaces, most, audit.as_ref());
        self.write_then("add a token", add, move || cache.clear())
    }

    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>> {
        self.read("find a token", move |file| tokens::find(file, id))
    }

    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>> {
        let player = player.clone();
        self.read("list tokens", move |file| tokens::page(file, &player, after, limit))
    }

    fn revoke(&self, player: &PlayerId, revoked: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize> {
        let player = player.clone();
        let cache = Arc::clone(&self.tokens);
        let revoke = move |file: &Connection| {
            let removed = tokens::remove(file, &player, revoked)?;
            if let Some(audit) = audit.as_ref().filter(|_| removed > 0) {
                administration::note(file, audit)?;
            }
            Ok(removed)
        };
        self.write_then("revoke tokens", revoke, move || cache.clear())
    }
}

/// Adds a player, unless [`refused`] finds an obstacle.
pub(super) fn register(file: &Connection, new: &NewAccount) -> Result<Registered, SqlError> {
    if let Some(refused) = refused(file, new)? {
        return Ok(refused);
    }
    let sql = "INSERT INTO accounts \
        (player, owner, display_name, created_unix_ms, skeleton, recovery, guest, seen_unix_ms) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?7, ?4, NULL))";
    file.prepare_cached(sql)?.execute(params![
        new.player.as_str(),
        new.owner.as_ref().map(PlayerId::as_str),
        new.display_name,
        new.created_unix_ms,
        skeleton(new.player.as_str()),
        new.recovery_code,
        new.is_guest,
    ])?;
    if let Some(token) = &new.token {
        tokens::insert(file, &new.player, token)?;
    }
    if let Some(code) = &new.invite {
        administration::use_invite(file, code)?;
    }
    Ok(Registered::New)
}

/// Returns the reason not to add a player, without writing; `None` if there is none.
fn refused(file: &Connection, new: &NewAccount) -> Result<Option<Registered>, SqlError> {
    let has_token = match &new.token {
        Some(token) => tokens::grant(file, &token.digest)?.map(|grant| grant.token.player),
        None => None,
    };
    if let Some(before) = find(file, &new.player)? {
        let same = has_token.as_ref() == Some(&new.player) && before.owner == new.owner;
        return Ok(Some(if same { Registered::Before } else { Registered::Taken }));
    }
    let sql = "SELECT player FROM accounts WHERE skeleton = ?1";
    let alike: Option<String> =
        file.prepare_cached(sql)?.query_row([skeleton(new.player.as_str())], |row| row.get(0)).optional()?;
    if let Some(alike) = alike {
        return Ok(Some(Registered::LooksLike(parse_player(&alike)?)));
    }
    if has_token.is_some() {
        return Ok(Some(Registered::TokenTaken));
    }
    if let Some(owner) = &new.owner {
        match find(file, owner)? {
            Some(account) if account.owner.is_none() && !account.is_house => {}
            _ => return Ok(Some(Registered::NoOwner)),
        }
        if owned_by(file, owner)? >= sql_limit(new.most_owned) {
            return Ok(Some(Registered::Full));
        }
    }
    match &new.invite {
        Some(code) if !administration::is_invited(file, code, new.created_unix_ms)? => Ok(Some(Registered::BadInvite)),
        _ => Ok(None),
    }
}

/// Adds a house bot, or makes an existing player a house bot.
fn ensure_house(file: &Connection, player: &PlayerId) -> Result<(), SqlError> {
    let seen = skeleton(player.as_str());
    // If an existing name looks like this one, the house bot gets no skeleton.
    let sql = "SELECT 1 FROM accounts WHERE skeleton = ?1 AND player <> ?2";
    let free = !file.prepare_cached(sql)?.exists(params![seen, player.as_str()])?;
    tokens::remove(file, player, Revoked::All)?;
    let sql = "INSERT INTO accounts (player, house, skeleton) VALUES (?1, 1, ?2) \
        ON CONFLICT (player) DO UPDATE SET house = 1, owner = NULL, retired = 0, ban_reason = NULL";
    file.prepare_cached(sql)?.execute(params![player.as_str(), free.then_some(seen)])?;
    Ok(())
}

fn change_account(
    file: &Connection,
    player: &PlayerId,
    change: &AccountChange,
    audit: Option<&AuditEntry>,
) -> Result<Option<Account>, SqlError> {
    let account = find(file, player)?.ok_or(StoreError::UnknownPlayer)?;
    if let (AccountChange::Revive { most }, AccountState::Retired, Some(owner)) =
        (change, &account.state, &account.owner)
        && owned_by(file, owner)? >= sql_limit(*most)
    {
        return Ok(None);
    }
    let (sql, value): (_, Option<&dyn ToSql>) = match change {
        AccountChange::RecoveryCode(code) => ("UPDATE accounts SET recovery = ?2 WHERE player = ?1", Some(code)),
        AccountChange::DisplayName(name) => ("UPDATE accounts SET display_name = ?2 WHERE player = ?1", Some(name)),
        AccountChange::Retire => ("UPDATE accounts SET retired = 1 WHERE player = ?1 AND ?2 IS NULL", None),
        AccountChange::Revive { .. } => ("UPDATE accounts SET retired = 0 WHERE player = ?1 AND ?2 IS NULL", None),
        AccountChange::Ban(reason) => ("UPDATE accounts SET ban_reason = ?2 WHERE player = ?1", Some(reason)),
        AccountChange::Unban => ("UPDATE accounts SET ban_reason = ?2 WHERE player = ?1", None),
    };
    file.prepare_cached(sql)?.execute(params![player.as_str(), value])?;
    if let Some(audit) = audit {
        administration::note(file, audit)?;
    }
    find(file, player)
}

/// Counts the active bots of an owner.
fn owned_by(file: &Connection, owner: &PlayerId) -> Result<i64, SqlError> {
    let sql = "SELECT count(*) FROM accounts WHERE owner = ?1 AND retired = 0";
    Ok(file.prepare_cached(sql)?.query_row([owner.as_str()], |row| row.get(0))?)
}

/// Reads a page of accounts by name.
fn page(
    file: &Connection,
    filter: &AccountFilter,
    after: Option<&PlayerId>,
    limit: usize,
) -> Result<Vec<Account>, SqlError> {
    let owned = if filter.owner.is_some() { "of.owner = ?3" } else { "?3 IS NULL" };
    let banned = if filter.is_banned { "coalesce(of.ban_reason, by.ban_reason) IS NOT NULL" } else { "1" };
    let sql = format!("SELECT {COLUMNS} WHERE of.player > ?1 AND {owned} AND {banned} ORDER BY of.player LIMIT ?2");
    let (after, owner) = (after.map_or("", PlayerId::as_str), filter.owner.as_ref().map(PlayerId::as_str));
    let mut select = file.prepare_cached(&sql)?;
    select.query_and_then(params![after, sql_limit(limit), owner], read)?.collect()
}
