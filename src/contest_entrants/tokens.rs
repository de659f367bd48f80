//! The tokens of the entrants that engines of this machine play.
//!
//! An existing token is used, from the file in the tournament's directory or from the user's
//! profiles. Otherwise the entrant is registered. Its token is stored in that file before the
//! server knows it, so no interruption loses a name.

use std::path::{Path, PathBuf};

use referee_client::{
    NewPlayer, Secret,
    profiles::{self, BadProfile, Profile},
};

use crate::{ids::PlayerId, remote::Calls, runner::options::engine_words::BadWords};

/// The token file in the directory of a tournament, in the format of profiles.
const FILE: &str = "players.toml";

/// The tokens of the players of one tournament.
pub struct Tokens {
    path: PathBuf,
    /// The address of the server that issued the tokens.
    url: String,
    /// An invite code, if the server requires one; otherwise empty.
    invite: String,
}

impl Tokens {
    /// Creates the store of the tokens in a directory.
    pub fn new(directory: &Path, url: &str, invite: &str) -> Tokens {
        Tokens { path: directory.join(FILE), url: whole(url), invite: invite.to_owned() }
    }

    /// Returns the path of the token file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the token of an entrant, which is registered if there is no token.
    pub async fn of(&self, calls: &Calls, name: &str) -> anyhow::Result<String> {
        PlayerId::parse(name)
            .map_err(|bad| BadWords::new(format!("entrant {name} is not a valid player name: {bad}")))?;
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
                let expected = format!(
                    "another name, or the player's token in {} or in a profile of that name",
                    self.path.display()
                );
                let text = format!("player {name} already exists at {}: expected {expected}", self.url);
                return Err(BadWords::new(text).into());
            }
            None => {
                let secret = Secret::draw()?;
                self.keep(name, &secret)?;
                secret
            }
        };
        let new = NewPlayer { invite: self.invite.clone(), ..NewPlayer::named(name) };
        calls.register_with(new, &secret).await?;
        Ok(secret.as_str().to_owned())
    }

    /// Returns the stored token of an entrant.
    fn kept(&self, name: &str) -> anyhow::Result<Option<String>> {
        let Some(Profile { url, token }) = found(profiles::load_from(&self.path, name))? else { return Ok(None) };
        if whole(&url) != self.url {
            let (path, own) = (self.path.display(), &self.url);
            let text = format!("{path} has the token of {name} for {url}, not for {own}: give another --directory");
            return Err(BadWords::new(text).into());
        }
        Ok(token)
    }

    /// Returns the token in the user's profile with this name, if the profile is for this server.
    fn of_profile(&self, name: &str) -> anyhow::Result<Option<String>> {
        let found = found(profiles::load(name))?;
        Ok(found.filter(|profile| whole(&profile.url) == self.url).and_then(|profile| profile.token))
    }

    /// Stores a token beside the existing ones.
    fn keep(&self, name: &str, secret: &Secret) -> Result<(), BadProfile> {
        let profile = Profile { url: self.url.clone(), token: Some(secret.as_str().to_owned()) };
        profiles::add_to(&self.path, name, &profile)
    }
}

/// Returns a profile, or `None` if it does not exist.
fn found(loaded: Result<Profile, BadProfile>) -> Result<Option<Profile>, BadProfile> {
    match loaded {
        Ok(profile) => Ok(Some(profile)),
        Err(bad) if bad.is_absent() || matches!(bad, BadProfile::Homeless) => Ok(None),
        Err(bad) => Err(bad),
    }
}

/// Returns an address with its scheme and without a trailing slash, so equal servers have equal
/// addresses.
fn whole(url: &str) -> String {
    let url = url.trim_end_matches('/');
    if url.contains("://") { url.to_owned() } else { format!("http://{url}") }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
