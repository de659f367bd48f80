//! The pending events as the writing thread sees them. It appends a commit as one row, and moves
//! older events to their table.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque, hash_map},
    mem,
    sync::Arc,
};

use rusqlite::{Connection, params};

use super::{
    Pending, PendingEvent, Streams,
    batch::{Entry, decode, encode},
};

/// Events moved per commit, in addition to two for each appended one.
const MOVED_BESIDE: usize = 32;
/// Minimum rows deleted together, unless they have an eighth of the maximum bytes.
const DROPPED_AT_LEAST: usize = 64;
/// Maximum rows deleted together.
const DROPPED_AT_ONCE: usize = 512;

/// The changes to pending events in the open transaction, and the rows of pending events.
pub(crate) struct Merger {
    pending: Arc<Pending>,
    /// Bytes of rows above which events are moved.
    most_bytes: usize,
    /// Matches with pending events, the match with the oldest event first. Only the first may be
    /// partly moved.
    order: VecDeque<i64>,
    /// Number and size of each row, oldest first.
    rows: VecDeque<(i64, usize)>,
    row_bytes: usize,
    /// Matches whose last move failed, even if the transaction was rolled back.
    unmovable: BTreeSet<i64>,
    transaction: Transaction,
}

/// Changes of a transaction, applied when it is committed.
#[derive(Default)]
struct Transaction {
    staged: Vec<Entry>,
    /// Number of moved pending events of each match, oldest first.
    moved: BTreeMap<i64, usize>,
    /// Number of oldest rows deleted.
    dropped: usize,
    /// Number and size of the added row.
    row: Option<(i64, usize)>,
}

