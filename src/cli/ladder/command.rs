//! The arguments of `referee ladder`, and what each of them does.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use referee_client::pb::{
    CompareLadderEntrantsRequest, LadderEntry, Now, VoidMatch,
    change_contest_request::{Change, Contest},
};

use super::{create, rate, run as local};
use crate::{
    cli::{
        INTERRUPTED,
        contest_args::{
            LeaveArgs, ListArgs, MatchReasonArgs, NamedArgs, PlayerArgs, PlayerReasonArgs, ReasonArgs, WatchArgs,
        },
        examples,
        output::{answer, entered},
    },
    interrupt::Interrupt,
    remote::Calls,
    transcript::contest::Printer,
};

const EXAMPLES: &str = "\
Examples:
  referee ladder run examples/ladder_of_engines.toml      between engines of this machine
  referee ladder create blitz.toml                        on a server, as a host (file: docs/ladders.md)
  referee ladder enter blitz --at-once 2                  as the token's player, accepting its matches
  referee ladder enter blitz --version-of alpha-1         as a new version of an earlier entrant
  referee ladder ratings blitz --category kamisado
  referee ladder compare blitz beta-1 alpha-1 --category kamisado
  referee ladder watch blitz                              pairings and their reasons, live
  referee ladder rate blitz --category kamisado           the same ratings, computed here from the events
  referee ladder export blitz --report blitz              its signed events in blitz.jsonl, ratings, crosstables and plots in blitz
  referee ladder signals blitz --category kamisado        what a host should look at
  referee ladder quarantine blitz alpha-1 --reason \"it answers nothing\"
  referee ladder void blitz s1-b12-m1 --reason \"the host's network failed\"

A player enters and leaves with its own token. Everything else but `run` and the
read-only commands is for hosts of the server.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error or
invalid file, 130 interrupted.";

/// Examples of the commands not listed above.
const MORE: &str = "\
  referee ladder list --limit 50
  referee ladder status blitz
  referee ladder leave blitz --reason \"a new version comes\"
  referee ladder pause blitz --reason \"the host is repaired\"
  referee ladder resume blitz
  referee ladder freeze blitz --reason \"the season ends\"
  referee ladder open blitz
  referee ladder add blitz beta-1 --at-once 2
  referee ladder withdraw blitz beta-1 --reason \"its owner asked for it\"
  referee ladder revive blitz beta-1
  referee ladder release blitz alpha-1 --reason \"it is mended\"
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
    /// List the ladders of a server, newest first
    #[command(after_help = EXAMPLES)]
    List(ListArgs),
    /// Show the state of a ladder, its entrants, and why matches wait
    #[command(after_help = EXAMPLES)]
    Status(NamedArgs),
    /// Show the published ratings
    #[command(after_help = EXAMPLES)]
    Ratings(CategoryArgs),
    /// Show the rating difference of two entrants with its 95 % interval
    #[command(after_help = EXAMPLES)]
    Compare(CompareArgs),
    /// Compute the ratings from the events
    Rate(rate::RateArgs),
    /// Watch a ladder from its beginning, then live to its end
    #[command(after_help = EXAMPLES)]
    Watch(WatchArgs),
    /// Export the current events, signed by the server, to a file
    #[command(after_help = EXAMPLES)]
    Export(ExportArgs),
    /// List what a host should look at
    #[command(after_help = EXAMPLES)]
    Signals(CategoryArgs),
    /// Enter the ladder, change your categories, or rejoin
    #[command(after_help = EXAMPLES)]
    Enter(EntryArgs),
    /// Leave the ladder; your rating is kept
    #[command(after_help = EXAMPLES)]
    Leave(LeaveArgs),
    /// Pause pairing until `resume`
    #[command(after_help = EXAMPLES)]
    Pause(ReasonArgs),
    /// Resume pairing
    #[command(after_help = EXAMPLES)]
    Resume(NamedArgs),
    /// Close entries until `open`
    #[command(after_help = EXAMPLES)]
    Freeze(ReasonArgs),
    /// Reopen entries
    #[command(after_help = EXAMPLES)]
    Open(NamedArgs),
    /// Add a player, who must accept its matches itself
    #[command(after_help = EXAMPLES)]
    Add(AddArgs),
    /// Withdraw an entrant; its rating is kept
    #[command(after_help = EXAMPLES)]
    Withdraw(PlayerReasonArgs),
    /// Bring a withdrawn entrant back
    #[command(after_help = EXAMPLES)]
    Revive(PlayerArgs),
    /// Quarantine an entrant: no pairings until `release`
    #[command(after_help = EXAMPLES)]
    Quarantine(PlayerReasonArgs),
    /// Release an entrant from quarantine
    #[command(after_help = EXAMPLES)]
    Release(PlayerReasonArgs),
    /// Disqualify an entrant: none of its matches count, past ones included
    #[command(after_help = EXAMPLES)]
    Disqualify(PlayerReasonArgs),
    /// Void a match: it no longer counts
    #[command(after_help = EXAMPLES)]
    Void(VoidArgs),
    /// End a ladder immediately
    #[command(after_help = EXAMPLES)]
    End(ReasonArgs),
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
    /// Also write ratings, crosstable and plots here, one directory per category
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
    /// Earlier entrant of the same owner that this is a new version of
    #[arg(long, value_name = "ENTRANT", default_value = "", hide_default_value = true)]
    version_of: String,
}

