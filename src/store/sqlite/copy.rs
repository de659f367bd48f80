//! Copies the database as of one moment, even while a server writes to it.

use std::{
    fs::{self, File, OpenOptions},
    path::Path,
};

use rusqlite::{Connection, OpenFlags, backup::Backup};

use super::{
    database_files::{COUNT_FILE, count_line},
    open::{DATABASE_FILE, OpenError, failed, prepare, version},
    pending,
};
use crate::migrations::KNOWN;

/// Copies the database of one directory to another directory that has none, with the number of
/// commits. Returns that number. The copy contains everything committed when it starts, and nothing
/// later; writers continue. The copy is fully checked, flushed, and readable only by its owner.
pub fn copy_database(from: &Path, to: &Path) -> Result<u64, OpenError> {
    let (source_file, file) = (from.join(DATABASE_FILE), to.join(DATABASE_FILE));
    let (source, _) = open_to_read(&source_file)?;
    make_private(&file)?;
    let mut copy = Connection::open(&file).map_err(|cause| failed("make", &file, cause))?;
    let copying = |cause| failed("copy", &source_file, cause);
    {
        // One step copies all pages in one read transaction, isolated from writes of other
        // processes.
        let backup = Backup::new(&source, &mut copy).map_err(copying)?;
        backup.step(-1).map_err(copying)?;
    }
    drop(source);
    let checking = |cause| failed("check", &file, cause);
    let found = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0)).map_err(checking)?;
    if found != "ok" {
        return Err(OpenError::Damaged { file, found });
    }
    let commits = u64::try_from(pending::commits(&copy).map_err(checking)?).unwrap_or(0);
    // Merges the write-ahead log into the file.
    copy.close().map_err(|(_, cause)| failed("close", &file, cause))?;
    let count = to.join(COUNT_FILE);
    make_private(&count)?;
    fs::write(&count, count_line(commits)).map_err(|cause| failed("write", &count, cause))?;
    for written in [&file, &count] {
        File::open(written).and_then(|written| written.sync_all()).map_err(|cause| failed("flush", written, cause))?;
    }
    Ok(commits)
}

/// Returns the schema version of a directory's database, even while a server uses it.
pub fn schema_version(directory: &Path) -> Result<SchemaVersion, OpenError> {
    let (_, found) = open_to_read(&directory.join(DATABASE_FILE))?;
    Ok(SchemaVersion { found, known: KNOWN })
}

/// The schema version of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaVersion {
    pub found: usize,
    /// Schema version of this program. The next start upgrades the database to this version.
    pub known: usize,
}

/// Opens a database that other processes may write to, and returns its schema version.
fn open_to_read(file: &Path) -> Result<(Connection, usize), OpenError> {
    // A missing file is an error, since SQLite would create an empty one.
    fs::metadata(file).map_err(|cause| failed("find", file, cause))?;
    // This code writes nothing. But a read-only connection would leave files behind if no other
    // connection is open.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(file, flags).map_err(|cause| failed("open", file, cause))?;
    prepare(&source).map_err(|cause| failed("open", file, cause))?;
    let found = version(&source, file)?.ok_or_else(|| OpenError::Foreign { file: file.to_path_buf() })?;
    Ok((source, found))
}

/// Merges the write-ahead log of an unused database into its file.
pub fn settle_database(directory: &Path) -> Result<(), OpenError> {
    let file = directory.join(DATABASE_FILE);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(&file, flags).map_err(|cause| failed("open", &file, cause))?;
    database
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .map_err(|cause| failed("settle", &file, cause))?;
    database.close().map_err(|(_, cause)| failed("close", &file, cause))
}

/// Creates a private file that does not exist yet.
fn make_private(file: &Path) -> Result<(), OpenError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop).map_err(|cause| failed("make", file, cause))
}
