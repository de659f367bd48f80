//! Profiles: servers by name, each with the token of a player, in the private file that the command
//! line and the clients share.
//!
//! ```toml
//! [home]
//! url = "https://referee.example.org"
//! token = "..."
//! ```

use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read as _, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use etcetera::BaseStrategy as _;
use rustix::fs::FlockOperation;
use serde::Deserialize;

/// Path of the file, below the user's configuration directory.
const FILE: &str = "referee/profiles.toml";
/// Maximum size of the file, in bytes.
pub const MAX_BYTES: u64 = 64 * 1024;
/// Time in which a bot without a lock, which had read the file before, may replace it.
const SETTLE: Duration = Duration::from_millis(100);

/// A server, and the caller's token for it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The address of the server, with or without a scheme. Required, because a token without an
    /// address could be sent to any server.
    pub url: String,
    /// The token of a player on the server.
    pub token: Option<String>,
}

impl Profile {
    /// Returns whether an address means the profile's server: a scheme may be missing, which means
    /// `http`.
    pub fn is_for(&self, url: &str) -> bool {
        let bare = |url: &str| url.trim_end_matches('/').trim_start_matches("http://").to_ascii_lowercase();
        bare(&self.url) == bare(url)
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Why a profile cannot be used. No message quotes the file, because it contains a token.
#[derive(Debug, thiserror::Error)]
pub enum BadProfile {
    /// The environment does not name a home directory.
    #[error("no home directory: expected HOME or XDG_CONFIG_HOME in the environment")]
    Homeless,
    /// The file cannot be read.
    #[error("failed to read {path}: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// The file cannot be written.
    #[error("failed to write {path}: {cause}")]
    Unwritable {
        /// The file.
        path: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// Other users may read or write the file, which contains a token.
    #[error("{path} has mode {mode:03o}: others can read or change the tokens in it; expected 600 (chmod 600 {path})")]
    NotPrivate {
        /// The file.
        path: String,
        /// The permissions of the file.
        mode: u32,
    },
    /// The file belongs to another user.
    #[error("{path} belongs to user {owner}: expected yourself")]
    NotYours {
        /// The file.
        path: String,
        /// The user id of the file's owner.
        owner: u32,
    },
    /// The file is longer than [`MAX_BYTES`].
    #[error("{path} is longer than {MAX_BYTES} bytes")]
    TooLong {
        /// The file.
        path: String,
    },
    /// The file is malformed.
    #[error("{path}, line {line}: {text}; expected [NAME], then url = \"...\" and token = \"...\"")]
    Malformed {
        /// The file.
        path: String,
        /// The line of the error, from 1.
        line: usize,
        /// The error of the parser.
        text: String,
    },
    /// The file has no profile with this name.
    #[error("{path} has no profile `{name}`: expected {known}")]
    Unknown {
        /// The file.
        path: String,
        /// The missing profile.
        name: String,
        /// The names of the existing profiles.
        known: String,
    },
    /// The file already has a profile with this name.
    #[error("{path} has a profile `{name}` already")]
    Taken {
        /// The file.
        path: String,
        /// The profile.
        name: String,
    },
    /// The profile is for another server, and only that server may get its token.
    #[error("profile `{name}` is for {own}, not for {url}: name another in REFEREE_PROFILE")]
    OtherServer {
        /// The profile.
        name: String,
        /// The server of the profile.
        own: String,
        /// The requested server.
        url: String,
    },
}

impl BadProfile {
    /// Returns whether the file or the profile does not exist.
    pub fn is_absent(&self) -> bool {
        match self {
            BadProfile::Unknown { .. } => true,
            BadProfile::Unreadable { cause, .. } => cause.kind() == io::ErrorKind::NotFound,
            _ => false,
        }
    }
}

/// Returns the path of the user's file: `$XDG_CONFIG_HOME/referee/profiles.toml`, by default in
/// `~/.config`.
pub fn path() -> Result<PathBuf, BadProfile> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| BadProfile::Homeless)?;
    Ok(strategy.config_dir().join(FILE))
}

/// Returns the profile with this name in the user's file.
pub fn load(name: &str) -> Result<Profile, BadProfile> {
    load_from(&path()?, name)
}

/// Returns the profile with this name in this file.
pub fn load_from(path: &Path, name: &str) -> Result<Profile, BadProfile> {
    let shown = || path.display().to_string();
    let unreadable = |cause| BadProfile::Unreadable { path: shown(), cause };
    let file = File::open(path).map_err(unreadable)?;
    let mut text = String::new();
    let read = (&file).take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
    if read as u64 > MAX_BYTES {
        return Err(BadProfile::TooLong { path: shown() });
    }
    let mut profiles: BTreeMap<String, Profile> = toml::from_str(&text).map_err(|bad| {
        let before = bad.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        let line = before.matches('\n').count() + 1;
        BadProfile::Malformed { path: shown(), line, text: unquoted(bad.message()).to_owned() }
    })?;
    if profiles.values().any(|profile| profile.token.is_some()) {
        check_private(&file, path)?;
    }
    let profile = profiles.remove(name).ok_or_else(|| {
        let known: Vec<&str> = profiles.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "[NAME]".to_owned() } else { format!("one of {}", known.join(", ")) };
        BadProfile::Unknown { path: shown(), name: name.to_owned(), known }
    })?;
    // A player with an empty token would belong to everyone.
    Ok(Profile { token: profile.token.filter(|token| !token.is_empty()), ..profile })
}