impl PlaysArgs {
    fn entry(self, player: String) -> LadderEntry {
        let PlaysArgs { categories, at_once, matches_per_day, version_of } = self;
        let matches_per_day = matches_per_day.unwrap_or(0);
        LadderEntry { player, categories, at_once, matches_per_day, version_of, known_ratings: Vec::new() }
    }
}

#[derive(Args)]
struct EntryArgs {
    #[command(flatten)]
    of: NamedArgs,
    #[command(flatten)]
    plays: PlaysArgs,
}

#[derive(Args)]
struct AddArgs {
    #[command(flatten)]
    of: PlayerArgs,
    #[command(flatten)]
    plays: PlaysArgs,
}

#[derive(Args)]
struct VoidArgs {
    #[command(flatten)]
    of: MatchReasonArgs,
    /// Replay it if its encounter is still in progress
    #[arg(long)]
    replay: bool,
}

pub fn run(args: LadderArgs) -> anyhow::Result<ExitCode> {
    use LadderCommand as Do;
    match args.command {
        Do::Run(args) => local::run(args),
        Do::Create(args) => create::run(args),
        Do::List(ListArgs { call, limit }) => answer(&call, async |calls: Calls| calls.ladders(limit).await),
        Do::Status(NamedArgs { call, id }) => answer(&call, async |calls: Calls| calls.ladder(id).await),
        Do::Ratings(CategoryArgs { of: NamedArgs { call, id }, category }) => {
            answer(&call, async |calls: Calls| calls.ladder_ratings(id, category).await)
        }
        Do::Compare(CompareArgs { of: CategoryArgs { of: NamedArgs { call, id }, category }, first, second }) => {
            let asked = CompareLadderEntrantsRequest { ladder: id, category, first, second };
            answer(&call, async |calls: Calls| calls.compare_ladder_entrants(asked).await)
        }
        Do::Rate(args) => rate::run(args),
        Do::Watch(args) => watch(args),
        Do::Export(ExportArgs { of: NamedArgs { call, id }, file, report }) => {
            let file = file.unwrap_or_else(|| PathBuf::from(format!("{id}.jsonl")));
            answer(&call, async |calls: Calls| calls.export_ladder(&id, &file, report.as_deref()).await)
        }
        Do::Signals(CategoryArgs { of: NamedArgs { call, id }, category }) => {
            answer(&call, async |calls: Calls| calls.ladder_signals(id, category).await)
        }
        Do::Enter(EntryArgs { of: NamedArgs { call, id }, plays }) => {
            entered(&call, async |calls: Calls| calls.enter_ladder(id, plays.entry(String::new())).await)
        }
        Do::Leave(LeaveArgs { of: NamedArgs { call, id }, reason }) => {
            answer(&call, async |calls: Calls| calls.leave_ladder(id, reason).await)
        }
        Do::Pause(ReasonArgs { of, reason }) => change(of, Change::Pause(Now {}), reason),
        Do::Resume(of) => change(of, Change::Resume(Now {}), String::new()),
        Do::Freeze(ReasonArgs { of, reason }) => change(of, Change::FreezeEntries(Now {}), reason),
        Do::Open(of) => change(of, Change::OpenEntries(Now {}), String::new()),
        Do::Add(AddArgs { of: PlayerArgs { of, player }, plays }) => {
            change(of, Change::Enter(plays.entry(player)), String::new())
        }
        Do::Withdraw(PlayerReasonArgs { of, reason }) => change(of.of, Change::Withdraw(of.player), reason),
        Do::Revive(PlayerArgs { of, player }) => change(of, Change::Revive(player), String::new()),
        Do::Quarantine(PlayerReasonArgs { of, reason }) => change(of.of, Change::Quarantine(of.player), reason),
        Do::Release(PlayerReasonArgs { of, reason }) => change(of.of, Change::Release(of.player), reason),
        Do::Disqualify(PlayerReasonArgs { of, reason }) => change(of.of, Change::Disqualify(of.player), reason),
        Do::Void(VoidArgs { of: MatchReasonArgs { of: ReasonArgs { of, reason }, match_key }, replay }) => {
            change(of, Change::Void(VoidMatch { match_key, replay }), reason)
        }
        Do::End(ReasonArgs { of, reason }) => change(of, Change::End(Now {}), reason),
    }
}

fn change(of: NamedArgs, change: Change, reason: String) -> anyhow::Result<ExitCode> {
    let NamedArgs { call, id } = of;
    answer(&call, async |calls: Calls| calls.change_contest(Contest::Ladder(id), change, reason).await)
}

fn watch(WatchArgs { of: NamedArgs { call, id }, rating_interval }: WatchArgs) -> anyhow::Result<ExitCode> {
    let mut printer = Printer::new(call.json, rating_interval);
    call.call(async |calls: Calls| {
        let mut interrupt = Interrupt::listen()?;
        tokio::select! {
            watched = calls.watch_ladder(&id, &mut printer) => watched.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
