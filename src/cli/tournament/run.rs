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
  referee tournament run cup.toml --concurrency 4     as the file says, four matches at once
  referee tournament run cup.toml                     again: goes on where it was, or prints how it ended
  referee tournament run cup.toml --one-file          all records in tournaments/cup/records.jsonl, too
  referee tournament run cup.toml --json              a JSON object for each event, then the standings

Everything of a tournament is in its directory: its events, from which a run that ended anywhere goes on, and the record of each match. A
match that was under way is played again from its beginning. docs/tournaments.md says what a file may hold.

Exit codes: 0 it is over, 1 it could not be played on, 2 the file cannot be taken as it stands, 130 interrupted.";

/// Arguments of `referee tournament run`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// The file that describes the tournament
    file: PathBuf,
    /// Where everything of it is kept; tournaments/ID unless given
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// How many matches at once; as the file says unless given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_AT_ONCE)))]
    concurrency: Option<u16>,
    /// How many matches are counted between two lines that say how it stands; 0 is never
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    rating_interval: u32,
    /// Write all records into one file too, records.jsonl
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

/// Reads the file, and the options of `referee play` in it.
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
