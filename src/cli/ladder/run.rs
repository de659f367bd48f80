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
  referee ladder run mine.toml                   again: goes on where it was, or prints how it ended
  referee ladder run mine.toml --json            a JSON object for each event, then the ratings
  referee ladder rate --events ladders/mine/ladder.jsonl

Everything of a ladder is in its directory: its events, from which a run that ended anywhere goes on, the record of each match, and its signed
events as `export` writes those of a server's. A match that was under way is played again from its beginning. docs/ladders.md says what a
file may hold.

Exit codes: 0 it is over, 1 it could not be played on, 2 the file cannot be taken as it stands, 130 interrupted.";

/// Arguments of `referee ladder run`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// The file that describes the ladder
    file: PathBuf,
    /// Where everything of it is kept; ladders/ID unless given
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Where reports are written too, a directory for each category: ratings, crosstable, plots
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// How many matches are counted between two lines that say who leads; 0 is never
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

/// Reads the file, and the options of `referee play` in it.
fn read(args: &RunArgs) -> anyhow::Result<LocalLadder> {
    let file = LadderFile::read_local(&args.file)?;
    let directory = args.directory.clone().unwrap_or_else(|| PathBuf::from("ladders").join(file.id()));
    let mut plan = of_file(&args.file, file.arguments()?, file.at_once()?)?;
    grant(plan.engines.iter_mut().map(|engine| &mut engine.command), &[("the ladder", Some(&directory))])?;
    let openings = file.category()?.openings.as_ref();
    let openings = openings.map(|table| table.read(&args.file, plan.game, &plan.setting, file.seed)).transpose()?;
    Ok(LocalLadder { file, plan, openings, directory })
}
