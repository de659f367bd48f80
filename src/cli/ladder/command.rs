//! The arguments of `referee ladder`, and the effect of each command.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use referee_client::pb::{CompareLadderEntrantsRequest, LadderEntry, Now, change_contest_request::Change};

use super::{create, rate, run as local};
use crate::{
    cli::{
        console::output::answer,
        contest::{EnterArgs, NamedArgs, PlayerArgs, PlayerReasonArgs, Shared, change, enter},
        help::examples,
    },
    law::Contest,
    remote::Calls,
};

const EXAMPLES: &str = "\
Examples:
  referee ladder run examples/ladder_of_engines.toml      between engines of this machine
  referee ladder create blitz.toml                        on a server, as a host (file: docs/ladders.md)
  referee ladder enter blitz --at-once 2                  enter as the token's player, and accept all matches
  referee ladder enter blitz --version-of alpha-1         as a new version of an earlier entrant
  referee ladder ratings blitz --category kamisado
  referee ladder compare blitz beta-1 alpha-1 --category kamisado
  referee ladder watch blitz                              pairings and their reasons, live
  referee ladder rate blitz --category kamisado           the same ratings, computed locally from the events
  referee ladder export blitz --report blitz              signed events to blitz.jsonl; ratings, crosstables and plots to blitz
  referee ladder signals blitz --category kamisado        suspicious entrants, for the host to review
  referee ladder quarantine blitz alpha-1 --reason \"it does not respond\"
  referee ladder void blitz s1-b12-m1 --reason \"the host's network failed\"

A player enters and withdraws with its own token. All other commands except `run` and
the read-only commands are for hosts of the server.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error or
invalid file, 130 interrupted.";

/// Examples of the commands not listed above.
const MORE: &str = "\
  referee ladder list --limit 50
  referee ladder status blitz
  referee ladder withdraw blitz --reason \"a new version is coming\"
  referee ladder pause blitz --reason \"server maintenance\"
  referee ladder resume blitz
  referee ladder freeze blitz --reason \"the season ends\"
  referee ladder open blitz
  referee ladder enter blitz --player beta-1 --at-once 2
  referee ladder withdraw blitz --player beta-1 --reason \"requested by its owner\"
  referee ladder revive blitz beta-1
  referee ladder release blitz alpha-1 --reason \"fixed\"
  referee ladder disqualify blitz alpha-1 --reason \"two engines of one author\"
  referee ladder end blitz --reason \"the season is over\"";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("ladder", EXAMPLES, MORE))]
pub struct LadderArgs {
    #[command(subcommand)]
    command: LadderCommand,
}

#[derive(Subcommand)]
enum LadderCommand {
    /// Play or resume a ladder between local engines
    Run(local::RunArgs),
    /// Create a ladder on a server
    Create(create::CreateArgs),
    /// Enter the ladder, change your categories, or rejoin
    Enter(EntryArgs),
    /// Show the published ratings
    Ratings(CategoryArgs),
    /// Show the rating difference of two entrants, with 95 % interval
    Compare(CompareArgs),
    /// Recompute the ratings from the ladder's events
    Rate(rate::RateArgs),
    /// Export all events so far to a file, signed by the server
    Export(ExportArgs),
    /// List suspicious entrants for the host to review
    Signals(CategoryArgs),
    /// Reopen entries
    Open(NamedArgs),
    /// Readmit a withdrawn entrant
    Revive(PlayerArgs),
    /// Quarantine an entrant: no pairings until `release`
    Quarantine(PlayerReasonArgs),
    /// Release an entrant from quarantine
    Release(PlayerReasonArgs),
    #[command(flatten)]
    Shared(Shared),
}

#[derive(Args)]
struct CategoryArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// Category name [default: the only one]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    category: String,
}

#[derive(Args)]
struct CompareArgs {
    #[command(flatten)]
    of: CategoryArgs,
    /// First player
    #[arg(value_name = "FIRST")]
    first: String,
    /// Second player
    #[arg(value_name = "SECOND")]
    second: String,
}

#[derive(Args)]
struct ExportArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// File to write or overwrite [default: LADDER.jsonl]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Also write ratings, crosstables and plots to DIR. Each category has its own subdirectory
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// The categories and pace of an entrant.
#[derive(Args)]
struct PlaysArgs {
    /// Category to play; repeat for several [default: all]
    #[arg(long = "category", value_name = "NAME")]
    categories: Vec<String>,
    /// Maximum concurrent encounters
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    at_once: u32,
    /// Maximum matches per day [default: the ladder's limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    matches_per_day: Option<u32>,
    /// Your earlier entrant, if this player is a new version of that entrant
    #[arg(long, value_name = "ENTRANT", default_value = "", hide_default_value = true)]
    version_of: String,
}

impl PlaysArgs {
    fn entry(self) -> LadderEntry {
        let PlaysArgs { categories, at_once, matches_per_day, version_of } = self;
        let at_once = Some(at_once);
        LadderEntry { categories, at_once, matches_per_day, version_of, ..LadderEntry::default() }
    }
}

#[derive(Args)]
struct EntryArgs {
    #[command(flatten)]
    of: EnterArgs,
    #[command(flatten)]
    plays: PlaysArgs,
}

/// Runs the command.
pub fn run(args: LadderArgs) -> anyhow::Result<ExitCode> {
    use LadderCommand as Do;
    let change = |of: NamedArgs, what: Change, reason: String| change(Contest::Ladder, of, what, reason);
    match args.command {
        Do::Run(args) => local::run(args),
        Do::Create(args) => create::run(args),
        Do::Enter(EntryArgs { of, plays }) => enter(Contest::Ladder, of, plays.entry()),
        Do::Ratings(CategoryArgs { of: NamedArgs { call, id }, category }) => {
            answer(&call, async |calls: Calls| calls.ladder_ratings(id, category).await)
        }
        Do::Compare(CompareArgs { of: CategoryArgs { of: NamedArgs { call, id }, category }, first, second }) => {
            let asked = CompareLadderEntrantsRequest { ladder_id: id, category, first, second };
            answer(&call, async |calls: Calls| calls.compare_ladder_entrants(asked).await)
        }
        Do::Rate(args) => rate::run(args),
        Do::Export(ExportArgs { of: NamedArgs { call, id }, file, report }) => {
            let file = file.unwrap_or_else(|| PathBuf::from(format!("{id}.jsonl")));
            answer(&call, async |calls: Calls| calls.export_ladder(&id, &file, report.as_deref()).await)
        }
        Do::Signals(CategoryArgs { of: NamedArgs { call, id }, category }) => {
            answer(&call, async |calls: Calls| calls.ladder_signals(id, category).await)
        }
        Do::Open(of) => change(of, Change::OpenEntries(Now {}), String::new()),
        Do::Revive(PlayerArgs { of, player }) => change(of, Change::Revive(player), String::new()),
        Do::Quarantine(PlayerReasonArgs { of, reason }) => change(of.of, Change::Quarantine(of.player), reason),
        Do::Release(PlayerReasonArgs { of, reason }) => change(of.of, Change::Release(of.player), reason),
        Do::Shared(shared) => shared.run(Contest::Ladder),
    }
}
