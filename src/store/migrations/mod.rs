//! The schema of the SQLite file: numbered steps that are never changed once they are released.

use rusqlite::Connection;

/// Every step; a file whose `user_version` is n has had the first n.
pub const MIGRATIONS: &[&str] = &[
    include_str!("0001_first.sql"),
    include_str!("0002_seeds.sql"),
    include_str!("0003_results.sql"),
    include_str!("0004_owners.sql"),
    include_str!("0005_accounts.sql"),
    include_str!("0006_consents.sql"),
    include_str!("0007_pruned.sql"),
    include_str!("0008_contests.sql"),
    include_str!("0009_contests_of_results.sql"),
    include_str!("0010_webhooks.sql"),
    include_str!("0011_contests_by_kind.sql"),
    include_str!("0012_pending_events.sql"),
    include_str!("0013_commits_by_rows.sql"),
    include_str!("0014_running_contests.sql"),
    include_str!("0015_resting_contests.sql"),
    include_str!("0016_contest_counts.sql"),
];

/// `application_id` of our files: "REFE".
pub const APPLICATION_ID: i64 = 0x5245_4645;

/// The schema of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// Nothing is in it yet.
    Empty,
    /// One of ours, with this many steps done.
    Ours(usize),
    /// Another program's.
    Foreign,
}

/// Reads which schema the file has.
pub fn schema(file: &Connection) -> Result<Schema, rusqlite::Error> {
    let pragma = |name: &str| file.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 = file.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (pragma("application_id")?, usize::try_from(pragma("user_version")?)) {
        (0, Ok(0)) if tables == 0 => Schema::Empty,
        (APPLICATION_ID, Ok(version)) => Schema::Ours(version),
        _ => Schema::Foreign,
    })
}

/// Runs every step after the first `done`, each in a transaction of its own. `fill` does what SQL alone cannot after the step of this
/// number, from 1, in the same transaction.
pub fn migrate(
    file: &mut Connection,
    done: usize,
    fill: impl Fn(usize, &Connection) -> Result<(), rusqlite::Error>,
) -> Result<(), rusqlite::Error> {
    for (index, step) in MIGRATIONS.iter().enumerate().skip(done) {
        let transaction = file.transaction()?;
        transaction.execute_batch(step)?;
        fill(index + 1, &transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", i64::try_from(index + 1).unwrap_or(i64::MAX))?;
        transaction.commit()?;
    }
    Ok(())
}
