//! `referee replay`: replay a record, and verify it.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    process::ExitCode,
};

use clap::Args;
use serde_json::json;

use crate::{
    cli::{FAILED, console::output, records::positions},
    ids::Viewer,
    law::{
        Fact, MatchOpened, sight,
        verify::{self, Verified},
    },
    pb::v1::{MatchEvent, match_event::Event::MatchEnded},
    runner::seeds::Seeds,
    standard_output::standard_output,
    stats::counted,
    store::{
        self,
        record::{BadRecord, Broken, Record, Records},
        seal::{Origin, PublicKey},
    },
    transcript::events::{self, Printer},
};

const EXAMPLES: &str = "\
Examples:
  referee replay records/kamisado-20260131-120000-4711-00001.jsonl
  referee replay records/*.jsonl --verify
  referee replay tournaments/cup/records/* --verify --seed tournaments/cup/seeds.txt
  referee match record MATCH | referee replay - --board
  referee replay match.jsonl --json             each event as canonical JSON (MatchEvent)
  referee replay *.jsonl --verify --json        one object per record
  referee replay *.jsonl --positions            training data, one line per move
  referee match record MATCH | referee replay - --verify --key $(referee record-key)

A record holds the events of a match as JSON, one event per line. --verify recomputes
every event: each move and forced step is legal, each clock is charged correctly, each
flag fell, and the points, places and verdict follow. Every outcome of chance must
follow from the seed that the match committed to at its start and revealed at its end
(docs/fair-deals.md).

If several matches share their deals, no record reveals the seed. Once all of these
matches are over, find the seed in `referee tournament watch`, in seeds.txt of a local
tournament, or in the file next to the records of `referee play --duplicate`. --seed
takes the seed or the file.

Some facts cannot be recomputed. --key verifies that a server with this key signed the
record unchanged (docs/records.md).

Exit codes:
  0  every record was read, and verified if requested
  1  a record is unreadable, or verification failed
  2  usage error
  3  as 0, but a file ends in the middle of a record; complete records count";

/// Exit code: all records are valid, but a file ends in the middle of a record.
pub const TORN: u8 = 3;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// Record files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Recompute every event, and print one line per record
    #[arg(long)]
    pub verify: bool,
    /// Draw the board after every step
    #[arg(long, conflicts_with_all = ["verify", "json"])]
    pub board: bool,
    /// Print one JSON object per event or, with --verify, per record
    #[arg(long)]
    pub json: bool,
    /// Print one JSON object per chosen move, with its position and result
    #[arg(long, conflicts_with_all = ["verify", "json", "board"])]
    pub positions: bool,
    /// Public key that must have signed all records. From `referee record-key` [default: any]
    #[arg(long, value_name = "PUBLIC", requires = "verify")]
    pub key: Option<PublicKey>,
    /// Seed of records that withhold their seed, or a file of seeds. A seed has 64 hexadecimal
    /// digits. Without --seed, the deals of these records are not verified
    #[arg(long, value_name = "SEED|FILE", requires = "verify")]
    pub seed: Option<String>,
}

pub fn run(args: ReplayArgs) -> anyhow::Result<ExitCode> {
    let seeds = args.seed.as_deref().map(Seeds::read).transpose()?;
    let mut out = io::BufWriter::new(standard_output());
    let mut count = Count { seeds, ..Count::default() };
    for file in &args.files {
        let mut records = match opened_file(file) {
            Ok(source) => Records::new(source).peekable(),
            Err(cause) => {
                let broken = Broken { cause: BadRecord::Unopened { cause }, is_torn: false };
                stopped(&mut out, file, &broken, &args, &mut count)?;
                continue;
            }
        };
        let mut number = 0;
        while let Some(next) = records.next() {
            number += 1;
            let is_alone = number == 1 && records.peek().is_none();
            let name = if is_alone { file.clone() } else { format!("{file} ({number})") };
            match next {
                Err(broken) => stopped(&mut out, file, &broken, &args, &mut count)?,
                Ok(record) if args.verify => check(&mut out, &name, &record, &args, &mut count)?,
                Ok(record) if args.json => print_json(&mut out, &record)?,
                Ok(record) if args.positions => positions::print(&mut out, &record)?,
                Ok(record) => print(&mut out, &record, args.board)?,
            }
        }
    }
    if args.verify && !args.json {
        writeln!(out, "{count}")?;
    }
    out.flush()?;
    Ok(match (count.failed, count.torn) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(TORN),
        _ => ExitCode::from(FAILED),
    })
}

/// Prints why reading a file stopped, and counts the file.
fn stopped(out: &mut impl Write, file: &str, broken: &Broken, args: &ReplayArgs, count: &mut Count) -> io::Result<()> {
    let why = format!("failed to read the record {file}: {}", broken.cause);
    *(if broken.is_torn { &mut count.torn } else { &mut count.failed }) += 1;
    out.flush()?;
    match (args.verify, broken.is_torn) {
        (true, true) if args.json => {
            writeln!(out, "{}", json!({"record": file, "verified": false, "torn": true, "error": why}))
        }
        (true, true) => writeln!(out, "{file}: TORN: the file ends in the middle of a record: {why}"),
        (true, false) => failed(out, file, &why, args.json),
        (false, _) => {
            output::complain(format_args!("error: {why}"));
            Ok(())
        }
    }
}

#[derive(Default)]
struct Count {
    seeds: Option<Seeds>,
    records: u64,
    failed: u64,
    /// Number of files that end in the middle of a record.
    torn: u64,
    events: u64,
    moves: u64,
    rounds: u64,
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let torn = if self.torn > 0 { format!(", {} torn", self.torn) } else { String::new() };
        write!(
            f,
            "{} verified, {} failed{torn}; recomputed {}: {} with their legality and clocks, {} with their points",
            self.records,
            self.failed,
            counted(self.events, ["event", "events"]),
            counted(self.moves, ["move", "moves"]),
            counted(self.rounds, ["round", "rounds"])
        )
    }
}

/// Opens a file or standard input.
pub fn opened_file(file: &str) -> io::Result<Box<dyn BufRead>> {
    match file {
        "-" => Ok(Box::new(io::stdin().lock())),
        path => Ok(Box::new(BufReader::new(File::open(path)?))),
    }
}

fn print_json(out: &mut impl Write, record: &Record) -> io::Result<()> {
    shown(record).try_for_each(|event| writeln!(out, "{}", serde_json::to_string(&event)?))
}

fn print(out: &mut impl Write, record: &Record, board: bool) -> io::Result<()> {
    let printer = Printer::new(opened(record).map_or("-", |opened| opened.match_id.as_str()));
    let mut printer = if board { printer.with_boards(Viewer::Arbiter) } else { printer };
    shown(record).try_for_each(|event| printer.write(out, &event))
}

/// Returns the events in the form in which a server shows them after the match.
fn shown(record: &Record) -> impl DoubleEndedIterator<Item = MatchEvent> {
    record.events.iter().map(|event| store::shown(&sight::seen_in_full(event)))
}

fn opened(record: &Record) -> Option<&MatchOpened> {
    record.events.iter().find_map(|event| match &event.fact {
        Fact::MatchOpened(opened) => Some(&**opened),
        _ => None,
    })
}

fn is_imported(record: &Record) -> bool {
    opened(record).is_some_and(MatchOpened::is_imported)
}

fn end(record: &Record) -> String {
    let players = opened(record).map_or(&[][..], |opened| &opened.players);
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    match shown(record).next_back().and_then(|event| event.event) {
        Some(MatchEnded(ended)) => events::verdict(&players, &ended.verdict.unwrap_or_default()),
        _ => "not over yet".to_owned(),
    }
}

fn check(out: &mut impl Write, name: &str, record: &Record, args: &ReplayArgs, count: &mut Count) -> io::Result<()> {
    let verified = match count.seeds.as_ref().and_then(|seeds| seeds.of(&record.events)) {
        Some(seed) => verify::verify_by_seed(&record.events, seed.clone()),
        None => verify::verify(&record.events),
    };
    let checked = match verified {
        // A discrepancy of the law explains more than a broken seal.
        Err(discrepancy) => Err(discrepancy.to_string()),
        Ok(verified) => {
            record.check_seal(args.key.as_ref()).map(|origin| (verified, origin)).map_err(|bad| bad.to_string())
        }
    };
    let (verified, origin) = match checked {
        Ok(checked) => checked,
        Err(found) => {
            count.failed += 1;
            return failed(out, name, &found, args.json);
        }
    };
    count.records += 1;
    count.events += verified.events;
    count.moves += verified.moves;
    count.rounds += u64::from(verified.rounds);
    if args.json {
        return writeln!(out, "{}", verified_object(name, record, &verified, &origin));
    }
    let luck = match (verified.chance, verified.chance_proven) {
        (0, _) => String::new(),
        (outcomes, true) => {
            format!(", {} from the seed", counted(outcomes, ["outcome of chance follows", "outcomes of chance follow"]))
        }
        (outcomes, false) => {
            let outcomes = counted(outcomes, ["outcome of chance", "outcomes of chance"]);
            format!(", {outcomes} without a seed to check them by{}", withheld(record))
        }
    };
    let moves = counted(verified.moves, ["move", "moves"]);
    let rounds = counted(verified.rounds, ["round", "rounds"]);
    let imported = if is_imported(record) { "imported from a text: no clocks, never rated; " } else { "" };
    writeln!(out, "{name}: verified: {moves}, {rounds}{luck}, {}; {imported}{origin}", end(record))
}

/// Describes where to find a seed that the record withholds.
fn withheld(record: &Record) -> &'static str {
    let promise = opened(record).and_then(|opened| opened.luck.as_ref());
    if promise.is_some_and(|promise| promise.is_withheld) { " (shown when its set is over: --seed)" } else { "" }
}

fn failed(out: &mut impl Write, name: &str, why: &str, as_json: bool) -> io::Result<()> {
    match as_json {
        true => writeln!(out, "{}", json!({"record": name, "verified": false, "error": why})),
        false => writeln!(out, "{name}: FAILED: {}", why),
    }
}

fn verified_object(name: &str, record: &Record, verified: &Verified, origin: &Origin) -> serde_json::Value {
    let (origin, key) = match origin {
        Origin::Known(key) => ("known", Some(key.to_string())),
        Origin::SignedBy(key) => ("signed", Some(key.to_string())),
        Origin::Unsigned => ("unsigned", None),
        Origin::Unsealed => ("unsealed", None),
    };
    json!({
        "record": name,
        "verified": true,
        "events": verified.events,
        "moves": verified.moves,
        "rounds": verified.rounds,
        "over": verified.over,
        "end": end(record),
        "chanceOutcomes": verified.chance,
        "chanceProven": verified.chance_proven,
        "imported": is_imported(record),
        "origin": origin,
        "key": key,
    })
}
