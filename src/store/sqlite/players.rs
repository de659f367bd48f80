//! Players and the digests of their tokens, as SQL.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{SqlError, sql_limit};
use crate::{
    ids::PlayerId,
    store::{Registered, StoreError},
};

/// Adds a player, unless the name is taken.
pub(super) fn register(file: &Connection, player: &PlayerId, token_digest: &[u8; 32]) -> Result<Registered, SqlError> {
    let sql = "INSERT INTO players (player, token_digest) VALUES (?1, ?2) ON CONFLICT (player) DO NOTHING";
    let added = file.prepare_cached(sql)?.execute(params![player.as_str(), token_digest])?;
    Ok(if added == 1 { Registered::New } else { Registered::Taken })
}

/// Adds a player without a token, or takes the token from the one that is there.
pub(super) fn ensure_house(file: &Connection, player: &PlayerId) -> Result<(), SqlError> {
    let sql = "INSERT INTO players (player) VALUES (?1) ON CONFLICT (player) DO UPDATE SET token_digest = NULL";
    file.prepare_cached(sql)?.execute([player.as_str()])?;
    Ok(())
}

/// Whether this is a player without a token.
pub(super) fn is_house(file: &Connection, player: &PlayerId) -> Result<bool, SqlError> {
    let mut select = file.prepare_cached("SELECT 1 FROM players WHERE player = ?1 AND token_digest IS NULL")?;
    Ok(select.exists([player.as_str()])?)
}

/// Gives a player another token.
pub(super) fn renew(file: &Connection, player: &PlayerId, token_digest: &[u8; 32]) -> Result<(), SqlError> {
    let sql = "UPDATE players SET token_digest = ?2 WHERE player = ?1";
    match file.prepare_cached(sql)?.execute(params![player.as_str(), token_digest])? {
        0 => Err(StoreError::UnknownPlayer.into()),
        _ => Ok(()),
    }
}

/// Whose token this is.
pub(super) fn player_of(file: &Connection, token_digest: &[u8; 32]) -> Result<Option<PlayerId>, SqlError> {
    let mut select = file.prepare_cached("SELECT player FROM players WHERE token_digest = ?1")?;
    let name: Option<String> = select.query_row([token_digest], |row| row.get(0)).optional()?;
    name.map(|name| parse_player(&name)).transpose()
}

/// Players in the order of their names.
pub(super) fn page(file: &Connection, after: Option<&PlayerId>, limit: usize) -> Result<Vec<PlayerId>, SqlError> {
    let after = after.map_or("", PlayerId::as_str);
    let mut select = file.prepare_cached("SELECT player FROM players WHERE player > ?1 ORDER BY player LIMIT ?2")?;
    let read = |row: &Row<'_>| parse_player(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
    select.query_and_then(params![after, sql_limit(limit)], read)?.collect()
}

/// Whether a player has this name.
pub(super) fn exists(file: &Connection, player: &PlayerId) -> Result<bool, SqlError> {
    let mut select = file.prepare_cached("SELECT 1 FROM players WHERE player = ?1")?;
    Ok(select.exists([player.as_str()])?)
}

fn parse_player(text: &str) -> Result<PlayerId, SqlError> {
    PlayerId::parse(text).map_err(|bad| {
        let cause = format!("players.player = `{text}`: expected {}", bad.expected);
        StoreError::Failed { doing: "read a player's name", cause }.into()
    })
}
