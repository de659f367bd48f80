//! The arguments of `referee tournament`, and the effect of each command.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use referee_client::pb::{AwardMatch, LadderEntry, Now, change_contest_request::Change};

use super::{create, run as local};
use crate::{
    cli::{
        console::output::{answer, complain},
        contest::{EnterArgs, MatchReasonArgs, NamedArgs, Shared, change, enter},
        help::examples,
    },
    law::Contest,
    remote::Calls,
    runner::one_file,
};

const EXAMPLES: &str = "\
Examples:
  referee tournament run examples/kamisado_swiss.toml     between engines of this machine
  referee tournament create cup.toml                      on a server, between its players, as a host
  referee tournament create cup.toml --entries            the same, with open entries
  referee tournament create cup.toml --join               the same, with engines of this machine among the players
  referee tournament enter cup
  referee tournament start cup
  referee tournament watch cup                            watch until the results are provisional or final
  referee tournament standings cup
  referee tournament pause cup --reason \"the hall is closed\"
  referee tournament disqualify cup bob --reason \"two engines of one author\"
  referee tournament award cup s1-b2-m1 --winner ann --reason \"bob had help\"
  referee tournament confirm cup                          provisional results become final
  referee tournament export cup --directory cup           the report as text, JSON, CSV, SVG and TRF, and all records

See docs/tournaments.md for the file. A player enters and withdraws with its own token.
All other commands except `run` and the read-only commands are for hosts of the server.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error or
invalid file, 130 interrupted.";

/// Examples of the commands not listed above.
const MORE: &str = "\
  referee tournament list --limit 50
  referee tournament status cup
  referee tournament withdraw cup --reason \"ill\"
  referee tournament resume cup
  referee tournament freeze cup --reason \"the hall is full\"
  referee tournament enter cup --player ann
  referee tournament withdraw cup --player bob --reason \"requested\"
  referee tournament void cup s1-b2-m1 --reason \"the host's network failed\"
  referee tournament release cup 3
  referee tournament end cup --reason \"the hall is closed\"";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("tournament", EXAMPLES, MORE))]
pub struct TournamentArgs {
    #[command(subcommand)]
    command: TournamentCommand,
}

#[derive(Subcommand)]
enum TournamentCommand {
    /// Play or resume a tournament between local engines
    Run(local::RunArgs),
    /// Create a tournament on a server
    Create(create::CreateArgs),
    /// Enter a tournament and accept all its matches
    Enter(EnterArgs),
    /// Start a tournament
    Start(NamedArgs),
    /// Show the standings
    Standings(NamedArgs),
    /// Export reports (text, JSON, CSV, SVG, TRF) and all records so far
    Export(ExportArgs),
    /// Award the points of a match to a player
    Award(AwardArgs),
    /// Make provisional results final
    Confirm(NamedArgs),
    /// Release all results up to the given stage
    Release(ReleaseArgs),
    #[command(flatten)]
    Shared(Shared),
}

#[derive(Args)]
struct ExportArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// Output directory [default: tournaments/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Also write all records to one file, records.jsonl
    #[arg(long)]
    one_file: bool,
}

#[derive(Args)]
struct AwardArgs {
    #[command(flatten)]
    of: MatchReasonArgs,
    /// Winner; every other player of the match loses
    #[arg(long, value_name = "NAME")]
    winner: String,
}

#[derive(Args)]
struct ReleaseArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// Last stage to release, from 1
    #[arg(value_name = "STAGE", value_parser = clap::value_parser!(u32).range(1..))]
    stage: u32,
}

pub fn run(args: TournamentArgs) -> anyhow::Result<ExitCode> {
    use TournamentCommand as Do;
    let change = |of: NamedArgs, what: Change, reason: String| change(Contest::Tournament, of, what, reason);
    match args.command {
        Do::Run(args) => local::run(args),
        Do::Create(args) => create::run(args),
        Do::Enter(args) => enter(Contest::Tournament, args, LadderEntry::default()),
        Do::Start(of) => change(of, Change::Start(Now {}), String::new()),
        Do::Standings(NamedArgs { call, id }) => {
            answer(&call, async |calls: Calls| calls.tournament_standings(&id).await)
        }
        Do::Export(ExportArgs { of: NamedArgs { call, id }, directory, one_file }) => {
            let directory = directory.unwrap_or_else(|| PathBuf::from("tournaments").join(&id));
            answer(&call, async |calls: Calls| {
                let (lines, missing) = calls.export_tournament(&id, &directory).await?;
                missing.iter().for_each(complain);
                if one_file {
                    one_file::write(&directory)?;
                }
                Ok(lines)
            })
        }
        Do::Award(AwardArgs { of: MatchReasonArgs { of, match_key }, winner }) => {
            change(of.of, Change::Award(AwardMatch { match_key, winner }), of.reason)
        }
        Do::Confirm(of) => change(of, Change::Confirm(Now {}), String::new()),
        Do::Release(ReleaseArgs { of, stage }) => change(of, Change::ReleaseResults(stage), String::new()),
        Do::Shared(shared) => shared.run(Contest::Tournament),
    }
}
