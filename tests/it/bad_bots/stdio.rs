//! Bad bots as local engines of `referee play`.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufRead as _, BufReader},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    process::Stdio,
    time::Duration,
};

use serde_json::Value;

use super::{
    golden::{Recover, Row},
    memory::{Gauge, MEASURED, MOST_GROWTH_KIB, make_pipe, memory_kib, polled},
};
use crate::runner::{Place, Ran};

pub const BAD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/bad.py");
/// The time limit of engines that never answer.
const SHORT: &str = "st=0.3";
/// A time limit that no answering bot exceeds, even on a busy machine.
const LONG: &str = "st=60";
/// The record's entry for an unjust flag.
pub const VOIDED: &str = "flagVoided";
/// Maximum attempts per row on a host that stalls.
pub const ATTEMPTS: u32 = 5;
/// Maximum lifetime of a bad bot's processes after the referee exits.
const SURVIVES: Duration = Duration::from_secs(60);

/// The behaviours that lose on time.
const TIMED: &[&str] =
    &["no_answer", "ignores_stop", "late", "spins_on_all_cores", "half_open", "slow_loris", "flood", "unending_line"];

/// Plays a bad engine twice against an honest one, and returns the result of the first match.
/// Repeats both matches if a host stall voided a flag.
pub fn play(row: &Row) -> Row {
    (1..).find_map(|attempt| play_once(row, attempt)).expect("the last attempt counts")
}

fn play_once(row: &Row, attempt: u32) -> Option<Row> {
    let place = Place::new();
    let alive = Alive::in_directory(place.path());
    let bad = format!("python3 -IS {BAD} {} .", row.behaviour);
    let honest = format!("python3 -IS {BAD} honest .");
    let time = if TIMED.contains(&row.behaviour.as_str()) { SHORT } else { LONG };
    let on_failure = match row.recover {
        Recover::On => "recover",
        Recover::Off => "stop",
    };
    let words = [
        "play",
        "kamisado",
        "-e",
        &honest,
        "-e",
        &bad,
        "--name",
        "good",
        "--name",
        "bad",
        "--tc",
        "inf",
        "--tc",
        time,
        "--matches",
        "2",
        "--on-failure",
        on_failure,
        "--json",
    ];
    let ran =
        if MEASURED.contains(&row.behaviour.as_str()) { measured(&place, &words, row) } else { place.run(&words) };
    alive.assert_gone(row);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said = || format!("{row}: {}\n{}", ran.out, ran.err);
    let stopped =
        row.recover == Recover::Off && lines.first().is_some_and(|line| line["termination"] == "protocol_error");
    assert_eq!(ran.code, Some(if stopped { 1 } else { 0 }), "{}", said());
    assert_eq!(lines.len(), if stopped { 2 } else { 3 }, "{}", said());
    assert_eq!(place.verify_records(), lines.len() - 1, "{}", said());
    let record = fs::read_to_string(&place.records()[0]).expect("it was written");
    let counts = attempt == ATTEMPTS || !record.contains(VOIDED);
    counts.then(|| outcome(row, &lines[0]))
}

/// Runs the command, and checks that the referee's memory does not grow with the engine's output in
/// the first match.
fn measured(place: &Place, words: &[&str], row: &Row) -> Ran {
    let gauge = Gauge::in_directory(place.path());
    let mut child = place.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let before = gauge.before(child.id());
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines().map_while(Result::ok);
    let first = lines.next().expect("the first match ends");
    let growth = memory_kib(child.id(), "VmHWM").saturating_sub(before);
    assert!(growth < MOST_GROWTH_KIB, "{row}: {growth} KiB more");
    let rest: String = lines.map(|line| format!("{line}\n")).collect();
    let ran = Ran::of(child.wait_with_output().expect("it ends"));
    Ran { out: format!("{first}\n{rest}"), ..ran }
}

fn outcome(row: &Row, played: &Value) -> Row {
    let text = |field: &str| played[field].as_str().unwrap_or_default().to_owned();
    let lost = match played["seat"].as_u64() {
        Some(seat) => text_at(&played["players"], seat),
        None => "-".to_owned(),
    };
    let reason = match text("detail") {
        detail if detail.is_empty() => "-".to_owned(),
        detail => detail,
    };
    let evidence = evidence(&played["evidence"]);
    Row { termination: text("termination"), lost, evidence, reason, ..row.clone() }
}

/// Describes the evidence in words.
fn evidence(left: &Value) -> String {
    let wrote = |output: &&str| left[*output].as_array().is_some_and(|lines| !lines.is_empty());
    let outputs = ["stdout", "stderr"].into_iter().filter(wrote).map(str::to_owned);
    let number = |word: &str| Some(format!("{word} {}", left[word].as_i64()?));
    let ended = ["status", "signal"].into_iter().filter_map(number);
    let all: Vec<String> = outputs.chain(ended).collect();
    if all.is_empty() { "-".to_owned() } else { all.join(", ") }
}

fn text_at(list: &Value, index: u64) -> String {
    list[index as usize].as_str().unwrap_or_default().to_owned()
}

/// A FIFO that every process of a bad engine holds open.
pub struct Alive {
    reader: File,
}

impl Alive {
    pub fn in_directory(directory: &Path) -> Alive {
        let path = directory.join("alive");
        make_pipe(&path);
        let reader = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(&path).expect("it opens");
        Alive { reader }
    }

    /// Checks that no process holds the FIFO any more.
    pub fn assert_gone(&self, row: &Row) {
        let became = polled(&self.reader, 0, SURVIVES);
        assert!(became & libc::POLLHUP != 0, "{row}: a process lives on");
    }
}
