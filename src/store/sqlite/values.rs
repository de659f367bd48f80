//! Converts values to columns and back.

use referee_ids::{MatchId, PlayerId, Seq};
use rusqlite::Row;

use super::error::SqlError;
use crate::{Epoch, PublicId, StoreError, limits::BrokenEvent};

/// Converts a count.
pub(super) fn sql_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

pub(super) fn parse_match_id(text: &str) -> Result<MatchId, SqlError> {
    MatchId::parse(text).map_err(|bad| {
        let event = BrokenEvent::new(Seq(0), "matches.match_id", text, bad.expected);
        StoreError::Failed { doing: "read a match id", cause: event.to_string() }.into()
    })
}

/// Limits an event number to SQLite's maximum.
pub(super) fn sql_seq(seq: Seq) -> i64 {
    i64::try_from(seq.0).unwrap_or(i64::MAX)
}

pub(super) fn seq(stored: i64) -> Seq {
    Seq(u64::try_from(stored).unwrap_or(0))
}

pub(super) fn epoch(row: &Row<'_>, column: usize) -> Result<Epoch, rusqlite::Error> {
    // The table allows only positive numbers.
    Ok(Epoch(u64::try_from(row.get::<_, i64>(column)?).unwrap_or(0)))
}

/// Converts a stored public id.
pub(super) fn public_id(number: i64) -> PublicId {
    PublicId::new(number.cast_unsigned())
}

/// Converts a public id for storage.
pub(super) fn sql_id(id: PublicId) -> i64 {
    id.number().cast_signed()
}

/// Parses a stored name.
pub(super) fn parse_player(text: &str) -> Result<PlayerId, SqlError> {
    PlayerId::parse(text).map_err(|bad| {
        let cause = format!("accounts.player = `{text}`: expected {}", bad.expected);
        StoreError::Failed { doing: "read a player's name", cause }.into()
    })
}
