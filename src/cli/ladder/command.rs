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
  referee ladder create blitz.toml                        on a server; a host may: docs/ladders.md says what the file may hold
  referee ladder enter blitz --at-once 2                  with the player of the token, who agrees to its matches
  referee ladder enter blitz --version-of alpha-1         as a new version of an earlier entrant
  referee ladder ratings blitz --category kamisado
  referee ladder compare blitz beta-1 alpha-1 --category kamisado
  referee ladder watch blitz                              who is paired with whom and why, live
  referee ladder rate blitz --category kamisado           the same ratings, computed here from the events
  referee ladder export blitz --report blitz              its signed events in blitz.jsonl, ratings, crosstables and plots in blitz
  referee ladder signals blitz --category kamisado        what a host should look at
  referee ladder quarantine blitz alpha-1 --reason \"it answers nothing\"
  referee ladder void blitz s1-b12-m1 --reason \"the host's network failed\"

A player enters and leaves by its own token; all but `run`, `enter`, `leave` and what only looks are for hosts of the server.

Exit codes: 0 done, 1 the server refused or was not reached, 2 the command line or the file cannot be taken as it stands, 130 interrupted.";

/// Examples of the commands that the list above leaves out.
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

/// Arguments of `referee ladder`.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("ladder", EXAMPLES, MORE))]
pub struct LadderArgs {
    /// What to do.
    #[command(subcommand)]
    command: LadderCommand,
}

/// What can be done with a ladder.
#[derive(Subcommand)]
enum LadderCommand {
    /// Play it between local engines to its end, from wherever it stands
    Run(local::RunArgs),
    /// Open it on a server, which carries it through
    Create(create::CreateArgs),
    /// List the ladders of a server, the newest first
    #[command(after_help = EXAMPLES)]
    List(ListArgs),
    /// Show how it stands, who is in it, and which matches wait for what
    #[command(after_help = EXAMPLES)]
    Status(NamedArgs),
    /// Show its published ratings
    #[command(after_help = EXAMPLES)]
    Ratings(CategoryArgs),
    /// Say what two entrants are apart, with the 95 % interval
    #[command(after_help = EXAMPLES)]
    Compare(CompareArgs),
    /// Compute its ratings from its events
    Rate(rate::RateArgs),
    /// Watch it from its beginning, then live to its end
    #[command(after_help = EXAMPLES)]
    Watch(WatchArgs),
    /// Write its events as they are now, signed by the server, into a file
    #[command(after_help = EXAMPLES)]
    Export(ExportArgs),
    /// List what a host should look at
    #[command(after_help = EXAMPLES)]
    Signals(CategoryArgs),
    /// Enter it with the player of the token, say anew what it plays, or come back
    #[command(after_help = EXAMPLES)]
    Enter(EntryArgs),
    /// Leave it, and keep the rating
    #[command(after_help = EXAMPLES)]
    Leave(LeaveArgs),
    /// Pair nobody and open no match until it is resumed
    #[command(after_help = EXAMPLES)]
    Pause(ReasonArgs),
    /// Pair entrants again
    #[command(after_help = EXAMPLES)]
    Resume(NamedArgs),
    /// Let nobody enter until `open`
    #[command(after_help = EXAMPLES)]
    Freeze(ReasonArgs),
    /// Let entrants enter again
    #[command(after_help = EXAMPLES)]
    Open(NamedArgs),
    /// Enter a player, who must accept its matches itself
    #[command(after_help = EXAMPLES)]
    Add(AddArgs),
    /// Take an entrant out, which keeps its rating
    #[command(after_help = EXAMPLES)]
    Withdraw(PlayerReasonArgs),
    /// Bring an entrant back that had left
    #[command(after_help = EXAMPLES)]
    Revive(PlayerArgs),
    /// Pair an entrant no more until it is released
    #[command(after_help = EXAMPLES)]
    Quarantine(PlayerReasonArgs),
    /// Pair an entrant again
    #[command(after_help = EXAMPLES)]
    Release(PlayerReasonArgs),
    /// Put an entrant out: no match of it counts, not even those before
    #[command(after_help = EXAMPLES)]
    Disqualify(PlayerReasonArgs),
    /// Have a match count no more
    #[command(after_help = EXAMPLES)]
    Void(VoidArgs),
    /// End it where it stands
    #[command(after_help = EXAMPLES)]
    End(ReasonArgs),
}

/// A category of a ladder.
#[derive(Args)]
struct CategoryArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// The category by its name; the only one unless given
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    category: String,
}

/// Arguments of `referee ladder compare`.
#[derive(Args)]
struct CompareArgs {
    #[command(flatten)]
    of: CategoryArgs,
    /// One player
    #[arg(value_name = "FIRST")]
    first: String,
    /// The other
    #[arg(value_name = "SECOND")]
    second: String,
}

/// Arguments of `referee ladder export`.
#[derive(Args)]
struct ExportArgs {
    #[command(flatten)]
    of: NamedArgs,
    /// The file, which is written over; LADDER.jsonl unless given
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Where reports are written too, a directory for each category: ratings, crosstable, plots
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// What somebody plays.
#[derive(Args)]
struct PlaysArgs {
    /// A category that it plays, by its name; may be repeated; all unless given
    #[arg(long = "category", value_name = "NAME")]
    categories: Vec<String>,
    /// How many encounters it plays at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    at_once: u32,
    /// How many matches it plays in a day at most; as many as the ladder allows unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    matches_per_day: Option<u32>,
    /// The earlier entrant of the same owner of which it is a new version; of none unless given
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

/// Arguments of `referee ladder enter`.
#[derive(Args)]
struct EntryArgs {
    #[command(flatten)]
    of: NamedArgs,
    #[command(flatten)]
    plays: PlaysArgs,
}

/// Arguments of `referee ladder add`.
#[derive(Args)]
struct AddArgs {
    #[command(flatten)]
    of: PlayerArgs,
    #[command(flatten)]
    plays: PlaysArgs,
}

/// Arguments of `referee ladder void`.
#[derive(Args)]
struct VoidArgs {
    #[command(flatten)]
    of: MatchReasonArgs,
    /// Have it played again, while its encounter is under way
    #[arg(long)]
    replay: bool,
}

/// Runs the command.
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
