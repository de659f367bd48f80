//! The command line of `referee play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    cli::usage::GameArgs,
    engine::line::Spelling,
    runner::{
        adjudication::AdjudicationArgs, affinity::Affinity, engine_args::EngineArgs, engine_limits::EngineLimitArgs,
        opening_args::OpeningArgs, plan::MAX_AT_ONCE, policies::PolicyArgs, records::Place,
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

  Two versions of one engine with names, time odds and an option of their own:
    referee play kamisado --engine cmd=./new name=new option.Hash=64 --each tc=10+0.1 \\
      --engine cmd=./old name=old tc=20+0.2 option.Hash=16 --matches 100

  Matches that end when both engines agree who has won, or after 200 plies:
    referee play hive --engine ./new --engine ./old --resign 4:600 --resign-both --draw 8:10:60 --max-plies 200

  Every opening of the built-in set from both seats, in an order that the seed decides:
    referee play dvonn --engine ./new --engine ./old --openings built-in --opening-order shuffled --seed 1 --matches 56

  Forty sets of the same deals, five engines on all five seats in turn:
    referee play honest_john --duplicate --cycles 40 \\
      --engine \"referee bot random\" --engine ./a --engine ./b --engine ./c --engine ./d

  Is the new version better, by 0 or by 10 normalised Elo? Stops as soon as that is known, with tables and plots in results/:
    referee play dvonn --engine ./new --engine ./old --sprt elo0=0 elo1=10 --concurrency 2 --report results

An engine is a command, split into words as a shell would split it, but without
a shell; the word `referee` is this program. Words KEY=VALUE behind it, or in its
place, say more of that engine, and --each of all that do not say it themselves;
what they say stands before --tc, --directory, --lines, --engine-option, --limit
and --env. Seats rotate from match to match,
so that every two matches of two engines are a fair pair. An engine that
crashes, breaks the protocol or plays what is not legal loses the match; it is
started again for its next one, after a pause that grows with every failure in a
row. After --strikes of them it is out, and loses the matches that it has left.
With three engines and more the others play on, and the referee plays for the
one that lost: its first legal move, always.

Engines may be kept to limits; one that the host cannot grant ends the run before it begins:
    referee play kamisado --engine ./a --engine ./b limit.cores=2-3 --sandbox --limit address-space=2G

With --duplicate the engines play every deal from every seat: as many matches as
there are seats are a set, and are dealt alike. Beside the result stands what
that saved, measured in these same matches: the variance of an engine's mean
over a set, against what it would be if every match had deals of its own (each
seat's variance over the sets, summed and divided by the seats squared). An engine that
remembers a deal from the match before gains by it; engines are not restarted.

What was played is written to `records/`, a file for each match, and beside them
the seeds of the sets of --duplicate; `referee replay FILE --verify` recomputes it.

Exit codes:
  0    all matches were played, whatever their results
  1    the run could not be played: an engine that does not start, a record that cannot be written,
       or an engine failure with --on-failure stop
  2    the command line cannot be read or done as it stands
  130  interrupted; what was played until then is recorded and printed";

/// Arguments of `referee play`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// The game, its options and its seats.
    #[command(flatten)]
    pub game: GameArgs,
    /// The engines.
    #[command(flatten)]
    pub engines: EngineArgs,
    /// Name an engine, in the order of the engines; any text, by default what it calls itself
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// An option of the engines' own: NAME=VALUE for all, 2:NAME=VALUE for the second
    #[arg(long = "engine-option", value_name = "[K:]NAME=VALUE")]
    pub engine_options: Vec<String>,
    /// Where engines run: once for all, or once for each
    #[arg(long = "directory", value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// How engines are spoken to: once for all, or once for each
    #[arg(long = "lines", value_name = "SPELLING", default_value = "words")]
    pub lines: Vec<Spelling>,
    /// The time control: once for all, or once for each. 60+1, 60, st=2 (each move), inf; with ` per=round` renewed each round
    #[arg(long = "tc", value_name = "TC", default_value = "60+1")]
    pub time_controls: Vec<String>,
    /// How many cycles: each is every pairing of the engines once in every rotation of the seats [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "matches", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub cycles: Option<u32>,
    /// The former name of --cycles, which is refused; none unless given
    #[arg(long, value_name = "N", hide = true)]
    pub encounters: Option<String>,
    /// How many matches in all; as many as --cycles makes unless given, and 100800 with --sprt
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub matches: Option<u32>,
    /// How many matches at once; at most as many as the machine has cores is fair to the clocks
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_AT_ONCE)))]
    pub concurrency: u16,
    /// Give the engines of each of the matches at once a core of their own, of all cores or of these: 0-3,6. Fairer for engines with
    /// one thread than where the system puts them, as it does without this. `--limit cores=CORES` goes before it
    #[arg(long, value_name = "CORES", num_args = 0..=1, require_equals = true, default_missing_value = "all", conflicts_with = "ponder")]
    pub affinity: Option<Affinity>,
    /// Where records go: a directory, or a new file that ends in .jsonl for all of them
    #[arg(long, value_name = "DIR|FILE", default_value = "records")]
    pub record: PathBuf,
    /// Write no records
    #[arg(long, conflicts_with = "record")]
    pub no_record: bool,
    /// Write the report of all matches into this directory at the end, as tournaments do: a table, JSON, CSV and plots in SVG
    /// (docs/reports.md). What stands there is written over; nowhere unless given
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// The same deals in every run with this number. `{seed}` in an engine's command becomes it (0 unless
    /// given) plus the number of the worker, from 0
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Where matches begin.
    #[command(flatten)]
    pub openings: OpeningArgs,
    /// Play the same deals with the engines on every seat in turn; for games of chance
    #[arg(long)]
    pub duplicate: bool,
    /// Stop as soon as a sequential test has its answer: words KEY=VALUE, elo0 and elo1 (Elo of the first engine above the
    /// second) or mean0 and mean1 (points an encounter); alpha, beta (0.05 unless given), model=normalised (the default) or
    /// logistic, counts=pairs (the default) or games, of=1,2 (the engines, the first two unless given). A test of mean0 and mean1 assumes
    /// encounters that are independent and alike, whose mean is nearly normal: results that are rare and huge make errors more frequent than alpha
    /// and beta; it makes no decision before 20 encounters (docs/reports.md)
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=8)]
    pub sprt: Vec<String>,
    /// How many matches are played between two lines that say where the engines stand; 0 is never
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub rating_interval: u32,
    /// When a match ends before it is over on the board.
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    /// What the matches do about illegal moves (forfeit unless given) and lost seats (substitute unless given).
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// What follows when an engine crashes or breaks the protocol, after it has lost the match
    #[arg(long, value_name = "WHAT", default_value = "recover")]
    pub on_failure: OnFailureArg,
    /// With how many failures in a row an engine is out: its further matches are lost without starting it
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub strikes: u32,
    /// Let engines think while others do, if they say that they can; fair only where there is a core for each
    #[arg(long)]
    pub ponder: bool,
    /// What engines may use.
    #[command(flatten)]
    pub engine_limits: EngineLimitArgs,
    /// Write every line to and from the engines to a new FILE, with times in milliseconds; nowhere unless given
    #[arg(long, value_name = "FILE")]
    pub debug: Option<PathBuf>,
    /// How many seconds an engine may take to start, and to be ready for a match
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub patience: u64,
    /// Print a JSON object a line: one for each match, then the summary
    #[arg(long)]
    pub json: bool,
}

/// What follows when an engine fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnFailureArg {
    /// It is started again for its next match.
    Recover,
    /// The run ends.
    Stop,
}

impl PlayArgs {
    /// Where the records go.
    pub fn record_place(&self) -> Place {
        match (self.no_record, self.record.extension().is_some_and(|end| end == "jsonl")) {
            (true, _) => Place::Nowhere,
            (false, true) => Place::File(self.record.clone()),
            (false, false) => Place::Directory(self.record.clone()),
        }
    }
}
