//! The time that clocks charge to bots that answer immediately, and unjust flags. Run:
//! `cargo bench --bench clocks [-- MATCHES MOVES] [flags]`, or
//! `cargo bench --bench clocks -- spin [MATCHES]`.
//!
//! First, null bots play MATCHES (default 2000) short matches at `2+0.01`, with one match per core
//! at a time. No flag may fall. The floor is a bare pipe to the same bots. Then another process
//! keeps all cores busy, and bots that use half of their budget make MOVES (default 5000) moves. No
//! flag may fall, and at most one match may be void.
//!
//! The word `flags` is for machines with other work: only flags fail the benchmark, not the charged
//! time. On busy cores, one flag per hundred moves is allowed. More are allowed if naps of as many
//! threads are late too.
//!
//! With the word `spin`, bots play MATCHES (default 1000) matches, one per core at a time. They
//! spin for exactly 3 ms before each answer. Referee and engines then compete for the cores: first
//! as the system places them, then with `--affinity`. The charged time must be at least 2.95 ms in
//! 99.9 % of the moves, and at most 4 ms in 99 %. This needs an otherwise idle machine.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use referee::{law::Fact, store::record};
use serde_json::Value;

/// Number of matches between null bots.
const MATCHES: u64 = 2_000;
/// Number of moves by bots that use half of their budget.
const MOVES: u64 = 5_000;
/// The time control of the null bots.
const NULL_CONTROL: &str = "2+0.01";
/// The time control of the bots that use half of their budget.
const HALF_CONTROL: &str = "st=0.2";
/// Half of the budget.
const HALF: Duration = Duration::from_millis(100);
/// Number of concurrent matches of these bots, which mostly wait.
const HALF_AT_ONCE: usize = 16;
/// Number of moves in a match of first legal moves.
const MOVES_A_MATCH: u64 = 9;
/// Number of round trips per thread for the floor.
const FLOOR_ASKS: usize = 10_000;
/// Limit of the time charged to null bots, exceeded by at most one move in a thousand.
const TARGET: Duration = Duration::from_millis(1);

/// Time for which the spinning bots hold the core before they answer.
const SPAN: Duration = Duration::from_millis(3);
/// Number of matches between spinning bots.
const SPIN_MATCHES: u64 = 1_000;
/// The time control of the spinning bots.
const SPIN_CONTROL: &str = "2+0.01";
/// The placements: a name, and the options of the match runner.
const SPIN_OPTIONS: [(&str, &[&str]); 2] =
    [("where the system puts the engines", &[]), ("a core for each of the matches at once", &["--affinity"])];
/// Minimum charge, and the tolerated share of moves below it.
const AT_LEAST: (Duration, f64) = (Duration::from_micros(2_950), 0.001);
/// Maximum charge, and the tolerated share of moves above it.
const AT_MOST: (Duration, f64) = (Duration::from_millis(4), 0.01);

/// The arguments that turn this program into an immediate bot, a sleeping bot, a spinning bot, or a
/// load.
const NULL: &str = "--null-bot";
const SLOW: &str = "--slow-bot";
const SPINNER: &str = "--spin-bot";
const LOAD: &str = "--load";
/// Allowed share of flags on busy cores of a shared machine, and its growth per share of late naps.
/// The factor is above 1 because a move wakes more than one thread.
const SHARED_FLAGS: f64 = 0.01;
const NAPS_COUNT: f64 = 3.0;
/// The argument that makes only flags fail the benchmark.
const FLAGS: &str = "flags";
/// The argument for spinning bots.
const SPIN: &str = "spin";

fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<String> = env::args().collect();
    let says = |word: &str| words.iter().any(|given| given == word);
    match () {
        () if says(NULL) => bot(|| {})?,
        () if says(SLOW) => bot(|| thread::sleep(HALF))?,
        () if says(SPINNER) => bot(spin)?,
        () if says(LOAD) => load(),
        () if says(SPIN) => return measure_spinning(&words),
        () => return measure(&words),
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(words: &[String]) -> anyhow::Result<ExitCode> {
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let matches = numbers.first().copied().unwrap_or(MATCHES);
    let moves = numbers.get(1).copied().unwrap_or(MOVES);
    let cores = thread::available_parallelism()?.get();

    println!("null bots, {NULL_CONTROL}, {matches} matches, {cores} at a time");
    let floor = Histogram::of(floor(cores)?);
    let run = play(NULL, NULL_CONTROL, matches, cores, &[])?;
    let charged = Histogram::of(run.charged.clone());
    floor.print("bare pipe");
    charged.print("charged");
    charged.print_bars();
    run.print();
    let p999 = charged.at(0.999);
    let kept = if p999 <= TARGET { "kept" } else { "MISSED" };
    println!("p99.9 of the charged time at most {TARGET:?}: {kept} ({p999:?}); no flag: {}\n", run.flags == 0);

    let matches = moves.div_ceil(MOVES_A_MATCH).next_multiple_of(2);
    println!("all cores busy, bots that take half of {HALF_CONTROL}, {matches} matches, {HALF_AT_ONCE} at a time");
    let mut load = Command::new(env::current_exe()?).arg(LOAD).stdin(Stdio::piped()).spawn()?;
    let (busy, late_naps) = beside_naps(|| play(SLOW, HALF_CONTROL, matches, HALF_AT_ONCE, &[]));
    drop(load.stdin.take());
    load.wait()?;
    let busy = busy?;
    Histogram::of(busy.charged.clone()).print("charged");
    busy.print();
    let is_shared = words.iter().any(|word| word == FLAGS);
    // On a shared machine, the bot itself may wake up late.
    let share = SHARED_FLAGS + NAPS_COUNT * late_naps;
    let most = if is_shared { (busy.charged.len() as f64 * share) as usize } else { 0 };
    println!("{:.2} % of naps as long as a bot's took as long as a flag", late_naps * 100.0);
    println!("{} flags in {} moves (at most {most})", busy.flags, busy.charged.len());
    let good = run.flags == 0 && busy.flags as usize <= most && (p999 <= TARGET || is_shared);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs `work` while as many threads as it has matches nap for the bots' thinking time. Returns the
/// share of naps that overran the whole budget, which measures the wake-up delays of the machine.
fn beside_naps<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let is_over = AtomicBool::new(false);
    let (naps, late) = (AtomicU64::new(0), AtomicU64::new(0));
    let nap = || {
        while !is_over.load(Relaxed) {
            let began = Instant::now();
            thread::sleep(HALF);
            naps.fetch_add(1, Relaxed);
            late.fetch_add(u64::from(began.elapsed() >= 2 * HALF), Relaxed);
        }
    };
    let done = thread::scope(|scope| {
        (0..HALF_AT_ONCE).for_each(|_| drop(scope.spawn(nap)));
        let done = work();
        is_over.store(true, Relaxed);
        done
    });
    (done, late.into_inner() as f64 / naps.into_inner().max(1) as f64)
}

fn measure_spinning(words: &[String]) -> anyhow::Result<ExitCode> {
    let matches = words.iter().find_map(|word| word.parse().ok()).unwrap_or(SPIN_MATCHES);
    let cores = thread::available_parallelism()?.get();
    println!("bots that spin for {SPAN:?}, {SPIN_CONTROL}, {matches} matches, {cores} at a time");
    let mut all_kept = true;
    for (name, options) in SPIN_OPTIONS {
        println!("{name}:");
        all_kept &= is_kept(&play(SPINNER, SPIN_CONTROL, matches, cores, options)?);
    }
    Ok(if all_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the time charged to spinning bots. Returns whether it is within the limits.
fn is_kept(run: &Run) -> bool {
    let charged = Histogram::of(run.charged.clone());
    let ms = |part| charged.at(part).as_secs_f64() * 1e3;
    println!(
        "charged  p0.1 {:.3} ms  p50 {:.3} ms  p99 {:.3} ms  p99.9 {:.3} ms",
        ms(0.001),
        ms(0.5),
        ms(0.99),
        ms(0.999)
    );
    run.print();
    let (least, most) = (charged.part(|span| span < AT_LEAST.0), charged.part(|span| span > AT_MOST.0));
    let is_kept = least <= AT_LEAST.1 && most <= AT_MOST.1 && run.flags == 0;
    println!(
        "below {:?}: {:.3} % (at most {} %); above {:?}: {:.3} % (at most {} %): {}",
        AT_LEAST.0,
        least * 100.0,
        AT_LEAST.1 * 100.0,
        AT_MOST.0,
        most * 100.0,
        AT_MOST.1 * 100.0,
        if is_kept { "kept" } else { "MISSED" },
    );
    is_kept
}

struct Run {
    /// The time charged for each move.
    charged: Vec<Duration>,
    flags: u64,
    void: u64,
    stalls: String,
}

impl Run {
    fn print(&self) {
        let Run { charged, flags, void, stalls } = self;
        println!("{} moves, {flags} flags, {void} matches void; stalls of the host: {stalls}", charged.len());
    }
}

/// Runs `referee play` between two bots of one kind.
fn play(kind: &str, control: &str, matches: u64, at_once: usize, options: &[&str]) -> anyhow::Result<Run> {
    let place = tempfile::tempdir()?;
    let record = place.path().join("all.jsonl");
    let bot = format!("{} {kind}", env::current_exe()?.display());
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["play", "kamisado", "--json", "--tc", control, "--engine", &bot, "--engine", &bot])
        .args(["--matches", &matches.to_string(), "--concurrency", &at_once.to_string()])
        .args(options)
        .arg("--record")
        .arg(&record)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the match runner failed: {}", output.status);
    let last = output.stdout.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).context("no summary")?;
    let summary = &serde_json::from_slice::<Value>(last)?["summary"];
    let flags = summary["causes"]["flag"]["matches"].as_u64().unwrap_or(0);
    let void = summary["void"].as_u64().context("the summary counts void matches")?;
    Ok(Run { charged: charged(&record)?, flags, void, stalls: summary["hostStalls"].to_string() })
}

fn charged(record: &Path) -> anyhow::Result<Vec<Duration>> {
    let records = record::read_stream(BufReader::new(fs::File::open(record)?))?;
    let events = records.iter().flat_map(|record| &record.events);
    let charged: Vec<_> = events.filter_map(|event| charge_of(&event.fact)).collect();
    ensure!(!charged.is_empty(), "no move was played");
    Ok(charged)
}

fn charge_of(fact: &Fact) -> Option<Duration> {
    match fact {
        Fact::MovePlayed(played) => Some(played.charged),
        _ => None,
    }
}

/// Measures round trips through bare pipes, with `at_once` concurrent pairs of bots.
fn floor(at_once: usize) -> anyhow::Result<Vec<Duration>> {
    let threads: Vec<_> = (0..at_once).map(|_| thread::spawn(ask_bare_pipes)).collect();
    let mut all = Vec::new();
    for thread in threads {
        all.extend(thread.join().expect("it does not panic")?);
    }
    Ok(all)
}

fn ask_bare_pipes() -> anyhow::Result<Vec<Duration>> {
    let mut bots = [Pipes::start()?, Pipes::start()?];
    let mut took = Vec::with_capacity(FLOOR_ASKS);
    for number in 0..FLOOR_ASKS {
        let asked = Instant::now();
        bots[number % 2].ask()?;
        took.push(asked.elapsed());
    }
    bots.into_iter().try_for_each(Pipes::end)?;
    Ok(took)
}

struct Pipes {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Pipes {
    fn start() -> anyhow::Result<Pipes> {
        let mut child =
            Command::new(env::current_exe()?).arg(NULL).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("it was piped")?;
        let output = BufReader::new(child.stdout.take().context("it was piped")?);
        Ok(Pipes { child, input, output, line: String::new() })
    }

    fn ask(&mut self) -> anyhow::Result<()> {
        self.input.write_all(b"go round 1 remaining_ms 2000 2000 increment_ms 10 10 legal a1a2 a1a3\n")?;
        self.line.clear();
        self.output.read_line(&mut self.line)?;
        ensure!(self.line == "bestmove a1a2\n", "the bot answered {}", self.line);
        Ok(())
    }

    fn end(self) -> anyhow::Result<()> {
        let Pipes { mut child, input, .. } = self;
        drop(input);
        child.wait()?;
        Ok(())
    }
}

/// Durations, shortest first.
struct Histogram(Vec<Duration>);

impl Histogram {
    fn of(mut spans: Vec<Duration>) -> Histogram {
        spans.sort_unstable();
        Histogram(spans)
    }

    fn at(&self, part: f64) -> Duration {
        let rank = (self.0.len() as f64 * part).ceil() as usize;
        self.0.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Returns the share of durations that satisfy the condition.
    fn part(&self, is_so: impl Fn(Duration) -> bool) -> f64 {
        self.0.iter().filter(|span| is_so(**span)).count() as f64 / self.0.len().max(1) as f64
    }

    fn print(&self, name: &str) {
        let us = |part| self.at(part).as_secs_f64() * 1e6;
        println!(
            "{name:<10} p50 {:.1} us  p99 {:.1} us  p99.9 {:.1} us  max {:.1} us",
            us(0.5),
            us(0.99),
            us(0.999),
            us(1.0)
        );
    }

    /// Prints a bar for each doubling of the duration, with a length by the logarithm of the count.
    fn print_bars(&self) {
        let mut from = 0;
        for exponent in 0..=24 {
            let until = Duration::from_micros(1 << exponent);
            let to = self.0.partition_point(|span| *span < until);
            if to > from {
                let bar = "#".repeat(2 * ((to - from).ilog2() as usize + 1));
                println!("  below {:>9} us {:>9}  {bar}", 1_u64 << exponent, to - from);
            }
            from = to;
        }
    }
}

/// Answers every `go` with the first legal move, after `thinking`.
fn bot(thinking: impl Fn()) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match line.split_whitespace().next() {
            Some("referee") => output.write_all(b"id name bench\nrefereeok\n")?,
            Some("isready") => output.write_all(b"readyok\n")?,
            Some("quit") => return Ok(()),
            Some("go") => {
                thinking();
                let first = line.split_once(" legal ").and_then(|(_, legal)| legal.split_whitespace().next());
                writeln!(output, "bestmove {}", first.unwrap_or_default())?;
            }
            _ => {}
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// Holds the core for exactly [`SPAN`].
fn spin() {
    let began = Instant::now();
    while began.elapsed() < SPAN {
        std::hint::spin_loop();
    }
}

/// Keeps every core busy until the output is closed.
fn load() {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    for _ in 0..cores {
        thread::spawn(|| {
            loop {
                std::hint::spin_loop();
            }
        });
    }
    let _ = io::stdin().read_line(&mut String::new());
}
