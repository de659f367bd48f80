//! A store in one SQLite file. What it acknowledged survives a power cut.
//!
//! One thread writes: it takes whatever waits into one transaction, commits, and answers. It never waits for more to come,
//! so that a lone append is not slowed down, and many at once share one flush of the disk. A few threads read.

mod matches;
mod open;
mod place;
mod players;
mod readers;
mod rows;
mod token_cache;
mod writer;

use std::{fs::File, path::Path, sync::Arc, time::Duration};

use rusqlite::{Connection, ErrorCode};

pub use open::{DATABASE_FILE, LOCK_FILE, OpenError};
pub use place::COUNT_FILE;
use place::Place;
use readers::Readers;
use token_cache::TokenCache;
use writer::Writer;

use super::{
    Accounts, Created, EventLog, MatchFilter, MatchIndex, MatchRow, Registered, RequestKey, StoreError, StoreFuture,
    StreamId,
    limits::{check_following, check_opening},
};
use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::{Event, Seed},
};

/// Keeps everything in one file of a directory, which belongs to one process at a time. Dropping it waits until what was
/// handed over is written.
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    place: Arc<Place>,
    tokens: Arc<TokenCache>,
    /// Held, not used: while it is open no other process opens the directory. The last field is dropped last.
    _lock: File,
}

impl SqliteStore {
    /// Opens the store in `directory`, which is made if it is missing; brings an older file up to date.
    pub fn open(directory: &Path) -> Result<SqliteStore, OpenError> {
        let opened = open::open(directory)?;
        let place = Arc::new(opened.place);
        Ok(SqliteStore {
            writer: Writer::start(opened.writing, Arc::clone(&place)).map_err(OpenError::threads)?,
            readers: Readers::start(opened.reading).map_err(OpenError::threads)?,
            place,
            tokens: Arc::new(TokenCache::new()),
            _lock: opened.lock,
        })
    }
}

impl EventLog for SqliteStore {
    fn append(&self, stream: &StreamId, expected: Seq, events: Vec<Event>) -> StoreFuture<'_, ()> {
        if let Err(error) = check_following(stream, expected, &events) {
            return refused(error);
        }
        let new = matches::NewEvents::of(stream.clone(), expected, &events);
        self.writer.run("append to a stream", move |file| matches::append(file, &new))
    }

    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        if let Err(error) = check_opening(&stream, &events) {
            return refused(error);
        }
        let new = matches::NewEvents::of(stream, Seq(0), &events);
        self.writer.run("open a match", move |file| matches::create(file, &request, &new, seed.as_ref()))
    }

    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        let request = request.clone();
        self.readers.run("find a request", move |file| matches::answered(file, &request))
    }

    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let stream = stream.clone();
        self.readers.run("read a match", move |file| matches::events(file, &stream, after, limit))
    }

    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        let stream = stream.clone();
        self.readers.run("read a seed", move |file| matches::seed(file, &stream))
    }

    fn is_failing(&self) -> bool {
        self.place.is_failing()
    }

    fn probe(&self) -> StoreFuture<'_, ()> {
        self.writer.run("write", |_| Ok(()))
    }
}

impl MatchIndex for SqliteStore {
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>> {
        self.readers.run("list unfinished matches", matches::unfinished)
    }

    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>> {
        self.readers.run("list matches", move |file| rows::page(file, &filter, before.as_ref(), limit))
    }

    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>> {
        let match_id = match_id.clone();
        self.readers.run("find a match", move |file| rows::row(file, &match_id))
    }

    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> StoreFuture<'_, ()> {
        let match_id = match_id.clone();
        self.writer.run("mark a match", move |file| rows::mark_unreadable(file, &match_id, &cause))
    }
}

impl Accounts for SqliteStore {
    fn register(&self, player: PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, Registered> {
        self.writer.run("add a player", move |file| players::register(file, &player, &token_digest))
    }

    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        let player = player.clone();
        Box::pin(async move {
            // Nothing is written where nothing changes: a server starts also on a disk that is full.
            let asked = player.clone();
            let is_house = move |file: &Connection| players::is_house(file, &asked);
            match self.readers.run("find a player", is_house).await? {
                true => Ok(()),
                false => {
                    let ensure = move |file: &Connection| players::ensure_house(file, &player);
                    self.writer.run("add a player of the house", ensure).await
                }
            }
        })
    }

    fn renew(&self, player: &PlayerId, token_digest: [u8; 32]) -> StoreFuture<'_, ()> {
        let player = player.clone();
        let tokens = Arc::clone(&self.tokens);
        let renew = move |file: &Connection| players::renew(file, &player, &token_digest);
        self.writer.run_then("renew a token", renew, move || tokens.forget())
    }

    fn player_of(&self, token_digest: [u8; 32]) -> StoreFuture<'_, Option<PlayerId>> {
        let generation = match self.tokens.find(&token_digest) {
            Ok(player) => return Box::pin(std::future::ready(Ok(Some(player)))),
            Err(generation) => generation,
        };
        Box::pin(async move {
            let find = move |file: &Connection| players::player_of(file, &token_digest);
            let found = self.readers.run("find the player of a token", find).await?;
            if let Some(player) = &found {
                self.tokens.keep(token_digest, player, generation);
            }
            Ok(found)
        })
    }

    fn players(&self, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        self.readers.run("list players", move |file| players::page(file, after.as_ref(), limit))
    }

    fn has_player(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        let player = player.clone();
        self.readers.run("find a player", move |file| players::exists(file, &player))
    }
}

/// Why a piece of work on the file was not done.
enum SqlError {
    /// It must not be: nothing was written.
    Refused(StoreError),
    /// SQLite failed.
    Sql(rusqlite::Error),
}

impl From<StoreError> for SqlError {
    fn from(error: StoreError) -> SqlError {
        SqlError::Refused(error)
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> SqlError {
        SqlError::Sql(error)
    }
}

/// The answer of a thread that is gone.
fn gone(doing: &'static str) -> StoreError {
    StoreError::Broken { doing, cause: "its thread has ended".to_owned() }
}

/// A failure of SQLite, told apart by whether trying again can help.
fn failure(doing: &'static str, error: &rusqlite::Error) -> StoreError {
    let cause = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TypeMismatch | ErrorCode::ApiMisuse) => {
            StoreError::Broken { doing, cause }
        }
        _ => StoreError::Failed { doing, cause },
    }
}

fn refused<'a, T: Send + 'a>(error: StoreError) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(Err(error)))
}

/// A count as SQLite takes it.
fn sql_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// How many prepared statements a connection keeps: more than there are different ones.
const STATEMENTS: usize = 64;

/// How long a connection waits for one that holds the file: another program that looks at it, never another server.
const LOCKED_PATIENCE: Duration = Duration::from_secs(1);

/// What every connection is set to.
fn prepare(file: &Connection) -> Result<(), rusqlite::Error> {
    file.set_prepared_statement_cache_capacity(STATEMENTS);
    file.busy_timeout(LOCKED_PATIENCE)
}
