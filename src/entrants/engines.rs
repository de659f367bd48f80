//! The engines, each on the server as a player of its own.

use std::pin::pin;

use anyhow::Context as _;
use futures_util::{
    future::{join_all, try_join_all},
    stream::{FuturesUnordered, StreamExt as _},
};
use referee_client::ConnectOptions;

use super::{
    Tokens,
    args::{EngineArgs, at_once},
};
use crate::{
    bridge::{
        starter::Starter,
        stream::{Entry, Joined, Wanted},
    },
    engine::command::EngineCommand,
    pb::v1,
    remote::{CallArgs, Calls, TokenArgs},
    runner::tournament::file::TournamentFile,
    steward::Observer,
    tournament::Tournament,
};

/// The most matches that an engine plays at once.
const MAX_MATCHES: u32 = 256;
/// What everybody reads of an entrant whose engine is out.
const OUT: &str = "its engine failed again and again";

/// The engines of a tournament, started, and not connected yet.
pub struct Engines(Vec<Engine>);

/// An entrant that an engine of this machine plays.
struct Engine {
    name: String,
    starter: Starter,
    /// Calls in its name.
    calls: Calls,
    joined: Joined,
}

impl Engines {
    /// Starts these engines, each with the player of its entrant.
    pub async fn start(
        call: &CallArgs,
        args: &EngineArgs,
        file: &TournamentFile,
        tokens: &Tokens,
        commands: Vec<(String, EngineCommand)>,
    ) -> anyhow::Result<Engines> {
        let nobody = Calls::new(call.server.client()?, &call.server.url, call.json);
        // One after another, so that they are registered in the file's order.
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
            let entry = Entry { player: name.clone(), tournament: file.id().to_owned() };
            let games = vec![file.game.clone()];
            let wanted = Wanted { games, max_matches, once: false, rematches: 0, accepts: None, entry: Some(entry) };
            let calls = Calls::new(client.clone(), &call.server.url, call.json);
            let joined = Joined::new(client, starter.clone(), first, wanted, Box::new(|_| Ok(())));
            anyhow::Ok(Engine { name, starter, calls, joined })
        });
        Ok(Engines(try_join_all(started).await?))
    }

    /// Opens the tournament, unless it is there, and plays in it and tells of it until it is over.
    pub async fn play(
        &mut self,
        call: &CallArgs,
        asked: &v1::CreateTournamentRequest,
        observer: &mut dyn Observer<Tournament>,
    ) -> anyhow::Result<Tournament> {
        let host = Calls::new(call.server.client_as(&call.token)?, &call.server.url, call.json);
        host.create_tournament(asked).await?;
        let tournament = &asked.tournament;
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
        join_all(self.0.iter_mut().map(|engine| engine.joined.quit())).await;
    }
}

impl Engine {
    /// Plays an entrant's matches for as long as its engine does. Of one that fails again and again the rest is forfeited, so that the
    /// others go on.
    async fn stay(&mut self, tournament: &str) -> anyhow::Result<()> {
        let Engine { name, starter, calls, joined } = self;
        let Err(error) = joined.play().await else { return Ok(()) };
        if !starter.strike().is_out() {
            return Err(error.context(format!("entrant {name}")));
        }
        tracing::error!("entrant {name} leaves the tournament: {error:#}");
        if let Err(error) = calls.leave_tournament(tournament.to_owned(), OUT.to_owned()).await {
            // It may have been put out already.
            tracing::warn!("entrant {name} could not leave the tournament: {error:#}");
        }
        Ok(())
    }
}
