//! Schema versions of the SQLite file.

use rusqlite::Connection;

/// Schema version of the first release. Files with lower versions are rejected.
pub const FIRST: usize = 19;

/// The schema of [`FIRST`], then one step for each later version. Released steps never change.
const STEPS: &[&str] = &[include_str!("0019_first_release.sql")];

/// Schema version of this program.
pub const KNOWN: usize = FIRST + STEPS.len() - 1;

/// `application_id` of the server's files: "REFE".
pub const APPLICATION_ID: i64 = 0x5245_4645;

/// The schema of a database file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// An empty file.
    Empty,
    /// A file of this program, with this schema version.
    Ours(usize),
    Foreign,
}

pub fn schema(file: &Connection) -> Result<Schema, rusqlite::Error> {
    let pragma = |name: &str| file.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 = file.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (pragma("application_id")?, usize::try_from(pragma("user_version")?)) {
        (0, Ok(0)) if tables == 0 => Schema::Empty,
        (APPLICATION_ID, Ok(version)) => Schema::Ours(version),
        _ => Schema::Foreign,
    })
}

/// Runs every step from version `next` on, each in its own transaction.
pub fn migrate(file: &mut Connection, next: usize) -> Result<(), rusqlite::Error> {
    for (version, step) in (FIRST..).zip(STEPS).filter(|(version, _)| *version >= next) {
        let transaction = file.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", i64::try_from(version).unwrap_or(i64::MAX))?;
        transaction.commit()?;
    }
    Ok(())
}
