//! The connection of the thread that writes, with what that thread knows beside the file: the pending events, and what an append has
//! to know of its match.

use std::{
    cell::{Cell, RefCell, RefMut},
    ops::Deref,
};

use hashlink::LruCache;
use rusqlite::Connection;

use super::{event_log::Head, pending::Merger};
use crate::ids::MatchId;

/// The most matches of which it is kept what an append has to know; the least recently used are forgotten first, and read again. Nobody
/// else may write to the tables of matches and events: what is kept would not know of it.
pub const KEPT_HEADS: usize = 16_384;

/// A connection that writes. What is known beside the file is that of the transaction at hand, until that is committed.
pub(super) struct WriteConnection {
    sql: Connection,
    merger: RefCell<Merger>,
    heads: RefCell<LruCache<MatchId, Head>>,
    commits: Cell<i64>,
}

impl WriteConnection {
    /// A connection to a file with so many commits, whose pending events were loaded.
    pub fn new(sql: Connection, merger: Merger, commits: i64) -> WriteConnection {
        let heads = RefCell::new(LruCache::new(KEPT_HEADS));
        WriteConnection { sql, merger: RefCell::new(merger), heads, commits: Cell::new(commits) }
    }

    /// Commits the transaction at hand; gives how many commits there were with it.
    pub fn commit(&self) -> Result<i64, rusqlite::Error> {
        let commit = self.commits.get() + 1;
        self.merger().seal(self, commit)?;
        self.prepare_cached("COMMIT")?.execute([])?;
        self.commits.set(commit);
        self.merger().committed();
        Ok(commit)
    }

    /// The pending events. Nobody holds them across a call of another function that asks for them.
    pub fn merger(&self) -> RefMut<'_, Merger> {
        self.merger.borrow_mut()
    }

    /// What an append has to know of a match, as it was kept.
    pub fn head(&self, match_id: &MatchId) -> Option<Head> {
        self.heads.borrow_mut().get(match_id).copied()
    }

    pub fn keep_head(&self, match_id: &MatchId, head: Head) {
        self.heads.borrow_mut().insert(match_id.clone(), head);
    }

    /// Forgets it: a column of the match has changed that it has.
    pub fn forget_head(&self, match_id: &MatchId) {
        self.heads.borrow_mut().remove(match_id);
    }

    /// The transaction at hand came to nothing.
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
