//! Keeps events, players and answers. The only SQL.
//!
//! [`EventLog`] holds streams of events, [`MatchIndex`] the rows that lists read, [`Accounts`] the players: three traits, so
//! that each can move to another machine. [`MemoryStore`] and [`SqliteStore`] implement all three; the first forgets
//! everything with the process, the second acknowledges only what survives a power cut. [`codec`] turns events into bytes and
//! JSON, [`limits`] says what an event may hold, [`record`] is the transcript of a match, and [`seal`] makes it provable.

mod accounts;
pub mod codec;
mod error;
mod event_log;
pub mod limits;
mod match_index;
pub mod memory;
mod migrations;
pub mod record;
mod row_changes;
pub mod seal;
pub mod sqlite;

use std::{future::Future, pin::Pin, sync::Arc};

pub use accounts::{Accounts, Registered};
pub use error::StoreError;
pub use event_log::{Created, Epoch, EventLog, REQUESTS_PER_PLAYER, RequestKey, StreamId};
pub use limits::BrokenEvent;
pub use match_index::{
    MatchEnd, MatchFilter, MatchIndex, MatchRow, MatchState, RESULTS_LOOKED_AT, ResultFilter, ResultsPage,
};
pub use memory::MemoryStore;
pub use sqlite::{OpenError, SqliteStore};

/// What every call to a store returns. It may wait for a disk, never for a lock that is held elsewhere.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A whole store. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Store {
    /// Where events are appended and read.
    pub log: Arc<dyn EventLog>,
    /// What lists read.
    pub index: Arc<dyn MatchIndex>,
    /// Who may call.
    pub accounts: Arc<dyn Accounts>,
}

impl Store {
    /// A store whose three parts are the same backend.
    pub fn new<S: EventLog + MatchIndex + Accounts + 'static>(backend: Arc<S>) -> Store {
        Store { log: Arc::<S>::clone(&backend), index: Arc::<S>::clone(&backend), accounts: backend }
    }
}
