//! Guests in SQL: the last call of each, and the release of absent ones.

use std::sync::Arc;

use referee_ids::PlayerId;
use rusqlite::{Connection, params};

use super::tokens;
use crate::{
    Guests, Revoked, StoreFuture,
    sqlite::{
        Tables,
        error::SqlError,
        values::{parse_player, sql_limit},
    },
};

impl Guests for Tables {
    fn see_guests(&self, guests: Vec<PlayerId>, now_unix_ms: i64, step_ms: i64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let before = now_unix_ms.saturating_sub(step_ms);
            let stale = self.read("find when guests called", move |file| stale(file, guests, before)).await?;
            if stale.is_empty() {
                return Ok(());
            }
            self.write("record that guests called", move |file| see(file, &stale, now_unix_ms)).await
        })
    }

    fn absent_guests(&self, before_unix_ms: i64, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        self.read("find absent guests", move |file| {
            let sql = "SELECT player FROM accounts WHERE seen_unix_ms < ?1 ORDER BY seen_unix_ms LIMIT ?2";
            let mut select = file.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| parse_player(&row.get::<_, String>(0)?);
            select.query_and_then(params![before_unix_ms, sql_limit(limit)], read)?.collect()
        })
    }

    fn release_guests(&self, guests: Vec<PlayerId>, before_unix_ms: i64) -> StoreFuture<'_, Vec<PlayerId>> {
        let cache = Arc::clone(&self.tokens);
        let release = move |file: &Connection| release(file, &guests, before_unix_ms);
        self.write_then("release guests", release, move || cache.clear())
    }
}

/// Returns the players in this list that are guests and were last seen before a time.
fn stale(file: &Connection, guests: Vec<PlayerId>, before_unix_ms: i64) -> Result<Vec<PlayerId>, SqlError> {
    let mut select = file.prepare_cached("SELECT 1 FROM accounts WHERE player = ?1 AND seen_unix_ms < ?2")?;
    let mut stale = Vec::new();
    for guest in guests {
        if select.exists(params![guest.as_str(), before_unix_ms])? {
            stale.push(guest);
        }
    }
    Ok(stale)
}

fn see(file: &Connection, guests: &[PlayerId], now_unix_ms: i64) -> Result<(), SqlError> {
    let sql = "UPDATE accounts SET seen_unix_ms = ?2 WHERE player = ?1 AND seen_unix_ms IS NOT NULL";
    let mut update = file.prepare_cached(sql)?;
    for guest in guests {
        update.execute(params![guest.as_str(), now_unix_ms])?;
    }
    Ok(())
}

/// Releases the guests in this list that were still last seen before a time, and returns them.
fn release(file: &Connection, guests: &[PlayerId], before_unix_ms: i64) -> Result<Vec<PlayerId>, SqlError> {
    let sql = "UPDATE accounts SET display_name = '', recovery = NULL, seen_unix_ms = NULL \
        WHERE player = ?1 AND seen_unix_ms < ?2";
    let mut update = file.prepare_cached(sql)?;
    let mut released = Vec::new();
    for guest in guests {
        if update.execute(params![guest.as_str(), before_unix_ms])? > 0 {
            tokens::remove(file, guest, Revoked::All)?;
            released.push(guest.clone());
        }
    }
    Ok(released)
}
