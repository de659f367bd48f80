//! Engines of this machine as players of a server.

use std::pin::pin;

use anyhow::Context as _;
use futures_util::{
    future::{join_all, try_join_all},
    stream::{FuturesUnordered, StreamExt as _},
};
use referee_client::{
    ConnectOptions, Error,
    pb::{self, Reason},
};
use tokio::time::sleep;

use super::{
    Tokens,
    args::{EngineArgs, at_once},
};
use crate::{
    bridge::{
        starter::Starter,
        stream::{Entry, Joined, SAY_AGAIN, Wanted},
    },
    contest_steward::Observer,
    engine::command::EngineCommand,
    law::Contest,
    pb::v1,
    remote::{CallArgs, Calls, TokenArgs},
    runner::{contest::ContestFile as _, tournament::file::TournamentFile},
    tournament::Tournament,
};

/// Maximum concurrent matches of an engine.
const MAX_MATCHES: u32 = 256;
/// The public reason of an entrant whose engine is out.
const OUT: &str = "its engine failed repeatedly";

/// The engines of a tournament: started, but not connected yet.
pub struct Engines(Vec<Engine>);

/// An entrant played by an engine of this machine.
struct Engine {
    name: String,
    starter: Starter,
    /// Calls with the token of the entrant.
    calls: Calls,
    /// The connection of the engine to the server; `None` once it has left.
    joined: Option<Joined>,
}

impl Engines {
    /// Starts these engines, each as the player of its entrant.
    pub async fn start(
        call: &CallArgs,
        args: &EngineArgs,
        file: &TournamentFile,
        tokens: &Tokens,
        commands: Vec<(String, EngineCommand)>,
    ) -> anyhow::Result<Engines> {
        let nobody = Calls::new(call.server.client()?, &call.server.url, call.json);
        // Starts engines one after another, so their players are registered in the file's order.
        let mut players = Vec::with_capacity(commands.len());
        for (name, command) in commands {
            let token = tokens.of(&nobody, &name).await?;
            players.push((name, command, TokenArgs { token: Some(token) }));
        }
        let (patience, strikes) = (args.patience(), args.strikes());
        let max_matches = at_once(file).clamp(1, MAX_MATCHES);
        let started = players.into_iter().map(|(name, command, token)| async move {
            let client = call.server.client_kept(&token, &ConnectOptions::default())?;
            let starter = Starter::new(command, patience, strikes);
            let first = starter.start().await.with_context(|| format!("failed to start the engine of {name}"))?;
            let entry = Entry { player: Some(name.clone()), contest: pb::Contest::tournament(file.id()) };
            let games = vec![file.game.clone()];
            let wanted = Wanted { games, max_matches, once: false, rematches: 0, accepts: None, entry: Some(entry) };
            let calls = Calls::new(client.clone(), &call.server.url, call.json);
            let joined = Some(Joined::new(client, starter.clone(), first, wanted, Box::new(|_| Ok(()))));
            anyhow::Ok(Engine { name, starter, calls, joined })
        });
        Ok(Engines(try_join_all(started).await?))
    }

    /// Creates the tournament unless it exists, plays in it, and reports it until it is over.
    pub async fn play(
        &mut self,
        call: &CallArgs,
        asked: &v1::CreateTournamentRequest,
        observer: &mut dyn Observer<Tournament>,
    ) -> anyhow::Result<Tournament> {
        let host = Calls::new(call.server.client_as(&call.token)?, &call.server.url, call.json);
        host.create_tournament(asked).await?;
        let tournament = &asked.tournament_id;
        let mut stays: FuturesUnordered<_> = self.0.iter_mut().map(|engine| engine.stay(tournament)).collect();
        let mut watched = pin!(host.watch_tournament(tournament, observer));
        loop {
            tokio::select! {
                watched = &mut watched => return watched,
                Some(stayed) = stays.next() => stayed?,
            }
        }
    }

    /// Ends all engines.
    pub async fn quit(&mut self) {
        join_all(self.0.iter_mut().filter_map(|engine| engine.joined.as_mut()).map(Joined::quit)).await;
    }
}

impl Engine {
    /// Plays an entrant's matches as long as its engine works. An entrant whose engine fails
    /// repeatedly withdraws and forfeits the remaining matches, so the others can continue. An
    /// entrant that is already out does not play.
    async fn stay(&mut self, tournament: &str) -> anyhow::Result<()> {
        let Engine { name, starter, calls, joined } = self;
        let Some(playing) = joined else { return Ok(()) };
        let Err(error) = playing.play().await else { return Ok(()) };
        if error.downcast_ref::<Error>().and_then(Error::reason) == Some(Reason::WrongState) {
            tracing::warn!("entrant {name} does not play: {error:#}");
            playing.quit().await;
            *joined = None;
            return Ok(());
        }
        if !starter.strike().is_out() {
            return Err(error.context(format!("entrant {name}")));
        }
        tracing::error!("entrant {name} withdraws from the tournament: {error:#}");
        playing.quit().await;
        // Closing the connection shows the server that the player has left, even without a message.
        *joined = None;
        let contest = Contest::Tournament(tournament.to_owned());
        let withdraw = async || calls.withdraw_from_contest(&contest, OUT.to_owned()).await;
        if let Err(error) = repeated(withdraw).await {
            // The server may already have removed the entrant.
            tracing::warn!("entrant {name} could not withdraw from the tournament: {error:#}");
        }
        Ok(())
    }
}

/// Retries a call until the server accepts or finally rejects it, despite restarts and rate limits.
async fn repeated<T>(call: impl AsyncFn() -> anyhow::Result<T>) -> anyhow::Result<T> {
    loop {
        match call().await {
            Err(error) if error.downcast_ref::<Error>().is_some_and(Error::is_passing) => {
                tracing::warn!("trying again in {} s: {error:#}", SAY_AGAIN.as_secs());
                sleep(SAY_AGAIN).await;
            }
            answer => return answer,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tonic::Status;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_the_server_cannot_hear_now_is_said_again_and_what_it_refuses_is_not() {
        let passing = || Error::from(Status::unavailable("it restarts"));
        assert!(passing().is_passing());
        let calls = Cell::new(0);
        let call = async || {
            calls.set(calls.get() + 1);
            if calls.get() < 4 { Err(anyhow::Error::new(passing()).context("failed to leave")) } else { Ok(()) }
        };
        repeated(call).await.expect("it is heard in the end");
        assert_eq!(calls.get(), 4);
        let refused = async || {
            calls.set(calls.get() + 1);
            anyhow::Result::<()>::Err(Error::from(Status::unauthenticated("who are you")).into())
        };
        repeated(refused).await.expect_err("it is refused");
        assert_eq!(calls.get(), 5);
    }
}
