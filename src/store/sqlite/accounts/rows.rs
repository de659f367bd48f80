//! Rows of accounts.

use referee_ids::PlayerId;
use rusqlite::{Connection, Row};

use crate::{
    Account, AccountState,
    sqlite::{error::SqlError, values::parse_player},
};

/// Columns of an account, as [`read`] expects them. In the query, `of` is the account and `by` the
/// account of its owner.
pub(super) const COLUMNS: &str = "of.player, of.owner, of.display_name, of.house, of.retired, coalesce(of.ban_reason, by.ban_reason), \
    of.created_unix_ms, of.guest FROM accounts AS of LEFT JOIN accounts AS by ON by.player = of.owner";

pub(super) fn read(row: &Row<'_>) -> Result<Account, SqlError> {
    let owner: Option<String> = row.get(1)?;
    Ok(Account {
        player: parse_player(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?,
        owner: owner.map(|owner| parse_player(&owner)).transpose()?,
        display_name: row.get(2)?,
        is_house: row.get(3)?,
        state: account_state(row.get(4)?, row.get(5)?),
        created_unix_ms: row.get(6)?,
        is_guest: row.get(7)?,
    })
}

pub(super) fn account_state(is_retired: bool, ban_reason: Option<String>) -> AccountState {
    match ban_reason {
        Some(reason) => AccountState::Banned { reason },
        None if is_retired => AccountState::Retired,
        None => AccountState::Active,
    }
}

/// Finds the account of a player.
pub(super) fn find(file: &Connection, player: &PlayerId) -> Result<Option<Account>, SqlError> {
    let mut select = file.prepare_cached(&format!("SELECT {COLUMNS} WHERE of.player = ?1"))?;
    let mut rows = select.query([player.as_str()])?;
    rows.next()?.map(read).transpose()
}
