//! `referee play` with well-behaved engines.

mod bad_engines;
mod bots;
mod conduct;
mod duplicate;
mod floods;
mod limits;
mod lost;
pub mod luck;
mod openings;
mod ponder;
mod statistics;
mod stats;
mod survivors;
mod taken_back;

use std::{
    io::{BufRead, BufReader, Read},
    process::Stdio,
};

use super::{Place, Ran};

pub const HONEST: &str = "python3 engine.py honest";

#[test]
fn house_bots_play_and_their_records_verify() {
    let place = Place::new();
    let bot = "referee bot random --seed {seed}";
    let ran = place.run(&[
        "play",
        "kamisado",
        "-o",
        "length=standard",
        "-e",
        bot,
        "-e",
        bot,
        "--name",
        "left",
        "--name",
        "right",
        "--matches",
        "6",
        "--concurrency",
        "2",
        "--tc",
        "10+0.1",
    ]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("Kamisado length=standard: 6 matches, 2 at a time"), "{}", ran.out);
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("match ")).count(), 6);
    let (left, right) = (ran.row("left"), ran.row("right"));
    assert_eq!((left[1], left[3]), ("6", "0"), "Kamisado has no draws");
    assert_eq!((left[2], left[4]), (right[4], right[2]), "one's wins are the other's losses");
    assert_eq!(place.verify_records(), 6);
}

#[test]
fn the_python_bot_plays_a_marathon() {
    let place = Place::new();
    let bot = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/clients/python/examples/random_bot.py");
    let words =
        ["play", "kamisado", "-o", "length=marathon", "-e", "referee bot greedy", "-e", bot, "-m", "2", "-c", "2"];
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.lines().filter(|line| line.contains(", normal (")).count() == 2, "{}", ran.out);
    assert_eq!(place.verify_records(), 2);
}

#[test]
fn seats_swap_in_pairs() {
    let place = Place::new();
    // Both always play the first legal move, so the same seat wins every match.
    let ran = place.run(&["play", "kamisado", "-e", HONEST, "-e", HONEST, "--cycles", "2", "--no-record"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let firsts: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("match "))
        .map(|line| line.split(' ').nth(2).unwrap_or(""))
        .collect();
    assert_eq!(firsts, ["honest", "honest-2", "honest", "honest-2"]);
    assert_eq!(ran.row("honest")[1..5], ["4", "2", "0", "2"]);
    let warned = ran.out.lines().filter(|line| line.starts_with("warning: ")).collect::<Vec<_>>();
    assert_eq!(warned.len(), 1, "{}", ran.out);
    assert!(warned[0].starts_with("warning: 2 of 4 matches are the same as an earlier one"), "{}", ran.out);
    assert!(!place.path().join("records").exists());
}

#[test]
fn engine_words_work_as_in_cutechess() {
    let place = Place::new();
    let directory = place.path().join("elsewhere");
    std::fs::create_dir(&directory).expect("a directory can be made");
    std::fs::copy(place.path().join("engine.py"), directory.join("engine.py")).expect("the engine can be copied");
    std::fs::remove_file(place.path().join("engine.py")).expect("the engine goes from here");
    let words = [
        "play",
        "kamisado",
        "-e",
        "cmd=python3",
        "args=engine.py honest",
        "name=new",
        "tc=20+0.5",
        "--engine",
        HONEST,
        "name=old",
        "--each",
        "dir=elsewhere",
        "tc=10+0.1",
        "--matches",
        "2",
        "--no-record",
    ];
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("  1. new (honest)  20+0.5  `python3 engine.py honest`"), "{}", ran.out);
    assert!(ran.out.contains("  2. old (honest)  10+0.1  `python3 engine.py honest`"), "{}", ran.out);
    assert!(!ran.out.contains("warning: "), "the seats were changed: {}", ran.out);
}

#[test]
fn three_engines_meet_each_other() {
    let place = Place::new();
    let ran = place.run(&["play", "kamisado", "-e", HONEST, "-e", HONEST, "-e", HONEST, "--no-record"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for name in ["honest", "honest-2", "honest-3"] {
        assert_eq!(ran.row(name)[1], "4");
    }
}

#[test]
fn json_says_the_same() {
    let place = Place::new();
    let ran = place.run(&[
        "play",
        "kamisado",
        "-e",
        HONEST,
        "-e",
        HONEST,
        "-m",
        "2",
        "--json",
        "--record",
        "new/deep/all.jsonl",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 3);
    for played in &lines[..2] {
        assert_eq!(played["termination"], "normal");
        assert_eq!(played["rounds"], 1);
        assert_eq!(played["record"], "new/deep/all.jsonl");
    }
    assert_eq!(lines[2]["summary"]["matches"], 2);
    assert_eq!(lines[2]["summary"]["causes"]["normal"]["matches"], 2);

    let again = place.run(&["play", "kamisado", "-e", HONEST, "-e", HONEST, "--record", "new/deep/all.jsonl"]);
    assert_eq!(again.code, Some(1), "a record is never written over: {}", again.err);
    let replayed = place.run(&["replay", "--verify", "new/deep/all.jsonl"]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.out);
    assert!(replayed.out.contains("2 verified, 0 failed"), "{}", replayed.out);
}

#[test]
fn time_odds_and_json_lines_are_each_engines_own() {
    let place = Place::new();
    let ran = place.run(&[
        "play",
        "kamisado",
        "-e",
        "referee bot random --lines json",
        "-e",
        "python3 engine.py honest",
        "--lines",
        "json",
        "--lines",
        "words",
        "--tc",
        "5+0.5",
        "--tc",
        "st=3",
        "--json",
        "--no-record",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn an_interrupt_prints_results_and_leaves_no_engine() {
    let place = Place::new();
    let slow = "python3 engine.py slow";
    let mut child = place
        .command(&["play", "kamisado", "-e", slow, "-e", slow, "--matches", "1000", "--concurrency", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    let mut printed = String::new();
    while !printed.contains("match 1/1000") && !printed.contains("match 2/1000") {
        assert_ne!(out.read_line(&mut printed).expect("output can be read"), 0, "it ended early: {printed}");
    }
    let pid = libc::pid_t::try_from(child.id()).expect("a process id fits");
    let engines = children_of(pid);
    assert!(!engines.is_empty());
    // SAFETY: the process is our own child, which has not been waited for.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    out.read_to_string(&mut printed).expect("output can be read");
    let output = child.wait_with_output().expect("it ends");
    let ran = Ran { out: printed, ..Ran::of(output) };
    assert_eq!(ran.code, Some(130), "{}{}", ran.out, ran.err);
    assert!(ran.row("slow")[1].parse::<u32>().is_ok_and(|played| played > 0));
    for engine in engines {
        // SAFETY: signal 0 only tests whether the process exists.
        assert_eq!(unsafe { libc::kill(engine, 0) }, -1, "engine {engine} is still there");
    }
    assert!(place.verify_records() > 0);
}

fn children_of(parent: libc::pid_t) -> Vec<libc::pid_t> {
    let listed = std::fs::read_dir(format!("/proc/{parent}/task")).expect("the process is there");
    let threads = listed.flatten().map(|thread| thread.path().join("children"));
    let lists = threads.filter_map(|path| std::fs::read_to_string(path).ok());
    lists.flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>()).collect()
}
