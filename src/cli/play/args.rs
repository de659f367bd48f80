//! The command line of `referee play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    cli::usage::GameArgs,
    pb::line::Spelling,
    runner::{
        affinity::Affinity,
        options::{
            adjudication::AdjudicationArgs, engine_args::EngineArgs, engine_limits::EngineLimitArgs,
            opening_args::OpeningArgs, policies::PolicyArgs,
        },
        plan::MAX_AT_ONCE,
        records::Place,
    },
};

const EXAMPLES: &str = "\
Examples:
  Twenty matches of two house bots, two at a time, 10 seconds and 0.1 a move each:
    referee play kamisado --engine \"referee bot search\" --engine \"referee bot greedy\" \\
      --matches 20 --concurrency 2 --tc 10+0.1

  A whole marathon against a bot in plain Python:
    referee play kamisado --option length=marathon \\
      --engine \"referee bot search\" --engine \"python3 clients/python/examples/random_bot.py\"

  Two versions of one engine, each with its own name, time control and option:
    referee play kamisado --engine cmd=./new name=new option.Hash=64 --each tc=10+0.1 \\
      --engine cmd=./old name=old tc=20+0.2 option.Hash=16 --matches 100

  Adjudicate when both engines agree on the winner, or after 200 plies:
    referee play hive --engine ./new --engine ./old --resign 4:600 --resign-both --draw 8:10:60 --max-plies 200

  Every opening of the built-in set from both seats, shuffled by the seed:
    referee play dvonn --engine ./new --engine ./old --openings built-in --opening-order shuffled --seed 1 --matches 56

  Forty sets of duplicate deals, five engines rotated through five seats:
    referee play honest_john --duplicate --cycles 40 \\
      --engine \"referee bot random\" --engine ./a --engine ./b --engine ./c --engine ./d

  Test whether the new version is 0 or 10 normalised Elo better; write tables and plots to results/:
    referee play dvonn --engine ./new --engine ./old --sprt elo0=0 elo1=10 --concurrency 2 --report results

An engine is a command, split into words as a shell would, but run without a shell; the
word `referee` means this program. KEY=VALUE words after the command, or instead of it,
configure that engine. --each configures every engine that does not set the key itself.
Both take precedence over --tc, --directory, --lines, --engine-option, --limit and
--env.

Seats rotate from match to match, so that every two matches of two engines are a fair
pair. An engine that crashes, breaks the protocol or plays an illegal move loses the
match. It is restarted for its next match, after a delay that grows with each
consecutive failure. After --strikes failures it is disqualified and forfeits its
remaining matches. With three or more engines the others play on: the referee plays the
first legal move at each turn of the engine that lost.

Limit the resources of engines; the run does not start if the host cannot grant a limit:
    referee play kamisado --engine ./a --engine ./b limit.cores=2-3 --sandbox --limit address-space=2G

With --duplicate the engines play each deal from every seat. One set has as many matches
as seats, all with the same deal. The report shows the variance reduction, measured in
these matches: the variance of an engine's mean over a set, against the variance of that
mean with independent deals (the sum of each seat's variance over the sets, divided by
the square of the number of seats). Engines are not restarted within a set, so an engine
could remember a deal.

Records go to `records/`, one file per match, with the seeds of --duplicate sets next to
them. `referee replay FILE --verify` verifies a record.

