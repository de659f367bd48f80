//! Tokens in SQL.

use referee_ids::PlayerId;
use rusqlite::{Connection, Row, params};

use super::rows::{self, account_state};
use crate::{
    AuditEntry, Digest, Grant, NewToken, PublicId, Replaces, Revoked, Scopes, StoreError, TokenAdded, TokenRow,
    sqlite::{
        administration,
        error::SqlError,
        values::{parse_player, public_id, sql_id, sql_limit},
    },
};

const COLUMNS: &str = "t.token_id, t.player, t.name, t.scopes, t.created_unix_ms, t.expires_unix_ms";

fn read(row: &Row<'_>) -> Result<TokenRow, SqlError> {
    Ok(TokenRow {
        id: public_id(row.get(0)?),
        player: parse_player(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?)?,
        name: row.get(2)?,
        scopes: Scopes::from_bits(row.get(3)?),
        created_unix_ms: row.get(4)?,
        expires_unix_ms: row.get(5)?,
    })
}

/// Finds the rights of the token with this digest.
pub(super) fn grant(file: &Connection, digest: &Digest) -> Result<Option<Grant>, SqlError> {
    let sql = format!(
        "SELECT {COLUMNS}, of.retired, coalesce(of.ban_reason, by.ban_reason), of.guest FROM tokens AS t \
         JOIN accounts AS of ON of.player = t.player LEFT JOIN accounts AS by ON by.player = of.owner WHERE t.digest = ?1"
    );
    let mut select = file.prepare_cached(&sql)?;
    let mut rows = select.query([digest])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some(Grant { token: read(row)?, state: account_state(row.get(6)?, row.get(7)?), is_guest: row.get(8)? }))
}

/// Finds the token with this id.
pub(super) fn find(file: &Connection, id: PublicId) -> Result<Option<TokenRow>, SqlError> {
    let mut select = file.prepare_cached(&format!("SELECT {COLUMNS} FROM tokens AS t WHERE t.token_id = ?1"))?;
    let mut rows = select.query([sql_id(id)])?;
    rows.next()?.map(read).transpose()
}

/// Reads a page of a player's tokens by id.
pub(super) fn page(
    file: &Connection,
    player: &PlayerId,
    after: Option<PublicId>,
    limit: usize,
) -> Result<Vec<TokenRow>, SqlError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tokens AS t WHERE t.player = ?1 AND t.token_id > ?2 ORDER BY t.token_id LIMIT ?3"
    );
    let mut select = file.prepare_cached(&sql)?;
    let after = after.map_or(-1, sql_id);
    select.query_and_then(params![player.as_str(), after, sql_limit(limit)], read)?.collect()
}

/// Gives a player a token.
pub(in crate::sqlite) fn add(
    file: &Connection,
    player: &PlayerId,
    token: &NewToken,
    replaces: Replaces,
    most: usize,
    audit: Option<&AuditEntry>,
) -> Result<TokenAdded, SqlError> {
    if rows::find(file, player)?.is_none_or(|account| account.is_house) {
        return Err(StoreError::UnknownPlayer.into());
    }
    match grant(file, &token.digest)? {
        Some(before) if before.token.player == *player && !expired(&before.token, token.created_unix_ms) => {
            // The same secret again: repeats only the removal of the other tokens.
            if replaces == Replaces::All && remove_others(file, player, before.token.id)? > 0 {
                note(file, audit)?;
            }
            return Ok(TokenAdded::Before(before.token));
        }
        Some(_) => return Ok(TokenAdded::Taken),
        None => {}
    }
    let goes = match replaces {
        Replaces::Nothing => None,
        Replaces::One(id) => match find(file, id)? {
            Some(old) if old.player == *player => Some(Revoked::One(id)),
            _ => return Ok(TokenAdded::Gone),
        },
        Replaces::All => Some(Revoked::All),
    };
    if goes.is_none() {
        let sql = "SELECT count(*) FROM tokens WHERE player = ?1 AND (expires_unix_ms IS NULL OR expires_unix_ms > ?2)";
        let had: i64 =
            file.prepare_cached(sql)?.query_row(params![player.as_str(), token.created_unix_ms], |row| row.get(0))?;
        if had >= sql_limit(most) {
            return Ok(TokenAdded::Full);
        }
    }
    if let Some(goes) = goes {
        remove(file, player, goes)?;
    }
    let sql = "DELETE FROM tokens WHERE player = ?1 AND expires_unix_ms <= ?2";
    file.prepare_cached(sql)?.execute(params![player.as_str(), token.created_unix_ms])?;
    insert(file, player, token)?;
    note(file, audit)?;
    Ok(TokenAdded::New(TokenRow::of(player.clone(), token)))
}

fn note(file: &Connection, audit: Option<&AuditEntry>) -> Result<(), SqlError> {
    audit.map_or(Ok(()), |audit| administration::note(file, audit))
}

fn expired(token: &TokenRow, now_unix_ms: i64) -> bool {
    token.expires_unix_ms.is_some_and(|expires| expires <= now_unix_ms)
}

/// Removes all tokens of a player except `kept`; returns how many were removed.
fn remove_others(file: &Connection, player: &PlayerId, kept: PublicId) -> Result<usize, SqlError> {
    let sql = "DELETE FROM tokens WHERE player = ?1 AND token_id <> ?2";
    Ok(file.prepare_cached(sql)?.execute(params![player.as_str(), sql_id(kept)])?)
}

/// Inserts a token that was checked.
pub(super) fn insert(file: &Connection, player: &PlayerId, token: &NewToken) -> Result<(), SqlError> {
    let sql = "INSERT INTO tokens (token_id, digest, player, name, scopes, created_unix_ms, expires_unix_ms) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let NewToken { id, digest, name, scopes, created_unix_ms, expires_unix_ms } = token;
    file.prepare_cached(sql)?.execute(params![
        sql_id(*id),
        digest,
        player.as_str(),
        name,
        scopes.bits(),
        created_unix_ms,
        expires_unix_ms
    ])?;
    Ok(())
}

/// Removes tokens of a player; returns how many were removed.
pub(super) fn remove(file: &Connection, player: &PlayerId, revoked: Revoked) -> Result<usize, SqlError> {
    Ok(match revoked {
        Revoked::One(id) => {
            let sql = "DELETE FROM tokens WHERE player = ?1 AND token_id = ?2";
            file.prepare_cached(sql)?.execute(params![player.as_str(), sql_id(id)])?
        }
        Revoked::All => file.prepare_cached("DELETE FROM tokens WHERE player = ?1")?.execute([player.as_str()])?,
    })
}
