//! Invites, announcements and the audit in SQL.

use rusqlite::{Connection, Row, params};

use super::{
    Tables,
    error::SqlError,
    values::{public_id, sql_id, sql_limit},
};
use crate::{
    Administration, Announcement, AuditEntry, AuditRow, Digest, Invite, NewAnnouncement, NewInvite, PublicId,
    StoreFuture,
};

impl Administration for Tables {
    fn add_invite(&self, invite: NewInvite, most: usize, audit: AuditEntry) -> StoreFuture<'_, bool> {
        self.write("add an invite", move |file| add_invite(file, &invite, most, &audit))
    }

    fn invites(&self, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<Invite>> {
        self.read("list invites", move |file| invites(file, after, limit))
    }

    fn remove_invite(&self, id: PublicId, audit: AuditEntry) -> StoreFuture<'_, bool> {
        let remove =
            move |file: &Connection| remove(file, "DELETE FROM invites WHERE invite_id = ?1", sql_id(id), &audit);
        self.write("remove an invite", remove)
    }

    fn announce(&self, new: NewAnnouncement, most: usize, audit: AuditEntry) -> StoreFuture<'_, Option<u64>> {
        self.write("announce", move |file| announce(file, &new, most, &audit))
    }

    fn announcements(&self, now_unix_ms: i64) -> StoreFuture<'_, Vec<Announcement>> {
        self.read("list announcements", move |file| announcements(file, now_unix_ms))
    }

    fn withdraw_announcement(&self, number: u64, audit: AuditEntry) -> StoreFuture<'_, bool> {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let sql = "DELETE FROM announcements WHERE number = ?1";
        self.write("withdraw an announcement", move |file| remove(file, sql, number, &audit))
    }

    fn note(&self, audit: AuditEntry) -> StoreFuture<'_, ()> {
        self.write("write the audit", move |file| note(file, &audit))
    }

    fn audit(&self, before: Option<u64>, limit: usize) -> StoreFuture<'_, Vec<AuditRow>> {
        self.read("list the audit", move |file| audit(file, before, limit))
    }
}

pub(super) fn note(file: &Connection, audit: &AuditEntry) -> Result<(), SqlError> {
    let sql =
        "INSERT INTO audit (at_unix_ms, actor, token_id, action, subject, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let AuditEntry { at_unix_ms, actor, token, action, subject, reason } = audit;
    file.prepare_cached(sql)?.execute(params![at_unix_ms, actor, token.map(sql_id), action, subject, reason])?;
    Ok(())
}

/// Returns whether this invite code can be used.
pub(super) fn is_invited(file: &Connection, code: &Digest, now_unix_ms: i64) -> Result<bool, SqlError> {
    let sql =
        "SELECT 1 FROM invites WHERE digest = ?1 AND used < uses AND (expires_unix_ms IS NULL OR expires_unix_ms > ?2)";
    Ok(file.prepare_cached(sql)?.exists(params![code, now_unix_ms])?)
}

/// Counts a use of an invite.
pub(super) fn use_invite(file: &Connection, code: &Digest) -> Result<(), SqlError> {
    file.prepare_cached("UPDATE invites SET used = used + 1 WHERE digest = ?1")?.execute([code])?;
    Ok(())
}

fn add_invite(file: &Connection, invite: &NewInvite, most: usize, audit: &AuditEntry) -> Result<bool, SqlError> {
    let sql = "SELECT count(*) FROM invites WHERE used < uses AND (expires_unix_ms IS NULL OR expires_unix_ms > ?1)";
    let open: i64 = file.prepare_cached(sql)?.query_row([invite.created_unix_ms], |row| row.get(0))?;
    if open >= sql_limit(most) {
        return Ok(false);
    }
    // Used-up and expired invites are removed with every new one.
    let sql = "DELETE FROM invites WHERE used >= uses OR expires_unix_ms <= ?1";
    file.prepare_cached(sql)?.execute([invite.created_unix_ms])?;
    let sql = "INSERT INTO invites (invite_id, digest, note, uses, created_unix_ms, expires_unix_ms) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let NewInvite { id, digest, note: why, uses, created_unix_ms, expires_unix_ms } = invite;
    file.prepare_cached(sql)?.execute(params![sql_id(*id), digest, why, uses, created_unix_ms, expires_unix_ms])?;
    note(file, audit)?;
    Ok(true)
}