Exit codes:
  0    all matches were played, whatever their results
  1    failed: an engine did not start, a record could not be written,
       or an engine failed with --on-failure stop
  2    usage error
  130  interrupted; finished matches are recorded and printed";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub engines: EngineArgs,
    /// Engine name; repeat in engine order [default: the engine's own name]
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// Engine option: NAME=VALUE for all, 2:NAME=VALUE for the second
    #[arg(long = "engine-option", value_name = "[K:]NAME=VALUE")]
    pub engine_options: Vec<String>,
    /// Working directory of the engine: once for all, or once per engine
    #[arg(long = "directory", value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Message format: once for all engines, or once per engine
    #[arg(long = "lines", value_name = "SPELLING", default_value = "words")]
    pub lines: Vec<Spelling>,
    /// Time control: once for all engines, or once per engine. Examples: 60+1, 60, st=2 (per move),
    /// inf. Append ` per=round` to renew the clock each round
    #[arg(long = "tc", value_name = "TC", default_value = "60+1")]
    pub time_controls: Vec<String>,
    /// Cycles to play. One cycle is every pairing of the engines in every rotation of the seats
    /// [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "matches", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub cycles: Option<u32>,
    /// Former name of --cycles
    #[arg(long, value_name = "N", hide = true)]
    pub encounters: Option<String>,
    /// Total matches [default: as many as --cycles makes; 100800 with --sprt]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub matches: Option<u32>,
    /// Concurrent matches; clocks are fair up to the number of cores
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_AT_ONCE)))]
    pub concurrency: u16,
    /// Pin the engines of concurrent matches to separate cores. The value is a list such as 0-3,6;
    /// without a value, all cores. For single-threaded engines; by default engines share cores.
    /// `--limit cores=CORES` takes precedence
    #[arg(long, value_name = "CORES", num_args = 0..=1, require_equals = true, default_missing_value = "all", conflicts_with = "ponder")]
    pub affinity: Option<Affinity>,
    /// Destination of records: a directory, or a new .jsonl file for all
    #[arg(long, value_name = "DIR|FILE", default_value = "records")]
    pub record: PathBuf,
    /// Write no records
    #[arg(long, conflicts_with = "record")]
    pub no_record: bool,
    /// Write the report (table, JSON, CSV, SVG plots) to DIR at the end. See docs/reports.md.
    /// Existing files are overwritten
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Seed of deals and openings [default: 0]. `{seed}` in an engine command is replaced by the
    /// seed plus the worker number, from 0
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub openings: OpeningArgs,
    /// Play each deal with the engines rotated through all seats. For games of chance
    #[arg(long)]
    pub duplicate: bool,
    /// Stop when a sequential test decides. KEY=VALUE words: elo0 and elo1 (Elo of the first engine
    /// over the second) or mean0 and mean1 (points per encounter); alpha and beta (default 0.05
    /// each); model=normalised (default) or logistic; counts=pairs (default) or games; of=1,2
    /// (numbers of the engines; default the first two). A test of mean0 and mean1 assumes
    /// independent encounters with a nearly normal mean, and decides after 20 encounters at the
    /// earliest. Rare huge results raise its error rates above alpha and beta (docs/reports.md)
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=8)]
    pub sprt: Vec<String>,
    /// Print standings every N matches; 0 disables this
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub rating_interval: u32,
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Reaction to an engine that crashes or breaks the protocol. The engine loses the match either
    /// way
    #[arg(long, value_name = "WHAT", default_value = "recover")]
    pub on_failure: OnFailureArg,
    /// Consecutive failures before an engine is disqualified. A disqualified engine forfeits its
    /// remaining matches
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub strikes: u32,
    /// Let engines think on their opponents' time, if they can ponder. Fair only with one core per
    /// engine
    #[arg(long)]
    pub ponder: bool,
    #[command(flatten)]
    pub engine_limits: EngineLimitArgs,
    /// Log every line to and from the engines to a new FILE, with times in ms
    #[arg(long, value_name = "FILE")]
    pub debug: Option<PathBuf>,
    /// Seconds for an engine to start and get ready for a match
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub patience: u64,
    /// Print one JSON object per match, then the summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnFailureArg {
    /// Restart the engine for its next match
    Recover,
    /// End the run
    Stop,
}

impl PlayArgs {
    /// Returns where records go.
    pub fn record_place(&self) -> Place {
        match (self.no_record, self.record.extension().is_some_and(|end| end == "jsonl")) {
            (true, _) => Place::Nowhere,
            (false, true) => Place::File(self.record.clone()),
            (false, false) => Place::Directory(self.record.clone()),
        }
    }
}
