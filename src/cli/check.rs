//! `referee check`: check whether an engine speaks the protocol.

use std::{process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Args;

use super::usage::Usage;
use crate::{engine::command::EngineCommand, games};

mod probe;
mod sitting;
mod steps;

use probe::Probe;
use steps::{Step, Want};

const HELP: &str = "\
Starts the engine, talks to it as a match would, and prints a line for each thing that an engine must do:
`ok` or `FAIL`, a number, and what was expected. A failure is followed by what was wrong and by the lines
of that step, `>` to the engine and `<` from it. docs/protocol.md tells the protocol.

Examples:
  referee check \"python3 clients/python/examples/random_bot.py\"
  referee check \"./my_engine --threads 1\" --game kamisado
  referee check \"referee bot search --json\" --json

Exit codes: 0 every step is ok, 1 some step failed, 2 wrong usage.";

/// Arguments of `referee check`.
#[derive(Args)]
#[command(after_help = HELP)]
pub struct CheckArgs {
    /// The engine: a program and its arguments, split as a shell would
    #[arg(value_name = "CMD")]
    command: String,
    /// A game to try; may be given for several. Without it, every game that the engine says it plays
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Talk JSON instead of words
    #[arg(long)]
    json: bool,
    /// How long the engine may take for each answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    patience_ms: u64,
}

/// Check whether an engine speaks the protocol.
pub fn run(args: CheckArgs) -> anyhow::Result<ExitCode> {
    let mut command = EngineCommand::parse(&args.command).map_err(|error| Usage::new(format!("CMD: {error}")))?;
    command.json = args.json;
    for game in &args.games {
        if games::find(game).is_none() {
            let known: Vec<&str> = games::GAMES.iter().map(|game| game.facts().id).collect();
            return Err(Usage::new(format!("--game `{game}`: expected one of {}", known.join(", "))).into());
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("failed to start the runtime")?;
    let want = Want { games: args.games, patience: Duration::from_millis(args.patience_ms) };
    let failed = runtime.block_on(check(&command, &want));
    match failed {
        0 => println!("\nThe engine speaks the protocol."),
        1 => println!("\nThe engine does not speak the protocol: 1 step failed."),
        failed => println!("\nThe engine does not speak the protocol: {failed} steps failed."),
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes every step and prints its line; gives how many failed. An engine that failed is started afresh for the next
/// step; one that cannot be started or introduced is given up.
async fn check(command: &EngineCommand, want: &Want) -> usize {
    let mut number = 0;
    let mut failed = 0;
    let mut report = |step: &Step, outcome: &Result<(), String>, probe: Option<&Probe>| {
        number += 1;
        match outcome {
            Ok(()) => println!("ok   {number:3}  {step}"),
            Err(problem) => {
                failed += 1;
                println!("FAIL {number:3}  {step}\n           {problem}");
                probe.into_iter().for_each(|probe| print!("{}", probe.transcript("             ")));
            }
        }
        outcome.is_ok()
    };

    let mut probe = match Probe::start(command).await {
        Ok(probe) => probe,
        Err(problem) => {
            report(&steps::START, &Err(problem), None);
            return failed;
        }
    };
    report(&steps::START, &Ok(()), None);
    let introduced = probe.introduce(want).await;
    if !report(&steps::INTRODUCTION, &introduced, Some(&probe)) {
        return failed;
    }
    let mut steps = steps::of_talk();
    let games = steps::games(&probe, want);
    games.iter().flatten().for_each(|game| steps.extend(steps::of_game(game.facts().id)));
    report(&steps::GAMES, &games.map(drop), Some(&probe));
    for step in steps.iter().chain(&steps::of_end()) {
        probe.begin();
        let outcome = step.take(&mut probe, want).await;
        if report(step, &outcome, Some(&probe)) {
            continue;
        }
        probe = match Probe::start(command).await {
            Ok(fresh) => fresh,
            Err(_) => return failed,
        };
        if probe.introduce(want).await.is_err() {
            return failed;
        }
    }
    failed
}