/// Adds a profile to the user's file.
pub fn add(name: &str, profile: &Profile) -> Result<(), BadProfile> {
    add_to(&path()?, name, profile)
}

/// Adds a profile to this file. Fails if the file already has a profile with this name.
pub fn add_to(path: &Path, name: &str, profile: &Profile) -> Result<(), BadProfile> {
    loop {
        append(path, name, profile)?;
        // A bot in JavaScript has no lock: it may replace the file by the version before this one.
        thread::sleep(SETTLE);
        match load_from(path, name) {
            Err(bad) if bad.is_absent() => {}
            Err(bad) => return Err(bad),
            Ok(stored) if stored == *profile => return Ok(()),
            Ok(_) => return Err(BadProfile::Taken { path: path.display().to_string(), name: name.to_owned() }),
        }
    }
}

fn append(path: &Path, name: &str, profile: &Profile) -> Result<(), BadProfile> {
    let unwritable = |cause| BadProfile::Unwritable { path: path.display().to_string(), cause };
    let lock = lock(path).map_err(unwritable)?;
    match load_from(path, name) {
        Ok(_) => return Err(BadProfile::Taken { path: path.display().to_string(), name: name.to_owned() }),
        Err(bad) if bad.is_absent() => {}
        Err(bad) => return Err(bad),
    }
    let text = match fs::read_to_string(path) {
        Err(none) if none.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.map_err(unwritable)?,
    };
    let text = text + &lines_of(name, profile);
    if text.len() as u64 > MAX_BYTES {
        return Err(BadProfile::TooLong { path: path.display().to_string() });
    }
    replace(path, &lock, &text).map_err(unwritable)
}

/// Removes a profile from the user's file, if it is unchanged since [`add`] added it.
pub fn remove(name: &str, profile: &Profile) -> Result<(), BadProfile> {
    let path = path()?;
    let unwritable = |cause| BadProfile::Unwritable { path: path.display().to_string(), cause };
    let lock = lock(&path).map_err(unwritable)?;
    let text = fs::read_to_string(&path).map_err(unwritable)?;
    replace(&path, &lock, &text.replace(&lines_of(name, profile), "")).map_err(unwritable)
}

/// Returns the lines of a profile in the file.
fn lines_of(name: &str, Profile { url, token }: &Profile) -> String {
    let token = token.as_ref().map(|token| format!("token = {}\n", quoted(token))).unwrap_or_default();
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let key = if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) };
    format!("\n[{key}]\nurl = {}\n{token}", quoted(url))
}

/// Returns a text as a TOML string.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Keeps other bots from changing the file until the returned lock is dropped. Creates the
/// directory of the file.
fn lock(path: &Path) -> io::Result<File> {
    let directory = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
    let lock = File::open(directory)?;
    rustix::fs::flock(&lock, FlockOperation::LockExclusive)?;
    Ok(lock)
}

/// Replaces the file, so that it is whole after any crash. `lock` is the lock of its directory.
fn replace(path: &Path, lock: &File, text: &str) -> io::Result<()> {
    // If the path is a symbolic link, its target is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let new = path.with_extension("new");
    // An earlier crash may have left this file.
    let _ = fs::remove_file(&new);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&new, &path)?;
    lock.sync_all()
}

/// Returns the error without the invalid value, which may be a misplaced token.
fn unquoted(message: &str) -> &str {
    let first = message.lines().next().unwrap_or_default();
    let quotes_a_value = ["invalid type", "invalid value"].iter().any(|begin| first.starts_with(begin));
    if quotes_a_value { first.split(':').next().unwrap_or_default() } else { first }
}

