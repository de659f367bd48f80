//! `referee check`: check whether an engine speaks the protocol.

use std::{net::SocketAddr, num::NonZeroUsize, process::ExitCode, time::Duration};

use clap::Args;
use tracing_subscriber::filter::LevelFilter;

use crate::{
    block_on,
    cli::{
        console::{
            exit_codes::FAILED,
            logging::{self, Form},
        },
        sandbox::{choose, grant},
        usage::Usage,
    },
    engine::command::EngineCommand,
    exam::{
        printer::Printer,
        remote::{self, Remote},
        report::Want,
        stdio,
    },
    games,
    pb::line::Spelling,
    runner::options::engine_limits::SandboxArgs,
    standard_output::standard_output,
};

const HELP: &str = "\
Starts the engine, runs it through the protocol (docs/stdio.md), and prints one line per
requirement: `ok`, `warn`, `FAIL` or, if the requirement does not apply, `-`; then its
number and text. A warning marks what the protocol allows but what has a cost, and names
the cost. A failure is followed by its cause and the lines of that step: `>` to the
engine, `<` from the engine.

Examples:
  referee check \"python3 clients/python/examples/random_bot.py\"
  referee check \"./my_engine --threads 1\" --game kamisado
  referee check \"referee bot search --lines json\" --lines json
  referee check \"referee bot search\" --json        one object per step, then the verdict
  referee check --remote                          wait for a bot, and print the URL and token
  referee check --remote \"python3 my_bot.py\"      REFEREE_URL and REFEREE_TOKEN are set
  referee check --remote \"referee join --url {url} --token {token} --engine ./my_engine\"

Exit codes: 0 every step is ok, 1 some step failed, 2 usage error.";

#[derive(Args)]
#[command(after_help = HELP)]
pub struct CheckArgs {
    /// Engine command, split into words as a shell would. With --remote: the command that starts
    /// the bot. {url} and {token} are replaced, and REFEREE_URL and REFEREE_TOKEN are set. Without
    /// a command, wait for a bot
    #[arg(value_name = "CMD", required_unless_present = "remote")]
    command: Option<String>,
    /// Check a bot that connects to a server
    #[arg(long, conflicts_with = "lines")]
    remote: bool,
    /// Address that a bot connects to; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0", requires = "remote")]
    listen: SocketAddr,
    /// Game to try; repeat for several [default: every game the engine plays]
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Message format for the engine
    #[arg(long, value_enum, default_value_t)]
    lines: Spelling,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Print one JSON object per step, then the verdict
    #[arg(long)]
    json: bool,
    /// Maximum time per answer in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    patience_ms: u64,
    /// Stop after this many failed steps; later ones often share a cause
    #[arg(long, value_name = "N", default_value = "5")]
    max_failed: NonZeroUsize,
}

pub fn run(args: CheckArgs) -> anyhow::Result<ExitCode> {
    // The server of a check refuses much, as its steps demand.
    let level = if args.remote { LevelFilter::OFF } else { LevelFilter::WARN };
    logging::start(Form::Text, level, None)?;
    for game in &args.games {
        if games::find(game).is_none() {
            let known: Vec<&str> = games::GAMES.iter().map(|game| game.facts().id).collect();
            return Err(Usage::new(format!("--game `{game}`: expected one of {}", known.join(", "))).into());
        }
    }
    let patience = Duration::from_millis(args.patience_ms);
    let want = Want { games: args.games, patience, max_failed: args.max_failed.get() };
    let mut printer = Printer::new(standard_output(), args.json);
    if args.remote {
        if args.sandbox.sandbox.is_some() {
            return Err(
                Usage::new("--sandbox cannot be used with --remote: a bot in a sandbox cannot reach a server").into()
            );
        }
        let remote = Remote { listen: args.listen, command: args.command };
        let speed = block_on(remote::examine(remote, want, &mut printer))?;
        return Ok(code(printer.verdict("The bot", speed)?));
    }
    let text = args.command.unwrap_or_default();
    let mut command = EngineCommand::parse(&text).map_err(|error| Usage::new(format!("CMD: {error}")))?;
    command.spelling = args.lines;
    args.sandbox.apply(&mut command, choose(&args.sandbox)?, (0, 1), &[])?;
    grant([&mut command], &[])?;
    let speed = block_on(async { Ok(stdio::examine(command, want, &mut printer).await?) })?;
    Ok(code(printer.verdict("The engine", speed)?))
}

/// Returns the exit code of a verdict.
fn code(speaks: bool) -> ExitCode {
    if speaks { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
}