impl Merger {
    /// Reads the pending events of a file; the inner error is the number of a damaged row.
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
                    hash_map::Entry::Occupied(known) => *known.get(),
                    hash_map::Entry::Vacant(known) => *known.insert(newest.query_row([number], |row| row.get(0))?),
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
        Ok(Ok(Merger { pending, most_bytes, order, rows, row_bytes, unmovable: BTreeSet::new(), transaction }))
    }

    /// Returns the pending events for readers.
    pub fn pending(&self) -> &Arc<Pending> {
        &self.pending
    }

    /// Returns the newest pending event of a match.
    pub fn newest(&self, number: i64) -> Option<i64> {
        let staged = self.transaction.staged.iter().rev().find(|entry| entry.number == number);
        staged.map(|entry| entry.seq).or_else(|| self.pending.newest(number))
    }

    /// Returns whether the last move of this match's events failed. Its appends then go to their
    /// table immediately, or fail.
    pub fn is_unmovable(&self, number: i64) -> bool {
        self.unmovable.contains(&number)
    }

    /// Appends events in this transaction.
    pub fn stage(&mut self, number: i64, events: Vec<(i64, Vec<u8>)>) {
        let entries = events.into_iter().map(|(seq, bytes)| Entry { number, seq, bytes });
        self.transaction.staged.extend(entries);
    }

    /// Moves all pending events of a match in this transaction, so that other events can follow
    /// them in the table.
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
        self.unmovable.remove(&number);
        Ok(())
    }

    /// Writes the row of appended events, as the last step of this commit.
    pub fn seal(&mut self, file: &Connection, commit: i64) -> Result<(), rusqlite::Error> {
        if self.transaction.staged.is_empty() {
            return file.prepare_cached("UPDATE commits SET number = ?1")?.execute([commit]).map(drop);
        }
        if self.row_bytes > self.most_bytes {
            self.move_oldest(file)?;
            self.drop_rows(file)?;
        }
        let entries = encode(&self.transaction.staged);
        file.prepare_cached("INSERT INTO pending_events (batch, entries) VALUES (?1, ?2)")?
            .execute(params![commit, entries])?;
        self.transaction.row = Some((commit, entries.len()));
        Ok(())
    }

    pub fn committed(&mut self) {
        let Transaction { staged, moved, dropped, row } = mem::take(&mut self.transaction);
        for (_, bytes) in self.rows.drain(..dropped) {
            self.row_bytes -= bytes;
        }
        self.rows.extend(row);
        self.row_bytes += row.map_or(0, |(_, bytes)| bytes);
        let batch = row.map_or(0, |(batch, _)| batch);
        let mut streams = self.pending.streams_mut();
        let all_moved = |(number, count): (i64, usize)| streams.drop_oldest(number, count).then_some(number);
        let all_moved: BTreeSet<i64> = moved.into_iter().filter_map(all_moved).collect();
        let push = |Entry { number, seq, bytes }: Entry| {
            streams.push(number, PendingEvent { batch, seq, bytes }).then_some(number)
        };
        let first_pending: Vec<i64> = staged.into_iter().filter_map(push).collect();
        drop(streams);
        if !all_moved.is_empty() {
            self.order.retain(|number| !all_moved.contains(number));
        }
        self.order.extend(first_pending);
    }

    /// Discards the changes of a failed transaction.
    pub fn rolled_back(&mut self) {
        self.transaction = Transaction::default();
    }

    /// Moves some of the oldest events. Events that cannot be moved are requeued at the end, so
    /// that older rows can be deleted.
    fn move_oldest(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        let mut left = 2 * self.transaction.staged.len() + MOVED_BESIDE;
        let streams = self.pending.streams();
        for &number in &self.order {
            let moved = self.transaction.moved.get(&number).copied().unwrap_or(0);
            let count = streams.count(number).saturating_sub(moved).min(left);
            if let Some(error) = self.transaction.try_to_move(file, &streams, number, count)? {
                if self.unmovable.insert(number) {
                    tracing::error!(match_number = number, %error, "failed to move events to their table: they \
                        stay in the pending table");
                }
                self.transaction.requeue(&streams, number);
            }
            left -= count;
            if left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Deletes the oldest rows whose events have all moved.
    fn drop_rows(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        let streams = self.pending.streams();
        let moved = |number: &i64| self.transaction.moved.get(number).copied().unwrap_or(0);
        let oldest = self.order.iter().filter_map(|number| streams.oldest_batch(*number, moved(number)));
        // The first match may be partly moved, so its oldest event may be newer than the oldest
        // event of the second match.
        let needed = oldest.take(2).min().unwrap_or(i64::MAX);
        let unneeded = self.rows.iter().take_while(|(batch, _)| *batch < needed).take(DROPPED_AT_ONCE);
        let (mut count, mut bytes, mut last) = (0, 0, 0);
        for (batch, of_row) in unneeded {
            (count, bytes, last) = (count + 1, bytes + of_row, *batch);
        }
        if count < DROPPED_AT_LEAST && bytes <= self.most_bytes / 8 {
            return Ok(());
        }
        file.prepare_cached("DELETE FROM pending_events WHERE batch <= ?1")?.execute([last])?;
        self.transaction.dropped = count;
        Ok(())
    }
}

impl Transaction {
    /// Moves the next `count` events of a match, all or none. Returns the reason if they cannot be
    /// moved. An error fails the transaction.
    fn try_to_move(
        &mut self,
        file: &Connection,
        streams: &Streams,
        number: i64,
        count: usize,
    ) -> Result<Option<rusqlite::Error>, rusqlite::Error> {
        let Some(events) = streams.0.get(&number).filter(|_| count > 0) else { return Ok(None) };
        let step = |sql| file.prepare_cached(sql)?.execute([]);
        let moved = self.moved.entry(number).or_default();
        step("SAVEPOINT move")?;
        let next = events.range(*moved..*moved + count).map(|event| (event.seq, &*event.bytes));
        let refused = insert(file, number, next).err();
        match refused {
            None => *moved += count,
            // SQLite has rolled back the whole transaction.
            Some(error) if file.is_autocommit() => return Err(error),
            Some(_) => _ = step("ROLLBACK TO move")?,
        }
        step("RELEASE move")?;
        Ok(refused)
    }

    /// Appends the pending events of a match once more, before its new events.
    fn requeue(&mut self, streams: &Streams, number: i64) {
        let Some(events) = streams.0.get(&number) else { return };
        let moved = self.moved.entry(number).or_default();
        let again = events.range(*moved..).map(|event| Entry { number, seq: event.seq, bytes: event.bytes.clone() });
        self.staged.splice(0..0, again);
        *moved = events.len();
    }
}

/// Inserts events of a match into their table.
pub(crate) fn insert<'a>(
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