fn invites(file: &Connection, after: Option<PublicId>, limit: usize) -> Result<Vec<Invite>, SqlError> {
    let sql = "SELECT invite_id, note, uses, used, created_unix_ms, expires_unix_ms FROM invites WHERE invite_id > ?1 \
        ORDER BY invite_id LIMIT ?2";
    let read = |row: &Row<'_>| {
        Ok(Invite {
            id: public_id(row.get(0)?),
            note: row.get(1)?,
            uses: row.get(2)?,
            used: row.get(3)?,
            created_unix_ms: row.get(4)?,
            expires_unix_ms: row.get(5)?,
        })
    };
    let mut select = file.prepare_cached(sql)?;
    select.query_and_then(params![after.map_or(-1, sql_id), sql_limit(limit)], read)?.collect()
}

/// Removes the row with this number. Writes the audit entry if the row existed.
fn remove(file: &Connection, sql: &str, number: i64, audit: &AuditEntry) -> Result<bool, SqlError> {
    let removed = file.prepare_cached(sql)?.execute([number])? > 0;
    if removed {
        note(file, audit)?;
    }
    Ok(removed)
}

fn announce(
    file: &Connection,
    new: &NewAnnouncement,
    most: usize,
    audit: &AuditEntry,
) -> Result<Option<u64>, SqlError> {
    let NewAnnouncement { text, created_unix_ms, until_unix_ms } = new;
    if announcements(file, *created_unix_ms)?.len() >= most {
        return Ok(None);
    }
    file.prepare_cached("DELETE FROM announcements WHERE until_unix_ms <= ?1")?.execute([created_unix_ms])?;
    let sql = "INSERT INTO announcements (text, created_unix_ms, until_unix_ms) VALUES (?1, ?2, ?3) RETURNING number";
    let number: i64 =
        file.prepare_cached(sql)?.query_row(params![text, created_unix_ms, until_unix_ms], |row| row.get(0))?;
    note(file, audit)?;
    Ok(u64::try_from(number).ok())
}

fn announcements(file: &Connection, now_unix_ms: i64) -> Result<Vec<Announcement>, SqlError> {
    let sql = "SELECT number, text, created_unix_ms, until_unix_ms FROM announcements \
        WHERE until_unix_ms IS NULL OR until_unix_ms > ?1 ORDER BY number DESC";
    let read = |row: &Row<'_>| {
        let new = NewAnnouncement { text: row.get(1)?, created_unix_ms: row.get(2)?, until_unix_ms: row.get(3)? };
        Ok(Announcement { number: row.get::<_, i64>(0)?.unsigned_abs(), new })
    };
    let mut select = file.prepare_cached(sql)?;
    select.query_and_then([now_unix_ms], read)?.collect()
}

fn audit(file: &Connection, before: Option<u64>, limit: usize) -> Result<Vec<AuditRow>, SqlError> {
    let sql = "SELECT number, at_unix_ms, actor, token_id, action, subject, reason FROM audit WHERE number < ?1 \
        ORDER BY number DESC LIMIT ?2";
    let read = |row: &Row<'_>| {
        let entry = AuditEntry {
            at_unix_ms: row.get(1)?,
            actor: row.get(2)?,
            token: row.get::<_, Option<i64>>(3)?.map(public_id),
            action: row.get(4)?,
            subject: row.get(5)?,
            reason: row.get(6)?,
        };
        Ok(AuditRow { number: row.get::<_, i64>(0)?.unsigned_abs(), entry })
    };
    let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
    let mut select = file.prepare_cached(sql)?;
    select.query_and_then(params![before, sql_limit(limit)], read)?.collect()
}
