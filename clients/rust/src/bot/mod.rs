//! A bot: one type with one method, for stdio and for a server.

mod online;
mod stdio;
mod turn;

use std::sync::Arc;

use tokio::runtime;

pub use referee_proto::engine::Option as EngineOption;
pub use stdio::play as play_on_stdio;
pub use turn::{Choice, MatchResult, Move, Turn};

use crate::{error::Error, pb};

/// A bot. Implement `choose`, and call [`run`].
pub trait Bot: Send + Sync + 'static {
    /// Returns the name of the bot, which is also its player's name on a server: lower-case
    /// letters, digits, `-` and `_`.
    fn name(&self) -> String;

    /// Chooses a move of `turn.legal`, or another answer. The call may take as long as the clock
    /// allows, because it runs on a separate thread. Concurrent calls are limited to the number of
    /// concurrent matches.
    fn choose(&self, turn: &Turn) -> Choice;

    /// Called when a match has ended.
    fn ended(&self, result: &MatchResult) {
        let _ = result;
    }

    /// Returns the author of the bot, for the referee on stdio.
    fn author(&self) -> String {
        String::new()
    }

    /// Returns the ids of the games that the bot plays; empty for all.
    fn games(&self) -> Vec<String> {
        Vec::new()
    }

    /// The options that the referee may set on stdio.
    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    /// Sets one of its options.
    fn set_option(&self, name: &str, value: &str) {
        let _ = (name, value);
    }
}

/// Options of a bot on a server. [`run`] ignores them on stdio.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Maximum concurrent matches: 1 to 256; default 1.
    pub at_once: u32,
    /// Number of ended matches after which [`run`] returns; `None` for never.
    pub until_ended: Option<u32>,
    /// The matches that other players may open with the bot. `None`: a new player accepts casual
    /// matches with a clock of at least a second.
    pub accepts: Option<pb::AcceptPolicy>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { at_once: 1, until_ended: None, accepts: None }
    }
}

/// Plays on the server at `REFEREE_URL` if that variable is set, otherwise on standard input and
/// output. Returns the results; on stdio, only the last thousand.
///
/// On a server, the token is `REFEREE_TOKEN`, or the one of the profile `REFEREE_PROFILE` (default:
/// the name of the bot). Without such a profile, the bot registers under `REFEREE_NAME` (default:
/// its own name) and stores its token in that profile.
///
/// Fails if the server rejects the player or ends the stream for good. With the reason `REPLACED`,
/// another program plays for the player. Must not be called inside a runtime of tokio.
pub fn run(bot: impl Bot, options: RunOptions) -> Result<Vec<MatchResult>, Error> {
    let bot = Arc::new(bot);
    let Some(url) = variable("REFEREE_URL") else { return play_on_stdio(bot) };
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(Error::system)?;
    let results = runtime.block_on(online::run(bot, &url, options));
    // The bot may still be thinking about a turn that is over.
    runtime.shutdown_background();
    results
}

/// Returns an environment variable, unless it is empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
