//! The index of matches in SQL.

use std::{sync::Arc, time::Duration};

use referee_ids::{MatchId, Seat, Seq};
use referee_law::{
    Event, Fact, MatchOpened, Time, Verdict,
    ending::{
        lost::{Loss, Lost},
        termination::LAW,
    },
};
use rusqlite::{Connection, OptionalExtension as _, Row, params, params_from_iter, types::Value};

use super::{
    SqliteStore,
    error::SqlError,
    readers::ReadConnection,
    values::{parse_match_id, seq, sql_limit, sql_seq},
    write_connection::WriteConnection,
};
use crate::{
    MatchEnd, MatchFilter, MatchIndex, MatchRow, MatchState, RESULTS_LOOKED_AT, ResultFilter, ResultsPage, StoreFuture,
    codec,
    row_changes::{LAST_EVENTS, LastPosition, losses, starts},
};

impl MatchIndex for SqliteStore {
    fn unfinished(&self) -> StoreFuture<'_, Vec<MatchId>> {
        self.file.readers.run("list unfinished matches", |file| unfinished(file))
    }

    fn matches(&self, filter: MatchFilter, before: Option<MatchId>, limit: usize) -> StoreFuture<'_, Vec<MatchRow>> {
        self.file.readers.run("list matches", move |file| page(file, &filter, before.as_ref(), limit))
    }

    fn row(&self, match_id: &MatchId) -> StoreFuture<'_, Option<MatchRow>> {
        let match_id = match_id.clone();
        self.file.readers.run("find a match", move |file| row(file, &match_id))
    }

    fn results(&self, after: u64, filter: ResultFilter, limit: usize) -> StoreFuture<'_, ResultsPage> {
        self.file.readers.run("list results", move |file| results(file, after, &filter, limit))
    }

    fn unpruned(&self, after: u64, limit: usize) -> StoreFuture<'_, Vec<(u64, MatchRow)>> {
        self.file.readers.run("list matches to prune", move |file| unpruned(file, after, limit))
    }

    fn mark_unreadable(&self, match_id: &MatchId, cause: String) -> StoreFuture<'_, ()> {
        let match_id = match_id.clone();
        self.file.writer.run("mark a match", move |file| mark_unreadable(file, &match_id, &cause))
    }
}

fn unfinished(file: &Connection) -> Result<Vec<MatchId>, SqlError> {
    let mut select = file.prepare_cached("SELECT match_id FROM matches WHERE over = 0 ORDER BY number")?;
    select.query_and_then([], read_match_id)?.collect()
}

fn read_match_id(row: &Row<'_>) -> Result<MatchId, SqlError> {
    parse_match_id(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)
}

/// The changes that new events make to the row of their match.
pub(super) struct RowChanges {
    starts: bool,
    losses: Vec<Loss>,
    end: Option<(Seq, Verdict)>,
}

impl RowChanges {
    pub(super) fn of(events: &[Event]) -> RowChanges {
        let end = events.iter().find_map(|event| match &event.fact {
            Fact::MatchEnded(ended) => Some((event.seq, ended.verdict.clone())),
            _ => None,
        });
        RowChanges { starts: starts(events), losses: losses(events).collect(), end }
    }

    /// Returns whether a round starts. The match starts with its first round.
    pub(super) fn starts(&self) -> bool {
        self.starts
    }

    /// Returns whether a seat loses, or the match ends.
    pub(super) fn loses_or_ends(&self) -> bool {
        !self.losses.is_empty() || self.ends()
    }

    pub(super) fn ends(&self) -> bool {
        self.end.is_some()
    }
}

