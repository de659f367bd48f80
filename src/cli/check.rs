//! `referee check`: check whether an engine speaks the protocol.

use std::{io, net::SocketAddr, num::NonZeroUsize, process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Args;

use super::usage::Usage;
use crate::{engine::command::EngineCommand, games};

mod conduct;
mod exam;
mod parting;
mod playing;
mod pondering;
mod probe;
mod remote;
mod report;
mod sitting;
mod speed;
mod steps;
mod talking;
mod trying;

use exam::{Exam, Outcome, Passed, Want};
use probe::Probe;
use remote::Remote;
use report::{Report, transcript};

const HELP: &str = "\
Starts the engine, talks to it as matches would, and prints a line for each thing that an engine must do:
`ok`, `warn` or `FAIL`, a number, and what was expected; `-` where there was nothing to ask. A warning is
allowed by the protocol, and says what it will cost. A failure is followed by what was wrong and by the
lines of that step, `>` to the engine and `<` from it. docs/protocol.md tells the protocol.

Examples:
  referee check \"python3 clients/python/examples/random_bot.py\"
  referee check \"./my_engine --threads 1\" --game kamisado
  referee check \"referee bot search --json\" --json
  referee check --remote                          await a bot, and print where and with which token
  referee check --remote \"referee join {url} --token {token} --engine ./my_engine\"

Exit codes: 0 every step is ok, 1 some step failed, 2 wrong usage.";

/// Arguments of `referee check`.
#[derive(Args)]
#[command(after_help = HELP)]
pub struct CheckArgs {
    /// The engine: a program and its arguments, split as a shell would. With --remote the command that starts the bot, in
    /// which {url} and {token} are replaced; without a command the bot is awaited
    #[arg(value_name = "CMD", required_unless_present = "remote")]
    command: Option<String>,
    /// Check a bot that connects over gRPC
    #[arg(long, conflicts_with = "json")]
    remote: bool,
    /// The address that a bot connects to; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0", requires = "remote")]
    listen: SocketAddr,
    /// A game to try; may be given for several. Without it, every game that the engine says it plays
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Talk JSON instead of words
    #[arg(long)]
    json: bool,
    /// How long the engine may take for each answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    patience_ms: u64,
    /// After how many failed steps the rest is left for another time: they mostly have the same cause
    #[arg(long, value_name = "N", default_value = "5")]
    max_failed: NonZeroUsize,
}

/// Check whether an engine speaks the protocol.
pub fn run(args: CheckArgs) -> anyhow::Result<ExitCode> {
    for game in &args.games {
        if games::find(game).is_none() {
            let known: Vec<&str> = games::GAMES.iter().map(|game| game.facts().id).collect();
            return Err(Usage::new(format!("--game `{game}`: expected one of {}", known.join(", "))).into());
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("failed to start the runtime")?;
    let want = Want { games: args.games, patience: Duration::from_millis(args.patience_ms) };
    let most = args.max_failed.get();
    let mut report = Report::default();
    if args.remote {
        let remote = Remote { listen: args.listen, command: args.command, want, most };
        let speed = runtime.block_on(remote::check(remote, &mut report))?;
        return Ok(report.verdict("The bot", speed)?);
    }
    let text = args.command.unwrap_or_default();
    let mut command = EngineCommand::parse(&text).map_err(|error| Usage::new(format!("CMD: {error}")))?;
    command.json = args.json;
    let speed = runtime.block_on(check(command, want, most, &mut report))?;
    Ok(report.verdict("The engine", speed)?)
}

/// Takes every step; gives how fast the engine answered. An engine that failed is started afresh for the next step; one that
/// cannot be started or introduced is given up, and so is one that has failed too often.
async fn check(command: EngineCommand, want: Want, most: usize, report: &mut Report) -> io::Result<Option<String>> {
    let mut exam = match Probe::start(&command).await {
        Ok(probe) => Exam::new(command, want, probe),
        Err(problem) => {
            report.step(steps::START, &Err(problem), String::new)?;
            return Ok(None);
        }
    };
    for (step, outcome) in [(&steps::START, begin(&mut exam).await), (&steps::INTRODUCTION, introduce(&mut exam).await)]
    {
        report.step(step, &outcome, || transcript(&exam.probe))?;
        if outcome.is_err() {
            return Ok(None);
        }
    }
    let games = steps::games(&exam.probe, &exam.want);
    report
        .step(steps::GAMES, &games.as_ref().map(|_| Passed::Well).map_err(String::clone), || transcript(&exam.probe))?;
    let mut afresh = false;
    for step in steps::of(&games.unwrap_or_default()) {
        if report.failed() >= most {
            report.note("That is enough to mend first: the other steps were not taken.")?;
            break;
        }
        if std::mem::take(&mut afresh)
            && let Err(problem) = exam.start_afresh().await
        {
            report.step("it can be started and introduces itself again", &Err(problem), || transcript(&exam.probe))?;
            break;
        }
        exam.probe.begin();
        let outcome = step.take(&mut exam).await;
        report.step(step, &outcome, || transcript(&exam.probe))?;
        afresh = outcome.is_err() || step.is_an_end();
    }
    Ok(exam.speed.sentence())
}

async fn begin(exam: &mut Exam) -> Outcome {
    exam.probe.silence(3 * talking::SILENCE).await.map(|()| Passed::Well)
}

async fn introduce(exam: &mut Exam) -> Outcome {
    exam.probe.introduce(&exam.want).await.map(|()| Passed::Well)
}
