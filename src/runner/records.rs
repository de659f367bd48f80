//! Writes the records of a run. Never overwrites a file.

use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;

use super::{finished::Finished, seeds::PlayedSet};
use crate::{hall::wall_clock::unix_ms, stats::utc::utc, store::record};

/// Maximum attempts to find an unused file name.
const TRIES: u32 = 1000;

pub enum Place {
    Nowhere,
    /// A directory, with a file for each match.
    Directory(PathBuf),
    /// A new file with all records, one after another.
    File(PathBuf),
}

/// The records of one run.
pub struct Records {
    open: Open,
    /// The file with the seeds of shared deals, once there is one.
    seeds: Option<(PathBuf, File)>,
    pub written: u32,
}

enum Open {
    Nowhere,
    /// Files are named by the game, the second in which the run began, its process, and the number
    /// of the match.
    Directory(PathBuf, String),
    File(PathBuf, File),
}

impl Records {
    /// Creates the directory or the file.
    pub fn open(place: &Place, game: &str) -> anyhow::Result<Records> {
        let open = match place {
            Place::Nowhere => Open::Nowhere,
            Place::Directory(path) => {
                make_directory(path)?;
                Open::Directory(path.clone(), format!("{game}-{}-{}", utc_stamp(unix_ms()), std::process::id()))
            }
            Place::File(path) => {
                if let Some(directory) = path.parent() {
                    make_directory(directory)?;
                }
                Open::File(path.clone(), new_file(path).with_context(|| named(path))?)
            }
        };
        Ok(Records { open, seeds: None, written: 0 })
    }

    /// Writes the record of a match, and stores its path in `finished`. Removes the events from
    /// `finished`.
    pub fn write(&mut self, finished: &mut Finished) -> anyhow::Result<()> {
        let text = record::write_sealed(&std::mem::take(&mut finished.events), None);
        match &mut self.open {
            Open::Nowhere => return Ok(()),
            Open::Directory(directory, stem) => {
                let number = finished.played.number;
                let (path, mut file) = unused_file(|more| directory.join(format!("{stem}-{number:05}{more}.jsonl")))?;
                write_whole(&mut file, &text).with_context(|| named(&path)).inspect_err(|_| {
                    // An incomplete record is useless, so the file is removed.
                    let _ = fs::remove_file(&path);
                })?;
                finished.record = Some(path);
            }
            Open::File(path, file) => {
                write_whole(file, &text).with_context(|| named(path))?;
                finished.record = Some(path.clone());
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Writes the seed of a set of matches beside their records, if there are records.
    pub fn write_seed(&mut self, set: &PlayedSet) -> anyhow::Result<()> {
        let (path, file) = match (&mut self.seeds, &self.open) {
            (Some(seeds), _) => seeds,
            (None, Open::Nowhere) => return Ok(()),
            (seeds, Open::Directory(directory, stem)) => {
                seeds.insert(unused_file(|more| directory.join(format!("{stem}-seeds{more}.txt")))?)
            }
            (seeds, Open::File(path, _)) => {
                seeds.insert(unused_file(|more| path.with_extension(format!("seeds{more}.txt")))?)
            }
        };
        file.write_all(set.line().as_bytes()).with_context(|| format!("failed to write the seeds {}", path.display()))
    }

    /// Returns the path of the file with the seeds of shared deals; `None` if no seeds were
    /// written.
    pub fn seeds(&self) -> Option<&Path> {
        self.seeds.as_ref().map(|(path, _)| path.as_path())
    }

    /// Returns a pattern for a command line that matches all records; `None` without records.
    pub fn pattern(&self) -> Option<String> {
        match &self.open {
            _ if self.written == 0 => None,
            Open::Nowhere => None,
            Open::Directory(directory, stem) => Some(directory.join(format!("{stem}-*.jsonl")).display().to_string()),
            Open::File(path, _) => Some(path.display().to_string()),
        }
    }
}

/// Writes a text at the end of a file, or restores the file if that fails.
fn write_whole(file: &mut File, text: &str) -> std::io::Result<()> {
    let end = file.stream_position()?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        // Only the first error matters. If the file cannot be cut, it keeps a torn end, which
        // readers recognise.
        let _ = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
    })
}

fn make_directory(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("failed to make the directory {} for records", path.display()))
}

/// Creates a new file without overwriting: `path` returns the path for a suffix that makes the name
/// unused.
fn unused_file(path: impl Fn(&str) -> PathBuf) -> anyhow::Result<(PathBuf, File)> {
    for attempt in 0..TRIES {
        let more = if attempt == 0 { String::new() } else { format!(".{attempt}") };
        let path = path(&more);
        match new_file(&path) {
            Ok(file) => return Ok((path, file)),
            Err(taken) if taken.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(cause).with_context(|| named(&path)),
        }
    }
    anyhow::bail!("failed to find a free name like {}", path("").display())
}

/// Creates a file that only its owner can read: a record contains its seed, and other matches may
/// still use the same deals.
fn new_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn named(path: &Path) -> String {
    format!("failed to write the record {}", path.display())
}

/// Formats a time as `20260131-235959`, in UTC.
fn utc_stamp(unix_ms: i64) -> String {
    utc(unix_ms).replace(['-', ':'], "").replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::{fs, new_file, utc_stamp};

    #[test]
    fn a_record_is_its_owner_s_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let path = std::env::temp_dir().join(format!("referee-record-{}.jsonl", std::process::id()));
        let file = new_file(&path).expect("a new file");
        let mode = file.metadata().expect("what it is").permissions().mode();
        fs::remove_file(&path).expect("it goes again");
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn stamps_are_dates() {
        assert_eq!(utc_stamp(0), "19700101-000000");
        assert_eq!(utc_stamp(951_827_696_000), "20000229-123456");
        assert_eq!(utc_stamp(4_102_444_799_999), "20991231-235959");
    }
}
