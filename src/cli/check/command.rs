//! `referee check`: check whether an engine speaks the protocol.

use std::{net::SocketAddr, num::NonZeroUsize, process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Args;

use crate::{
    cli::{
        FAILED,
        sandbox::{choose, grant},
        usage::Usage,
    },
    engine::{command::EngineCommand, line::Spelling},
    exam::{
        printer::Printer,
        remote::{self, Remote},
        report::Want,
        stdio,
    },
    games,
    runner::engine_limits::SandboxArgs,
    standard_output::standard_output,
};

const HELP: &str = "\
Starts the engine, talks to it as matches would, and prints a line for each thing that an engine must do:
`ok`, `warn` or `FAIL`, a number, and what was expected; `-` where there was nothing to ask. A warning is
allowed by the protocol, and says what it will cost. A failure is followed by what was wrong and by the
lines of that step, `>` to the engine and `<` from it. docs/stdio.md is the protocol.

Examples:
  referee check \"python3 clients/python/examples/random_bot.py\"
  referee check \"./my_engine --threads 1\" --game kamisado
  referee check \"referee bot search --lines json\" --lines json
  referee check \"referee bot search\" --json        an object a step, then the verdict
  referee check --remote                          await a bot, and print where and with which token
  referee check --remote \"referee join --url {url} --token {token} --engine ./my_engine\"

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
    #[arg(long, conflicts_with = "lines")]
    remote: bool,
    /// The address that a bot connects to; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0", requires = "remote")]
    listen: SocketAddr,
    /// A game to try; may be given for several. Without it, every game that the engine says it plays
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// How the engine is spoken to
    #[arg(long, value_enum, default_value_t)]
    lines: Spelling,
    /// What the engine is kept in.
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Print a JSON object a line: each step, then the verdict
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
    let patience = Duration::from_millis(args.patience_ms);
    let want = Want { games: args.games, patience, max_failed: args.max_failed.get() };
    let mut printer = Printer::new(standard_output(), args.json);
    if args.remote {
        if args.sandbox.sandbox.is_some() {
            return Err(Usage::new("--sandbox: expected no --remote: a bot in a sandbox reaches no server").into());
        }
        let remote = Remote { listen: args.listen, command: args.command };
        let speed = runtime.block_on(remote::examine(remote, want, &mut printer))?;
        return Ok(code(printer.verdict("The bot", speed)?));
    }
    let text = args.command.unwrap_or_default();
    let mut command = EngineCommand::parse(&text).map_err(|error| Usage::new(format!("CMD: {error}")))?;
    command.spelling = args.lines;
    args.sandbox.apply(&mut command, choose(&args.sandbox)?, (0, 1), &[])?;
    grant([&mut command], &[])?;
    let speed = runtime.block_on(stdio::examine(command, want, &mut printer))?;
    Ok(code(printer.verdict("The engine", speed)?))
}

/// The exit code of a verdict.
fn code(speaks: bool) -> ExitCode {
    if speaks { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
}
