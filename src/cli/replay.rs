//! `referee replay`: replay a record, and verify it.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;

use self::transcript::Transcript;
use super::output;
use crate::{
    referee::{Event, Fact, verify},
    store::record,
};

mod transcript;

const EXAMPLES: &str = "\
Examples:
  referee replay records/kamisado-20260131-120000-4711-00001.jsonl
  referee replay records/* --verify
  referee record URL MATCH | referee replay - --verify

A record is the events of a match, one a line, as JSON. --verify recomputes each
of them by the law alone: that every move and forced step was legal, every
clock charged rightly, every flag fallen, that the points, places and verdict
follow, and that every outcome of chance is the one of the seed that the match
promised when it opened and showed when it was over (docs/fair-deals.md).

Exit codes:
  0  every record was read, and verified if that was asked for
  1  a record cannot be read, or is not what the law says
  2  the command line cannot be read";

/// Arguments of `referee replay`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// Files of records; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Recompute everything, and print a line for each record
    #[arg(long)]
    pub verify: bool,
}

/// Replay a record, and verify it.
pub fn run(args: ReplayArgs) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut count = Count::default();
    for file in &args.files {
        match read(file) {
            Ok(events) => {
                let records = records(&events);
                for (index, events) in records.iter().enumerate() {
                    let name = if records.len() == 1 { file.clone() } else { format!("{file} ({})", index + 1) };
                    match args.verify {
                        true => check(&mut out, &name, events, &mut count)?,
                        false => Transcript::of(events).write(&mut out)?,
                    }
                }
            }
            Err(error) => {
                count.failed += 1;
                out.flush()?;
                match args.verify {
                    true => writeln!(out, "{file}: FAILED: {error:#}")?,
                    false => output::complain(format_args!("error: {error:#}")),
                }
            }
        }
    }
    if args.verify {
        writeln!(out, "{count}")?;
    }
    out.flush()?;
    Ok(if count.failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(super::FAILED) })
}

/// What was verified.
#[derive(Default)]
struct Count {
    records: u64,
    failed: u64,
    events: u64,
    moves: u64,
    rounds: u64,
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} verified, {} failed; recomputed {} events: {} moves with their legality and clocks, {} rounds with their points",
            self.records, self.failed, self.events, self.moves, self.rounds
        )
    }
}

fn read(file: &str) -> anyhow::Result<Vec<Event>> {
    let read = || match file {
        "-" => Ok(record::read_stream(io::stdin().lock())?),
        path => anyhow::Ok(record::read_stream(BufReader::new(File::open(path)?))?),
    };
    read().with_context(|| format!("failed to read the record {file}"))
}

/// A file may hold several records, one after the other: each begins with an opening.
fn records(events: &[Event]) -> Vec<&[Event]> {
    let begins = |event: &Event| matches!(event.fact, Fact::Opened(_));
    let mut starts: Vec<usize> =
        events.iter().enumerate().filter(|(_, event)| begins(event)).map(|(index, _)| index).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().copied().skip(1).chain([events.len()]);
    starts.iter().zip(ends).map(|(start, end)| &events[*start..end]).collect()
}

fn check(out: &mut impl Write, name: &str, events: &[Event], count: &mut Count) -> io::Result<()> {
    match verify::verify(events) {
        Ok(verified) => {
            count.records += 1;
            count.events += verified.events;
            count.moves += verified.moves;
            count.rounds += u64::from(verified.rounds);
            let end = if verified.over { Transcript::of(events).verdict() } else { "not over yet".to_owned() };
            let luck = match (verified.chance, verified.chance_proven) {
                (0, _) => String::new(),
                (outcomes, true) => format!(", {outcomes} outcomes of chance follow from the seed"),
                (outcomes, false) => format!(", {outcomes} outcomes of chance without a seed to check them by"),
            };
            writeln!(out, "{name}: verified: {} moves, {} rounds{luck}, {end}", verified.moves, verified.rounds)
        }
        Err(discrepancy) => {
            count.failed += 1;
            writeln!(out, "{name}: FAILED: {discrepancy}")
        }
    }
}
