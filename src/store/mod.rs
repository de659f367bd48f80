//! Keeps events, players and answers. The only SQL.
//!
//! [`EventLog`] holds streams of events, [`MatchIndex`] the rows that lists read, [`Accounts`] the players and their tokens,
//! [`Consents`] what they have agreed to, [`ContestLog`] the tournaments and ladders, [`WebhookCursors`] what was sent of them, [`Administration`] what a host keeps beside them: traits, so that each can move to
//! another machine. [`MemoryLog`] and [`SqliteStore`] keep matches, [`Tables`] keeps everything else; the first forgets
//! everything with the process, the second acknowledges only what survives a power cut. [`codec`] turns events into bytes and
//! JSON, [`limits`] says what an event may hold, [`record`] is the transcript of a match, and [`seal`] makes it provable.

pub mod accept_policies;
mod accounts;
mod administration;
pub mod codec;
pub mod consents;
mod contest_log;
mod error;
mod event_log;
pub mod ladder_record;
pub mod limits;
mod match_index;
pub mod memory;
mod migrations;
pub mod record;
mod row_changes;
pub mod seal;
mod skeleton;
pub mod sqlite;
mod tokens;
mod webhook_cursors;

use std::{future::Future, pin::Pin, sync::Arc};

pub use accounts::{Account, AccountChange, AccountFilter, AccountState, Accounts, NewAccount, Registered};
pub use administration::{Administration, Announcement, AuditEntry, AuditRow, Invite, NewAnnouncement, NewInvite};
pub use codec::{
    read_answer, read_conduct, read_proposal, shown, span, whole_ms, write_conduct, write_lost_seat_policy, write_luck,
    write_occasion, write_rules, write_termination, write_verdict,
};
pub use consents::{Consents, Entered};
pub use contest_log::{
    ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestRow, ContestStanding, ListedCounts,
    MAX_CONTEST_EVENT, MAX_CONTEST_EVENTS_PER_APPEND, NewContest,
};
pub use error::StoreError;
pub use event_log::{Created, Epoch, EventLog, Pruning, REQUESTS_PER_PLAYER, RequestKey, StreamId};
pub use limits::BrokenEvent;
pub use match_index::{
    MatchEnd, MatchFilter, MatchIndex, MatchRow, MatchState, RESULTS_LOOKED_AT, ResultFilter, ResultsPage,
};
pub use memory::MemoryLog;
pub use skeleton::skeleton;
pub use sqlite::{OpenError, SqliteStore, Tables};
pub use tokens::{
    Digest, Grant, NewToken, PublicId, Replaces, Revoked, Scope, Scopes, TokenAdded, TokenRow, UnknownScope,
};
pub use webhook_cursors::{WebhookCursor, WebhookCursors, WebhookProgress};

/// What every call to a store returns. It may wait for a disk, never for a lock that is held elsewhere.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A whole store. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Store {
    /// Where events are appended and read.
    pub log: Arc<dyn EventLog>,
    pub index: Arc<dyn MatchIndex>,
    pub accounts: Arc<dyn Accounts>,
    /// What players have agreed to beforehand.
    pub consents: Arc<dyn Consents>,
    /// The events of tournaments and ladders.
    pub contests: Arc<dyn ContestLog>,
    /// How far webhooks have come with them.
    pub webhooks: Arc<dyn WebhookCursors>,
    /// What a host keeps beside that.
    pub administration: Arc<dyn Administration>,
}

impl Store {
    /// A store with these matches and tables.
    pub fn new<L: EventLog + MatchIndex + 'static>(matches: Arc<L>, tables: &Arc<Tables>) -> Store {
        Store {
            log: Arc::<L>::clone(&matches),
            index: matches,
            accounts: Arc::<Tables>::clone(tables),
            consents: Arc::<Tables>::clone(tables),
            contests: Arc::<Tables>::clone(tables),
            webhooks: Arc::<Tables>::clone(tables),
            administration: Arc::<Tables>::clone(tables),
        }
    }

    /// An empty store that is gone with the process.
    pub fn in_memory() -> Result<Store, OpenError> {
        Ok(Store::new(Arc::new(MemoryLog::new()), &Arc::new(Tables::in_memory()?)))
    }
}

impl From<SqliteStore> for Store {
    fn from(store: SqliteStore) -> Store {
        let tables = Arc::clone(store.tables());
        Store::new(Arc::new(store), &tables)
    }
}
