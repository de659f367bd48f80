//! Options for starting the engines of a tournament, from its file and a command line.

use std::{
    num::NonZeroU16,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;

use crate::{
    engine::{command::EngineCommand, sandbox::Mode, session::Patience},
    runner::{
        options::{engine_limits::EngineLimitArgs, engine_words::BadWords, file_words::EntrantTable},
        tournament::file::TournamentFile,
    },
};

/// Default of --strikes.
const STRIKES: u32 = 3;
/// Default of --patience.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time an engine has to exit after `quit` before it is killed.
const QUIT: Duration = Duration::from_secs(2);

#[derive(Args)]
pub struct EngineArgs {
    /// Directory for the players' tokens and the report [default: tournaments/ID]
    #[arg(long, value_name = "DIR", requires = "join")]
    directory: Option<PathBuf>,
    /// Invite code, if the server requires one to register
    #[arg(long, value_name = "CODE", env = "REFEREE_INVITE", hide_env_values = true, default_value = "")]
    pub invite: String,
    #[command(flatten)]
    pub limits: EngineLimitArgs,
    /// Consecutive failures before an engine leaves the tournament [default: 3]
    #[arg(long, value_name = "N", requires = "join", value_parser = clap::value_parser!(u32).range(1..))]
    strikes: Option<u32>,
    /// Seconds for an engine to start and get ready for a match [default: 10]
    #[arg(long, value_name = "SECONDS", requires = "join", value_parser = clap::value_parser!(u64).range(1..=3600))]
    patience: Option<u64>,
}

impl EngineArgs {
    /// Rejects engine options if this machine plays no entrant.
    pub fn is_for_none(&self) -> Result<(), BadWords> {
        let EngineLimitArgs { limits, variables, clean_env, sandbox } = &self.limits;
        if limits.is_empty() && variables.is_empty() && !clean_env && sandbox.sandbox.is_none() {
            return Ok(());
        }
        Err(BadWords::new(
            "--limit, --env, --clean-env and --sandbox require --join: they apply to engines of this machine",
        ))
    }

    /// Returns the directory of the tournament with this id.
    pub fn directory(&self, id: &str) -> PathBuf {
        self.directory.clone().unwrap_or_else(|| PathBuf::from("tournaments").join(id))
    }

    pub(super) fn strikes(&self) -> u32 {
        self.strikes.unwrap_or(STRIKES)
    }

    /// Returns the time limits for everything except moves.
    pub(super) fn patience(&self) -> Patience {
        let start = self.patience.map_or(PATIENCE, Duration::from_secs);
        Patience { introduction: start, ready: start, quit: QUIT }
    }

    /// Returns the command that starts the engine of each entrant with one, by entrant name. `path`
    /// is the tournament file.
    pub fn commands(
        &self,
        path: &Path,
        file: &TournamentFile,
        mode: Option<Mode>,
    ) -> Result<Vec<(String, EngineCommand)>, BadWords> {
        let base = path.parent().unwrap_or(Path::new(""));
        let with_engine = file.entrants.iter().filter_map(|entrant| Some((entrant, entrant.cmd.as_deref()?)));
        let with_engine: Vec<(&EntrantTable, &str)> = with_engine.collect();
        if with_engine.is_empty() {
            return Err(BadWords::new("no entrant has a cmd: --join needs at least one entrant with a cmd"));
        }
        let command = |(index, (entrant, text)): (usize, &(&EntrantTable, &str))| {
            let bad = |bad| BadWords::new(format!("invalid cmd of entrant {}: {bad}", entrant.name));
            let mut command = EngineCommand::parse(text).map_err(bad)?;
            for word in &mut command.words {
                *word = word.replace("{seed}", &file.seed.to_string());
            }
            command.directory = entrant.dir.as_ref().map(|dir| base.join(dir));
            command.options = entrant.own_options()?.into_iter().collect();
            let which = (index, with_engine.len());
            self.limits.sandbox.apply(&mut command, mode, which, &[])?;
            self.limits.apply(&mut command, which, &[])?;
            Ok((entrant.name.clone(), command))
        };
        with_engine.iter().enumerate().map(command).collect()
    }
}

/// Which machines play the entrants of a tournament file on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    /// Players of the server play all entrants.
    Players,
    /// Players of the server play the entrants; this machine runs those with an engine.
    PlayersAndEngines,
}

/// Checks that the entrants in a file can be played in this way.
pub fn check_entrants(file: &TournamentFile, played_by: PlayedBy) -> Result<(), BadWords> {
    for entrant in &file.entrants {
        if entrant.tc.is_some() {
            let text = format!(
                "entrant {} has its own tc: on a server, the tc of `matches` applies to all entrants",
                entrant.name
            );
            return Err(BadWords::new(text));
        }
        if !entrant.is_name_alone() && (entrant.cmd.is_none() || played_by == PlayedBy::Players) {
            let expected = "only the name of a player or, with --join, the cmd of an engine of this machine";
            return Err(BadWords::new(format!("entrant {} has more than a name, expected {expected}", entrant.name)));
        }
    }
    Ok(())
}

/// Returns the concurrency of a tournament whose engines share one machine.
pub fn at_once(file: &TournamentFile) -> u32 {
    file.concurrency.map_or(1, NonZeroU16::get).into()
}
