//! Shared parts of `check` and `make`: a game, a judge, and work that Ctrl-C interrupts.

use std::{process::ExitCode, sync::Arc, thread::available_parallelism};

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::{
    cli::{
        console::exit_codes::INTERRUPTED,
        usage::{SettingArgs, Usage, find},
    },
    games::{Game, rules::Setting},
    interrupt::Interrupt,
    openings::{Judge, Judgement},
    runner::judging::MAX_THREADS,
    transcript::progress::Progress,
};

/// A game given as an option, since the positional argument is the file of openings.
#[derive(Args)]
pub struct NamedGameArgs {
    /// Game id, as `referee rules` lists it
    #[arg(long, value_name = "GAME", required = true)]
    game: String,
    #[command(flatten)]
    setting: SettingArgs,
}

/// The judge and its threads.
#[derive(Args)]
pub struct JudgeArgs {
    /// Positions the judge searches per move
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// Maximum search depth of the judge in plies
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Seed of the matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Concurrent matches [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    concurrency: Option<u16>,
}

impl NamedGameArgs {
    /// Returns the game and its setting.
    pub fn read(&self) -> Result<(&'static dyn Game, Setting), Usage> {
        let game = find(&self.game)?;
        Ok((game, self.setting.read(game)?))
    }
}

impl JudgeArgs {
    pub fn judge(&self) -> Judge {
        Judge { nodes: self.nodes, depth: self.depth }
    }

    pub fn threads(&self) -> u16 {
        let cores = || available_parallelism().map_or(1, |cores| u16::try_from(cores.get()).unwrap_or(MAX_THREADS));
        self.concurrency.unwrap_or_else(cores)
    }
}

/// Returns the results of some matches as a JSON object.
pub fn object(of: &Judgement) -> Value {
    let elo = of.estimate().elo;
    json!({
        "wins": of.counts.wins,
        "draws": of.counts.draws,
        "losses": of.counts.losses,
        "score": of.counts.score(),
        "elo": {"value": elo.value, "interval95": [elo.low, elo.high]},
    })
}

/// Work that Ctrl-C can interrupt.
pub struct Interruptible {
    runtime: Runtime,
    interrupt: Interrupt,
}

impl Interruptible {
    pub fn listen() -> anyhow::Result<Interruptible> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let guard = runtime.enter();
        let interrupt = Interrupt::listen()?;
        drop(guard);
        Ok(Interruptible { runtime, interrupt })
    }

    /// Runs `work` on a separate thread, with a progress bar on a terminal, and then `after`. An
    /// interrupt ends the command immediately, and leaves only files that existed before.
    pub fn run<T: Send + 'static>(
        mut self,
        json: bool,
        work: impl FnOnce(&Progress) -> anyhow::Result<T> + Send + 'static,
        then: impl FnOnce(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<ExitCode> {
        let progress = Arc::new(Progress::choose(json));
        let shown = progress.clone();
        let done = self.runtime.block_on(async {
            let working = tokio::task::spawn_blocking(move || work(&shown));
            tokio::select! {
                done = working => Some(done),
                () = self.interrupt.first() => None,
            }
        });
        progress.clear();
        // Interrupted matches are abandoned, because the process ends.
        self.runtime.shutdown_background();
        let Some(done) = done else { return Ok(ExitCode::from(INTERRUPTED)) };
        then(done.context("the judge ended without a result")??)?;
        Ok(ExitCode::SUCCESS)
    }
}
