//! The event log in SQL: matches, their events, and the requests that created them.

use referee_ids::{MatchId, Seq};
use referee_law::{Event, Fact, MatchOpened, Seed};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{
    SqliteStore,
    error::{SqlError, refused},
    match_index::{RowChanges, change_row, note_contest},
    pending::insert,
    readers::ReadConnection,
    values::{epoch, parse_match_id, seq, sql_limit, sql_seq},
    write_connection::{Head, WriteConnection},
};
use crate::{
    Created, Epoch, EventLog, Pruning, REQUESTS_PER_PLAYER, RequestKey, StoreError, StoreFuture, StreamId, codec,
    limits::{check_following, check_opening},
};

impl EventLog for SqliteStore {
    fn append(&self, stream: &StreamId, expected: Seq, owner: Epoch, events: Vec<Event>) -> StoreFuture<'_, ()> {
        if let Err(error) = check_following(stream, expected, &events) {
            return refused(StoreError::Malformed(error));
        }
        let (stream, new) = (stream.clone(), NewEvents::of(&events));
        self.file.writer.run("append to a stream", move |file| append(file, &stream, expected, owner, &new))
    }

    fn take_over(&self, stream: &StreamId) -> StoreFuture<'_, Option<Epoch>> {
        let stream = stream.clone();
        self.file.writer.run("take over a stream", move |file| take_over(file, &stream))
    }

    fn create(
        &self,
        request: RequestKey,
        stream: StreamId,
        events: Vec<Event>,
        seed: Option<Seed>,
    ) -> StoreFuture<'_, Created> {
        if let Err(error) = check_opening(&stream, &events) {
            return refused(StoreError::Malformed(error));
        }
        let new = NewEvents::of(&events);
        self.file.writer.run("open a match", move |file| create(file, &request, &stream, &new, seed.as_ref()))
    }

    fn created_by(&self, request: &RequestKey) -> StoreFuture<'_, Option<Created>> {
        let request = request.clone();
        self.file.readers.run("find a request", move |file| answered(file, &request))
    }

    fn events(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let stream = stream.clone();
        self.file.readers.run("read a match", move |file| events(file, &stream, after, limit))
    }

    fn events_for_table(&self, stream: &StreamId, after: Seq, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let stream = stream.clone();
        self.file.readers.run_for_table("read a match", move |file| events(file, &stream, after, limit))
    }

    fn prune(&self, stream: &StreamId, most: usize) -> StoreFuture<'_, Pruning> {
        let stream = stream.clone();
        self.file.writer.run("prune a match", move |file| prune(file, &stream, most))
    }

    fn seed(&self, stream: &StreamId) -> StoreFuture<'_, Option<Seed>> {
        let stream = stream.clone();
        self.file.readers.run_for_table("read a seed", move |file| seed(file, &stream))
    }

    fn is_failing(&self) -> bool {
        self.file.files.is_failing()
    }

    fn probe(&self) -> StoreFuture<'_, ()> {
        self.file.writer.run("write", |_| Ok(()))
    }
}

/// Checked events to store, with the changes of the match's row.
struct NewEvents {
    rows: Vec<(i64, Vec<u8>)>,
    /// The opening; `None` if the events do not begin the match.
    opened: Option<MatchOpened>,
    changes: RowChanges,
}

impl NewEvents {
    fn of(events: &[Event]) -> NewEvents {
        let opened = events.iter().find_map(|event| match &event.fact {
            Fact::MatchOpened(opened) => Some((**opened).clone()),
            _ => None,
        });
        NewEvents {
            rows: events.iter().map(|event| (sql_seq(event.seq), codec::encode(event))).collect(),
            opened,
            changes: RowChanges::of(events),
        }
    }
}

/// Appends to a match whose newest event is `expected`, if `owner` owns it.
fn append(
    file: &WriteConnection,
    match_id: &MatchId,
    expected: Seq,
    owner: Epoch,
    new: &NewEvents,
) -> Result<(), SqlError> {
    let head = match file.head(match_id) {
        Some(head) => head,
        None => head(file, match_id)?.ok_or(StoreError::Conflict { newest: Seq(0) })?,
    };
    if head.epoch != owner {
        return Err(StoreError::Superseded { epoch: head.epoch }.into());
    }
    if head.newest != sql_seq(expected) || head.over {
        return Err(StoreError::Conflict { newest: seq(head.newest) }.into());
    }
    let Some((newest, _)) = new.rows.last() else { return Ok(()) };
    let changes_row = head.unreadable || (new.changes.starts() && !head.started) || new.changes.loses_or_ends();
    if !changes_row && !file.merger().is_unmovable(head.number) {
        file.merger().stage(head.number, new.rows.clone());
        file.keep_head(match_id, Head { newest: *newest, ..head });
        return Ok(());
    }
    file.forget_head(match_id);
    file.merger().move_all(file, head.number)?;
    write_through(file, head.number, new, head.unreadable)
}

