//! Cursors of webhooks in SQL.

use referee_ids::Seq;
use referee_law::Contest;
use rusqlite::{Connection, Row, params};

use super::{
    Tables, administration,
    contest_log::parse,
    error::SqlError,
    values::{seq, sql_limit, sql_seq},
};
use crate::{
    AuditEntry, StoreFuture,
    webhook_cursors::{WebhookCursor, WebhookCursors, WebhookProgress},
};

/// Selects a webhook's progress in each contest; `?1` is its URL.
macro_rules! progress {
    ($rest:literal) => {
        concat!(
            "SELECT contest, opened_unix_ms, newest,
                coalesce(delivered, CASE WHEN number > after_contest THEN 0 ELSE newest END) AS delivered,
                coalesce(attempts, 0), coalesce(last_error, ''), next_attempt_unix_ms, coalesce(given_up, 0),
                coalesce(redeliveries, 0)
            FROM webhooks JOIN contests LEFT JOIN webhook_cursors USING (webhook, number)
            WHERE url = ?1 AND ",
            $rest
        )
    };
}

impl WebhookCursors for Tables {
    fn keep_webhooks(&self, urls: Vec<String>) -> StoreFuture<'_, ()> {
        self.write("store the webhooks", move |file| keep(file, &urls))
    }

    fn webhook_progress(&self, url: &str, contest: &Contest) -> StoreFuture<'_, Option<WebhookProgress>> {
        let (url, contest) = (url.to_owned(), contest.to_string());
        self.read("read a webhook's cursor", move |file| progress(file, &url, &contest))
    }

    fn webhook_behind(&self, url: &str, after: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<Contest>> {
        let (url, after) = (url.to_owned(), after.map(|after| after.to_string()));
        self.read("read a webhook's backlog", move |file| {
            let sql = progress!(
                "coalesce(given_up, 0) = 0
                AND newest > coalesce(delivered, CASE WHEN number > after_contest THEN 0 ELSE newest END)
                AND (?2 IS NULL OR number > (SELECT number FROM contests WHERE contest = ?2)) ORDER BY number LIMIT ?3"
            );
            let mut select = file.prepare_cached(sql)?;
            select.query_and_then(params![url, after, sql_limit(limit)], parse)?.collect()
        })
    }

    fn webhook_list(&self, url: &str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<WebhookProgress>> {
        let (url, before) = (url.to_owned(), before.map(|before| before.to_string()));
        self.read("list a webhook's deliveries", move |file| {
            let sql = progress!(
                "(delivered IS NOT NULL OR number > after_contest)
                AND (?2 IS NULL OR number < (SELECT number FROM contests WHERE contest = ?2))
                ORDER BY number DESC LIMIT ?3"
            );
            let mut select = file.prepare_cached(sql)?;
            select.query_and_then(params![url, before, sql_limit(limit)], row)?.collect()
        })
    }

    fn set_webhook_cursor(&self, url: &str, contest: &Contest, cursor: WebhookCursor) -> StoreFuture<'_, bool> {
        let (url, contest) = (url.to_owned(), contest.to_string());
        self.write("store a webhook's cursor", move |file| {
            let before = progress(file, &url, &contest)?.map(|before| before.cursor.redeliveries);
            let is_current = before == Some(cursor.redeliveries);
            if is_current {
                set(file, &url, &contest, &cursor)?;
            }
            Ok(is_current)
        })
    }

    fn redeliver(
        &self,
        url: &str,
        contest: &Contest,
        delivered: Option<Seq>,
        audit: AuditEntry,
    ) -> StoreFuture<'_, Option<WebhookProgress>> {
        let (url, contest) = (url.to_owned(), contest.to_string());
        self.write("redeliver to a webhook", move |file| {
            let Some(before) = progress(file, &url, &contest)? else { return Ok(None) };
            let cursor = before.cursor.redelivered(delivered);
            set(file, &url, &contest, &cursor)?;
            administration::note(file, &audit)?;
            Ok(Some(WebhookProgress { cursor, ..before }))
        })
    }
}

fn keep(file: &Connection, urls: &[String]) -> Result<(), SqlError> {
    let mut select = file.prepare_cached("SELECT webhook, url FROM webhooks")?;
    let known = select.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    let known: Vec<(i64, String)> = known.collect::<Result<_, _>>()?;
    for (webhook, _) in known.iter().filter(|(_, url)| !urls.contains(url)) {
        file.prepare_cached("DELETE FROM webhook_cursors WHERE webhook = ?1")?.execute([webhook])?;
        file.prepare_cached("DELETE FROM webhooks WHERE webhook = ?1")?.execute([webhook])?;
    }
    for url in urls.iter().filter(|url| known.iter().all(|(_, known)| known != *url)) {
        let sql = "INSERT INTO webhooks (url, after_contest) SELECT ?1, coalesce(max(number), 0) FROM contests";
        file.prepare_cached(sql)?.execute([url])?;
        // For running contests, a new webhook gets the events from now on.
        let sql = "INSERT INTO webhook_cursors (webhook, number, delivered)
            SELECT ?1, number, newest FROM contests WHERE over = 0";
        file.prepare_cached(sql)?.execute([file.last_insert_rowid()])?;
    }
    Ok(())
}

fn progress(file: &Connection, url: &str, contest: &str) -> Result<Option<WebhookProgress>, SqlError> {
    let mut select = file.prepare_cached(progress!("contest = ?2"))?;
    let mut rows = select.query_and_then([url, contest], row)?;
    rows.next().transpose()
}

fn set(file: &Connection, url: &str, contest: &str, cursor: &WebhookCursor) -> Result<(), SqlError> {
    let sql = "INSERT OR REPLACE INTO webhook_cursors
        (webhook, number, delivered, attempts, last_error, next_attempt_unix_ms, given_up, redeliveries)
        SELECT webhook, number, ?3, ?4, ?5, ?6, ?7, ?8 FROM webhooks JOIN contests WHERE url = ?1 AND contest = ?2";
    let WebhookCursor { delivered, attempts, last_error, next_attempt_unix_ms, is_given_up, redeliveries } = cursor;
    let (delivered, redeliveries) = (sql_seq(*delivered), i64::try_from(*redeliveries).unwrap_or(i64::MAX));
    let set = params![url, contest, delivered, attempts, last_error, next_attempt_unix_ms, is_given_up, redeliveries];
    file.prepare_cached(sql)?.execute(set)?;
    Ok(())
}

fn row(row: &Row<'_>) -> Result<WebhookProgress, SqlError> {
    let cursor = WebhookCursor {
        delivered: seq(row.get(3)?),
        attempts: row.get(4)?,
        last_error: row.get(5)?,
        next_attempt_unix_ms: row.get(6)?,
        is_given_up: row.get(7)?,
        redeliveries: u64::try_from(row.get::<_, i64>(8)?).unwrap_or(0),
    };
    Ok(WebhookProgress { contest: parse(row)?, opened_unix_ms: row.get(1)?, newest: seq(row.get(2)?), cursor })
}
