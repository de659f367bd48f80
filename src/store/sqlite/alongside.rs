//! Adds a host's token on the server's machine, even while a server is using the directory.
//!
//! A running server holds the lock and writes to the same file. Two connections may write to the
//! file in turn, and a server never caches that a token is unknown. So adding a token is safe;
//! nothing else is.

use std::path::Path;

use referee_ids::PlayerId;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::{
    SqliteStore,
    accounts::{register, tokens},
    error::{SqlError, store_error},
    open::{DATABASE_FILE, OpenError, prepare, set_durable},
};
use crate::{
    AuditEntry, NewAccount, NewToken, Registered, Replaces, StoreError, TokenAdded,
    migrations::{KNOWN, Schema, schema},
};

/// Name of the action in error messages.
const DOING: &str = "add a token";
/// Maximum tokens of a host.
const MOST: usize = 100;

/// Gives `player` a token in the database of `directory`, and adds the player if missing. Upgrades
/// an older database, unless a server is using it.
pub fn add_host_token(
    directory: &Path,
    player: &PlayerId,
    token: &NewToken,
    audit: &AuditEntry,
) -> Result<TokenAdded, HostTokenError> {
    let path = directory.join(DATABASE_FILE);
    if !path.is_file() {
        return Err(HostTokenError::Nothing { directory: directory.display().to_string() });
    }
    match SqliteStore::open(directory) {
        // Opening upgraded the file, and the lock is held as long as `_alone` lives.
        Ok(_alone) => add(&path, player, token, audit),
        Err(OpenError::InUse { .. }) => add(&path, player, token, audit),
        Err(error) => Err(error.into()),
    }
}

/// The reason why a host's token was not added.
#[derive(Debug, thiserror::Error)]
pub enum HostTokenError {
    #[error("{directory} has no database: start a server with it once, or name the data directory of the server")]
    Nothing { directory: String },
    /// The directory cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The running server has another schema version.
    #[error("the running server has schema version {found}, this program has {ours}: use the server's program")]
    OtherVersion { found: usize, ours: usize },
    /// The player is missing and cannot be added.
    #[error("cannot add the player {player}: {}", said(refused))]
    NotAdded { player: PlayerId, refused: Registered },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Explains what prevents adding a player.
fn said(refused: &Registered) -> String {
    match refused {
        Registered::LooksLike(other) => format!("the name looks like that of {other}: choose another"),
        other => format!("the store says {other:?}"),
    }
}

impl From<rusqlite::Error> for HostTokenError {
    fn from(error: rusqlite::Error) -> HostTokenError {
        HostTokenError::Store(store_error(DOING, &error))
    }
}

impl From<SqlError> for HostTokenError {
    fn from(error: SqlError) -> HostTokenError {
        match error {
            SqlError::Refused(error) => HostTokenError::Store(error),
            SqlError::Sql(error) => error.into(),
        }
    }
}

fn add(path: &Path, player: &PlayerId, token: &NewToken, audit: &AuditEntry) -> Result<TokenAdded, HostTokenError> {
    let mut file = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    prepare(&file)?;
    match schema(&file)? {
        Schema::Ours(version) if version == KNOWN => {}
        Schema::Ours(found) => return Err(HostTokenError::OtherVersion { found, ours: KNOWN }),
        Schema::Empty | Schema::Foreign => return Err(OpenError::Foreign { file: path.to_owned() }.into()),
    }
    set_durable(&file)?;
    let transaction = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let created_unix_ms = token.created_unix_ms;
    let new = NewAccount {
        player: player.clone(),
        owner: None,
        is_guest: false,
        display_name: String::new(),
        token: None,
        created_unix_ms,
        recovery_code: None,
        invite: None,
        most_owned: 0,
    };
    match register(&transaction, &new)? {
        // The player exists now.
        Registered::New | Registered::Before | Registered::Taken => {}
        refused => return Err(HostTokenError::NotAdded { player: player.clone(), refused }),
    }
    let added = tokens::add(&transaction, player, token, Replaces::Nothing, MOST, Some(audit))?;
    transaction.commit()?;
    Ok(added)
}
