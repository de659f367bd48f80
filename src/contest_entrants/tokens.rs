//! The tokens of the entrants that engines of this machine play.
//!
//! An existing token, in the file beside the tournament or among the user's profiles, is used.
//! Otherwise the entrant is registered, and its token is stored in that file before the server
//! knows of it, so that no interruption loses a name.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use referee_client::{NewPlayer, Secret};
use serde_json::Value;

use crate::{
    ids::PlayerId,
    remote::{
        Calls,
        profiles::{self, BadProfile, Profile},
    },
    replaced_file,
    runner::options::engine_words::BadWords,
};

/// The file in the directory of a tournament, written as profiles are.
const FILE: &str = "players.toml";

/// The tokens of the players of one tournament.
pub struct Tokens {
    path: PathBuf,
    /// The server that they are for.
    url: String,
    /// An invite code, if the server requires one; may be empty.
    invite: String,
}

impl Tokens {
    /// Opens the tokens kept in a directory.
    pub fn new(directory: &Path, url: &str, invite: &str) -> Tokens {
        Tokens { path: directory.join(FILE), url: whole(url), invite: invite.to_owned() }
    }

    /// The path of the token file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The token of an entrant, which is registered if it has none.
    pub async fn of(&self, calls: &Calls, name: &str) -> anyhow::Result<String> {
        PlayerId::parse(name).map_err(|bad| BadWords::new(format!("entrant {name} cannot be a player: {bad}")))?;
        let kept = self.kept(name)?;
        if kept.is_none()
            && let Some(token) = self.of_profile(name)?
        {
            return Ok(token);
        }
        let is_there = calls.has_player(name).await?;
        let secret = match kept {
            Some(token) if is_there => return Ok(token),
            Some(token) => Secret::kept(token),
            None if is_there => {
                let expected =
                    format!("another name, or its token in {} or in a profile of its name", self.path.display());
                let text = format!("entrant {name} is a player of {} already: expected {expected}", self.url);
                return Err(BadWords::new(text).into());
            }
            None => {
                let secret = Secret::draw()?;
                self.keep(name, &secret).with_context(|| format!("failed to write {}", self.path.display()))?;
                secret
            }
        };
        let new = NewPlayer { invite: self.invite.clone(), ..NewPlayer::named(name) };
        calls.register_with(new, &secret).await?;
        Ok(secret.as_str().to_owned())
    }

    /// The stored token of an entrant.
    fn kept(&self, name: &str) -> anyhow::Result<Option<String>> {
        let Some(Profile { url, token }) = found(profiles::load_from(&self.path, name))? else { return Ok(None) };
        if whole(&url) != self.url {
            let (path, own) = (self.path.display(), &self.url);
            let text =
                format!("{path} has the token of {name} for {url}, expected one for {own}: take another --directory");
            return Err(BadWords::new(text).into());
        }
        Ok(token)
    }

    /// The token in the user's profile of that name, if the profile is for this server.
    fn of_profile(&self, name: &str) -> anyhow::Result<Option<String>> {
        let found = found(profiles::load(name))?;
        Ok(found.filter(|profile| whole(&profile.url) == self.url).and_then(|profile| profile.token))
    }

    /// Keeps a token beside those that are kept: the file is replaced in one step, so that no end
    /// leaves it torn, and the names in its directory are flushed with it.
    fn keep(&self, name: &str, secret: &Secret) -> io::Result<()> {
        let directory = self.path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        let mut text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        // TOML strings are written like JSON strings.
        let [url, token] = [self.url.as_str(), secret.as_str()].map(|text| Value::from(text).to_string());
        text.push_str(&format!("[{name}]\nurl = {url}\ntoken = {token}\n"));
        if text.len() as u64 > profiles::MAX_BYTES {
            let most = profiles::MAX_BYTES;
            return Err(io::Error::other(format!("it would be longer than {most} bytes: take another --directory")));
        }
        replaced_file::write_private(&self.path, text.as_bytes())
    }
}

/// A profile, if there is one.
fn found(loaded: Result<Profile, BadProfile>) -> Result<Option<Profile>, BadProfile> {
    match loaded {
        Ok(profile) => Ok(Some(profile)),
        Err(BadProfile::Unknown { .. } | BadProfile::Homeless) => Ok(None),
        Err(BadProfile::Unreadable { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(bad) => Err(bad),
    }
}

/// An address with its scheme and without a trailing slash, so that the same server is written the
/// same.
fn whole(url: &str) -> String {
    let url = url.trim_end_matches('/');
    if url.contains("://") { url.to_owned() } else { format!("http://{url}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_beside_those_of_a_file_that_ends_within_a_line() {
        let place = tempfile::tempdir().expect("a directory");
        let tokens = Tokens::new(&place.path().join("cup"), "http://a:1", "");
        let secret = Secret::draw().expect("there is chance");
        tokens.keep("ada", &secret).expect("it is kept");
        let text = fs::read_to_string(tokens.path()).expect("it is there");
        fs::write(tokens.path(), text.trim_end()).expect("it is written");
        tokens.keep("bob", &secret).expect("it is kept");
        for name in ["ada", "bob"] {
            assert_eq!(tokens.kept(name).expect("it can be read").as_deref(), Some(secret.as_str()));
        }
    }
}
