//! `referee tournament run`: play a tournament that a file describes, between local engines.

use std::process::ExitCode;

use clap::Args;

use crate::{
    block_on,
    cli::{
        console::{
            exit_codes::{FAILED, INTERRUPTED},
            output::complain,
        },
        contest::LocalArgs,
    },
    interrupt::Interrupt,
    runner::{
        contest::Local,
        one_file,
        tournament::{file::TournamentFile, run as play},
    },
    tournament::Phase,
};

const EXAMPLES: &str = "\
Examples:
  referee tournament run examples/kamisado_swiss.toml
  referee tournament run cup.toml --concurrency 4     with four concurrent matches
  referee tournament run cup.toml                     again: resume, or print the result
  referee tournament run cup.toml --one-file          also write all records to tournaments/cup/records.jsonl
  referee tournament run cup.toml --json              one JSON object per event, then the standings

The tournament's directory holds everything: its events, from which an interrupted run
resumes, and the record of each match. A match in progress is replayed from its start.
See docs/tournaments.md for the file.

Exit codes: 0 finished, 1 failed, 2 usage error or invalid file, 130 interrupted.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    of: LocalArgs,
    /// Also write all records to one file, records.jsonl
    #[arg(long)]
    one_file: bool,
}

/// Plays a tournament that a file describes.
pub fn run(args: RunArgs) -> anyhow::Result<ExitCode> {
    let local: Local<TournamentFile> = args.of.read("tournaments")?;
    local.file.warning(&local.file.rules()?).into_iter().for_each(complain);
    block_on(async {
        let mut interrupt = Interrupt::listen()?;
        let directory = local.directory.clone();
        let mut printer = args.of.printer(&local);
        let (tournament, written) = play(local, &mut printer, interrupt.first()).await?;
        printer.end_tournament(&tournament, written.is_ok().then_some(&*directory))?;
        if args.one_file {
            one_file::write(&directory)?;
        }
        written?.iter().for_each(|reason| complain(format!("no TRF: {reason}")));
        Ok(match &tournament.phase {
            Phase::Over(_) | Phase::Provisional { .. } => ExitCode::SUCCESS,
            Phase::Running | Phase::Closing => ExitCode::from(INTERRUPTED),
            Phase::Entries => ExitCode::from(FAILED),
        })
    })
}