/// Inserts events into their table immediately, and updates the row. The match must have no pending
/// events.
fn write_through(file: &Connection, number: i64, new: &NewEvents, was_unreadable: bool) -> Result<(), SqlError> {
    insert(file, number, new.rows.iter().map(|(seq, bytes)| (*seq, &**bytes)))?;
    change_row(file, number, &new.changes, was_unreadable)?;
    if new.changes.ends() { note_contest(file, number) } else { Ok(()) }
}

/// Gives a match a new epoch, for its new owner.
fn take_over(file: &WriteConnection, match_id: &MatchId) -> Result<Option<Epoch>, SqlError> {
    file.forget_head(match_id);
    let sql = "UPDATE matches SET epoch = epoch + 1 WHERE match_id = ?1 RETURNING epoch";
    Ok(file.prepare_cached(sql)?.query_row([match_id.as_str()], |row| epoch(row, 0)).optional()?)
}

/// Opens a match, unless it exists or the request is a repeat.
fn create(
    file: &Connection,
    request: &RequestKey,
    match_id: &MatchId,
    new: &NewEvents,
    seed: Option<&Seed>,
) -> Result<Created, SqlError> {
    if let Some(before) = answered(file, request)? {
        return Ok(before);
    }
    let created = match (content(file, match_id)?, &new.opened) {
        (Some(made_with), _) if made_with == request.content => Created::Before(match_id.clone()),
        (Some(_), _) => return Ok(Created::Taken),
        (None, Some(opened)) => {
            let number = add_match(file, opened, &request.content)?;
            write_through(file, number, new, false)?;
            if let Some(seed) = seed {
                let sql = "INSERT INTO seeds (number, seed) VALUES (?1, ?2)";
                file.prepare_cached(sql)?.execute(params![number, seed.bytes()])?;
            }
            Created::New
        }
        // Unreachable: the caller rejected events without an opening.
        (None, None) => return Err(StoreError::Conflict { newest: Seq(0) }.into()),
    };
    if !request.request_id.is_empty() {
        remember(file, request, match_id)?;
    }
    Ok(created)
}

/// Returns the content of the request that created a match; `None` if the match does not exist.
fn content(file: &Connection, match_id: &MatchId) -> Result<Option<[u8; 32]>, rusqlite::Error> {
    let mut select = file.prepare_cached("SELECT content FROM matches WHERE match_id = ?1")?;
    select.query_row([match_id.as_str()], |row| row.get(0)).optional()
}

fn seed(file: &Connection, match_id: &MatchId) -> Result<Option<Seed>, SqlError> {
    let sql = "SELECT seed FROM seeds WHERE number = (SELECT number FROM matches WHERE match_id = ?1)";
    let bytes = file.prepare_cached(sql)?.query_row([match_id.as_str()], |row| row.get(0)).optional()?;
    Ok(bytes.map(Seed::new))
}

/// Returns the events of a match after `after`.
fn events(file: &ReadConnection, match_id: &MatchId, after: Seq, limit: usize) -> Result<Vec<Event>, SqlError> {
    let Some(number) = number(file, match_id)? else { return Ok(Vec::new()) };
    // Pending events are read first: any that leave the list afterwards are then already in the
    // table.
    let waiting = file.pending().after(number, sql_seq(after), limit);
    let sql = "SELECT bytes FROM events WHERE number = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
    let mut select = file.prepare_cached(sql)?;
    let mut rows = select.query(params![number, sql_seq(after), sql_limit(limit)])?;
    let mut events: Vec<Event> = Vec::new();
    while let Some(row) = rows.next()? {
        let event = decode(match_id, row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?)?;
        let follows = events.last().map_or(after, |last| last.seq).next();
        if event.seq != follows && is_pruned(file, match_id)? {
            return Err(StoreError::Pruned { match_id: match_id.clone() }.into());
        }
        events.push(event);
    }
    let last = events.last().map_or(after, |last| last.seq);
    let room = limit - events.len();
    for (_, bytes) in waiting.iter().filter(|(seq, _)| *seq > sql_seq(last)).take(room) {
        events.push(decode(match_id, bytes)?);
    }
    Ok(events)
}

fn decode(match_id: &MatchId, bytes: &[u8]) -> Result<Event, StoreError> {
    codec::decode(bytes).map_err(|event| StoreError::Damaged { match_id: match_id.clone(), event })
}

/// Returns the number of a match, in the order of opening.
fn number(file: &Connection, match_id: &MatchId) -> Result<Option<i64>, rusqlite::Error> {
    let mut select = file.prepare_cached("SELECT number FROM matches WHERE match_id = ?1")?;
    select.query_row([match_id.as_str()], |row| row.get(0)).optional()
}

fn is_pruned(file: &Connection, match_id: &MatchId) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT pruned > 0 FROM results WHERE number = (SELECT number FROM matches WHERE match_id = ?1)";
    Ok(file.prepare_cached(sql)?.query_row([match_id.as_str()], |row| row.get(0)).optional()?.unwrap_or(false))
}

