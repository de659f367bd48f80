//! Engines that write endlessly. Each loses on time without growing the referee's memory, and the
//! next match starts.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Stdio},
    time::Duration,
};

use crate::bad_bots::memory::{MOST_GROWTH_KIB, memory_kib};
use crate::runner::{Place, Ran, is_void, remote::Served, until_it_counts};

/// An engine that plays the first legal move twice, then writes to the pipe `flooding` and starts
/// the flood that its first argument names.
const FLOOD: &str = r#"
import os, sys
mode, turns = sys.argv[1], 0
def say(line): print(line, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name " + mode); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "quit": break
    elif words[0] == "go":
        turns += 1
        if turns < 3: say("bestmove " + words[words.index("legal") + 1]); continue
        with open("flooding", "w") as told: told.write("now\n")
        if mode == "fastest": os.execvp("yes", ["yes", "info string spam"])
        chunk = {
            "chatter": b"info depth 1 string on and on\n" * 10,
            "endless": b"x" * 65536,
            "blank": b"\n" * 65536,
            "errors": b"warning: on and on\n" * 4096,
        }[mode]
        out = sys.stderr.buffer if mode == "errors" else sys.stdout.buffer
        while True: out.write(chunk); out.flush()
"#;

const MODES: [&str; 4] = ["fastest", "chatter", "endless", "errors"];
/// Maximum delay of the verdict on a busy machine. On an idle machine it is a few milliseconds.
const MOST_LATE: Duration = Duration::from_secs(5);

#[test]
fn a_flood_loses_on_time_and_the_next_match_starts() {
    for mode in MODES {
        until_it_counts(|| plays_beside_a_flood(mode));
    }
}

/// Plays two matches against a flooding engine. Returns whether a host stall voided one.
fn plays_beside_a_flood(mode: &str) -> bool {
    let place = prepare();
    let bad = format!("python3 flood.py {mode}");
    let mut words = vec!["play", "kamisado", "-o", "length=long", "-e", "python3 engine.py honest", "-e", &bad];
    words.extend(["--matches", "2", "--tc", "60", "--tc", "st=1", "--json"]);
    let mut child = place.command(&words).stdout(Stdio::piped()).spawn().expect("the binary starts");
    // `flooding` is a named pipe, so this read waits until the flood starts.
    fs::read_to_string(place.path().join("flooding")).expect("the engine tells that it floods");
    let before = memory_kib(child.id(), "VmRSS");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
    let first = lines.next().expect("a line").expect("it can be read");
    let growth = memory_kib(child.id(), "VmHWM").saturating_sub(before);
    assert!(growth < MOST_GROWTH_KIB, "{mode}: {growth} KiB more");

    let first: serde_json::Value = serde_json::from_str(&first).expect("it is JSON");
    let end = |mut child: Child| drop((child.kill(), child.wait()));
    if is_void(&first) {
        end(child);
        return true;
    }
    assert_eq!((first["termination"].as_str(), first["seat"].as_u64()), (Some("flag"), Some(1)), "{mode}: {first}");
    let most = Duration::from_secs(3) + MOST_LATE;
    assert!(first["elapsedMs"].as_f64().is_some_and(|ms| ms < most.as_secs_f64() * 1e3), "{mode}: {first}");
    // The second match starts a fresh process of the engine, which floods again.
    fs::read_to_string(place.path().join("flooding")).expect("the engine tells that it floods");
    let second: serde_json::Value =
        serde_json::from_str(&lines.next().expect("a line").expect("it can be read")).expect("it is JSON");
    if is_void(&second) {
        end(child);
        return true;
    }
    assert_eq!(second["termination"], "flag", "{mode}: {second}");
    assert!(child.wait().expect("it ends").success(), "{mode}");
    assert_eq!(place.verify_records(), 2, "{mode}");
    false
}

#[test]
fn a_flood_on_a_server_loses_on_time() {
    for mode in ["fastest", "endless"] {
        until_it_counts(|| plays_beside_a_flood_on_a_server(mode));
    }
}

/// Plays a match against a flooding engine on a server. Returns whether a host stall voided it.
fn plays_beside_a_flood_on_a_server(mode: &str) -> bool {
    let place = prepare();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "flooder");
    let mut words =
        vec!["match", "create", "--url", url, "kamisado", "-o", "length=long", "--tc", "st=1", "--token", token.trim()];
    words.extend(["-p", "flooder", "-p", "house-random"]);
    let match_id = place.run(&words).out;
    let engine = format!("python3 flood.py {mode}");
    let joined = place.command(&["join", "--url", url, "--token", token.trim(), "--engine", &engine]);
    let mut joined = { joined }.stderr(Stdio::piped()).spawn().expect("the binary starts");
    fs::read_to_string(place.path().join("flooding")).expect("the engine tells that it floods");
    let processes = [joined.id(), served.id()];
    let before = processes.map(|process| memory_kib(process, "VmRSS"));
    let errors = BufReader::new(joined.stderr.take().expect("it was piped"));
    let mut written = false;
    let line = if mode == "fastest" { "  stdout: info string spam" } else { "  stdout: xxxxx" };
    let ended = errors.lines().map_while(Result::ok).find(|said| {
        written |= said.starts_with(line);
        said.contains("ended: ")
    });
    for (process, before) in processes.into_iter().zip(before) {
        let growth = memory_kib(process, "VmHWM").saturating_sub(before);
        assert!(growth < MOST_GROWTH_KIB, "{mode}: {growth} KiB more");
    }
    joined.kill().expect("it waits for the next match");
    joined.wait().expect("it ends");
    let ended = ended.expect("it ends");
    if ended.contains("ended: host_fault") {
        return true;
    }
    assert!(ended.contains("ended: flag"), "{mode}: {ended}");
    assert!(written, "{mode}: the engine's last lines are told");
    let record: Ran = place.run(&["match", "record", "--url", url, match_id.trim()]);
    assert!(record.out.lines().nth_back(1).is_some_and(|end| end.contains("TERMINATION_FLAG")), "{}", record.out);
    false
}

fn prepare() -> Place {
    let place = Place::new();
    fs::write(place.path().join("flood.py"), FLOOD).expect("the engine can be written");
    let made = std::process::Command::new("mkfifo").arg(place.path().join("flooding")).status().expect("mkfifo runs");
    assert!(made.success());
    place
}
