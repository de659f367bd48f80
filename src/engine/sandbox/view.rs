//! What an engine in a sandbox sees of the host's files. All of it is read-only.

use std::{
    env, fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Component, Path, PathBuf},
};

/// What every engine sees, where it is there: programs and libraries of the system, and what these need to start. Nothing that
/// a system keeps in there is secret.
const SYSTEM: [&str; 15] = [
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
];
/// What is no file of the host: each mode has these in its own way.
const OF_THE_KERNEL: [&str; 3] = ["/proc", "/dev", "/sys"];

/// The files of the host that one engine sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Where it runs. What else is in there it sees only where it is shown.
    pub directory: PathBuf,
    /// Its program; absolute.
    pub program: PathBuf,
    /// What of [`SYSTEM`] is there.
    pub system: Vec<PathBuf>,
    /// What it is shown beside that; absolute, what holds others before what is in it.
    pub shown: Vec<PathBuf>,
}

impl View {
    /// What an engine sees that is started here and now with these words: its program, the files that the words name, and
    /// `reads`. Fails where the program is not found, or one of `reads` is missing.
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
        let named = words.iter().skip(1).map(|word| directory.join(word)).filter(|path| path.is_file());
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

/// The file that a shell would start.
fn find_program(directory: &Path, word: &str) -> io::Result<PathBuf> {
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

/// A path as it is written, without `.` and `..`, and as it is where the links of its directories are followed.
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
    use super::*;

    #[test]
    fn an_engine_sees_what_its_command_names_and_no_more() {
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
}
