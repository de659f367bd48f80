//! What `check` and `make` share: a game, a judge, and work that is interrupted by Ctrl-C.

use std::{process::ExitCode, sync::Arc, thread::available_parallelism};

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::{
    cli::{
        INTERRUPTED,
        usage::{SettingArgs, Usage, find},
    },
    games::{Game, rules::Setting},
    interrupt::Interrupt,
    openings::{Judge, Judgement},
    runner::judging::MAX_THREADS,
    transcript::progress::Progress,
};

/// A game by its name in an option, since the file of openings stands where other commands have it.
#[derive(Args)]
pub struct NamedGameArgs {
    /// The game's id; `referee rules` lists them
    #[arg(long, value_name = "GAME", required = true)]
    game: String,
    #[command(flatten)]
    setting: SettingArgs,
}

/// Who judges, and on how many threads.
#[derive(Args)]
pub struct JudgeArgs {
    /// How many positions the judge looks at for a move
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// How many plies deep it looks at most
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// The same seed gives the same matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many matches at once; as many as there are cores unless given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    concurrency: Option<u16>,
}

impl NamedGameArgs {
    /// The game and the setting that are meant.
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

/// What some matches came to, as an object.
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

/// Work that Ctrl-C interrupts, wherever it is.
pub struct Interruptible {
    runtime: Runtime,
    interrupt: Interrupt,
}

impl Interruptible {
    /// Listens from now on.
    pub fn listen() -> anyhow::Result<Interruptible> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let guard = runtime.enter();
        let interrupt = Interrupt::listen()?;
        drop(guard);
        Ok(Interruptible { runtime, interrupt })
    }

    /// Does `work` on a thread of its own, with a bar on a terminal, and then what follows. An interrupt ends the command at once,
    /// with nothing left behind but what was there before the work.
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
        // Matches that were interrupted are played on by nobody: the process ends.
        self.runtime.shutdown_background();
        let Some(done) = done else { return Ok(ExitCode::from(INTERRUPTED)) };
        then(done.context("the work ended without a result")??)?;
        Ok(ExitCode::SUCCESS)
    }
}
