//! Logs of contests in SQL.

use referee_ids::Seq;
use referee_law::Contest;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{
    Tables,
    error::{SqlError, refused},
    values::{epoch, seq, sql_limit, sql_seq},
};
use crate::{
    ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestRow, ContestStanding, Epoch, ListedCounts,
    NewContest, StoreError, StoreFuture, contest_log::bad_events,
};

impl ContestLog for Tables {
    fn open_contest(&self, new: NewContest) -> StoreFuture<'_, ContestOpened> {
        if let Some(cause) = bad_events(&new.contest, &new.events) {
            return refused(StoreError::BadContest { cause });
        }
        self.write("open a contest", move |file| open(file, &new))
    }

    fn take_contest_over(&self, contest: &Contest) -> StoreFuture<'_, Option<Epoch>> {
        let contest = contest.to_string();
        self.write("take over a contest", move |file| {
            let sql = "UPDATE contests SET epoch = epoch + 1 WHERE contest = ?1 RETURNING epoch";
            Ok(file.prepare_cached(sql)?.query_row([&contest], |row| epoch(row, 0)).optional()?)
        })
    }

    fn append_to_contest(&self, contest: &Contest, append: ContestAppend) -> StoreFuture<'_, ()> {
        if let Some(cause) = bad_events(contest, &append.events) {
            return refused(StoreError::BadContest { cause });
        }
        let contest = contest.to_string();
        self.write("append to a contest", move |file| append_to(file, &contest, &append))
    }

    fn contest_events(&self, contest: &Contest, after: Seq, limit: usize) -> StoreFuture<'_, Vec<ContestEvent>> {
        let contest = contest.to_string();
        self.read("read a contest", move |file| {
            let sql = "SELECT bytes FROM contest_events
                WHERE number = (SELECT number FROM contests WHERE contest = ?1) AND seq > ?2 ORDER BY seq LIMIT ?3";
            let mut select = file.prepare_cached(sql)?;
            let rows = select.query_map(params![contest, sql_seq(after), sql_limit(limit)], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn contests(&self, kind: &'static str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<ContestRow>> {
        let before = before.map(|before| before.to_string());
        self.read("list the contests", move |file| {
            // Follows the index with one bound, so that a page reads only its own rows.
            let sql =
                "SELECT contest, opened_unix_ms, newest, over, rests_until_unix_ms, entrants, encounters, unfinished
                FROM contests
                WHERE substr(contest, 1, instr(contest, ' ')) = ?1 || ' '
                AND number < CASE WHEN ?2 IS NULL THEN 9223372036854775807
                    ELSE (SELECT number FROM contests WHERE contest = ?2) END
                ORDER BY number DESC LIMIT ?3";
            let mut select = file.prepare_cached(sql)?;
            select.query_and_then(params![kind, before, sql_limit(limit)], row)?.collect()
        })
    }

    fn running_contests(&self) -> StoreFuture<'_, Vec<Contest>> {
        self.read("list the running contests", |file| {
            let sql = "SELECT contest FROM contests WHERE over = 0 AND rests_until_unix_ms IS NULL ORDER BY number";
            file.prepare_cached(sql)?.query_and_then([], parse)?.collect()
        })
    }

    fn resting_contests(&self, kind: &'static str, limit: usize) -> StoreFuture<'_, Vec<(Contest, i64)>> {
        self.read("list the resting contests", move |file| {
            let sql = "SELECT contest, rests_until_unix_ms FROM contests
                WHERE rests_until_unix_ms IS NOT NULL AND over = 0 AND substr(contest, 1, instr(contest, ' ')) = ?1 || ' '
                ORDER BY rests_until_unix_ms LIMIT ?2";
            let mut select = file.prepare_cached(sql)?;
            select.query_and_then(params![kind, sql_limit(limit)], |row| Ok((parse(row)?, row.get(1)?)))?.collect()
        })
    }
}

fn open(file: &Connection, new: &NewContest) -> Result<ContestOpened, SqlError> {
    let contest = new.contest.to_string();
    let mut select = file.prepare_cached("SELECT content FROM contests WHERE contest = ?1")?;
    if let Some(content) = select.query_row([&contest], |row| row.get::<_, [u8; 32]>(0)).optional()? {
        return Ok(if content == new.content { ContestOpened::Before } else { ContestOpened::Taken });
    }
    let newest = sql_seq(Seq(new.events.len() as u64));
    let sql = "INSERT INTO contests (contest, content, opened_unix_ms, newest, over, running)
        VALUES (?1, ?2, ?3, ?4, 0, ?5)";
    file.prepare_cached(sql)?.execute(params![contest, new.content, new.opened_unix_ms, newest, new.is_running])?;
    insert(file, file.last_insert_rowid(), Seq(0), &new.events)?;
    Ok(ContestOpened::New)
}

fn append_to(file: &Connection, contest: &str, append: &ContestAppend) -> Result<(), SqlError> {
    let sql = "SELECT number, epoch, newest, over FROM contests WHERE contest = ?1";
    let head = |row: &Row<'_>| Ok((row.get(0)?, epoch(row, 1)?, seq(row.get(2)?), row.get(3)?));
    let head: Option<(i64, Epoch, Seq, bool)> = file.prepare_cached(sql)?.query_row([contest], head).optional()?;
    let (number, owner, newest, is_over) = head.ok_or(StoreError::Conflict { newest: Seq(0) })?;
    if owner != append.owner {
        return Err(StoreError::Superseded { epoch: owner }.into());
    }
    if newest != append.expected || is_over {
        return Err(StoreError::Conflict { newest }.into());
    }
    insert(file, number, newest, &append.events)?;
    let newest = sql_seq(Seq(newest.0 + append.events.len() as u64));
    let sql = "UPDATE contests SET newest = ?2, running = coalesce(?3, running),
        entrants = ?4, encounters = ?5, unfinished = ?6 WHERE number = ?1";
    let ListedCounts { entrants, encounters, unfinished } = append.counts;
    let values = params![number, newest, append.is_running, entrants, encounters, unfinished];
    file.prepare_cached(sql)?.execute(values)?;
    if let Some(standing) = append.standing {
        let rests_until_unix_ms = match standing {
            ContestStanding::Rests { until_unix_ms } => Some(until_unix_ms),
            ContestStanding::Runs | ContestStanding::Over => None,
        };
        let sql = "UPDATE contests SET over = ?2, rests_until_unix_ms = ?3 WHERE number = ?1";
        let is_over = standing == ContestStanding::Over;
        file.prepare_cached(sql)?.execute(params![number, is_over, rests_until_unix_ms])?;
    }
    Ok(())
}

fn insert(file: &Connection, number: i64, after: Seq, events: &[ContestEvent]) -> Result<(), SqlError> {
    let mut insert = file.prepare_cached("INSERT INTO contest_events (number, seq, bytes) VALUES (?1, ?2, ?3)")?;
    let mut seq = after;
    for bytes in events {
        seq = seq.next();
        insert.execute(params![number, sql_seq(seq), bytes])?;
    }
    Ok(())
}

fn row(row: &Row<'_>) -> Result<ContestRow, SqlError> {
    let standing = match (row.get(3)?, row.get(4)?) {
        (true, _) => ContestStanding::Over,
        (false, Some(until_unix_ms)) => ContestStanding::Rests { until_unix_ms },
        (false, None) => ContestStanding::Runs,
    };
    let counts = match (row.get(5)?, row.get(6)?, row.get(7)?) {
        (Some(entrants), Some(encounters), Some(unfinished)) => Some(ListedCounts { entrants, encounters, unfinished }),
        _ => None,
    };
    Ok(ContestRow { contest: parse(row)?, opened_unix_ms: row.get(1)?, newest: seq(row.get(2)?), standing, counts })
}

/// Parses the contest in the first column.
pub(super) fn parse(row: &Row<'_>) -> Result<Contest, SqlError> {
    let text: String = row.get(0)?;
    Contest::parse(&text).ok_or_else(|| {
        let cause = format!("contests.contest = `{text}`: expected `tournament NAME` or `ladder NAME`");
        StoreError::Failed { doing: "read the name of a contest", cause }.into()
    })
}
