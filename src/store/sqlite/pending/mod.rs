//! The newest events of all matches, before they are in the table of events.
//!
//! Matches lie apart in that table, so that an event there is a page to write, and a commit of many matches as many pages. So all
//! events of a commit become one row at the end of another table, and are kept here; once there are many, those of a match are
//! moved to the table of events together ([`merge`]). That is a pending list, as some indexes have it. The number of such a row is that
//! of its commit, so that none need be counted elsewhere.
//!
//! Who reads a match looks here first and then into the table: what was moved meanwhile is in both, and nothing is in neither.

mod batch;
mod merge;

use std::{
    collections::{HashMap, VecDeque},
    sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

pub(super) use merge::{Merger, insert};
use rusqlite::Connection;

/// From how many bytes of rows on pending events are moved to the table of events. There are at most some twice as many, since more
/// are moved then than come.
pub const PENDING_BYTES: usize = 4 * 1024 * 1024;

/// How many commits a file holds, which may be of an older schema. One that appended events has the number of its row, any other is
/// counted in a table of its own.
pub(super) fn commits(file: &Connection) -> Result<i64, rusqlite::Error> {
    let number = |sql| file.query_row(sql, [], |row| row.get::<_, i64>(0));
    let counted = number("SELECT number FROM commits")?;
    let has_rows = number("SELECT count(*) FROM sqlite_schema WHERE name = 'pending_events'")? > 0;
    let of_rows = if has_rows { number("SELECT coalesce(max(batch), 0) FROM pending_events")? } else { 0 };
    Ok(counted.max(of_rows))
}

/// The pending events of all matches, by their numbers. The thread that writes changes them after each commit; those that read look.
#[derive(Default)]
pub(super) struct Pending(RwLock<Streams>);

#[derive(Default)]
struct Streams(HashMap<i64, VecDeque<PendingEvent>>);

struct PendingEvent {
    /// The row that has it.
    batch: i64,
    /// Its number in its match. The next one has the next.
    seq: i64,
    bytes: Vec<u8>,
}

impl Pending {
    /// The pending events of a match after `after`, at most `limit` of them: the number of each, and its bytes.
    pub fn after(&self, number: i64, after: i64, limit: usize) -> Vec<(i64, Vec<u8>)> {
        let streams = self.streams();
        let Some(events) = streams.0.get(&number) else { return Vec::new() };
        let first = events.partition_point(|event| event.seq <= after);
        events.range(first..).take(limit).map(|event| (event.seq, event.bytes.clone())).collect()
    }

    /// The number of the newest pending event of a match.
    pub fn newest(&self, number: i64) -> Option<i64> {
        self.streams().newest(number)
    }

    fn streams(&self) -> RwLockReadGuard<'_, Streams> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Held for moves of pointers; what is under it is never half changed.
    fn streams_mut(&self) -> RwLockWriteGuard<'_, Streams> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    fn newest(&self, number: i64) -> Option<i64> {
        self.0.get(&number)?.back().map(|event| event.seq)
    }

    /// How many events of a match wait.
    fn count(&self, number: i64) -> usize {
        self.0.get(&number).map_or(0, VecDeque::len)
    }

    /// The row that has the oldest pending event of a match but for its first `moved`.
    fn oldest_batch(&self, number: i64, moved: usize) -> Option<i64> {
        self.0.get(&number)?.get(moved).map(|event| event.batch)
    }

    /// Forgets the oldest events of a match. Gives whether none is left.
    fn drop_oldest(&mut self, number: i64, count: usize) -> bool {
        let Some(events) = self.0.get_mut(&number) else { return true };
        events.drain(..count.min(events.len()));
        let is_empty = events.is_empty();
        if is_empty {
            self.0.remove(&number);
        }
        is_empty
    }

    /// Adds an event of a match that was read from its row, in place of what an earlier row has from it on: it was queued again.
    fn push_again(&mut self, number: i64, event: PendingEvent) {
        let events = self.0.entry(number).or_default();
        events.truncate(events.partition_point(|earlier| earlier.seq < event.seq));
        events.push_back(event);
    }

    /// A row before which events are missing, where the table of events has those up to `table`.
    fn gap(&self, table: &HashMap<i64, i64>) -> Option<i64> {
        self.0.iter().find_map(|(number, events)| {
            let expected = table.get(number).copied().unwrap_or(0) + 1..;
            let (_, event) = expected.zip(events).find(|(expected, event)| event.seq != *expected)?;
            Some(event.batch)
        })
    }

    /// The matches, that with the oldest event first.
    fn by_age(&self) -> VecDeque<i64> {
        let first = |(number, events): (&i64, &VecDeque<PendingEvent>)| Some((events.front()?.batch, *number));
        let mut matches: Vec<_> = self.0.iter().filter_map(first).collect();
        matches.sort_unstable();
        matches.into_iter().map(|(_, number)| number).collect()
    }

    /// Adds the next event of a match. Gives whether it is the only one.
    fn push(&mut self, number: i64, event: PendingEvent) -> bool {
        let events = self.0.entry(number).or_default();
        events.push_back(event);
        events.len() == 1
    }
}
