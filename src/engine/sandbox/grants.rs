//! What engines may be shown beside their programs, and what none of them is shown.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::engine::command::EngineCommand;

/// A path that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum BadGrant {
    /// There is no such path.
    #[error("engine {engine}: {}: {error}", path.display())]
    Missing {
        /// The engine, from 1.
        engine: usize,
        /// The path.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It holds what this engine may not be shown.
    #[error(
        "engine {engine}: {} holds {what} ({}): expected a path that it may read whole", path.display(), private.display()
    )]
    Holds {
        /// The engine, from 1.
        engine: usize,
        /// The path.
        path: PathBuf,
        /// What it holds.
        what: &'static str,
        /// Where that is.
        private: PathBuf,
    },
}

/// Settles what engines read in their sandboxes: their directories, where they are given, and what they were promised. Refuses
/// what holds something `private`, each with what it is and where it is or will be, or the directory of another engine.
/// Commands without a sandbox stay as they are.
pub fn grant<'a>(
    commands: impl IntoIterator<Item = &'a mut EngineCommand>,
    private: &[(&'static str, Option<&Path>)],
) -> Result<(), BadGrant> {
    let mut commands: Vec<&mut EngineCommand> = commands.into_iter().collect();
    let directories: Vec<Option<PathBuf>> =
        commands.iter().map(|command| command.directory.as_deref().map(settle)).collect();
    for (index, command) in commands.iter_mut().enumerate() {
        let Some(sandbox) = &mut command.sandbox else { continue };
        let paths: Vec<PathBuf> = command.directory.iter().chain(&sandbox.reads).cloned().collect();
        let reads = resolve(&paths, index + 1)?;
        for path in &reads {
            let holds =
                |what, private: PathBuf| BadGrant::Holds { engine: index + 1, path: path.clone(), what, private };
            for (what, place) in private.iter().filter_map(|(what, place)| Some((*what, settle((*place)?)))) {
                if place.starts_with(path) {
                    return Err(holds(what, place));
                }
            }
            // Engines that are given the same directory share it.
            let below = |other: &&PathBuf| other.starts_with(path) && *other != path && !reads.contains(other);
            if let Some(other) = directories.iter().flatten().find(below) {
                return Err(holds("the directory of another engine", other.clone()));
            }
        }
        sandbox.reads = reads;
    }
    Ok(())
}

/// The same paths, absolute and with all links followed, in every spelling by which an engine may name them.
fn resolve(paths: &[PathBuf], engine: usize) -> Result<Vec<PathBuf>, BadGrant> {
    let mut resolved = Vec::new();
    for path in paths {
        let missing = |error| BadGrant::Missing { engine, path: path.clone(), error };
        let followed = path.canonicalize().map_err(missing)?;
        let written = std::path::absolute(path).map_err(missing)?;
        resolved.push(followed.clone());
        // A path with `..` in it is another one where links were followed.
        let has_turns = written.components().any(|part| part == std::path::Component::ParentDir);
        if written != followed && !has_turns {
            resolved.push(written);
        }
    }
    resolved.dedup();
    Ok(resolved)
}

/// Where a path is or will be: links are followed as far as it is there.
fn settle(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for above in whole.ancestors() {
        if let (Ok(followed), Ok(rest)) = (above.canonicalize(), whole.strip_prefix(above)) {
            // To join nothing would add a slash, which turns a file into a directory.
            return if rest.as_os_str().is_empty() { followed } else { followed.join(rest) };
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;
    use crate::engine::sandbox::{Mode, Sandbox};

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
        let private = [("the log", None), ("the records", Some(records.as_path()))];
        let mut whole = command(Some(place.join("link")), &[]);
        let error = grant([&mut whole], &private).unwrap_err().to_string();
        assert!(error.contains("engine 1: ") && error.contains("holds the records"), "{error}");
        assert!(error.contains("engines/records/new.jsonl"), "{error}");
        grant([&mut whole], &[]).unwrap();
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
        let error = grant([&mut inner, &mut outer], &[]).unwrap_err().to_string();
        assert!(error.contains("engine 2: ") && error.contains("the directory of another engine"), "{error}");
        let mut same = command(Some(place.join("a")), &[]);
        grant([&mut inner, &mut same], &[]).unwrap();
    }
}
