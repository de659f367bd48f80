//! Stores events, players and answers. Contains the only SQL.
//!
//! Each part is a trait, so that it can move to another machine: [`EventLog`] (event streams),
//! [`MatchIndex`] (rows for lists), [`Accounts`] (players and tokens), [`Consents`], [`ContestLog`]
//! (tournaments and ladders), [`WebhookCursors`] (deliveries), [`SignIns`] (recovery and device
//! codes), [`Guests`] and [`Administration`].
//!
//! [`MemoryLog`] and [`SqliteStore`] store matches, and [`Tables`] everything else. [`MemoryLog`]
//! forgets everything with the process; [`SqliteStore`] acknowledges only what survives a power
//! cut. [`codec`] converts events to bytes and JSON, [`limits`] validates them, [`record`] is the
//! transcript of a match, and [`seal`] makes the record provable.

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
pub mod sqlite;
mod webhook_cursors;

use std::sync::Arc;

pub use accounts::guests::Guests;
pub use accounts::sign_ins::{NewDeviceCode, Recovery, SignIn, SignIns};
pub use accounts::skeleton::skeleton;
pub use accounts::tokens::{
    Digest, NewToken, PublicId, Replaces, Revoked, Scope, Scopes, TokenAdded, TokenRow, UnknownScope,
};
pub use accounts::{Account, AccountChange, AccountFilter, AccountState, Accounts, Grant, NewAccount, Registered};
pub use administration::{Administration, Announcement, AuditEntry, AuditRow, Invite, NewAnnouncement, NewInvite};
pub use codec::{
    read_absence, read_answer, read_conduct, read_contest, read_ms, read_proposal, shown, whole_ms, write_absence,
    write_conduct, write_contest, write_lost_seat_policy, write_luck, write_occasion, write_rules, write_termination,
    write_verdict,
};
pub use consents::{Consents, Entered};
pub use contest_log::{
    ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestRow, ContestStanding, ListedCounts,
    MAX_CONTEST_EVENT, MAX_CONTEST_EVENTS_PER_APPEND, NewContest,
};
pub use error::{Epoch, StoreError, StoreFuture};
pub use event_log::{Created, EventLog, Pruning, REQUESTS_PER_PLAYER, RequestKey, StreamId};
pub use limits::BrokenEvent;
pub use match_index::{
    MatchEnd, MatchFilter, MatchIndex, MatchRow, MatchState, RESULTS_LOOKED_AT, ResultFilter, ResultsPage,
};
pub use memory::MemoryLog;
pub use sqlite::{OpenError, SqliteStore, Tables};
pub use webhook_cursors::{WebhookCursor, WebhookCursors, WebhookProgress};

/// A complete store. Clones share the same data.
#[derive(Clone)]
pub struct Store {
    pub log: Arc<dyn EventLog>,
    pub index: Arc<dyn MatchIndex>,
    pub accounts: Arc<dyn Accounts>,
    pub consents: Arc<dyn Consents>,
    /// Event logs of tournaments and ladders.
    pub contests: Arc<dyn ContestLog>,
    /// Delivery state of webhooks.
    pub webhooks: Arc<dyn WebhookCursors>,
    pub administration: Arc<dyn Administration>,
    /// Recovery codes and device codes.
    pub sign_ins: Arc<dyn SignIns>,
    pub guests: Arc<dyn Guests>,
}

impl Store {
    /// Combines match logs and tables.
    pub fn new<L: EventLog + MatchIndex + 'static>(matches: Arc<L>, tables: &Arc<Tables>) -> Store {
        Store {
            log: Arc::<L>::clone(&matches),
            index: matches,
            accounts: Arc::<Tables>::clone(tables),
            consents: Arc::<Tables>::clone(tables),
            contests: Arc::<Tables>::clone(tables),
            webhooks: Arc::<Tables>::clone(tables),
            administration: Arc::<Tables>::clone(tables),
            sign_ins: Arc::<Tables>::clone(tables),
            guests: Arc::<Tables>::clone(tables),
        }
    }

    /// Creates an empty store in memory.
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
