//! The arguments of `referee openings`, and the effect of each command.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{check, list, make};

pub(super) const EXAMPLES: &str = "\
Examples:
  referee openings list                                       the built-in sets with their measurements
  referee openings check mine.txt --game kamisado             invalid and duplicate lines
  referee openings check mine.txt --game kamisado --play 20   and 20 matches from each opening
  referee openings make --game kamisado --plies 2 --count 8 --seed 1 --output mine.txt
  referee openings make --game hive --plies 6 --candidates 80 --max-bias 0.1 > mine.txt

See docs/openings.md for the file format and the numbers. The judge is the house bot
`search` on both seats, with one random move in 24. The same options give the same file,
at any --concurrency. The file appears only when it is complete.

Exit codes: 0 done, 1 failed, 2 usage error or invalid file, 130 interrupted.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct OpeningsArgs {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand)]
enum OpeningsCommand {
    /// List the built-in sets with their measurements
    #[command(after_help = EXAMPLES)]
    List(list::ListArgs),
    /// Validate an openings file; optionally play from each opening
    #[command(after_help = EXAMPLES)]
    Check(check::CheckArgs),
    /// Make a balanced set with the house bot `search`, and measure it
    #[command(after_help = EXAMPLES)]
    Make(make::MakeArgs),
}

pub fn run(args: OpeningsArgs) -> anyhow::Result<ExitCode> {
    match args.command {
        OpeningsCommand::List(args) => list::run(args),
        OpeningsCommand::Check(args) => check::run(args),
        OpeningsCommand::Make(args) => make::run(args),
    }
}
