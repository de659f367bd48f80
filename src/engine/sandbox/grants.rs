//! Determines the files that engines may read besides their programs, and rejects private files.

use std::{
    collections::{BTreeMap, VecDeque},
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use super::view::{LeadsOut, find_program, named_files};
use crate::command::EngineCommand;

/// Maximum directory entries examined when searching for private files.
const MAX_ENTRIES: usize = 20_000;

/// The private files of the referee, which no engine may read.
pub struct Private<'a> {
    /// Private files and directories, each with its description.
    pub places: &'a [(&'static str, Option<&'a Path>)],
    /// File name that identifies a server's data directory.
    pub data_file: &'static str,
}

/// A path that an engine cannot be allowed to read.
#[derive(Debug, thiserror::Error)]
pub enum BadGrant {
    /// The path does not exist.
    #[error("engine {engine}: {}: {error}", path.display())]
    Missing {
        /// Number of the engine, from 1.
        engine: usize,
        path: PathBuf,
        error: io::Error,
    },
    /// The path contains something private.
    #[error(
        "engine {engine}: {} holds {what} ({}): expected a path without private \
            files", path.display(), private.display()
    )]
    Holds {
        /// Number of the engine, from 1.
        engine: usize,
        path: PathBuf,
        what: &'static str,
        private: PathBuf,
    },
    /// The path is private, by this or another name.
    #[error("engine {engine}: {} is {what} ({}), which no engine may read", path.display(), private.display())]
    Is {
        /// Number of the engine, from 1.
        engine: usize,
        path: PathBuf,
        what: &'static str,
        private: PathBuf,
    },
    /// The command names a link that leads elsewhere.
    #[error("engine {engine}: {error}")]
    Link {
        /// Number of the engine, from 1.
        engine: usize,
        error: LeadsOut,
    },
}

/// Determines what sandboxed engines may read: their given directories, and further grants. Rejects
/// a path that is or contains something `private`, by any name or link. Also rejects another
/// engine's directory, and a named file that is a link to elsewhere. Commands without a sandbox are
/// not changed.
pub fn grant<'a>(
    commands: impl IntoIterator<Item = &'a mut EngineCommand>,
    private: &Private<'_>,
) -> Result<(), BadGrant> {
    let mut commands: Vec<&mut EngineCommand> = commands.into_iter().collect();
    let directories: Vec<Option<PathBuf>> =
        commands.iter().map(|command| command.directory.as_deref().map(settle)).collect();
    let private = Settled::of(private);
    for (index, command) in commands.iter_mut().enumerate() {
        let Some(sandbox) = &mut command.sandbox else { continue };
        let engine = index + 1;
        let paths: Vec<PathBuf> = command.directory.iter().chain(&sandbox.reads).cloned().collect();
        let reads = resolve(&paths, engine)?;
        for path in &reads {
            private.check(engine, path)?;
            // Engines may share a directory, but none may read a directory below its own that only
            // another engine was given.
            let below = |other: &&PathBuf| other.starts_with(path) && *other != path && !reads.contains(other);
            if let Some(other) = directories.iter().flatten().find(below) {
                let what = "the directory of another engine";
                return Err(BadGrant::Holds { engine, path: path.clone(), what, private: other.clone() });
            }
        }
        let place = directories[index].clone().unwrap_or_else(|| settle(Path::new(".")));
        let named = named_files(&command.words, &place, &reads).map_err(|error| BadGrant::Link { engine, error })?;
        let program = command.words.first().and_then(|word| find_program(&place, word).ok());
        named.iter().chain(&program).try_for_each(|path| private.check(engine, path))?;
        sandbox.reads = reads;
    }
    Ok(())
}

