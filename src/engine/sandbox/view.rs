//! The files of the host that a sandboxed engine sees, all read-only.

use std::{
    env, fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Component, Path, PathBuf},
};

/// Paths visible to every engine, if they exist: programs and libraries of the system, and the
/// files that these need to start. They contain nothing secret.
const SYSTEM: [&str; 16] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/timezone",
    // node fails if it cannot read this file.
    "/etc/ssl/openssl.cnf",
];
/// Paths that are not files of the host: each mode provides its own.
const OF_THE_KERNEL: [&str; 3] = ["/proc", "/dev", "/sys"];

/// The files of the host that one engine sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Working directory. Its content is visible only if `shown` contains it.
    pub directory: PathBuf,
    /// Absolute path of the program.
    pub program: PathBuf,
    /// The paths of [`SYSTEM`] that exist.
    pub system: Vec<PathBuf>,
    /// Further visible paths: absolute, parents before children.
    pub shown: Vec<PathBuf>,
}

impl View {
    /// Returns the view of an engine with this command: its program, the files that the command
    /// names, and `reads`. Fails if the program or one of `reads` is missing.
    pub fn of(words: &[String], reads: &[PathBuf]) -> io::Result<View> {
        let directory = env::current_dir()?;
        let word = words.first().map(String::as_str).unwrap_or_default();
        let program = find_program(&directory, word)?;
        let system: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).filter(|path| path.exists()).collect();
        let mut shown = Vec::new();
        for path in reads {
            fs::metadata(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            shown.push(path.clone());
        }
        let own = fs::read_link("/proc/self/exe")?;
        let named = named_files(words, &directory, reads).map_err(io::Error::other)?;
        for path in [program.clone(), own].into_iter().chain(named) {
            shown.extend(spellings(&path));
        }
        shown.sort_by_key(|path| path.components().count());
        let mut seen: Vec<PathBuf> = Vec::new();
        for path in shown {
            let is_there = |above: &PathBuf| path.starts_with(above);
            let covered =
                seen.iter().chain(&system).any(is_there) || OF_THE_KERNEL.iter().any(|of| path.starts_with(of));
            if !covered {
                seen.push(path);
            }
        }
        Ok(View { directory, program, system, shown: seen })
    }
}

/// A file named in a command that is a link to another place.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} leads to {}, which is outside {}: name that file in the command, or add --sandbox-read",
    word, target.display(), inside.display()
)]
pub struct LeadsOut {
    /// The file as named in the command.
    pub word: String,
    /// Target of the link.
    pub target: PathBuf,
    /// The directory that should contain the target.
    pub inside: PathBuf,
}

/// Returns the files that a command names after its program, relative to `directory`. An engine's
/// author could plant a link beside the engine, and so choose which file the host's command means.
/// So a file is rejected if a link leads out of its directory, unless `reads` covers the target or
/// the target belongs to the system.
pub fn named_files(words: &[String], directory: &Path, reads: &[PathBuf]) -> Result<Vec<PathBuf>, LeadsOut> {
    let mut named = Vec::new();
    for word in words.iter().skip(1) {
        let path = directory.join(word);
        let Ok(target) = path.canonicalize() else { continue };
        if !target.is_file() {
            continue;
        }
        let inside = settled_above(word, directory);
        let is_allowed = |place: &PathBuf| target.starts_with(place);
        let is_the_systems = SYSTEM.iter().any(|place| target.starts_with(place));
        if !target.starts_with(&inside) && !is_the_systems && !reads.iter().any(is_allowed) {
            return Err(LeadsOut { word: word.clone(), target, inside });
        }
        named.push(path);
    }
    Ok(named)
}

/// Returns the directory that a word names, with links resolved. For a relative word, this is the
/// directory that its leading `..` lead to, so that no link below is trusted. For an absolute word,
/// it is the directory of the file.
fn settled_above(word: &str, directory: &Path) -> PathBuf {
    let word = Path::new(word);
    let base = match word.is_absolute() {
        true => word.parent().unwrap_or(word).to_owned(),
        false => {
            let climbs = word.components().take_while(|part| matches!(part, Component::ParentDir | Component::CurDir));
            directory.join(climbs.collect::<PathBuf>())
        }
    };
    base.canonicalize().unwrap_or(base)
}

/// Finds the program that a shell would start for this word.
pub fn find_program(directory: &Path, word: &str) -> io::Result<PathBuf> {
    if word.contains('/') {
        let path = directory.join(word);
        return fs::metadata(&path).map(|_| path);
    }
    let places = env::var_os("PATH").unwrap_or_default();
    let is_program =
        |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
    let found = env::split_paths(&places).map(|place| directory.join(place).join(word)).find(is_program);
    found.ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT))
}

/// Returns a path without `.` and `..`, and the same path with the links of its directories
/// resolved.
fn spellings(path: &Path) -> Vec<PathBuf> {
    let mut written = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(written.pop()),
            part => written.push(part),
        }
    }
    let followed = path.parent().and_then(|above| Some(above.canonicalize().ok()?.join(path.file_name()?)));
    let mut both = vec![written];
    both.extend(followed.filter(|followed| *followed != both[0]));
    both
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn an_engine_sees_only_what_its_command_names() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        let folder = place.join("nets");
        fs::create_dir(&folder).unwrap();
        for file in ["bot.py", "secret", "nets/big.nn"] {
            fs::write(place.join(file), "").unwrap();
        }
        let script = place.join("bot.py").display().to_string();
        let inside = folder.join("../nets/big.nn").display().to_string();
        let words = ["sh".to_owned(), script.clone(), "secret.txt".to_owned(), inside];
        let view = View::of(&words, std::slice::from_ref(&folder)).unwrap();
        let of_ours: Vec<&PathBuf> = view.shown.iter().filter(|path| path.starts_with(&place)).collect();
        assert_eq!(of_ours, [&folder, &PathBuf::from(script)]);
        assert!(view.program.ends_with("sh") && view.program.is_absolute());
        assert_eq!(View::of(&["no-such-program-here".to_owned()], &[]).unwrap_err().raw_os_error(), Some(libc::ENOENT));
        assert!(View::of(&words, &[place.join("gone")]).unwrap_err().to_string().contains("gone"));
    }

    #[test]
    fn a_named_file_that_a_link_leads_out_of_its_directory_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        let engine = place.join("engine");
        fs::create_dir_all(engine.join("nets")).unwrap();
        fs::create_dir(place.join("private")).unwrap();
        let secret = place.join("private/id");
        fs::write(&secret, "").unwrap();
        fs::write(engine.join("nets/big.nn"), "").unwrap();
        symlink(&secret, engine.join("weights.bin")).unwrap();
        symlink(place.join("private"), engine.join("books")).unwrap();
        symlink("nets/big.nn", engine.join("net.nn")).unwrap();
        let named = |word: &str, reads: &[PathBuf]| named_files(&["sh".into(), word.into()], &engine, reads);
        let absolute = engine.join("weights.bin").display().to_string();
        for word in ["weights.bin", "./weights.bin", "books/id", "nets/../books/id", &absolute] {
            let error = named(word, &[]).unwrap_err().to_string();
            assert!(error.contains(word) && error.contains(&secret.display().to_string()), "{error}");
            assert_eq!(named(word, std::slice::from_ref(&secret)).unwrap().len(), 1, "{word}");
        }
        for word in ["net.nn", "nets/big.nn", "../private/id", &secret.display().to_string()] {
            assert_eq!(named(word, &[]).unwrap().len(), 1, "{word}");
        }
    }
}
