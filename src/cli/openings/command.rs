//! The arguments of `referee openings`, and what each of them does.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{check, list, make};

pub(super) const EXAMPLES: &str = "\
Examples:
  referee openings list                                       the built-in sets, with what was measured of each
  referee openings check mine.txt --game kamisado             whether every line is an opening, and which are alike
  referee openings check mine.txt --game kamisado --play 20   and what they are worth: 20 matches from each
  referee openings make --game kamisado --plies 2 --count 8 --seed 1 --output mine.txt
  referee openings make --game hive --plies 6 --candidates 80 --max-bias 0.1 > mine.txt

docs/openings.md says what a file may hold, and what the numbers are worth. The judge is the house's search bot on both seats, with one
move in 24 at random. The same numbers make the same file, whatever --concurrency is. A file is written when all of it is made.

Exit codes: 0 done, 1 it could not be done, 2 the command line or the file cannot be taken as it stands, 130 interrupted.";

/// Arguments of `referee openings`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct OpeningsArgs {
    /// What to do.
    #[command(subcommand)]
    command: OpeningsCommand,
}

/// What can be done with openings.
#[derive(Subcommand)]
enum OpeningsCommand {
    /// List the built-in sets, with what was measured of each
    #[command(after_help = EXAMPLES)]
    List(list::ListArgs),
    /// Check every line of a file by the rules of its game, and play from it
    #[command(after_help = EXAMPLES)]
    Check(check::CheckArgs),
    /// Make a set that is even for the house's search bot, and measure it
    #[command(after_help = EXAMPLES)]
    Make(make::MakeArgs),
}

/// Runs the command.
pub fn run(args: OpeningsArgs) -> anyhow::Result<ExitCode> {
    match args.command {
        OpeningsCommand::List(args) => list::run(args),
        OpeningsCommand::Check(args) => check::run(args),
        OpeningsCommand::Make(args) => make::run(args),
    }
}