/// Checks that the file is private. The open file is checked, so no other file can take its place.
fn check_private(file: &File, path: &Path) -> Result<(), BadProfile> {
    use std::os::unix::fs::MetadataExt as _;

    let shown = path.display().to_string();
    let about = match file.metadata() {
        Ok(about) => about,
        Err(cause) => return Err(BadProfile::Unreadable { path: shown, cause }),
    };
    let mode = about.mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(BadProfile::NotPrivate { path: shown, mode });
    }
    if about.uid() != rustix::process::geteuid().as_raw() && about.uid() != 0 {
        return Err(BadProfile::NotYours { path: shown, owner: about.uid() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn file(text: &str, mode: u32) -> (tempfile::TempDir, PathBuf) {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("profiles.toml");
        fs::write(&path, text).expect("it is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        (place, path)
    }

    const TWO: &str = "[home]\nurl = \"http://a:1\"\ntoken = \"secret\"\n[open]\nurl = \"http://b:2\"\n";

    #[test]
    fn a_profile_file_must_be_private() {
        let (_place, path) = file(TWO, 0o600);
        let home = load_from(&path, "home").expect("it is private");
        assert_eq!((home.url.as_str(), home.token.as_deref()), ("http://a:1", Some("secret")));
        assert_eq!(format!("{home:?}"), "Profile { url: \"http://a:1\", .. }");
        assert_eq!(load_from(&path, "open").expect("it is there").token, None);
        let unknown = load_from(&path, "away").expect_err("it is not there").to_string();
        assert!(unknown.ends_with("has no profile `away`: expected one of home, open"), "{unknown}");
    }

    #[test]
    fn a_file_with_a_token_that_others_can_read_or_change_is_refused() {
        for mode in [0o640, 0o604, 0o660, 0o602] {
            let (_place, path) = file(TWO, mode);
            let refused = load_from(&path, "open").expect_err("the file has a token");
            assert!(matches!(refused, BadProfile::NotPrivate { mode: told, .. } if told == mode), "{refused}");
        }
        let (_place, path) = file("[open]\nurl = \"http://b:2\"\n", 0o644);
        assert!(load_from(&path, "open").is_ok(), "nothing in it is secret");
    }

    #[test]
    fn an_empty_token_is_none() {
        let (_place, path) = file("[home]\nurl = \"http://a:1\"\ntoken = \"\"\n", 0o600);
        assert_eq!(load_from(&path, "home").expect("it is private").token, None);
    }

    #[test]
    fn an_added_profile_is_read_again_and_replaces_none() {
        let (_place, path) = file(TWO, 0o600);
        let odd = Profile { url: "http://c:3".to_owned(), token: Some("a\"b\\c\n".to_owned()) };
        add_to(&path, "new one", &odd).expect("the file is ours");
        assert_eq!(load_from(&path, "new one").expect("it was added"), odd);
        assert_eq!(load_from(&path, "home").expect("it is still there").token.as_deref(), Some("secret"));
        assert!(matches!(add_to(&path, "home", &odd), Err(BadProfile::Taken { .. })));
        let first = path.with_file_name("deeper").join("profiles.toml");
        add_to(&first, "home", &odd).expect("the directory is created");
        assert_eq!(load_from(&first, "home").expect("the file is private"), odd);
    }

    #[test]
    fn an_address_without_a_scheme_means_http() {
        let profile = |url: &str| Profile { url: url.to_owned(), token: None };
        assert!(profile("127.0.0.1:7171").is_for("http://127.0.0.1:7171/"));
        assert!(profile("http://Home:7171").is_for("home:7171"));
        assert!(!profile("https://home:7171").is_for("home:7171"));
        assert!(!profile("home:7171").is_for("home:7172"));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_token() {
        for (text, line) in [
            ("[home]\ntoken = \"secret\n", 2),
            ("[home]\nurl = \"http://a:1\"\ntokens = \"secret\"\n", 3),
            ("[home]\nurl = 5\ntoken = \"secret\"", 2),
            ("[home]\ntoken = \"secret\"", 1),
            ("token = \"secret\"", 1),
        ] {
            let (_place, path) = file(text, 0o600);
            let said = load_from(&path, "home").expect_err("it is malformed").to_string();
            assert!(said.contains(&format!(", line {line}: ")) && !said.contains("secret"), "{text}: {said}");
        }
        let (_place, path) = file(&"#".repeat(MAX_BYTES as usize + 1), 0o600);
        assert!(matches!(load_from(&path, "home"), Err(BadProfile::TooLong { .. })));
        assert!(matches!(load_from(&path.join("none"), "home"), Err(BadProfile::Unreadable { .. })));
    }
}
