//! Pending events: the newest events of all matches, not yet in the table of events.
//!
//! The table of events is sorted by match, so a commit with events of many matches writes many
//! pages. Instead, all events of a commit become one row of another table, and stay in memory. Once
//! there are many, the events of a match move to the table of events together ([`merge`]). The
//! number of a row is the number of its commit.
//!
//! A reader looks here first and then into the table of events. An event that moves between the two
//! reads is found twice, and none is missed.

mod batch;
mod merge;

use std::{
    collections::{HashMap, VecDeque},
    sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

pub(super) use merge::{Merger, insert};
use rusqlite::Connection;

/// Bytes of rows above which pending events move to their table. At most about twice as many exist,
/// since then more events move than arrive.
pub const PENDING_BYTES: usize = 4 * 1024 * 1024;

/// Returns the number of commits of a file of any schema version. A commit with events has the
/// number of its row; the table `commits` counts the others.
pub(super) fn commits(file: &Connection) -> Result<i64, rusqlite::Error> {
    let number = |sql| file.query_row(sql, [], |row| row.get::<_, i64>(0));
    let counted = number("SELECT number FROM commits")?;
    let has_rows = number("SELECT count(*) FROM sqlite_schema WHERE name = 'pending_events'")? > 0;
    let of_rows = if has_rows { number("SELECT coalesce(max(batch), 0) FROM pending_events")? } else { 0 };
    Ok(counted.max(of_rows))
}

/// Pending events of all matches, by match number. The writing thread changes them after each
/// commit; readers read them.
#[derive(Default)]
pub(super) struct Pending(RwLock<Streams>);

#[derive(Default)]
struct Streams(HashMap<i64, VecDeque<PendingEvent>>);

struct PendingEvent {
    /// Number of the row that contains the event.
    batch: i64,
    /// Number of the event in its match, without gaps.
    seq: i64,
    bytes: Vec<u8>,
}

impl Pending {
    /// Returns at most `limit` pending events of a match after `after`, each with its number and
    /// bytes.
    pub fn after(&self, number: i64, after: i64, limit: usize) -> Vec<(i64, Vec<u8>)> {
        let streams = self.streams();
        let Some(events) = streams.0.get(&number) else { return Vec::new() };
        let first = events.partition_point(|event| event.seq <= after);
        events.range(first..).take(limit).map(|event| (event.seq, event.bytes.clone())).collect()
    }

    /// Returns the number of a match's newest pending event.
    pub fn newest(&self, number: i64) -> Option<i64> {
        self.streams().newest(number)
    }

    fn streams(&self) -> RwLockReadGuard<'_, Streams> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the pending events. The lock is held briefly, and never protects a half-made change.
    fn streams_mut(&self) -> RwLockWriteGuard<'_, Streams> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    fn newest(&self, number: i64) -> Option<i64> {
        self.0.get(&number)?.back().map(|event| event.seq)
    }

    /// Counts the pending events of a match.
    fn count(&self, number: i64) -> usize {
        self.0.get(&number).map_or(0, VecDeque::len)
    }

    /// Returns the row of a match's oldest pending event that remains once `moved` have moved.
    fn oldest_batch(&self, number: i64, moved: usize) -> Option<i64> {
        self.0.get(&number)?.get(moved).map(|event| event.batch)
    }

    /// Removes a match's oldest `count` events. Returns whether none is left.
    fn drop_oldest(&mut self, number: i64, count: usize) -> bool {
        let Some(events) = self.0.get_mut(&number) else { return true };
        events.drain(..count.min(events.len()));
        let is_empty = events.is_empty();
        if is_empty {
            self.0.remove(&number);
        }
        is_empty
    }

    /// Adds an event read from its row. If the event was requeued, replaces it and the later events
    /// from earlier rows.
    fn push_again(&mut self, number: i64, event: PendingEvent) {
        let events = self.0.entry(number).or_default();
        events.truncate(events.partition_point(|earlier| earlier.seq < event.seq));
        events.push_back(event);
    }

    /// Returns a row before which events are missing. `table` contains the newest event of each
    /// match in the table of events.
    fn gap(&self, table: &HashMap<i64, i64>) -> Option<i64> {
        self.0.iter().find_map(|(number, events)| {
            let expected = table.get(number).copied().unwrap_or(0) + 1..;
            let (_, event) = expected.zip(events).find(|(expected, event)| event.seq != *expected)?;
            Some(event.batch)
        })
    }

    /// Returns the matches in the order of their oldest event.
    fn by_age(&self) -> VecDeque<i64> {
        let first = |(number, events): (&i64, &VecDeque<PendingEvent>)| Some((events.front()?.batch, *number));
        let mut matches: Vec<_> = self.0.iter().filter_map(first).collect();
        matches.sort_unstable();
        matches.into_iter().map(|(_, number)| number).collect()
    }

    /// Adds a match's next event. Returns whether the match has no other pending event.
    fn push(&mut self, number: i64, event: PendingEvent) -> bool {
        let events = self.0.entry(number).or_default();
        events.push_back(event);
        events.len() == 1
    }
}
