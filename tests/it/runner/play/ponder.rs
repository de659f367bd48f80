//! Engines that ponder: they think during the opponent's turn.

use std::fs;

use crate::runner::{Place, Ran, remote::Served};

/// An engine that plays the first legal move and ponders on the first legal reply, which it gets
/// from the program in its second argument. The mode `wrong` ponders on nonsense, and `early`
/// answers before `ponderhit`. The engine writes one word to `told` for each line of its input.
const PONDERER: &str = r#"
import json, subprocess, sys
mode, program = sys.argv[1:3]
told = open("told", "a")
def say(line): print(line, flush=True)
def note(word): told.write(word + "\n"); told.flush()
def legal_of(line): return line.split(" legal ")[1].split()
def move(line):
    chosen = legal_of(line)[0]
    if mode == "wrong": return say("bestmove " + chosen + " ponder nonsense")
    question = json.dumps({"game": "kamisado", "moves": moves + [chosen]})
    asked = subprocess.run([program, "rules", "--stdin"], input=question + "\n", capture_output=True, text=True)
    replies = json.loads(asked.stdout).get("legal", [])
    say("bestmove " + chosen + (" ponder " + replies[0]["notation"] if replies else ""))
moves = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name " + mode); say("refereeok ponder")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "newmatch": note("match")
    elif words[0] == "position":
        moves = line.split(" moves ")[1].split(" round ")[0].split() if " moves " in line else []
    elif words[0] == "go" and "ponder" in words:
        note("pondering" if "legal" not in words and "remaining_ms" not in words else "too much")
        if mode == "early": say("bestmove a1a1")
    elif words[0] == "go": note("go"); move(line)
    elif words[0] == "ponderhit": note("hit"); move(line)
    elif words[0] == "stop": note("stop"); say("bestmove whatever")
    elif words[0] == "quit": break
"#;

/// Plays a match with these arguments. Returns its line and the words that the engine noted in it.
fn play(mode: &str, opponent: &str, more: &[&str]) -> (serde_json::Value, Vec<String>) {
    let place = Place::new();
    fs::write(place.path().join("ponderer.py"), PONDERER).expect("the engine can be written");
    let engine = format!("python3 ponderer.py {mode} {}", env!("CARGO_BIN_EXE_referee"));
    let script = fs::read_to_string(place.path().join("engine.py")).expect("it was written");
    fs::write(place.path().join("engine.py"), script.replace("turns < 3", "turns < 1")).expect("it can be written");
    let opponent = format!("python3 engine.py {opponent}");
    let mut words = vec!["play", "kamisado", "-e", &engine, "-e", &opponent, "-m", "1", "--json"];
    words.extend(more);
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{mode}: {}{}", ran.out, ran.err);
    assert_eq!(place.verify_records(), 1);
    let first = serde_json::from_str(ran.out.lines().next().unwrap_or_default()).expect("it is JSON");
    (first, told(&place))
}

fn told(place: &Place) -> Vec<String> {
    let told = fs::read_to_string(place.path().join("told")).expect("it was told something");
    told.lines().map(str::to_owned).collect()
}

fn count(told: &[String], word: &str) -> usize {
    told.iter().filter(|told| *told == word).count()
}

#[test]
fn a_reply_that_was_expected_is_a_hit() {
    let (played, told) = play("right", "honest", &["--ponder"]);
    assert_eq!(played["termination"], "normal", "{played}");
    // The engine plays Black and moves first. It gets `go` only for that move.
    assert_eq!((count(&told, "go"), count(&told, "too much")), (1, 0), "{told:?}");
    assert!(count(&told, "hit") > 0, "{told:?}");
    assert_eq!(played["moves"][0].as_u64(), Some(1 + count(&told, "hit") as u64), "{told:?}");
}

#[test]
fn a_reply_that_was_not_expected_stops_it() {
    let (played, told) = play("wrong", "honest", &["--ponder"]);
    assert_eq!(played["termination"], "normal", "{played}");
    assert_eq!((count(&told, "hit"), count(&told, "too much")), (0, 0), "{told:?}");
    assert_eq!(played["moves"][0].as_u64(), Some(count(&told, "go") as u64), "{told:?}");
    assert_eq!(count(&told, "stop"), count(&told, "pondering"), "{told:?}");
    assert!(count(&told, "stop") > 0, "{told:?}");
}

#[test]
fn engines_ponder_only_if_enabled() {
    let (played, told) = play("right", "honest", &[]);
    assert_eq!(played["termination"], "normal", "{played}");
    assert_eq!(count(&told, "pondering") + count(&told, "hit") + count(&told, "stop"), 0, "{told:?}");
}

#[test]
fn an_answer_before_the_hit_breaks_the_protocol() {
    // The opponent never moves, so the engine answers before any `ponderhit`.
    let (played, _) = play("early", "silent", &["--ponder"]);
    assert_eq!(
        (played["termination"].as_str(), played["seat"].as_u64()),
        (Some("protocol_error"), Some(0)),
        "{played}"
    );
    assert!(played["detail"].as_str().is_some_and(|detail| detail.contains("before `ponderhit`")), "{played}");
}

#[test]
fn an_engine_ponders_on_a_server_too() {
    let place = Place::new();
    fs::write(place.path().join("ponderer.py"), PONDERER).expect("the engine can be written");
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "thinker");
    let words =
        ["match", "create", "--url", url, "kamisado", "--token", token.trim(), "-p", "thinker", "-p", "house-random"];
    let match_id = place.run(&words).out;
    let engine = format!("python3 ponderer.py right {}", env!("CARGO_BIN_EXE_referee"));
    let ran: Ran =
        place.run(&["join", "--url", url, "--token", token.trim(), "--engine", &engine, "--once", "--ponder"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let record = place.run(&["match", "record", "--url", url, match_id.trim()]);
    assert!(record.out.lines().nth_back(1).is_some_and(|end| end.contains("TERMINATION_NORMAL")), "{}", record.out);
    let told = told(&place);
    assert!(count(&told, "pondering") > 0, "{told:?}");
    assert_eq!(count(&told, "too much"), 0, "{told:?}");
}
