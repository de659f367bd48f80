//! Consents of players in SQL.

use prost::Message as _;
use referee_ids::PlayerId;
use referee_law::{AcceptPolicy, Contest};
use referee_proto::v1::AcceptPolicy as Message;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{
    Tables,
    error::SqlError,
    values::{parse_player, sql_limit},
};
use crate::{Consents, Entered, StoreError, StoreFuture, accept_policies, consents::CONTESTS_A_PLAYER};

impl Consents for Tables {
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()> {
        let player = player.clone();
        let bytes = policy.map(|policy| accept_policies::write(&policy).encode_to_vec());
        self.write("store an accept policy", move |file| set(file, &player, bytes.as_deref()))
    }

    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>> {
        let player = player.clone();
        self.read("find an accept policy", move |file| policy(file, &player))
    }

    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered> {
        let (contest, player) = (contest.to_string(), player.clone());
        self.write("enter a contest", move |file| enter(file, &contest, &player))
    }

    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()> {
        let (contest, player) = (contest.to_string(), player.clone());
        self.write("leave a contest", move |file| {
            let sql = "DELETE FROM entrants WHERE contest = ?1 AND player = ?2";
            file.prepare_cached(sql)?.execute(params![contest, player.as_str()])?;
            Ok(())
        })
    }

    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool> {
        let (contest, player) = (contest.to_string(), player.clone());
        self.read("look for an entry", move |file| {
            let mut select = file.prepare_cached("SELECT 1 FROM entrants WHERE contest = ?1 AND player = ?2")?;
            Ok(select.exists(params![contest, player.as_str()])?)
        })
    }

    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        let player = player.clone();
        self.read("look for the running contests of a player", move |file| {
            let sql = "SELECT 1 FROM entrants JOIN contests USING (contest) WHERE player = ?1 AND running = 1";
            Ok(file.prepare_cached(sql)?.exists([player.as_str()])?)
        })
    }

    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        let contest = contest.to_string();
        self.read("list the players in a contest", move |file| page(file, &contest, after.as_ref(), limit))
    }
}

fn set(file: &Connection, player: &PlayerId, bytes: Option<&[u8]>) -> Result<(), SqlError> {
    let Some(bytes) = bytes else {
        file.prepare_cached("DELETE FROM accept_policies WHERE player = ?1")?.execute([player.as_str()])?;
        return Ok(());
    };
    let sql = "INSERT INTO accept_policies (player, bytes) VALUES (?1, ?2) \
        ON CONFLICT (player) DO UPDATE SET bytes = excluded.bytes";
    file.prepare_cached(sql)?.execute(params![player.as_str(), bytes])?;
    Ok(())
}

fn policy(file: &Connection, player: &PlayerId) -> Result<Option<AcceptPolicy>, SqlError> {
    let mut select = file.prepare_cached("SELECT bytes FROM accept_policies WHERE player = ?1")?;
    let bytes: Option<Vec<u8>> = select.query_row([player.as_str()], |row| row.get(0)).optional()?;
    let unreadable = |cause: String| SqlError::from(StoreError::Failed { doing: "read an accept policy", cause });
    let read = |bytes: Vec<u8>| {
        let said = Message::decode(bytes.as_slice()).map_err(|bad| unreadable(bad.to_string()))?;
        accept_policies::read(&said).map_err(|bad| unreadable(format!("{}: expected {}", bad.field, bad.expected)))
    };
    bytes.map(read).transpose()
}

fn enter(file: &Connection, contest: &str, player: &PlayerId) -> Result<Entered, SqlError> {
    let sql = "SELECT count(*) FROM entrants WHERE player = ?1 AND contest <> ?2
        AND NOT EXISTS (SELECT 1 FROM contests WHERE contests.contest = entrants.contest AND (over = 1 OR rests_until_unix_ms IS NOT NULL))";
    let others: i64 = file.prepare_cached(sql)?.query_row(params![player.as_str(), contest], |row| row.get(0))?;
    if others >= sql_limit(CONTESTS_A_PLAYER) {
        return Ok(Entered::TooMany);
    }
    let sql = "INSERT INTO entrants (contest, player) VALUES (?1, ?2) ON CONFLICT (contest, player) DO NOTHING";
    file.prepare_cached(sql)?.execute(params![contest, player.as_str()])?;
    Ok(Entered::In)
}

fn page(file: &Connection, contest: &str, after: Option<&PlayerId>, limit: usize) -> Result<Vec<PlayerId>, SqlError> {
    let after = after.map_or("", PlayerId::as_str);
    let sql = "SELECT player FROM entrants WHERE contest = ?1 AND player > ?2 ORDER BY player LIMIT ?3";
    let mut select = file.prepare_cached(sql)?;
    let read = |row: &Row<'_>| parse_player(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
    select.query_and_then(params![contest, after, sql_limit(limit)], read)?.collect()
}
