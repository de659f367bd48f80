//! Recovery codes and device codes in SQL.

use std::sync::Arc;

use referee_ids::PlayerId;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{rows::find, tokens};
use crate::{
    AccountState, Digest, NewDeviceCode, NewToken, Recovery, Replaces, Scopes, SignIn, SignIns, StoreError,
    StoreFuture, TokenAdded,
    sqlite::{
        Tables,
        error::SqlError,
        values::{parse_player, sql_id, sql_limit},
    },
};

impl SignIns for Tables {
    fn recover(&self, recovery: Recovery) -> StoreFuture<'_, SignIn> {
        let cache = Arc::clone(&self.tokens);
        self.write_then("recover an account", move |file| recover(file, &recovery), move || cache.clear())
    }

    fn add_device_code(&self, code: NewDeviceCode, most: usize) -> StoreFuture<'_, bool> {
        self.write("add a device code", move |file| add_device_code(file, &code, most))
    }

    fn redeem_device_code(&self, code: Digest, token: NewToken, most: usize) -> StoreFuture<'_, SignIn> {
        let cache = Arc::clone(&self.tokens);
        let redeem = move |file: &Connection| redeem(file, &code, &token, most);
        self.write_then("redeem a device code", redeem, move || cache.clear())
    }
}

fn recover(file: &Connection, recovery: &Recovery) -> Result<SignIn, SqlError> {
    let Recovery { player, used, code, token, replaces, most, audit } = recovery;
    if let Some(used) = used {
        let sql = "SELECT 1 FROM accounts WHERE player = ?1 AND recovery = ?2";
        if !file.prepare_cached(sql)?.exists(params![player.as_str(), used])? {
            return Ok(SignIn::WrongCode);
        }
        if let Some(barred) = barred(file, player)? {
            return Ok(SignIn::Barred(barred));
        }
    }
    let added = tokens::add(file, player, token, *replaces, *most, audit.as_ref())?;
    if matches!(added, TokenAdded::New(_) | TokenAdded::Before(_)) {
        set_recovery(file, player, code.as_ref())?;
    }
    Ok(SignIn::Token(added))
}

fn set_recovery(file: &Connection, player: &PlayerId, code: Option<&Digest>) -> Result<(), SqlError> {
    file.prepare_cached("UPDATE accounts SET recovery = ?2 WHERE player = ?1")?
        .execute(params![player.as_str(), code])?;
    Ok(())
}

/// Returns the state of a player that may not play; `None` if the player may play.
fn barred(file: &Connection, player: &PlayerId) -> Result<Option<AccountState>, SqlError> {
    let account = find(file, player)?.ok_or(StoreError::UnknownPlayer)?;
    Ok(Some(account.state).filter(|state| *state != AccountState::Active))
}

fn add_device_code(file: &Connection, code: &NewDeviceCode, most: usize) -> Result<bool, SqlError> {
    let NewDeviceCode { digest, player, token, scopes, created_unix_ms, expires_unix_ms } = code;
    let sql = "SELECT count(*) FROM device_codes AS c JOIN tokens AS t ON t.token_id = c.token_id \
        WHERE t.player = ?1 AND c.expires_unix_ms > ?2";
    let open: i64 = file.prepare_cached(sql)?.query_row(params![player.as_str(), created_unix_ms], |row| row.get(0))?;
    if open >= sql_limit(most) {
        return Ok(false);
    }
    file.prepare_cached("DELETE FROM device_codes WHERE expires_unix_ms <= ?1")?.execute([created_unix_ms])?;
    let sql = "INSERT INTO device_codes (digest, token_id, scopes, expires_unix_ms) VALUES (?1, ?2, ?3, ?4)";
    file.prepare_cached(sql)?.execute(params![digest, sql_id(*token), scopes.bits(), expires_unix_ms])?;
    Ok(true)
}

/// Uses up a code. The creation time of the new token is the current time.
fn redeem(file: &Connection, code: &Digest, token: &NewToken, most: usize) -> Result<SignIn, SqlError> {
    let sql = "SELECT t.player, c.scopes, t.expires_unix_ms FROM device_codes AS c \
        JOIN tokens AS t ON t.token_id = c.token_id WHERE c.digest = ?1 AND c.expires_unix_ms > ?2 \
        AND (t.expires_unix_ms IS NULL OR t.expires_unix_ms > ?2)";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, u8>(1)?, row.get(2)?));
    let found = file.prepare_cached(sql)?.query_row(params![code, token.created_unix_ms], read).optional()?;
    let Some((player, scopes, expires_unix_ms)) = found else { return Ok(SignIn::WrongCode) };
    let player = parse_player(&player)?;
    if let Some(barred) = barred(file, &player)? {
        return Ok(SignIn::Barred(barred));
    }
    let token = NewToken { scopes: Scopes::from_bits(scopes), expires_unix_ms, ..token.clone() };
    let added = tokens::add(file, &player, &token, Replaces::Nothing, most, None)?;
    if matches!(added, TokenAdded::New(_) | TokenAdded::Before(_)) {
        file.prepare_cached("DELETE FROM device_codes WHERE digest = ?1")?.execute([code])?;
    }
    Ok(SignIn::Token(added))
}
