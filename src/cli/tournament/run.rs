//! `referee tournament run`: play a tournament that a file describes, between local engines.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    cli::{FAILED, INTERRUPTED, output::complain, play::plan::of_file, sandbox::grant},
    interrupt::Interrupt,
    runner::{
        one_file,
        plan::MAX_AT_ONCE,
        tournament::{LocalTournament, file::TournamentFile, run as play},
    },
    tournament::Phase,
    transcript::{RATING_INTERVAL, contest::Printer},
};

const EXAMPLES: &str = "\
Examples:
  referee tournament run examples/kamisado_swiss.toml
  referee tournament run cup.toml --concurrency 4     with four concurrent matches
  referee tournament run cup.toml                     again: resume, or print the result
  referee tournament run cup.toml --one-file          also all records in tournaments/cup/records.jsonl
  referee tournament run cup.toml --json              a JSON object per event, then the standings

The tournament's directory holds everything: its events, from which an interrupted run
resumes, and the record of each match. A match in progress is replayed from its start.
See docs/tournaments.md for the file.

Exit codes: 0 finished, 1 failed, 2 usage error or invalid file, 130 interrupted.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// Tournament file
    file: PathBuf,
    /// Directory of the tournament [default: tournaments/ID]
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Concurrent matches [default: as in the file]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_AT_ONCE)))]
    concurrency: Option<u16>,
    /// Counted matches between two lines of standings; 0 disables them
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    rating_interval: u32,
    /// Also write all records to one file, records.jsonl
    #[arg(long)]
    one_file: bool,
    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

/// Plays a tournament that a file describes.
pub fn run(args: RunArgs) -> anyhow::Result<ExitCode> {
    let local = read(&args)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut interrupt = Interrupt::listen()?;
        let directory = local.directory.clone();
        let mut printer = Printer::new(args.json, args.rating_interval).with_display_names(local.file.display_names());
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

/// Reads the file, including the options of `referee play` in it.
fn read(args: &RunArgs) -> anyhow::Result<LocalTournament> {
    let file = TournamentFile::read_local(&args.file)?;
    file.warning(&file.rules()?).into_iter().for_each(complain);
    let at_once = args.concurrency.map_or_else(|| file.at_once(), Ok)?;
    let directory = args.directory.clone().unwrap_or_else(|| PathBuf::from("tournaments").join(file.id()));
    let mut plan = of_file(&args.file, file.arguments()?, at_once)?;
    grant(plan.engines.iter_mut().map(|engine| &mut engine.command), &[("the tournament", Some(&directory))])?;
    let openings = file.openings.as_ref();
    let openings = openings.map(|table| table.read(&args.file, plan.game, &plan.setting, file.seed)).transpose()?;
    Ok(LocalTournament { file, plan, openings, directory })
}
