//! A bot on a server. It reconnects, resumes, and answers each turn once.

use std::{panic::resume_unwind, sync::Arc};

use tokio::{sync::Semaphore, task::spawn_blocking, time::sleep};

use super::{Bot, Choice, MatchResult, RunOptions, Turn, variable};
use crate::{
    accounts::{NewPlayer, Secret},
    connect::Client,
    error::Error,
    pb,
    play::PlayOptions,
    profiles::{self, BadProfile, Profile},
    retry::Retry,
};

/// Minimum clock that a new player accepts, in milliseconds.
const MIN_BASE_MS: i64 = 1_000;

/// Plays with the token in the environment or in a profile.
pub async fn run<B: Bot>(bot: Arc<B>, url: &str, options: RunOptions) -> Result<Vec<MatchResult>, Error> {
    let RunOptions { at_once, until_ended, accepts } = options;
    let (client, is_new) = sign_in(&*bot, url).await?;
    if is_new || accepts.is_some() {
        let policy = accepts.unwrap_or_else(|| pb::AcceptPolicy {
            min_base_ms: MIN_BASE_MS,
            max_matches: Some(at_once),
            ..pb::AcceptPolicy::default()
        });
        keep_trying(async || client.set_accept_policy(Some(policy.clone())).await).await?;
    }
    let play = PlayOptions {
        games: bot.games(),
        max_matches: Some(at_once),
        agent: bot.name(),
        until_ended,
        ..PlayOptions::default()
    };
    let room = Arc::new(Semaphore::new(usize::try_from(at_once).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS)));
    let choose = |turn: Turn| think(Arc::clone(&bot), turn, Arc::clone(&room));
    client.play_and_tell(play, choose, |result| bot.ended(result)).await
}

/// Chooses an answer on a separate thread. A panic of the bot becomes a panic of the caller.
async fn think<B: Bot>(bot: Arc<B>, turn: Turn, room: Arc<Semaphore>) -> Choice {
    let _place = room.acquire().await;
    match spawn_blocking(move || bot.choose(&turn)).await {
        Ok(chosen) => chosen,
        Err(failed) => resume_unwind(failed.into_panic()),
    }
}

/// Returns the client of the bot's player, and whether it is new.
async fn sign_in(bot: &impl Bot, url: &str) -> Result<(Client, bool), Error> {
    let server = Client::connect_lazy(url)?;
    if let Some(token) = variable("REFEREE_TOKEN") {
        return Ok((server.with_token(&token)?, false));
    }
    let player = variable("REFEREE_NAME").unwrap_or_else(|| bot.name());
    let name = variable("REFEREE_PROFILE").unwrap_or_else(|| player.clone());
    let profile = match profiles::load(&name) {
        Ok(profile) => Some(profile),
        Err(bad) if bad.is_absent() => None,
        Err(bad) => return Err(bad.into()),
    };
    if let Some(profile) = profile.as_ref().filter(|profile| !profile.is_for(url)) {
        return Err(BadProfile::OtherServer { name, own: profile.url.clone(), url: url.to_owned() }.into());
    }
    if let Some(token) = profile.and_then(|profile| profile.token) {
        let client = server.with_token(&token)?;
        return match keep_trying(async || client.accept_policy().await).await {
            Ok(_) => Ok((client, false)),
            // The last attempt to register was interrupted, or the server has lost its data.
            Err(unknown) if unknown.reason() == Some(pb::Reason::Unauthenticated) => {
                register(&server, &player, &Secret::kept(token)).await?;
                Ok((client, true))
            }
            Err(error) => Err(error),
        };
    }
    // A wrong address leaves no profile.
    keep_trying(async || Ok(server.server().get_server_info(pb::GetServerInfoRequest {}).await?)).await?;
    let secret = Secret::draw()?;
    let profile = Profile { url: url.to_owned(), token: Some(secret.as_str().to_owned()) };
    // The profile is stored before its token is used, so a crash in between loses no name.
    profiles::add(&name, &profile)?;
    match register(&server, &player, &secret).await {
        Ok(code) => {
            let path = profiles::path()?;
            eprintln!("registered {player}; profile `{name}` in {}; recovery code {code}", path.display());
        }
        Err(error) => {
            profiles::remove(&name, &profile)?;
            return Err(error);
        }
    }
    Ok((server.with_token(secret.as_str())?, true))
}

/// Registers a player, and returns its recovery code.
async fn register(server: &Client, player: &str, secret: &Secret) -> Result<String, Error> {
    let registered = keep_trying(async || server.register_with(NewPlayer::named(player), secret).await).await?;
    Ok(registered.recovery_code)
}

/// Retries a call until the server can be reached.
async fn keep_trying<T>(call: impl AsyncFn() -> Result<T, Error>) -> Result<T, Error> {
    let (retry, mut failed) = (Retry::default(), 0);
    loop {
        match call().await {
            Err(error) if error.is_passing() => {
                if failed == 0 {
                    eprintln!("cannot reach the server, trying again: {error}");
                }
                failed += 1;
                sleep(retry.wait(failed).unwrap_or(retry.most)).await;
            }
            answered => return answered,
        }
    }
}
