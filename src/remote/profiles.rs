//! Profiles: servers by name, each with the token of a player, in a private file.
//!
//! ```toml
//! [home]
//! url = "https://referee.example.org"
//! token = "..."
//! ```

use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy as _;
use serde::Deserialize;

/// Where the file is, below the directory of the user's configuration.
const FILE: &str = "referee/profiles.toml";
/// The longest file, in bytes.
pub const MAX_BYTES: u64 = 64 * 1024;

/// A server, and the caller's token there.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its address, with or without a scheme. A token is nothing without it: it would go to any
    /// server.
    pub url: String,
    /// The token of a player there.
    pub token: Option<String>,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Why a profile cannot be used. No message quotes the file, because it contains a token.
#[derive(Debug, thiserror::Error)]
pub enum BadProfile {
    /// The environment has no home directory.
    #[error("no home directory: expected HOME or XDG_CONFIG_HOME in the environment")]
    Homeless,
    /// The file cannot be read.
    #[error("failed to read {path}: {cause}")]
    Unreadable { path: String, cause: io::Error },
    /// Others may read or write the file, which contains a token.
    #[error("{path} has mode {mode:03o}: others can read or change the tokens in it; expected 600 (chmod 600 {path})")]
    NotPrivate { path: String, mode: u32 },
    /// The file belongs to another user.
    #[error("{path} belongs to user {owner}: expected yourself")]
    NotYours {
        path: String,
        /// The number of its owner.
        owner: u32,
    },
    /// The file is longer than [`MAX_BYTES`].
    #[error("{path} is longer than {MAX_BYTES} bytes")]
    TooLong { path: String },
    /// The file is malformed.
    #[error("{path}, line {line}: {text}; expected [NAME], then url = \"...\" and token = \"...\"")]
    Malformed {
        path: String,
        /// Where, from 1.
        line: usize,
        text: String,
    },
    /// There is no such profile.
    #[error("{path} has no profile `{name}`: expected {known}")]
    Unknown { path: String, name: String, known: String },
}

/// The user's file: `$XDG_CONFIG_HOME/referee/profiles.toml`, by default in `~/.config`.
pub fn path() -> Result<PathBuf, BadProfile> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| BadProfile::Homeless)?;
    Ok(strategy.config_dir().join(FILE))
}

/// The profile of this name in the user's file.
pub fn load(name: &str) -> Result<Profile, BadProfile> {
    load_from(&path()?, name)
}

/// The profile of this name in this file.
pub fn load_from(path: &Path, name: &str) -> Result<Profile, BadProfile> {
    let shown = || path.display().to_string();
    let unreadable = |cause| BadProfile::Unreadable { path: shown(), cause };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut text = String::new();
    let read = file.by_ref().take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
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
    profiles.remove(name).ok_or_else(|| {
        let known: Vec<&str> = profiles.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "[NAME]".to_owned() } else { format!("one of {}", known.join(", ")) };
        BadProfile::Unknown { path: shown(), name: name.to_owned(), known }
    })
}

/// The error, without the invalid value: it may be a misplaced token.
fn unquoted(message: &str) -> &str {
    let first = message.lines().next().unwrap_or_default();
    let quotes_a_value = ["invalid type", "invalid value"].iter().any(|begin| first.starts_with(begin));
    if quotes_a_value { first.split(':').next().unwrap_or_default() } else { first }
}

/// Whether the file is private. Checks the open file, so that no other can take its place.
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

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

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
