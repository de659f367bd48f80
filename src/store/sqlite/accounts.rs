//! The accounts in SQL: players, and the digests of their tokens.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{SqlError, SqliteStore, sql_limit};
use crate::{
    ids::PlayerId,
    store::{Accounts, Registered, StoreError, StoreFuture},
};

impl Accounts for SqliteStore {
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, Registered> {
        self.writer.run("add a player", move |file| register(file, &player, &token_digest))
    }

    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        let player = player.clone();
        Box::pin(async move {
            // Nothing is written where nothing changes: a server starts also on a disk that is full.
            let asked = player.clone();
            let is_house = move |file: &Connection| is_house(file, &asked);
            match self.readers.run("find a player", is_house).await? {
                true => Ok(()),
                false => {
                    let ensure = move |file: &Connection| ensure_house(file, &player);
                    self.writer.run("add a player of the house", ensure).await
                }
            }
        })
    }

    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, ()> {
        let player = player.clone();
        let tokens = Arc::clone(&self.tokens);
        let renew = move |file: &Connection| renew(file, &player, &token_digest);
        self.writer.run_then("renew a token", renew, move || tokens.clear())
    }

    fn player_of(&self, token_digest: [u8; 32]) -> StoreFuture<'_, Option<PlayerId>> {
        let generation = match self.tokens.get(&token_digest) {
            Ok(player) => return Box::pin(std::future::ready(Ok(Some(player)))),
            Err(generation) => generation,
        };
        Box::pin(async move {
            let find = move |file: &Connection| player_of(file, &token_digest);
            let found = self.readers.run("find the player of a token", find).await?;
            if let Some(player) = &found {
                self.tokens.insert(token_digest, player, generation);
            }
            Ok(found)
        })
    }

    fn players(&self, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        self.readers.run("list players", move |file| page(file, after.as_ref(), limit))
    }

    fn has_player(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        let player = player.clone();
        self.readers.run("find a player", move |file| exists(file, &player))
    }
}

/// Adds a player, unless the name is taken.
fn register(file: &Connection, player: &PlayerId, token_digest: &[u8; 32]) -> Result<Registered, SqlError> {
    let sql = "INSERT INTO players (player, token_digest) VALUES (?1, ?2) ON CONFLICT (player) DO NOTHING";
    let added = file.prepare_cached(sql)?.execute(params![player.as_str(), token_digest])?;
    Ok(if added == 1 { Registered::New } else { Registered::Taken })
}

/// Adds a player without a token, or takes the token from the one that is there.
fn ensure_house(file: &Connection, player: &PlayerId) -> Result<(), SqlError> {
    let sql = "INSERT INTO players (player) VALUES (?1) ON CONFLICT (player) DO UPDATE SET token_digest = NULL";
    file.prepare_cached(sql)?.execute([player.as_str()])?;
    Ok(())
}

/// Whether this is a player without a token.
fn is_house(file: &Connection, player: &PlayerId) -> Result<bool, SqlError> {
    let mut select = file.prepare_cached("SELECT 1 FROM players WHERE player = ?1 AND token_digest IS NULL")?;
    Ok(select.exists([player.as_str()])?)
}

/// Gives a player another token.
fn renew(file: &Connection, player: &PlayerId, token_digest: &[u8; 32]) -> Result<(), SqlError> {
    let sql = "UPDATE players SET token_digest = ?2 WHERE player = ?1";
    match file.prepare_cached(sql)?.execute(params![player.as_str(), token_digest])? {
        0 => Err(StoreError::UnknownPlayer.into()),
        _ => Ok(()),
    }
}

/// Whose token this is.
fn player_of(file: &Connection, token_digest: &[u8; 32]) -> Result<Option<PlayerId>, SqlError> {
    let mut select = file.prepare_cached("SELECT player FROM players WHERE token_digest = ?1")?;
    let name: Option<String> = select.query_row([token_digest], |row| row.get(0)).optional()?;
    name.map(|name| parse_player(&name)).transpose()
}

/// Players in the order of their names.
fn page(file: &Connection, after: Option<&PlayerId>, limit: usize) -> Result<Vec<PlayerId>, SqlError> {
    let after = after.map_or("", PlayerId::as_str);
    let mut select = file.prepare_cached("SELECT player FROM players WHERE player > ?1 ORDER BY player LIMIT ?2")?;
    let read = |row: &Row<'_>| parse_player(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
    select.query_and_then(params![after, sql_limit(limit)], read)?.collect()
}

/// Whether a player has this name.
fn exists(file: &Connection, player: &PlayerId) -> Result<bool, SqlError> {
    let mut select = file.prepare_cached("SELECT 1 FROM players WHERE player = ?1")?;
    Ok(select.exists([player.as_str()])?)
}

fn parse_player(text: &str) -> Result<PlayerId, SqlError> {
    PlayerId::parse(text).map_err(|bad| {
        let cause = format!("players.player = `{text}`: expected {}", bad.expected);
        StoreError::Failed { doing: "read a player's name", cause }.into()
    })
}
