//! Matches, their events, and the requests that opened them, as SQL.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{
    SqlError,
    rows::{self, RowChanges},
    sql_limit,
};
use crate::{
    ids::{MatchId, Seq},
    referee::{Event, Fact, MatchOpened, Seed},
    store::{Created, REQUESTS_PER_PLAYER, RequestKey, StoreError, codec, limits::BrokenEvent},
};

/// Events that are to be appended, as they will be stored.
pub(super) struct NewEvents {
    match_id: MatchId,
    expected: Seq,
    rows: Vec<(i64, Vec<u8>)>,
    /// How the match was set up, where this is its beginning.
    opened: Option<MatchOpened>,
    /// What they change of the match's row.
    changes: RowChanges,
}

impl NewEvents {
    /// Events that have been checked.
    pub(super) fn of(match_id: MatchId, expected: Seq, events: &[Event]) -> NewEvents {
        let opened = events.iter().find_map(|event| match &event.fact {
            Fact::MatchOpened(opened) => Some((**opened).clone()),
            _ => None,
        });
        NewEvents {
            match_id,
            expected,
            rows: events.iter().map(|event| (sql_seq(event.seq), codec::encode(event))).collect(),
            opened,
            changes: RowChanges::of(events),
        }
    }
}

/// Appends, if the match stands where it was expected.
pub(super) fn append(file: &Connection, new: &NewEvents) -> Result<(), SqlError> {
    let stands = head(file, &new.match_id)?;
    let was_unreadable = stands.as_ref().is_some_and(|stands| stands.unreadable);
    let (newest, over) = stands.as_ref().map_or((0, false), |stands| (stands.newest, stands.over));
    if newest != sql_seq(new.expected) || over {
        return Err(StoreError::Conflict { newest: seq(newest) }.into());
    }
    if new.rows.is_empty() {
        return Ok(());
    }
    let number = match (stands, &new.opened) {
        (Some(stands), _) => stands.number,
        (None, Some(opened)) => add_match(file, opened)?,
        // The check before lets nothing but an opening follow event 0.
        (None, None) => return Err(StoreError::Conflict { newest: Seq(0) }.into()),
    };
    let mut insert = file.prepare_cached("INSERT INTO events (number, seq, bytes) VALUES (?1, ?2, ?3)")?;
    for (seq, bytes) in &new.rows {
        insert.execute(params![number, seq, bytes])?;
    }
    rows::change(file, number, &new.changes, was_unreadable)
}

/// Opens a match, unless the request has been here before.
pub(super) fn create(
    file: &Connection,
    request: &RequestKey,
    new: &NewEvents,
    seed: Option<&Seed>,
) -> Result<Created, SqlError> {
    if let Some(before) = answered(file, request)? {
        return Ok(before);
    }
    append(file, new)?;
    if let Some(seed) = seed {
        let sql = "INSERT INTO seeds (number, seed) SELECT number, ?2 FROM matches WHERE match_id = ?1";
        file.prepare_cached(sql)?.execute(params![new.match_id.as_str(), seed.bytes()])?;
    }
    if !request.request_id.is_empty() {
        remember(file, request, &new.match_id)?;
    }
    Ok(Created::New)
}

/// The seed that a match was created with.
pub(super) fn seed(file: &Connection, match_id: &MatchId) -> Result<Option<Seed>, SqlError> {
    let sql = "SELECT seed FROM seeds WHERE number = (SELECT number FROM matches WHERE match_id = ?1)";
    let bytes = file.prepare_cached(sql)?.query_row([match_id.as_str()], |row| row.get(0)).optional()?;
    Ok(bytes.map(Seed::new))
}

/// The events of a match after `after`.
pub(super) fn events(file: &Connection, match_id: &MatchId, after: Seq, limit: usize) -> Result<Vec<Event>, SqlError> {
    let sql = "SELECT bytes FROM events
        WHERE number = (SELECT number FROM matches WHERE match_id = ?1) AND seq > ?2 ORDER BY seq LIMIT ?3";
    let mut select = file.prepare_cached(sql)?;
    let mut rows = select.query(params![match_id.as_str(), sql_seq(after), sql_limit(limit)])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let event = codec::decode(bytes).map_err(|event| StoreError::Damaged { match_id: match_id.clone(), event })?;
        events.push(event);
    }
    Ok(events)
}

/// Matches that have not ended, the oldest first.
pub(super) fn unfinished(file: &Connection) -> Result<Vec<MatchId>, SqlError> {
    let mut select = file.prepare_cached("SELECT match_id FROM matches WHERE over = 0 ORDER BY number")?;
    select.query_and_then([], read_match_id)?.collect()
}

/// Where a match stands.
struct Head {
    number: i64,
    newest: i64,
    over: bool,
    unreadable: bool,
}

/// The newest event is asked of the events themselves, so that nothing can fall out of step.
fn head(file: &Connection, match_id: &MatchId) -> Result<Option<Head>, rusqlite::Error> {
    let sql = "SELECT number, (SELECT max(seq) FROM events WHERE events.number = matches.number), over,
        unreadable IS NOT NULL FROM matches WHERE match_id = ?1";
    let read = |row: &Row<'_>| {
        Ok(Head { number: row.get(0)?, newest: row.get(1)?, over: row.get(2)?, unreadable: row.get(3)? })
    };
    file.prepare_cached(sql)?.query_row([match_id.as_str()], read).optional()
}

fn add_match(file: &Connection, opened: &MatchOpened) -> Result<i64, rusqlite::Error> {
    file.prepare_cached("INSERT INTO matches (match_id, game, opened_unix_ms) VALUES (?1, ?2, ?3)")?
        .execute(params![opened.match_id.as_str(), opened.game, opened.opened_unix_ms])?;
    let number = file.last_insert_rowid();
    // A player may sit on several seats of one match.
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

/// What was answered to this request before.
pub fn answered(file: &Connection, request: &RequestKey) -> Result<Option<Created>, SqlError> {
    let sql = "SELECT answer, content FROM requests WHERE player = ?1 AND request_id = ?2";
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, [u8; 32]>(1)?));
    let key = params![request.player.as_str(), request.request_id];
    let Some((answer, content)) = file.prepare_cached(sql)?.query_row(key, read).optional()? else {
        return Ok(None);
    };
    Ok(Some(if content == request.content { Created::Before(parse_match_id(&answer)?) } else { Created::Reused }))
}

/// Keeps the answer to a request, and forgets the player's oldest beyond [`REQUESTS_PER_PLAYER`].
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

fn read_match_id(row: &Row<'_>) -> Result<MatchId, SqlError> {
    parse_match_id(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)
}

pub(super) fn parse_match_id(text: &str) -> Result<MatchId, SqlError> {
    MatchId::parse(text).map_err(|bad| {
        let event = BrokenEvent::new(Seq(0), "matches.match_id", text, bad.expected);
        StoreError::Failed { doing: "read a match id", cause: event.to_string() }.into()
    })
}

/// No number of an event is greater than SQLite's greatest; a question about more is one about the greatest.
pub(super) fn sql_seq(seq: Seq) -> i64 {
    i64::try_from(seq.0).unwrap_or(i64::MAX)
}

pub(super) fn seq(stored: i64) -> Seq {
    Seq(u64::try_from(stored).unwrap_or(0))
}
