//! `referee play` with faulty engines: each loses its own matches, and the run continues.

use crate::runner::{Place, Ran, is_void, until_it_counts};

/// Plays a faulty engine against an honest one. `mode` selects the fault.
fn beside_honest(place: &Place, mode: &str, more: &[&str]) -> Ran {
    let bad = format!("python3 engine.py {mode}");
    let words = ["play", "kamisado", "-o", "length=long", "-e", "python3 engine.py honest", "-e", &bad, "--json"];
    place.run(&[&words, more].concat())
}

#[test]
fn each_loses_its_matches_by_the_law() {
    for (mode, termination, says, wrote) in [
        ("crash", "protocol_error", "exit status 3", "bestmove "),
        ("illegal", "illegal_move", "a1a1", "bestmove a1a1"),
        ("garbage", "illegal_move", "not a move", "bestmove "),
        ("resigner", "resignation", "", "resign"),
        ("silent", "flag", "", "bestmove "),
        ("sleeper", "flag", "", "bestmove "),
        ("half", "flag", "", "bestm"),
    ] {
        until_it_counts(|| loses(mode, termination, says, wrote));
    }
}

/// Plays the faulty engine, which must lose. Returns whether a host stall voided a match.
fn loses(mode: &str, termination: &str, says: &str, wrote: &str) -> bool {
    let place = Place::new();
    let time = if termination == "flag" { "0.5" } else { "60" };
    let ran = beside_honest(&place, mode, &["--matches", "2", "--tc", "60", "--tc", time, "--patience", "60"]);
    assert_eq!(ran.code, Some(0), "{mode}: {}{}", ran.out, ran.err);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 3, "{mode}: both matches were played");
    // Checks only the first match. The seats swap in the second, and the third turn may have
    // passed.
    let first = &lines[0];
    if lines[..2].iter().any(is_void) {
        return true;
    }
    assert_eq!(first["termination"], termination, "{mode}: {first}");
    assert_eq!(first["seat"], 1, "{mode}: {first}");
    assert_eq!(first["places"], serde_json::json!([1, 2]), "{mode}: {first}");
    assert!(first["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{mode}: {first}");
    assert_eq!(first["overrunMs"].is_number(), termination == "flag", "{mode}: {first}");
    assert_eq!(first["evidence"]["status"].as_i64(), (mode == "crash").then_some(3), "{mode}: {first}");
    let last = |output: &str| first["evidence"][output].as_array().and_then(|lines| lines.last()?.as_str());
    assert!(last("stdout").is_some_and(|line| line.starts_with(wrote)), "{mode}: {first}");
    let warned = match mode {
        "crash" => Some("boom"),
        "illegal" => Some("hm"),
        _ => None,
    };
    assert_eq!(last("stderr"), warned, "{mode}: {first}");
    if mode == "resigner" {
        // The same process plays both matches.
        let [one, other] = [0, 1].map(|index| lines[index]["evidence"]["stdout"][0].as_str().unwrap_or_default());
        assert!(one.starts_with("id ") && other == "readyok", "evidence of its own match: {} {}", lines[0], lines[1]);
    }
    assert_eq!(lines[2]["summary"]["engines"][1]["all"]["won"], 0, "{mode}");
    assert_eq!(place.verify_records(), 2, "{mode}");
    false
}

#[test]
fn an_answer_that_came_before_the_end_counts() {
    let place = Place::new();
    let ran = beside_honest(&place, "leaver", &["--matches", "1"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let played: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap_or("")).expect("it is JSON");
    assert_eq!(played["moves"][1], 3, "its third move was played: {played}");
    assert_eq!(place.verify_records(), 1);
}

#[test]
fn an_engine_that_cannot_be_started_again_loses_without_a_move() {
    let place = Place::new();
    // The engine starts once, for its introduction, and fails to start again.
    let once = "sh -c '[ ! -e started ] && touch started && exec python3 engine.py honest'";
    let ran = place.run(&["play", "kamisado", "-e", once, "-e", "python3 engine.py honest", "-m", "2", "--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    for (line, seat) in ran.out.lines().zip([0, 1]) {
        let played: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        assert_eq!(played["termination"], "protocol_error", "{played}");
        assert_eq!(played["seat"], seat, "{played}");
        assert_eq!(played["plies"], 0, "{played}");
    }
    assert_eq!(place.verify_records(), 2);
}

#[test]
fn the_first_seat_loses_a_match_without_engines_and_the_run_continues() {
    let place = Place::new();
    let once = |name: &str| format!("sh -c '[ ! -e {name} ] && touch {name} && exec python3 engine.py honest'");
    let (one, other) = (once("one"), once("other"));
    let ran = place.run(&["play", "kamisado", "-e", &one, "-e", &other, "-m", "20", "--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let played: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(played.len(), 21, "twenty matches and what they came to");
    assert!(played[..20].iter().all(|one| one["termination"] == "protocol_error" && one["plies"] == 0), "{}", ran.out);
    assert!(!ran.err.contains("declined"), "{}", ran.err);
    assert_eq!(place.verify_records(), 20);
}

#[test]
fn the_first_failure_can_end_a_run() {
    let place = Place::new();
    let ran = place.run(&[
        "play",
        "kamisado",
        "-o",
        "length=long",
        "-e",
        "python3 engine.py honest",
        "-e",
        "python3 engine.py crash",
        "--matches",
        "50",
        "--on-failure",
        "stop",
    ]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert_eq!(ran.row("crash")[1], "1");
}
