//! `referee ladder run`: play a ladder that a file describes, between local engines.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    block_on,
    cli::{console::exit_codes::INTERRUPTED, contest::LocalArgs},
    interrupt::Interrupt,
    ladder::Phase,
    runner::{
        contest::{ContestFile as _, Local},
        ladder::{file::LadderFile, report, run as play},
    },
};

const EXAMPLES: &str = "\
Examples:
  referee ladder run examples/ladder_of_engines.toml
  referee ladder run mine.toml --report mine     also write ratings, crosstables and plots to mine
  referee ladder run mine.toml                   again: resume, or print the result
  referee ladder run mine.toml --json            one JSON object per event, then the ratings
  referee ladder rate --events ladders/mine/ladder.jsonl

The ladder's directory holds everything: its events, from which an interrupted run
resumes, the record of each match, and its signed events in the format of `export`. A
match in progress is replayed from its start. See docs/ladders.md for the file.

Exit codes: 0 finished, 1 failed, 2 usage error or invalid file, 130 interrupted.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    of: LocalArgs,
    /// Also write ratings, crosstables and plots to DIR. Each category has its own subdirectory
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Plays a ladder that a file describes.
pub fn run(args: RunArgs) -> anyhow::Result<ExitCode> {
    let local: Local<LadderFile> = args.of.read("ladders")?;
    let id = local.file.id().to_owned();
    block_on(async {
        let mut interrupt = Interrupt::listen()?;
        let directory = local.directory.clone();
        let mut printer = args.of.printer(&local);
        let stands = play(local, &mut printer, interrupt.first()).await?;
        // The standings are shown even if the record or the report cannot be written.
        printer.end_ladder(&stands, &directory)?;
        if let Some(place) = &args.report {
            report::write(&stands.results, &id, place, &[stands.set])?;
        }
        stands.record?;
        Ok(match &stands.ladder.phase {
            Phase::Over(_) => ExitCode::SUCCESS,
            _ => ExitCode::from(INTERRUPTED),
        })
    })
}
