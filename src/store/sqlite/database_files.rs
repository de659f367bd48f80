//! Checks that the open database is still the file at its path, and records the number of commits
//! that it should contain.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Name of the file with the number of commits. It is written after each commit and never flushed,
/// so its number may be too low but never too high.
pub const COUNT_FILE: &str = "commits";
/// Digits of the number in the file.
const DIGITS: usize = 20;

/// The files of an open database.
pub(super) struct DatabaseFiles {
    files: Vec<(PathBuf, Identity)>,
    count: Mutex<File>,
    failing: AtomicBool,
}

impl DatabaseFiles {
    /// Wraps open files. The file `count` holds the number of commits, and is created if missing.
    pub(super) fn of(files: Vec<PathBuf>, count: &Path) -> io::Result<DatabaseFiles> {
        let files = files.into_iter().map(|file| Ok((identity(&file)?, file)));
        let files = files.map(|found: io::Result<_>| found.map(|(identity, file)| (file, identity)));
        let files = files.collect::<io::Result<_>>()?;
        let count = own(OpenOptions::new().create(true).write(true).truncate(false)).open(count)?;
        Ok(DatabaseFiles { files, count: Mutex::new(count), failing: AtomicBool::new(false) })
    }

    /// Checks that every file is still the opened one. The error names a file that is not.
    pub(super) fn check(&self) -> Result<(), String> {
        for (path, opened) in &self.files {
            if identity(path).ok().as_ref() != Some(opened) {
                self.failing.store(true, Ordering::Release);
                return Err(format!(
                    "{} was removed or replaced under the running server: restore it, or stop the server",
                    path.display()
                ));
            }
        }
        Ok(())
    }

    /// Records whether the last write succeeded.
    pub(super) fn note_write(&self, succeeded: bool) {
        self.failing.store(!succeeded, Ordering::Release);
    }

    /// Returns whether the last write failed, or a file was removed or replaced.
    pub(super) fn is_failing(&self) -> bool {
        self.check().is_err() || self.failing.load(Ordering::Acquire)
    }

    /// Writes the number of a durable commit.
    pub(super) fn write_count(&self, number: u64) {
        let mut file = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(count_line(number).as_bytes()));
        if let Err(error) = written {
            tracing::debug!(%error, "failed to record the number of a commit");
        }
    }
}

/// Returns the content of the file of commits for this number.
pub(super) fn count_line(number: u64) -> String {
    format!("{number:0DIGITS$}\n")
}

/// The recorded number of commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommitCount {
    /// The file is missing or empty: no commit has been recorded.
    Nothing,
    Commits(u64),
    /// The file is unreadable although a database existed.
    Garbled,
}

/// Reads the recorded number of commits.
pub(super) fn commit_count(path: &Path) -> CommitCount {
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(DIGITS as u64).read_to_string(&mut text)) {
        // A power cut at the first start leaves the file empty.
        Ok(0) => CommitCount::Nothing,
        Ok(_) => text.trim().parse().map_or(CommitCount::Garbled, CommitCount::Commits),
        Err(error) if error.kind() == io::ErrorKind::NotFound => CommitCount::Nothing,
        Err(_) => CommitCount::Garbled,
    }
}

/// Device and number of a file, which identify it independently of its name.
type Identity = (u64, u64);

fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let found = fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Makes created files private to their owner.
pub(super) fn own(options: &mut OpenOptions) -> &OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
