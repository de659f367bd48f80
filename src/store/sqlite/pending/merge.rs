//! The thread that writes: it puts what a commit appends into one row, and moves older events to the table of events.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque, hash_map::Entry as Known},
    mem,
    sync::Arc,
};

use rusqlite::{Connection, params};

use super::{
    Pending, PendingEvent, Streams,
    batch::{Entry, decode, encode},
};

/// How many events a commit moves, beside two for each that it appends.
const MOVED_BESIDE: usize = 32;
/// How many rows are dropped at once, at least and at most.
const DROPPED_AT_LEAST: usize = 64;
const DROPPED_AT_ONCE: usize = 512;

/// What is done to the pending events in the transaction at hand, and what is known of their rows.
pub(in crate::store::sqlite) struct Merger {
    pending: Arc<Pending>,
    /// From how many bytes of rows on events are moved.
    most_bytes: usize,
    /// The matches with pending events, that with the oldest first. Of the first alone some may be moved and others not.
    order: VecDeque<i64>,
    /// The rows, the oldest first: the number of each, and its bytes.
    rows: VecDeque<(i64, usize)>,
    row_bytes: usize,
    /// The matches whose events could not be moved.
    stuck: BTreeSet<i64>,
    transaction: Transaction,
}

/// What a transaction does, which becomes true when it is committed.
#[derive(Default)]
struct Transaction {
    /// What it appends.
    staged: Vec<Entry>,
    /// How many of the oldest pending events of matches it moves.
    moved: BTreeMap<i64, usize>,
    /// How many rows it drops, the oldest.
    dropped: usize,
    /// The row that it adds: its number, and its bytes.
    row: Option<(i64, usize)>,
}

impl Merger {
    /// Reads the pending events of a file; where a row of them is damaged, gives its number.
    pub fn load(file: &Connection, most_bytes: usize) -> Result<Result<Merger, i64>, rusqlite::Error> {
        let (mut rows, mut streams) = (VecDeque::new(), Streams::default());
        let mut table: HashMap<i64, i64> = HashMap::new();
        let mut newest = file.prepare("SELECT coalesce(max(seq), 0) FROM events WHERE number = ?1")?;
        let mut select = file.prepare("SELECT batch, entries FROM pending_events ORDER BY batch")?;
        let mut found = select.query([])?;
        while let Some(row) = found.next()? {
            let (batch, bytes) = (row.get(0)?, row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?);
            rows.push_back((batch, bytes.len()));
            let Some(entries) = decode(bytes) else { return Ok(Err(batch)) };
            for Entry { number, seq, bytes } in entries {
                let newest_there = match table.entry(number) {
                    Known::Occupied(known) => *known.get(),
                    Known::Vacant(known) => *known.insert(newest.query_row([number], |row| row.get(0))?),
                };
                if seq > newest_there {
                    streams.push_again(number, PendingEvent { batch, seq, bytes });
                }
            }
        }
        if let Some(batch) = streams.gap(&table) {
            return Ok(Err(batch));
        }
        let order = streams.by_age();
        let row_bytes = rows.iter().map(|(_, bytes)| bytes).sum();
        let pending = Arc::new(Pending(streams.into()));
        let transaction = Transaction::default();
        Ok(Ok(Merger { pending, most_bytes, order, rows, row_bytes, stuck: BTreeSet::new(), transaction }))
    }

    /// What those that read look into.
    pub fn pending(&self) -> &Arc<Pending> {
        &self.pending
    }

    /// The newest event of a match that is not in the table of events.
    pub fn newest(&self, number: i64) -> Option<i64> {
        let staged = self.transaction.staged.iter().rev().find(|entry| entry.number == number);
        staged.map(|entry| entry.seq).or_else(|| self.pending.newest(number))
    }

    /// Whether the events of a match could not be moved: what is appended to it goes to the table of events at once, or fails there.
    pub fn is_stuck(&self, number: i64) -> bool {
        self.stuck.contains(&number)
    }

    /// Appends events in this transaction.
    pub fn stage(&mut self, number: i64, events: Vec<(i64, Vec<u8>)>) {
        let entries = events.into_iter().map(|(seq, bytes)| Entry { number, seq, bytes });
        self.transaction.staged.extend(entries);
    }

    /// Moves all events of a match in this transaction, before others are put behind them.
    pub fn move_all(&mut self, file: &Connection, number: i64) -> Result<(), rusqlite::Error> {
        let streams = self.pending.streams();
        if let Some(events) = streams.0.get(&number) {
            let moved = self.transaction.moved.entry(number).or_default();
            insert(file, number, events.range(*moved..).map(|event| (event.seq, &*event.bytes)))?;
            *moved = events.len();
        }
        drop(streams);
        let staged = |entry: &&Entry| entry.number == number;
        let appended = self.transaction.staged.iter().filter(staged);
        insert(file, number, appended.map(|entry| (entry.seq, &*entry.bytes)))?;
        self.transaction.staged.retain(|entry| entry.number != number);
        self.stuck.remove(&number);
        Ok(())
    }

