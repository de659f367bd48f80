//! `referee rules`, `perft`, `replay` and `completions`.

use std::fs;

use serde_json::{Value, json};

use super::Place;

#[test]
fn the_rules_answer_line_by_line_and_no_line_ends_them() {
    let place = Place::new();
    let questions = [
        (json!({"game": "kamisado"}).to_string(), json!(null)),
        ("no json".to_owned(), json!(["BAD_FIELD", "line"])),
        (json!({"game": "chess"}).to_string(), json!(["UNKNOWN_GAME", "game"])),
        (json!({"game": "kamisado", "options": {"length": "x"}}).to_string(), json!(["BAD_OPTION", "options[length]"])),
        (json!({"game": "kamisado", "moves": ["d8d3", "??"]}).to_string(), json!(["UNREADABLE_MOVE", "moves[1]"])),
        (json!({"game": "kamisado", "moves": ["d8d3", "d8d3"]}).to_string(), json!(["ILLEGAL_MOVE", "moves[1]"])),
        (json!({"game": "kamisado", "start": "nowhere"}).to_string(), json!(["BAD_POSITION", "start"])),
        (json!({"game": "kamisado", "seats": 5}).to_string(), json!(["BAD_SEATS", "seats"])),
        (json!({"game": "kamisado", "what": 1}).to_string(), json!(["BAD_FIELD", "what"])),
        (json!({"game": "kamisado", "moves": ["d8d3"], "viewer": 1.0, "seats": null}).to_string(), json!(null)),
    ];
    let input: String = questions.iter().map(|(question, _)| format!("{question}\n")).collect();
    let ran = place.run_with(&["rules", "--stdin"], &input);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("each answer is JSON")).collect();
    assert_eq!(answers.len(), questions.len());
    for ((question, refused), answer) in questions.iter().zip(&answers) {
        let error = &answer["error"];
        let got = if error.is_null() { json!(null) } else { json!([error["reason"], error["field"]]) };
        assert_eq!(got, *refused, "{question}: {answer}");
        assert!(error.is_null() || error["text"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
    }
    assert_eq!(answers[0]["legal"].as_array().map(Vec::len), Some(102));
    assert_eq!(answers[9]["seat"], 1);
    assert_eq!(answers[9]["steps"][0]["notation"], "d8d3");
}

#[test]
fn the_rules_answer_a_person() {
    let place = Place::new();
    let list = place.run(&["rules"]);
    assert_eq!(list.code, Some(0));
    assert!(list.out.contains("kamisado  Kamisado: 2 seats (Black, White)"), "{}", list.out);
    assert!(list.out.contains("--option length=single"), "{}", list.out);
    let opening = place.run(&["rules", "kamisado"]);
    assert!(opening.out.contains("legal (102)"), "{}", opening.out);
    let refused = place.run(&["rules", "kamisado", "--moves", "d8d9"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("UNREADABLE_MOVE"), "{}", refused.err);
    // Moves with spaces are quoted, whether there is one or several.
    for moves in [r#""wS1""#, r#""wS1" "bS1 wS1-" "wQ -wS1""#] {
        let hive = place.run(&["rules", "hive", "--moves", moves, "--board"]);
        assert_eq!(hive.code, Some(0), "{moves}: {}", hive.err);
    }
}

#[test]
fn perft_counts_the_opening() {
    let place = Place::new();
    let nodes = |words: &[&str]| -> Vec<String> {
        let ran = place.run(words);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let lines = ran.out.lines().filter(|line| line.starts_with("depth"));
        lines.map(|line| line.split_whitespace().nth(3).unwrap_or("").to_owned()).collect()
    };
    assert_eq!(nodes(&["perft", "kamisado", "--depth", "3"]), ["102", "1150", "11332"]);
    assert_eq!(nodes(&["perft", "kamisado", "--depth", "3", "--forced-as-plies"]), ["102", "1150", "11182"]);
    assert_eq!(nodes(&["perft", "kamisado", "--depth", "2", "--divide"]), ["1150"]);
    assert_eq!(place.run(&["perft", "kamisado"]).code, Some(2), "a depth is missing");
    assert_eq!(place.run(&["perft", "kamisado", "--depth", "1", "--position", "x"]).code, Some(2));
}

#[test]
fn a_record_that_was_tampered_with_does_not_verify() {
    let place = Place::new();
    let engine = "python3 engine.py honest";
    let ran = place.run(&["play", "kamisado", "-e", engine, "-e", engine, "-m", "1", "--record", "one.jsonl"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let whole = fs::read_to_string(place.path().join("one.jsonl")).expect("the record is there");
    let lines: Vec<&str> = whole.lines().collect();

    let told = place.run(&["replay", "one.jsonl"]);
    assert_eq!(told.code, Some(0));
    assert!(told.out.contains("seat 0, Black: honest"), "{}", told.out);
    assert!(told.out.contains("ended: normal"), "{}", told.out);

    let moved = whole.replacen("\"chargedNs\":\"", "\"chargedNs\":\"1", 1);
    let missing: String = [&lines[..5], &lines[6..]].concat().iter().map(|line| format!("{line}\n")).collect();
    let cut = whole[..whole.len() / 2].to_owned();
    let steers = whole.replacen("\"notation\":\"", "\"notation\":\"\\u001b[2J\\u202e", 1);
    let nothing = String::new();
    // A record that ends in the middle may be a valid record that a disk failure cut short.
    let (failed, torn) = ((Some(1), "-: FAILED"), (Some(3), "-: TORN"));
    for (name, text, (code, said)) in [
        ("charge", moved, failed),
        ("gap", missing, failed),
        ("half a line", cut, torn),
        ("an escape", steers, failed),
        ("nothing", nothing, failed),
    ] {
        assert_ne!(text, whole, "{name}: the record was changed");
        let ran = place.run_with(&["replay", "-", "--verify"], &text);
        assert_eq!(ran.code, code, "{name}: {}", ran.out);
        assert!(ran.out.contains(said), "{name}: {}", ran.out);
        let shown = place.run_with(&["replay", "-"], &text);
        for told in [&ran.out, &ran.err, &shown.out, &shown.err] {
            assert!(!told.contains(['\u{1b}', '\u{202e}']), "{name} steers the terminal: {told:?}");
        }
    }
    assert_eq!(place.run_with(&["replay", "--verify", "-"], &whole).code, Some(0));
    assert_eq!(place.run(&["replay", "--verify", "no-such-file"]).code, Some(1));
}

#[test]
fn boards_are_drawn() {
    let place = Place::new();
    let drawn = place.run(&["rules", "kamisado", "--moves", "d8d3", "--board"]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.err);
    let rows: Vec<&str> = drawn.out.lines().filter(|line| line.len() > 3 && line.starts_with('a')).collect();
    assert_eq!(rows.len(), 8, "{}", drawn.out);
    let third = rows.iter().find(|row| row.starts_with("a3 ")).expect("the third row is drawn");
    assert!(third.split_whitespace().nth(4).is_some_and(|cell| cell.starts_with('0')), "a tower of seat 0: {third}");

    let engine = "python3 engine.py honest";
    let words = ["play", "kamisado", "-e", engine, "-e", engine, "-m", "1", "--record", "one.jsonl"];
    assert_eq!(place.run(&words).code, Some(0));
    let plain = place.run(&["replay", "one.jsonl"]).out;
    let boards = place.run(&["replay", "one.jsonl", "--board"]).out;
    let steps = plain.lines().filter(|line| line.starts_with("   1.")).count();
    let drawn = boards.lines().filter(|line| line.starts_with("        a8 ")).count();
    assert!(steps > 2 && drawn == steps + 1, "{steps} steps and the opening, {drawn} boards:\n{boards}");
}

#[test]
fn completions_and_help_are_printed() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = place.run(&["completions", shell]);
        assert_eq!(ran.code, Some(0));
        assert!(ran.out.contains("perft"), "{shell}");
    }
    let help = place.run(&["--help"]);
    assert!(help.out.contains("Exit codes"), "{}", help.out);
    for command in [
        "serve",
        "play",
        "join",
        "bot",
        "check",
        "rules",
        "perft",
        "match create",
        "match list",
        "match watch",
        "match record",
        "match rematch",
        "match resign",
        "match abort",
        "player register",
        "player list",
        "player show",
        "replay",
        "sandbox",
        "record-key",
    ] {
        let ran = place.run(&command.split(' ').chain(["--help"]).collect::<Vec<_>>());
        assert_eq!(ran.code, Some(0), "{command}");
        assert!(ran.out.contains("xample") && ran.out.contains("xit code"), "{command} teaches: {}", ran.out);
    }
    assert_eq!(place.run(&["dance"]).code, Some(2));
}