/// Deletes at most `most` of the oldest events of a finished match, except the first and the last.
fn prune(file: &WriteConnection, match_id: &MatchId, most: usize) -> Result<Pruning, SqlError> {
    let sql = "SELECT results.number, seq, pruned FROM results JOIN matches USING (number) WHERE match_id = ?1";
    let read = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?));
    let Some((number, last, pruned)) = file.prepare_cached(sql)?.query_row([match_id.as_str()], read).optional()?
    else {
        let newest = head(file, match_id)?.map_or(Seq(0), |head| seq(head.newest));
        return Err(StoreError::Conflict { newest }.into());
    };
    if pruned == 2 {
        return Ok(Pruning::Done);
    }
    let sql = "DELETE FROM events WHERE number = ?1 AND seq IN
        (SELECT seq FROM events WHERE number = ?1 AND seq > 1 AND seq < ?2 ORDER BY seq LIMIT ?3)";
    let dropped = file.prepare_cached(sql)?.execute(params![number, last, sql_limit(most)])?;
    let is_done = dropped < most;
    if is_done {
        file.prepare_cached("DELETE FROM seeds WHERE number = ?1")?.execute([number])?;
    }
    let state = if is_done { 2 } else { 1 };
    file.prepare_cached("UPDATE results SET pruned = ?2 WHERE number = ?1")?.execute([number, state])?;
    Ok(if is_done { Pruning::Done } else { Pruning::Begun })
}

/// Reads the head of a match in one statement. The newest number comes from the events themselves,
/// so the two cannot differ.
fn head(file: &WriteConnection, match_id: &MatchId) -> Result<Option<Head>, rusqlite::Error> {
    let sql = "SELECT number, epoch, (SELECT max(seq) FROM events WHERE events.number = matches.number), state > 0,
        over, unreadable IS NOT NULL FROM matches WHERE match_id = ?1";
    let read = |row: &Row<'_>| {
        let (number, epoch, newest) = (row.get(0)?, epoch(row, 1)?, row.get(2)?);
        Ok(Head { number, epoch, newest, started: row.get(3)?, over: row.get(4)?, unreadable: row.get(5)? })
    };
    let stored = file.prepare_cached(sql)?.query_row([match_id.as_str()], read).optional()?;
    let waiting = |head: &Head| file.merger().newest(head.number).unwrap_or(0);
    Ok(stored.map(|head| Head { newest: head.newest.max(waiting(&head)), ..head }))
}

fn add_match(file: &Connection, opened: &MatchOpened, content: &[u8; 32]) -> Result<i64, rusqlite::Error> {
    let contest = opened.occasion.as_ref().map(|occasion| occasion.contest.to_string());
    let insert = "INSERT INTO matches (match_id, game, opened_unix_ms, content, contest) VALUES (?1, ?2, ?3, ?4, ?5)";
    file.prepare_cached(insert)?.execute(params![
        opened.match_id.as_str(),
        opened.game,
        opened.opened_unix_ms,
        content,
        contest
    ])?;
    let number = file.last_insert_rowid();
    // A player may have several seats of a match.
    let mut insert = file.prepare_cached("INSERT OR IGNORE INTO match_players (player, number) VALUES (?1, ?2)")?;
    for player in &opened.players {
        insert.execute(params![player.as_str(), number])?;
    }
    if let Some(of) = &opened.rematch_of {
        file.prepare_cached("UPDATE matches SET rematch = ?2 WHERE match_id = ?1")?
            .execute(params![of.as_str(), opened.match_id.as_str()])?;
    }
    Ok(number)
}

/// Returns the answer to an earlier request with the same id.
fn answered(file: &Connection, request: &RequestKey) -> Result<Option<Created>, SqlError> {
    let sql = "SELECT answer, content FROM requests WHERE player = ?1 AND request_id = ?2";
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, [u8; 32]>(1)?));
    let key = params![request.player.as_str(), request.request_id];
    let Some((answer, content)) = file.prepare_cached(sql)?.query_row(key, read).optional()? else {
        return Ok(None);
    };
    Ok(Some(if content == request.content { Created::Before(parse_match_id(&answer)?) } else { Created::Reused }))
}

/// Stores the answer to a request. Forgets the player's oldest requests beyond
/// [`REQUESTS_PER_PLAYER`].
fn remember(file: &Connection, request: &RequestKey, answer: &MatchId) -> Result<(), rusqlite::Error> {
    let player = request.player.as_str();
    let age: i64 = file
        .prepare_cached("SELECT coalesce(max(age), 0) + 1 FROM requests WHERE player = ?1")?
        .query_row([player], |row| row.get(0))?;
    let sql = "INSERT INTO requests (player, request_id, age, content, answer) VALUES (?1, ?2, ?3, ?4, ?5)";
    file.prepare_cached(sql)?.execute(params![player, request.request_id, age, request.content, answer.as_str()])?;
    file.prepare_cached("DELETE FROM requests WHERE player = ?1 AND age <= ?2")?
        .execute(params![player, age - sql_limit(REQUESTS_PER_PLAYER)])?;
    Ok(())
}
