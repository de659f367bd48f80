//! A token for the host's own use, given on the host's machine, whether a server runs on the directory or not.
//!
//! A server that runs holds the lock of the directory and writes to the same file. Two connections may write to it one after the
//! other, and what a server has cached of tokens is never that one is unknown: so a token can be added beside it. Nothing else can.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::{
    DATABASE_FILE, OpenError, SqlError, SqliteStore, accounts, open::set_durable, prepare, store_error, tokens,
};
use crate::{
    ids::PlayerId,
    store::{
        AuditEntry, NewAccount, NewToken, Registered, Replaces, StoreError, TokenAdded,
        migrations::{KNOWN, Schema, schema},
    },
};

/// What is being done, for errors.
const DOING: &str = "add a token";
/// How many tokens a host's player may have.
const MOST: usize = 100;

/// Gives `player` a token in the file of `directory`, and adds the player where it is missing. An older file is brought up to date,
/// unless a server runs on it.
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
        // It is up to date now, and nobody else's for as long as this lives.
        Ok(_alone) => add(&path, player, token, audit),
        Err(OpenError::InUse { .. }) => add(&path, player, token, audit),
        Err(error) => Err(error.into()),
    }
}

/// Why a host's token was not added.
#[derive(Debug, thiserror::Error)]
pub enum HostTokenError {
    #[error("{directory} has no database: start a server with it once, or name the data directory of the server")]
    Nothing { directory: String },
    /// The directory cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The server that runs has another version of the schema.
    #[error("the running server has schema version {found}, this program has {ours}: use the server's program")]
    OtherVersion { found: usize, ours: usize },
    /// The player is missing and cannot be added.
    #[error("cannot add the player {player}: {}", said(refused))]
    NotAdded { player: PlayerId, refused: Registered },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is against adding a player, in words.
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
        display_name: String::new(),
        token: None,
        created_unix_ms,
        invite: None,
        most_owned: 0,
    };
    match accounts::register(&transaction, &new)? {
        // It is there now, or was before.
        Registered::New | Registered::Before | Registered::Taken => {}
        refused => return Err(HostTokenError::NotAdded { player: player.clone(), refused }),
    }
    let added = tokens::add(&transaction, player, token, Replaces::Nothing, MOST, Some(audit))?;
    transaction.commit()?;
    Ok(added)
}