/// Updates the row of a match after an append.
pub(super) fn change_row(
    file: &Connection,
    number: i64,
    changes: &RowChanges,
    was_unreadable: bool,
) -> Result<(), SqlError> {
    if was_unreadable {
        file.prepare_cached("UPDATE matches SET unreadable = NULL WHERE number = ?1")?.execute([number])?;
    }
    if changes.starts {
        file.prepare_cached("UPDATE matches SET state = 1 WHERE number = ?1 AND state = 0")?.execute([number])?;
    }
    for loss in &changes.losses {
        let at = i64::try_from(loss.at.0).unwrap_or(i64::MAX);
        file.prepare_cached("INSERT OR IGNORE INTO losses (number, seat, at_ns, cause) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![number, loss.seat.0, at, loss.cause.word()])?;
    }
    if let Some((seq, verdict)) = &changes.end {
        file.prepare_cached("UPDATE matches SET over = 1, state = 2 WHERE number = ?1")?.execute([number])?;
        add_result(file, number, *seq, verdict)?;
    }
    Ok(())
}

fn add_result(file: &Connection, number: i64, seq: Seq, verdict: &Verdict) -> Result<(), SqlError> {
    let LastPosition { round, ply, remaining } = last_position(file, number)?;
    let list = |entries: &mut dyn Iterator<Item = String>| format!("[{}]", entries.collect::<Vec<_>>().join(","));
    let clock = |left: &Option<Duration>| left.map_or("null".to_owned(), |left| left.as_nanos().to_string());
    let sql =
        "INSERT INTO results (ended_number, number, seq, termination, points_halves, places, round, ply, remaining_ns)
        VALUES ((SELECT coalesce(max(ended_number), 0) + 1 FROM results), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    file.prepare_cached(sql)?.execute(params![
        number,
        sql_seq(seq),
        verdict.termination.word(),
        list(&mut verdict.totals.iter().map(|points| points.halves.to_string())),
        list(&mut verdict.places.iter().map(u32::to_string)),
        round,
        ply,
        list(&mut remaining.iter().map(clock)),
    ])?;
    Ok(())
}

/// Adds the contest and the creator to a result.
pub(super) fn note_contest(file: &Connection, number: i64) -> Result<(), SqlError> {
    let Some(opened) = opened(file, number)? else { return Ok(()) };
    let contest = opened.occasion.map(|occasion| occasion.contest.to_string());
    let created_by = opened.created_by.map(|player| player.to_string());
    if contest.is_some() || created_by.is_some() {
        file.prepare_cached("UPDATE results SET contest = ?2, created_by = ?3 WHERE number = ?1")?
            .execute(params![number, contest, created_by])?;
    }
    Ok(())
}

/// Computes the last position from the newest events. Ignores unreadable events.
fn last_position(file: &Connection, number: i64) -> Result<LastPosition, SqlError> {
    let Some(opened) = opened(file, number)? else {
        return Ok(LastPosition { round: 1, ply: 0, remaining: Vec::new() });
    };
    let mut select = file.prepare_cached("SELECT bytes FROM events WHERE number = ?1 ORDER BY seq DESC LIMIT ?2")?;
    let mut rows = select.query(params![number, sql_limit(LAST_EVENTS)])?;
    let mut newest_first = Vec::new();
    while let Some(row) = rows.next()? {
        let Ok(event) = codec::decode(row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?) else { break };
        let moved = matches!(event.fact, Fact::MovePlayed(_));
        newest_first.push(event);
        if moved && LastPosition::is_known(opened.players.len(), &newest_first) {
            break;
        }
    }
    newest_first.reverse();
    Ok(LastPosition::of(&opened, &newest_first))
}

/// Marks the log of a match as unreadable.
fn mark_unreadable(file: &WriteConnection, match_id: &MatchId, cause: &str) -> Result<(), SqlError> {
    file.forget_head(match_id);
    let sql = "UPDATE matches SET unreadable = ?2 WHERE match_id = ?1";
    file.prepare_cached(sql)?.execute(params![match_id.as_str(), cause])?;
    Ok(())
}

/// Condition that a player has a seat in the current row's match.
const SITS_TOO: &str =
    "EXISTS (SELECT 1 FROM match_players AS seated WHERE seated.player = ? AND seated.number = matches.number)";

/// Reads a page of matches, newest first.
fn page(
    file: &ReadConnection,
    filter: &MatchFilter,
    before: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<MatchRow>, SqlError> {
    let mut sql = format!("SELECT {INDEX} FROM matches");
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = Vec::new();
    if let Some(player) = &filter.player {
        sql = format!("SELECT {INDEX} FROM match_players CROSS JOIN matches USING (number)");
        conditions.push("match_players.player = ?");
        values.push(player.to_string().into());
    }
    if let Some(opponent) = &filter.opponent {
        conditions.push(SITS_TOO);
        values.push(opponent.to_string().into());
    }
    if let Some(game) = &filter.game {
        conditions.push("game = ?");
        values.push(game.clone().into());
    }
    if let Some(contest) = &filter.contest {
        conditions.push("matches.contest = ?");
        values.push(contest.to_string().into());
    }
    if filter.unfinished {
        conditions.push("state IN (0, 1) AND unreadable IS NULL");
    }
    match filter.state {
        Some(MatchState::Waiting) => conditions.push("state = 0 AND unreadable IS NULL"),
        Some(MatchState::Live) => conditions.push("state = 1 AND unreadable IS NULL"),
        Some(MatchState::Over) => conditions.push("state = 2 AND unreadable IS NULL"),
        Some(MatchState::Unreadable) => conditions.push("unreadable IS NOT NULL"),
        None => {}
    }
    if let Some(before) = before {
        conditions.push("number < (SELECT number FROM matches WHERE match_id = ?)");
        values.push(before.to_string().into());
    }
    if !conditions.is_empty() {
        sql = format!("{sql} WHERE {}", conditions.join(" AND "));
    }
    values.push(sql_limit(limit).into());
    let mut select = file.prepare_cached(&format!("{sql} ORDER BY number DESC LIMIT ?"))?;
    let indexed = select.query_and_then(params_from_iter(values), indexed)?.collect::<Result<Vec<_>, SqlError>>()?;
    Ok(indexed.into_iter().map(|indexed| complete(file, indexed)).collect())
}

/// Reads a page of results by number.
fn results(file: &ReadConnection, after: u64, filter: &ResultFilter, limit: usize) -> Result<ResultsPage, SqlError> {
    let newest = "SELECT coalesce(max(ended_number), 0) FROM results";
    let newest = count(file.prepare_cached(newest)?.query_row([], |row| row.get(0))?);
    let looked_at = looks_at(file, after, newest, filter)?;
    let (from, mut conditions, mut values) = found_by(filter, after, looked_at);
    if let Some(game) = &filter.game {
        conditions.push_str(" AND game = ?");
        values.push(game.clone().into());
    }
    for player in filter.player.iter().chain(&filter.opponent) {
        conditions.push_str(" AND ");
        conditions.push_str(SITS_TOO);
        values.push(player.to_string().into());
    }
    values.push(sql_limit(limit).into());
    let sql = format!(
        "SELECT {INDEX}, ended_number FROM {from} CROSS JOIN matches USING (number)
        WHERE {conditions} ORDER BY ended_number LIMIT ?"
    );
    Ok(ResultsPage::new(numbered(file, &sql, values)?, limit, looked_at, newest))
}

/// Returns the last result number that a page examines. If the contest alone selects the results,
/// the page examines no others.
fn looks_at(file: &Connection, after: u64, newest: u64, filter: &ResultFilter) -> Result<u64, SqlError> {
    if filter.contest.is_none() {
        return Ok(ResultsPage::looks_at(after, newest));
    }
    if !filter.looks_at_others() {
        return Ok(newest.max(after));
    }
    let (from, conditions, mut values) = found_by(filter, after, newest);
    let sql = format!(
        "SELECT max(ended_number), count(*) FROM
        (SELECT ended_number FROM {from} WHERE {conditions} ORDER BY ended_number LIMIT ?)"
    );
    values.push(i64::try_from(RESULTS_LOOKED_AT).unwrap_or(i64::MAX).into());
    let read = |row: &Row<'_>| Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, i64>(1)?));
    let (last, found) = file.prepare_cached(&sql)?.query_row(params_from_iter(values), read)?;
    Ok(match last {
        Some(last) if count(found) >= RESULTS_LOOKED_AT => count(last),
        _ => newest.max(after),
    })
}

/// Returns how to select results after `after` up to `looked_at`, by contest and creator if given:
/// a table with its index, the conditions and their values.
fn found_by(filter: &ResultFilter, after: u64, looked_at: u64) -> (&'static str, String, Vec<Value>) {
    // Names the index, so that a query that cannot use it fails instead of reading other results.
    let from = match (&filter.contest, &filter.created_by) {
        (Some(_), Some(_)) => "results INDEXED BY results_of_contest_by_creator",
        (Some(_), None) => "results INDEXED BY results_of_contest",
        (None, _) => "results",
    };
    let between = [after, looked_at].map(|number| Value::from(i64::try_from(number).unwrap_or(i64::MAX)));
    let (mut conditions, mut values) = ("ended_number > ? AND ended_number <= ?".to_owned(), Vec::from(between));
    if let Some(contest) = &filter.contest {
        conditions.push_str(" AND results.contest = ?");
        values.push(contest.to_string().into());
    }
    if let Some(player) = &filter.created_by {
        conditions.push_str(" AND created_by = ?");
        values.push(player.to_string().into());
    }
    (from, conditions, values)
}

/// Reads finished matches that are not completely pruned, in the order in which they ended.
fn unpruned(file: &ReadConnection, after: u64, limit: usize) -> Result<Vec<(u64, MatchRow)>, SqlError> {
    let sql = format!(
        "SELECT {INDEX}, ended_number FROM results CROSS JOIN matches USING (number)
        WHERE pruned < 2 AND ended_number > ? ORDER BY ended_number LIMIT ?"
    );
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    numbered(file, &sql, vec![after.into(), sql_limit(limit).into()])
}

/// Reads the rows of results, each with its result number.
fn numbered(file: &ReadConnection, sql: &str, values: Vec<Value>) -> Result<Vec<(u64, MatchRow)>, SqlError> {
    let mut select = file.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((row.get::<_, i64>("ended_number")?, indexed(row)?));
    let found = select.query_and_then(params_from_iter(values), read)?.collect::<Result<Vec<_>, SqlError>>()?;
    Ok(found.into_iter().map(|(number, indexed)| (count(number), complete(file, indexed))).collect())
}

fn row(file: &ReadConnection, match_id: &MatchId) -> Result<Option<MatchRow>, SqlError> {
    let sql = format!("SELECT {INDEX} FROM matches WHERE match_id = ?1");
    let mut select = file.prepare_cached(&sql)?;
    let found = select.query_and_then([match_id.as_str()], indexed)?.next().transpose()?;
    // Ends the query: later reads must see the file as it is after the pending events were read.
    drop(select);
    Ok(found.map(|indexed| complete(file, indexed)))
}

/// Columns that [`indexed`] reads.
const INDEX: &str = "matches.number, match_id, game, opened_unix_ms, state, unreadable IS NOT NULL, rematch";

/// Converts the columns of [`INDEX`] to a match with its number.
fn indexed(row: &Row<'_>) -> Result<(i64, MatchRow), SqlError> {
    let state = match (row.get::<_, bool>(5)?, row.get::<_, i64>(4)?) {
        (true, _) => MatchState::Unreadable,
        (false, 0) => MatchState::Waiting,
        (false, 1) => MatchState::Live,
        (false, _) => MatchState::Over,
    };
    let rematch = row.get::<_, Option<String>>(6)?;
    let indexed = MatchRow {
        match_id: parse_match_id(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?)?,
        game: row.get(2)?,
        opened_unix_ms: row.get(3)?,
        opened: None,
        state,
        seq: Seq(0),
        end: None,
        rematch: rematch.as_deref().map(parse_match_id).transpose()?,
        pruned: false,
    };
    Ok((row.get(0)?, indexed))
}

/// Adds the details from the first event, the last event and the result. If they are unreadable,
/// only this match is.
fn complete(file: &ReadConnection, (number, indexed): (i64, MatchRow)) -> MatchRow {
    match details(file, number) {
        Ok(Details { opened, seq, end, pruned }) => {
            let is_whole = opened.is_some() && (end.is_some() || indexed.state != MatchState::Over);
            let state = if is_whole { indexed.state } else { MatchState::Unreadable };
            let end = end.filter(|_| is_whole).map(Arc::new);
            MatchRow { opened: opened.map(Arc::new), seq, end, pruned, state, ..indexed }
        }
        Err(_) => MatchRow { state: MatchState::Unreadable, ..indexed },
    }
}

/// Details that the columns of [`INDEX`] do not contain.
struct Details {
    opened: Option<MatchOpened>,
    seq: Seq,
    end: Option<MatchEnd>,
    pruned: bool,
}

fn details(file: &ReadConnection, number: i64) -> Result<Details, SqlError> {
    let waiting = file.pending().newest(number);
    let newest: Option<i64> =
        file.prepare_cached("SELECT max(seq) FROM events WHERE number = ?1")?.query_row([number], |row| row.get(0))?;
    let newest = waiting.max(newest).unwrap_or(0);
    let (end, pruned) = end(file, number)?;
    Ok(Details { opened: opened(file, number)?, seq: seq(newest), end, pruned })
}

/// Reads the opening of a match; `None` if unreadable.
fn opened(file: &Connection, number: i64) -> Result<Option<MatchOpened>, SqlError> {
    Ok(match event(file, number, 1)?.map(|event| event.fact) {
        Some(Fact::MatchOpened(opened)) => Some(*opened),
        _ => None,
    })
}

fn event(file: &Connection, number: i64, seq: i64) -> Result<Option<Event>, SqlError> {
    let mut select = file.prepare_cached("SELECT bytes FROM events WHERE number = ?1 AND seq = ?2")?;
    let bytes: Option<Vec<u8>> = select.query_row([number, seq], |row| row.get(0)).optional()?;
    Ok(bytes.and_then(|bytes| codec::decode(&bytes).ok()))
}

/// Reads the end of a match, if readable, and whether the log was pruned.
fn end(file: &Connection, number: i64) -> Result<(Option<MatchEnd>, bool), SqlError> {
    let sql = "SELECT ended_number, seq, round, ply, remaining_ns, pruned > 0 FROM results WHERE number = ?1";
    let read = |row: &Row<'_>| {
        let (ended_number, seq): (i64, i64) = (row.get(0)?, row.get(1)?);
        let (remaining, pruned): (String, bool) = (row.get(4)?, row.get(5)?);
        Ok((ended_number, seq, row.get::<_, u32>(2)?, row.get::<_, u32>(3)?, remaining, pruned))
    };
    let result = file.prepare_cached(sql)?.query_row([number], read).optional()?;
    let Some((ended_number, ended_seq, round, ply, remaining, pruned)) = result else { return Ok((None, false)) };
    let Some(Fact::MatchEnded(ended)) = event(file, number, ended_seq)?.map(|event| event.fact) else {
        return Ok((None, pruned));
    };
    let Ok(remaining) = serde_json::from_str::<Vec<Option<u64>>>(&remaining) else { return Ok((None, pruned)) };
    let remaining = remaining.into_iter().map(|left| left.map(Duration::from_nanos)).collect();
    let (seq, ended_unix_ms, verdict, lost) = (seq(ended_seq), ended.ended_unix_ms, ended.verdict, lost(file, number)?);
    let number = count(ended_number);
    Ok((Some(MatchEnd { number, seq, verdict, ended_unix_ms, round, ply, remaining, lost }), pruned))
}

fn lost(file: &Connection, number: i64) -> Result<Lost, SqlError> {
    let sql = "SELECT seat, at_ns, cause FROM losses WHERE number = ?1 ORDER BY at_ns, seat";
    let mut select = file.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((row.get::<_, u8>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?));
    let mut lost = Lost::default();
    for loss in select.query_map([number], read)? {
        let (seat, at, cause) = loss?;
        let Some(cause) = LAW.iter().find(|of| of.word == cause) else { continue };
        lost = lost.with(Loss { seat: Seat(seat), at: Time(count(at)), cause: cause.termination });
    }
    Ok(lost)
}

/// Converts a stored number, which is never negative.
fn count(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}