    /// Writes what the transaction appends, as its last step but one.
    pub fn seal(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        if self.transaction.staged.is_empty() {
            return Ok(());
        }
        if self.row_bytes > self.most_bytes {
            self.move_oldest(file)?;
            self.drop_rows(file)?;
        }
        let batch = self.rows.back().map_or(1, |(newest, _)| newest + 1);
        let entries = encode(&self.transaction.staged);
        file.prepare_cached("INSERT INTO pending_events (batch, entries) VALUES (?1, ?2)")?
            .execute(params![batch, entries])?;
        self.transaction.row = Some((batch, entries.len()));
        Ok(())
    }

    /// The transaction is durable.
    pub fn committed(&mut self) {
        let Transaction { staged, moved, dropped, row } = mem::take(&mut self.transaction);
        for (_, bytes) in self.rows.drain(..dropped) {
            self.row_bytes -= bytes;
        }
        self.rows.extend(row);
        self.row_bytes += row.map_or(0, |(_, bytes)| bytes);
        let batch = row.map_or(0, |(batch, _)| batch);
        let mut streams = self.pending.streams_mut();
        for (number, count) in moved {
            if streams.drop_oldest(number, count) {
                self.order.retain(|waiting| *waiting != number);
            }
        }
        for Entry { number, seq, bytes } in staged {
            if streams.push(number, PendingEvent { batch, seq, bytes }) {
                self.order.push_back(number);
            }
        }
    }

    /// The transaction came to nothing.
    pub fn rolled_back(&mut self) {
        self.transaction = Transaction::default();
    }

    /// Moves some of the oldest events. Those of a match that cannot be moved are put behind all others, so that they keep nothing from
    /// being dropped.
    fn move_oldest(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        let mut left = 2 * self.transaction.staged.len() + MOVED_BESIDE;
        let streams = self.pending.streams();
        for &number in &self.order {
            let moved = self.transaction.moved.get(&number).copied().unwrap_or(0);
            let count = streams.count(number).saturating_sub(moved).min(left);
            match self.transaction.try_to_move(file, &streams, number, count) {
                Ok(()) => left -= count,
                // Not of this match alone.
                Err(error) if file.is_autocommit() => return Err(error),
                Err(error) => {
                    tracing::error!(match_number = number, %error, "events could not be moved to their table: they are kept beside it");
                    self.stuck.insert(number);
                    self.transaction.put_behind(&streams, number);
                }
            }
            if left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Drops the rows of which nothing is pending any more.
    fn drop_rows(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        let streams = self.pending.streams();
        let moved = |number: &i64| self.transaction.moved.get(number).copied().unwrap_or(0);
        let oldest = self.order.iter().filter_map(|number| streams.oldest_batch(*number, moved(number)));
        // The first may have been moved in part, so that its oldest is newer than that of the second.
        let needed = oldest.take(2).min().unwrap_or(i64::MAX);
        let unneeded = self.rows.iter().take_while(|(batch, _)| *batch < needed).take(DROPPED_AT_ONCE);
        let unneeded: Vec<i64> = unneeded.map(|(batch, _)| *batch).collect();
        let Some(last) = unneeded.last().filter(|_| unneeded.len() >= DROPPED_AT_LEAST) else { return Ok(()) };
        file.prepare_cached("DELETE FROM pending_events WHERE batch <= ?1")?.execute([last])?;
        self.transaction.dropped = unneeded.len();
        Ok(())
    }
}

impl Transaction {
    /// Moves the next `count` events of a match, all of them or none.
    fn try_to_move(
        &mut self,
        file: &Connection,
        streams: &Streams,
        number: i64,
        count: usize,
    ) -> Result<(), rusqlite::Error> {
        let Some(events) = streams.0.get(&number).filter(|_| count > 0) else { return Ok(()) };
        let step = |sql| file.prepare_cached(sql)?.execute([]);
        let moved = self.moved.entry(number).or_default();
        step("SAVEPOINT move")?;
        let next = events.range(*moved..*moved + count).map(|event| (event.seq, &*event.bytes));
        let done = insert(file, number, next);
        if done.is_err() && !file.is_autocommit() {
            step("ROLLBACK TO move")?;
        }
        if !file.is_autocommit() {
            step("RELEASE move")?;
        }
        done?;
        *moved += count;
        Ok(())
    }

    /// Appends the pending events of a match anew, before what else is appended to it.
    fn put_behind(&mut self, streams: &Streams, number: i64) {
        let Some(events) = streams.0.get(&number) else { return };
        let moved = self.moved.entry(number).or_default();
        let again = events.range(*moved..).map(|event| Entry { number, seq: event.seq, bytes: event.bytes.clone() });
        self.staged.splice(0..0, again);
        *moved = events.len();
    }
}

/// Puts events of a match into the table of events.
pub(in crate::store::sqlite) fn insert<'a>(
    file: &Connection,
    number: i64,
    events: impl Iterator<Item = (i64, &'a [u8])>,
) -> Result<(), rusqlite::Error> {
    let mut insert = file.prepare_cached("INSERT INTO events (number, seq, bytes) VALUES (?1, ?2, ?3)")?;
    for (seq, bytes) in events {
        insert.execute(params![number, seq, bytes])?;
    }
    Ok(())
}