/// The private files as found on disk.
struct Settled {
    places: Vec<(&'static str, PathBuf)>,
    /// Private files by device and inode number, by which a hard link is recognised.
    files: BTreeMap<(u64, u64), (&'static str, PathBuf)>,
    data_file: &'static str,
}

impl Settled {
    fn of(private: &Private<'_>) -> Settled {
        let places: Vec<(&'static str, PathBuf)> =
            private.places.iter().filter_map(|(what, place)| Some((*what, settle((*place)?)))).collect();
        let mut files = BTreeMap::new();
        for (what, place) in &places {
            look_through(place, |path, file| {
                if file.is_file() && file.nlink() > 1 {
                    files.insert((file.dev(), file.ino()), (*what, path.to_owned()));
                }
                true
            });
        }
        Settled { places, files, data_file: private.data_file }
    }

    /// Rejects a path that is or contains something private.
    fn check(&self, engine: usize, path: &Path) -> Result<(), BadGrant> {
        let real = settle(path);
        let is = |what, private: &Path| {
            let (path, private) = (path.to_owned(), private.to_owned());
            Err(BadGrant::Is { engine, path, what, private })
        };
        let holds = |what, private: &Path| {
            let (path, private) = (path.to_owned(), private.to_owned());
            Err(BadGrant::Holds { engine, path, what, private })
        };
        for (what, place) in &self.places {
            if *place != real && place.starts_with(&real) {
                return holds(what, place);
            }
            if real.starts_with(place) {
                return is(what, place);
            }
        }
        let data = "the data directory of a server";
        if let Some(above) = real.ancestors().find(|above| above.join(self.data_file).is_file()) {
            return is(data, above);
        }
        let mut found = Ok(());
        look_through(&real, |below, file| {
            if let Some((what, private)) = self.files.get(&(file.dev(), file.ino())) {
                found = if below == real { is(what, private) } else { holds(what, below) };
            } else if file.is_file() && below.file_name().is_some_and(|name| name == self.data_file) {
                found = holds(data, below);
            }
            found.is_ok()
        });
        found
    }
}

/// Calls `look` for a file, or for a directory and its content, nearest first. Stops when `look`
/// has seen enough, or after [`MAX_ENTRIES`]. Does not follow links.
fn look_through(path: &Path, mut look: impl FnMut(&Path, &fs::Metadata) -> bool) {
    let mut left = VecDeque::from([path.to_owned()]);
    for _ in 0..MAX_ENTRIES {
        let Some(path) = left.pop_front() else { return };
        let Ok(file) = fs::symlink_metadata(&path) else { continue };
        if !look(&path, &file) {
            return;
        }
        if file.is_dir()
            && let Ok(entries) = fs::read_dir(&path)
        {
            left.extend(entries.flatten().map(|entry| entry.path()).take(MAX_ENTRIES.saturating_sub(left.len())));
        }
    }
}

/// Returns absolute paths with links resolved, and in every other spelling that an engine may use.
fn resolve(paths: &[PathBuf], engine: usize) -> Result<Vec<PathBuf>, BadGrant> {
    let mut resolved = Vec::new();
    for path in paths {
        let missing = |error| BadGrant::Missing { engine, path: path.clone(), error };
        let followed = path.canonicalize().map_err(missing)?;
        let written = std::path::absolute(path).map_err(missing)?;
        resolved.push(followed.clone());
        // Resolving links changes the meaning of a path with `..`, so such a path has no second
        // spelling.
        let has_turns = written.components().any(|part| part == std::path::Component::ParentDir);
        if written != followed && !has_turns {
            resolved.push(written);
        }
    }
    resolved.dedup();
    Ok(resolved)
}

/// Returns the path with all existing links resolved; the last parts of the path may not exist yet.
fn settle(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for above in whole.ancestors() {
        if let (Ok(followed), Ok(rest)) = (above.canonicalize(), whole.strip_prefix(above)) {
            // Joining an empty path would add a slash, which turns a file into a directory.
            return if rest.as_os_str().is_empty() { followed } else { followed.join(rest) };
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;
    use crate::sandbox::{Mode, Sandbox};

    const NOTHING: Private<'static> = Private { places: &[], data_file: "data.sqlite" };

    fn command(directory: Option<PathBuf>, reads: &[PathBuf]) -> EngineCommand {
        let sandbox = Some(Sandbox::new(Mode::Landlock, reads.to_vec()));
        EngineCommand { directory, sandbox, ..EngineCommand::default() }
    }

    #[test]
    fn what_holds_something_private_is_refused_by_whatever_name() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        fs::create_dir_all(place.join("engines/a")).unwrap();
        symlink(place.join("engines"), place.join("link")).unwrap();
        let records = place.join("link/records/new.jsonl");
        let places = [("the log", None), ("the records", Some(records.as_path()))];
        let private = Private { places: &places, ..NOTHING };
        let mut whole = command(Some(place.join("link")), &[]);
        let error = grant([&mut whole], &private).unwrap_err().to_string();
        assert!(error.contains("engine 1: ") && error.contains("holds the records"), "{error}");
        assert!(error.contains("engines/records/new.jsonl"), "{error}");
        grant([&mut whole], &NOTHING).unwrap();
        assert_eq!(whole.sandbox.unwrap().reads, [place.join("engines"), place.join("link")]);
        let mut part = command(None, &[place.join("engines/a")]);
        grant([&mut part], &private).unwrap();
        let missing = grant([&mut command(None, &[place.join("none")])], &private).unwrap_err().to_string();
        assert!(missing.contains("none"), "{missing}");
    }

    #[test]
    fn no_engine_is_shown_the_directory_of_another() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        fs::create_dir_all(place.join("a")).unwrap();
        let (mut outer, mut inner) = (command(None, std::slice::from_ref(&place)), command(Some(place.join("a")), &[]));
        let error = grant([&mut inner, &mut outer], &NOTHING).unwrap_err().to_string();
        assert!(error.contains("engine 2: ") && error.contains("the directory of another engine"), "{error}");
        let mut same = command(Some(place.join("a")), &[]);
        grant([&mut inner, &mut same], &NOTHING).unwrap();
    }

    #[test]
    fn no_command_names_a_file_of_the_referee_by_whatever_name() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        for directory in ["engine", "data/more", "records"] {
            fs::create_dir_all(place.join(directory)).unwrap();
        }
        for file in ["profiles.toml", "data/data.sqlite", "data/more/key", "records/a.jsonl", "engine/bot.py"] {
            fs::write(place.join(file), "").unwrap();
        }
        let (profiles, records) = (place.join("profiles.toml"), place.join("records"));
        fs::hard_link(&profiles, place.join("engine/book.bin")).unwrap();
        fs::hard_link(records.join("a.jsonl"), place.join("engine/a.bin")).unwrap();
        symlink(&profiles, place.join("engine/link.bin")).unwrap();
        let places = [("the profiles", Some(profiles.as_path())), ("the records", Some(records.as_path()))];
        let private = Private { places: &places, ..NOTHING };
        let engine = place.join("engine");
        let refusal = |command: EngineCommand| {
            let error = grant([&mut { command }], &private).unwrap_err().to_string();
            assert!(error.contains("engine 1: "), "{error}");
            error
        };
        let naming = |word: &str| {
            let word = place.join("engine").join(word).display().to_string();
            EngineCommand { words: vec!["sh".to_owned(), word], ..command(None, &[]) }
        };
        let reading = |path: &str| command(None, &[place.join(path)]);
        for (bad, what) in [
            (naming("book.bin"), "is the profiles"),
            (naming("a.bin"), "is the records"),
            (naming("link.bin"), "leads to"),
            (naming("../profiles.toml"), "is the profiles"),
            (naming("../records/a.jsonl"), "is the records"),
            (naming("../data/more/key"), "is the data directory of a server"),
            (reading("data/more"), "is the data directory of a server"),
            (reading("data"), "is the data directory of a server"),
            (reading("profiles.toml"), "is the profiles"),
            (command(Some(engine.clone()), &[]), "holds the"),
        ] {
            let error = refusal(bad);
            assert!(error.contains(what), "{what}: {error}");
        }
        grant([&mut naming("bot.py")], &private).unwrap();
        fs::remove_file(&profiles).unwrap();
        fs::remove_dir_all(&records).unwrap();
        let holds = refusal(command(None, std::slice::from_ref(&place)));
        assert!(holds.contains("holds"), "{holds}");
    }
}
