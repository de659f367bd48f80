//! The arguments of `referee tournament`, and what each of them does.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use referee_client::pb::{
    AwardMatch, LadderEntry, Now, VoidMatch,
    change_contest_request::{Change, Contest},
};

use super::{create, run as local};
use crate::{
    cli::{
        INTERRUPTED,
        contest_args::{
            LeaveArgs, ListArgs, MatchReasonArgs, NamedArgs, PlayerArgs, PlayerReasonArgs, ReasonArgs, WatchArgs,
        },
        examples,
        output::{answer, complain, entered},
    },
    interrupt::Interrupt,
    remote::Calls,
    runner::one_file,
    transcript::contest::Printer,
};

const EXAMPLES: &str = "\
Examples:
  referee tournament run examples/kamisado_swiss.toml     between engines of this machine
  referee tournament create cup.toml                      on a server, between its players, as a host
  referee tournament create cup.toml --entries            the same, with open entries
  referee tournament create cup.toml --join               the same, with engines of this machine among the players
  referee tournament enter cup
  referee tournament start cup
  referee tournament watch cup                            until its results are provisional or final
  referee tournament standings cup
  referee tournament pause cup --reason \"the hall is closed\"
  referee tournament disqualify cup bob --reason \"two engines of one author\"
  referee tournament award cup s1-b2-m1 --winner ann --reason \"bob had help\"
  referee tournament confirm cup                          provisional results become final
  referee tournament export cup --directory cup           its report as text, JSON, CSV, SVG and TRF, and the records

See docs/tournaments.md for the file. A player enters and leaves with its own token.
Everything else but `run` and the read-only commands is for hosts of the server.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error or
invalid file, 130 interrupted.";

/// Examples of the commands not listed above.
const MORE: &str = "\
  referee tournament list --limit 50
  referee tournament status cup
  referee tournament leave cup --reason \"ill\"
  referee tournament resume cup
  referee tournament freeze cup --reason \"the hall is full\"
  referee tournament add cup ann
  referee tournament withdraw cup bob --reason \"he asked for it\"
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
    /// List the tournaments of a server, newest first
    #[command(after_help = EXAMPLES)]
    List(ListArgs),
    /// Show the state of a tournament, and why matches wait
    #[command(after_help = EXAMPLES)]
    Status(NamedArgs),
    /// Show its standings
    #[command(after_help = EXAMPLES)]
    Standings(NamedArgs),
    /// Watch a tournament until its results are provisional or final
    #[command(after_help = EXAMPLES)]
    Watch(WatchArgs),
    /// Export the current report as text, JSON, CSV, SVG and TRF, with all records
    #[command(after_help = EXAMPLES)]
    Export(ExportArgs),
    /// Enter a tournament; you accept its matches by entering
    #[command(after_help = EXAMPLES)]
    Enter(NamedArgs),
    /// Leave: removes your entry before the start, forfeits the rest later
    #[command(after_help = EXAMPLES)]
    Leave(LeaveArgs),
    /// Start a tournament
    #[command(after_help = EXAMPLES)]
    Start(NamedArgs),
    /// Pause: open no further match until `resume`
    #[command(after_help = EXAMPLES)]
    Pause(ReasonArgs),
    /// Resume opening matches
    #[command(after_help = EXAMPLES)]
    Resume(NamedArgs),
    /// Close entries
    #[command(after_help = EXAMPLES)]
    Freeze(ReasonArgs),
    /// Add a player, who must accept its matches itself
    #[command(after_help = EXAMPLES)]
    Add(PlayerArgs),
    /// Withdraw a player: removes the entry before the start, forfeits the rest later
    #[command(after_help = EXAMPLES)]
    Withdraw(PlayerReasonArgs),
    /// Disqualify a player: it forfeits every match
    #[command(after_help = EXAMPLES)]
    Disqualify(PlayerReasonArgs),
    /// Void a finished match and replay it
    #[command(after_help = EXAMPLES)]
    Void(MatchReasonArgs),
    /// Award the points of a match to a player
    #[command(after_help = EXAMPLES)]
    Award(AwardArgs),
    /// Make provisional results final
    #[command(after_help = EXAMPLES)]
    Confirm(NamedArgs),
    /// Release the results of all stages up to one
    #[command(after_help = EXAMPLES)]
    Release(ReleaseArgs),
    /// End a tournament immediately
    #[command(after_help = EXAMPLES)]
    End(ReasonArgs),
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
    match args.command {
        Do::Run(args) => local::run(args),
        Do::Create(args) => create::run(args),
        Do::List(ListArgs { call, limit }) => answer(&call, async |calls: Calls| calls.tournaments(limit).await),
        Do::Status(NamedArgs { call, id }) => answer(&call, async |calls: Calls| calls.tournament(&id).await),
        Do::Standings(NamedArgs { call, id }) => {
            answer(&call, async |calls: Calls| calls.tournament_standings(&id).await)
        }
        Do::Watch(of) => watch(of),
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
        Do::Enter(NamedArgs { call, id }) => entered(&call, async |calls: Calls| calls.enter_tournament(id).await),
        Do::Leave(LeaveArgs { of: NamedArgs { call, id }, reason }) => {
            answer(&call, async |calls: Calls| calls.leave_tournament(id, reason).await)
        }
        Do::Start(of) => change(of, Change::Start(Now {}), String::new()),
        Do::Pause(ReasonArgs { of, reason }) => change(of, Change::Pause(Now {}), reason),
        Do::Resume(of) => change(of, Change::Resume(Now {}), String::new()),
        Do::Freeze(ReasonArgs { of, reason }) => change(of, Change::FreezeEntries(Now {}), reason),
        Do::Add(PlayerArgs { of, player }) => {
            change(of, Change::Enter(LadderEntry { player, ..LadderEntry::default() }), String::new())
        }
        Do::Withdraw(PlayerReasonArgs { of, reason }) => change(of.of, Change::Withdraw(of.player), reason),
        Do::Disqualify(PlayerReasonArgs { of, reason }) => change(of.of, Change::Disqualify(of.player), reason),
        Do::Void(MatchReasonArgs { of, match_key }) => {
            change(of.of, Change::Void(VoidMatch { match_key, replay: true }), of.reason)
        }
        Do::Award(AwardArgs { of: MatchReasonArgs { of, match_key }, winner }) => {
            change(of.of, Change::Award(AwardMatch { match_key, winner }), of.reason)
        }
        Do::Confirm(of) => change(of, Change::Confirm(Now {}), String::new()),
        Do::Release(ReleaseArgs { of, stage }) => change(of, Change::ReleaseResults(stage), String::new()),
        Do::End(ReasonArgs { of, reason }) => change(of, Change::End(Now {}), reason),
    }
}

fn change(of: NamedArgs, change: Change, reason: String) -> anyhow::Result<ExitCode> {
    let NamedArgs { call, id } = of;
    answer(&call, async |calls: Calls| calls.change_contest(Contest::Tournament(id), change, reason).await)
}

fn watch(WatchArgs { of: NamedArgs { call, id }, rating_interval }: WatchArgs) -> anyhow::Result<ExitCode> {
    let mut printer = Printer::new(call.json, rating_interval);
    call.call(async |calls: Calls| {
        let mut interrupt = Interrupt::listen()?;
        tokio::select! {
            watched = calls.watch_tournament(&id, &mut printer) => {
                printer.end_tournament(&watched?, None)?;
                Ok(ExitCode::SUCCESS)
            }
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
