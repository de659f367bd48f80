//! `referee ladder run`: play a ladder that a file describes, between local engines.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    cli::{INTERRUPTED, play::plan::of_file, sandbox::grant},
    interrupt::Interrupt,
    ladder::Phase,
    runner::ladder::{LocalLadder, file::LadderFile, report, run as play},
    transcript::{RATING_INTERVAL, contest::Printer},
};

const EXAMPLES: &str = "\
Examples:
  referee ladder run examples/ladder_of_engines.toml
  referee ladder run mine.toml --report mine     ratings, crosstable and plots in mine, too
  referee ladder run mine.toml                   again: resume, or print the result
  referee ladder run mine.toml --json            a JSON object for each event, then the ratings
  referee ladder rate --events ladders/mine/ladder.jsonl

The ladder's directory holds everything: its events, from which an interrupted run
resumes, the record of each match, and its signed events in the format of `export`. A
match in progress is replayed from its start. See docs/ladders.md for the file.

Exit codes: 0 finished, 1 failed, 2 usage error or invalid file, 130 interrupted.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// Ladder file
    file: PathBuf,
    /// Directory of the ladder [default: ladders/ID]
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Also write ratings, crosstable and plots here, one directory per category
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Counted matches between two lines of leaders; 0 disables them
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    rating_interval: u32,
    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

/// Plays a ladder that a file describes.
pub fn run(args: RunArgs) -> anyhow::Result<ExitCode> {
    let local = read(&args)?;
    let id = local.file.id().to_owned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut interrupt = Interrupt::listen()?;
        let directory = local.directory.clone();
        let mut printer = Printer::new(args.json, args.rating_interval).with_display_names(local.file.display_names());
        let stands = play(local, &mut printer, interrupt.first()).await?;
        // Shows the standings even if the record or the report cannot be written.
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

/// Reads the file, including the options of `referee play` in it.
fn read(args: &RunArgs) -> anyhow::Result<LocalLadder> {
    let file = LadderFile::read_local(&args.file)?;
    let directory = args.directory.clone().unwrap_or_else(|| PathBuf::from("ladders").join(file.id()));
    let mut plan = of_file(&args.file, file.arguments()?, file.at_once()?)?;
    grant(plan.engines.iter_mut().map(|engine| &mut engine.command), &[("the ladder", Some(&directory))])?;
    let openings = file.category()?.openings.as_ref();
    let openings = openings.map(|table| table.read(&args.file, plan.game, &plan.setting, file.seed)).transpose()?;
    Ok(LocalLadder { file, plan, openings, directory })
}
