//! A single engine that enters a contest, for `referee join --tournament` and `--ladder`. It
//! registers the player if there is no token, enters the contest, plays it to its end and returns
//! the result.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context as _, bail};
use clap::Args;
use referee_client::{
    pb::{self, contest::Id},
    profiles,
};

use super::Tokens;
use crate::{
    bridge::stream::{Entry, Joined},
    contest::{ContestKind, EventOf, Status, points_with_unit},
    contest_steward::Observer,
    remote::{Calls, ServerArgs, TokenArgs},
    runner::options::engine_words::BadWords,
    tournament::Shown,
};

/// The contest to play to its end, and the player.
#[derive(Args)]
pub struct ContestArgs {
    /// Enter this tournament and play it to its end
    #[arg(long, value_name = "TOURNAMENT", conflicts_with_all = ["ladder", "once", "AcceptArgs"])]
    tournament: Option<String>,
    /// Enter this ladder and play it to its end
    #[arg(long, value_name = "LADDER", conflicts_with_all = ["once", "AcceptArgs"])]
    ladder: Option<String>,
    /// Player name; registered if it has no token yet [default: the token's player]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Invite code, if the server requires one to register
    #[arg(long, value_name = "CODE", env = "REFEREE_INVITE", hide_env_values = true, default_value = "")]
    invite: String,
}

/// Name of the token's player, known after the welcome.
pub type Named = Arc<Mutex<Option<String>>>;

impl ContestArgs {
    /// Returns the contest to enter, if any.
    pub fn entry(&self) -> Option<Entry> {
        let tournament = self.tournament.clone().map(pb::Contest::tournament);
        let contest = tournament.or_else(|| self.ladder.clone().map(pb::Contest::ladder))?;
        Some(Entry { player: self.name.clone(), contest })
    }

    /// Returns a token for the player of `--name`: the one of an earlier run, or that of a new
    /// player.
    pub async fn token(&self, server: &ServerArgs, token: TokenArgs) -> anyhow::Result<TokenArgs> {
        if token.token.is_some() {
            return Ok(token);
        }
        let Some(name) = &self.name else {
            let text = "missing --token: give a token, set REFEREE_TOKEN, or register a player with --name NAME";
            return Err(BadWords::new(text).into());
        };
        let nobody = Calls::new(server.client()?, &server.url, false);
        let tokens = Tokens::new(&directory(&server.url, name)?, &server.url, &self.invite);
        let token = tokens.of(&nobody, name).await?;
        tracing::info!(player = %name, server = %server.url, "token kept in {}", tokens.path().display());
        Ok(TokenArgs { token: Some(token) })
    }
}

/// Returns the directory for the token of a player of a server. Each player has a separate
/// directory, so many can join at the same time.
fn directory(url: &str, name: &str) -> anyhow::Result<PathBuf> {
    let of_server = url.rsplit_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/');
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let profiles = profiles::path()?;
    let beside = profiles.parent().context("the file of profiles is in no directory")?;
    let plainly = |text: &str| text.chars().map(plain).collect::<String>();
    Ok(beside.join("players").join(plainly(of_server)).join(plainly(name)))
}

/// Plays a contest to its end and returns the result as lines. `named` contains the player's name
/// after the first welcome.
pub async fn play(
    joined: &mut Joined,
    calls: &Calls,
    contest: &pb::Contest,
    named: &Named,
) -> anyhow::Result<Vec<String>> {
    let ended = async {
        match &contest.id {
            Some(Id::TournamentId(id)) => tournament(calls, id, named).await,
            Some(Id::LadderId(id)) => ladder(calls, id, named).await,
            None => bail!("no contest"),
        }
    };
    tokio::select! {
        played = joined.play() => played.and_then(|()| bail!("the engine left before the end of {}", contest.name())),
        ended = ended => ended,
    }
}

async fn tournament(calls: &Calls, id: &str, named: &Named) -> anyhow::Result<Vec<String>> {
    let mut mine = Mine { named: Arc::clone(named) };
    let tournament = match calls.watch_tournament(id, &mut mine).await {
        Err(error) if error.is::<Out>() => return Ok(vec![format!("{id}: {error}")]),
        watched => watched?,
    };
    let name = name_of(named).unwrap_or_default();
    let standings = tournament.standings(Shown::All);
    let own = standings.iter().find(|one| tournament.entrants[one.entrant.index()].name == name);
    Ok(vec![match own {
        Some(own) => {
            let (rank, of, points) = (own.rank, standings.len(), points_with_unit(own.halves, ""));
            format!("{id}: {name} is number {rank} of {of}, with {points}")
        }
        None => format!("{id}: the contest ended without {name}"),
    }])
}

async fn ladder(calls: &Calls, id: &str, named: &Named) -> anyhow::Result<Vec<String>> {
    let mut mine = Mine { named: Arc::clone(named) };
    match calls.watch_ladder(id, &mut mine).await {
        Err(error) if error.is::<Out>() => return Ok(vec![format!("{id}: {error}")]),
        watched => watched?,
    }
    calls.ladder_result(id, &name_of(named).unwrap_or_default()).await
}

fn name_of(named: &Named) -> Option<String> {
    named.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// A view of the contest that ends once the player is out of it.
struct Mine {
    named: Named,
}

/// The reason why the player is out of the contest.
#[derive(Debug, thiserror::Error)]
#[error("{name} is out of the contest: {reason}")]
struct Out {
    name: String,
    reason: String,
}

impl<C: ContestKind> Observer<C> for Mine {
    fn happened(&mut self, of: &C, _: &EventOf<C>) -> anyhow::Result<()> {
        let Some(name) = name_of(&self.named) else { return Ok(()) };
        let status = of.entrant_named(&name).and_then(|entrant| of.status_of(entrant));
        // A player that left a ladder may rejoin, so only a disqualification ends the view of a
        // ladder.
        let is_out = |status: &&Status| status.is_disqualified() || !C::RUNS_WHEN_OPENED;
        match status.filter(is_out).and_then(Status::out) {
            Some(reason) => Err(Out { name, reason }.into()),
            None => Ok(()),
        }
    }
}
