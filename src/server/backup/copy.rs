//! Copies a data directory: a snapshot of the database, the number of its commits, and the key that
//! signs its records.

use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use super::verify::{Verified, verify};
use referee_store::{
    OpenError, SqliteStore, Store, StoreError,
    seal::KEY_FILE,
    sqlite::{COUNT_FILE, DATABASE_FILE, LOCK_FILE, copy_database, settle_database},
};

/// Suffix of the name of an incomplete copy.
const PARTIAL: &str = "partial";

/// The reason why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{} already exists: expected {expected}", path.display())]
    Taken { path: PathBuf, expected: &'static str },
    /// The database could not be copied.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The copy could not be read.
    #[error("failed to verify the copy: {0}")]
    Store(#[from] StoreError),
    /// The law does not confirm the matches in the copy.
    #[error("{} of {} matches cannot be verified; the copy was discarded: \
        {}", verified.failed, verified.matches, verified.findings.join("; "))]
    Unverified { verified: Verified },
    #[error("failed to {doing} {}: {cause}", path.display())]
    Failed {
        doing: &'static str,
        /// The file or directory that failed.
        path: PathBuf,
        cause: io::Error,
    },
}

/// Copies a snapshot of the data directory `data` to `to`, which must not exist. A server may keep
/// writing to `data`.
pub async fn take(data: &Path, to: &Path) -> Result<Verified, BackupError> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(BackupError::Taken { path: to.to_owned(), expected: "an unused name" });
    }
    copy(data, to).await
}

/// Restores a data directory from a copy. The directory must be missing or empty.
pub async fn restore(from: &Path, data: &Path) -> Result<Verified, BackupError> {
    match fs::read_dir(data) {
        Ok(mut inside) => {
            if inside.next().is_some() {
                return Err(BackupError::Taken {
                    path: data.to_owned(),
                    expected: "a directory that is empty or missing",
                });
            }
        }
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        Err(cause) => return Err(failed("read", data)(cause)),
    }
    copy(from, data).await
}

/// Copies to a temporary name first, so that a copy with the final name is always complete and
/// verified.
async fn copy(from: &Path, to: &Path) -> Result<Verified, BackupError> {
    let mut name = to.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".");
    name.push(PARTIAL);
    let partial = to.with_file_name(name);
    match fs::remove_dir_all(&partial) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(failed("remove", &partial)(cause)),
        _ => {}
    }
    let copied = copy_whole(from, &partial).await;
    let named = match copied {
        Ok(verified) => {
            fs::rename(&partial, to).and_then(|()| sync_parent(to)).map(|()| verified).map_err(failed("name", to))
        }
        Err(error) => Err(error),
    };
    if named.is_err() {
        // If the copy failed, the incomplete rest is only in the way.
        let _ = fs::remove_dir_all(&partial);
    }
    named
}

async fn copy_whole(from: &Path, partial: &Path) -> Result<Verified, BackupError> {
    let mut directory = DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut directory, 0o700);
    directory.create(partial).map_err(failed("make", partial))?;
    // The key can be copied first: it exists before the first record is signed, and never changes.
    copy_key(&from.join(KEY_FILE), &partial.join(KEY_FILE))?;
    copy_database(from, partial)?;
    let verified = {
        let store = Store::from(SqliteStore::open(partial)?);
        verify(&store).await?
    };
    if verified.failed > 0 {
        return Err(BackupError::Unverified { verified });
    }
    settle_database(partial)?;
    let lock = partial.join(LOCK_FILE);
    fs::remove_file(&lock).map_err(failed("remove", &lock))?;
    for name in [DATABASE_FILE, COUNT_FILE] {
        let file = partial.join(name);
        File::open(&file).and_then(|file| file.sync_all()).map_err(failed("flush", &file))?;
    }
    File::open(partial).and_then(|directory| directory.sync_all()).map_err(failed("flush", partial))?;
    Ok(verified)
}

/// Copies the key. The directory of an earlier version may have no key yet.
fn copy_key(from: &Path, to: &Path) -> Result<(), BackupError> {
    let key = match fs::read(from) {
        Ok(key) => key,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(failed("read", from)(cause)),
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(to).map_err(failed("make", to))?;
    file.write_all(&key).and_then(|()| file.sync_all()).map_err(failed("write", to))
}

fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(parent)?.sync_all()
}

fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |cause| BackupError::Failed { doing, path, cause }
}
