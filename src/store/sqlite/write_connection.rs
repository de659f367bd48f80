//! The connection of the writing thread, with what the thread knows besides the file: pending
//! events, and heads of matches.

use std::{
    cell::{Cell, RefCell, RefMut},
    ops::Deref,
};

use hashlink::LruCache;
use referee_ids::MatchId;
use rusqlite::Connection;

use super::pending::Merger;
use crate::Epoch;

/// Maximum cached heads; the least recently used are dropped first. The cache is correct only
/// because no other process writes matches and events.
pub const KEPT_HEADS: usize = 16_384;

/// The facts of a match that an append needs.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub number: i64,
    pub epoch: Epoch,
    pub newest: i64,
    pub started: bool,
    pub over: bool,
    pub unreadable: bool,
}

/// A write connection. Until the open transaction is committed, cached data belongs to it.
pub(super) struct WriteConnection {
    sql: Connection,
    merger: RefCell<Merger>,
    heads: RefCell<LruCache<MatchId, Head>>,
    commits: Cell<i64>,
}

impl WriteConnection {
    /// Wraps a connection to a file with `commits` commits and the pending events of `merger`.
    pub fn new(sql: Connection, merger: Merger, commits: i64) -> WriteConnection {
        let heads = RefCell::new(LruCache::new(KEPT_HEADS));
        WriteConnection { sql, merger: RefCell::new(merger), heads, commits: Cell::new(commits) }
    }

    /// Commits the transaction; returns the new number of commits.
    pub fn commit(&self) -> Result<i64, rusqlite::Error> {
        let commit = self.commits.get() + 1;
        self.merger().seal(self, commit)?;
        self.prepare_cached("COMMIT")?.execute([])?;
        self.commits.set(commit);
        self.merger().committed();
        Ok(commit)
    }

    /// Returns the pending events. Never hold the guard while calling another function that needs
    /// it.
    pub fn merger(&self) -> RefMut<'_, Merger> {
        self.merger.borrow_mut()
    }

    /// Returns the cached head of a match.
    pub fn head(&self, match_id: &MatchId) -> Option<Head> {
        self.heads.borrow_mut().get(match_id).copied()
    }

    pub fn keep_head(&self, match_id: &MatchId, head: Head) {
        self.heads.borrow_mut().insert(match_id.clone(), head);
    }

    /// Drops the cached head of a match after another column of its row has changed.
    pub fn forget_head(&self, match_id: &MatchId) {
        self.heads.borrow_mut().remove(match_id);
    }

    /// Discards the data cached by a failed transaction.
    pub fn rolled_back(&self) {
        self.merger().rolled_back();
        self.heads.borrow_mut().clear();
    }
}

impl Deref for WriteConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.sql
    }
}
