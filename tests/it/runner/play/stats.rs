//! `referee stats`: statistics from counts of results, and from files of matches.

use std::fs;

use serde_json::Value;

use crate::runner::{Place, play::HONEST, tournaments::reports::played};

fn object(place: &Place, words: &[&str]) -> Value {
    let ran = place.run(&[&["stats", "--json"], words].concat());
    assert_eq!(ran.code, Some(0), "{words:?}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("one JSON object")
}

#[track_caller]
fn near(ours: &Value, theirs: &Value) {
    let [ours, theirs] = [ours, theirs].map(|value| value.as_f64().expect("a number"));
    assert!((ours - theirs).abs() <= 1e-6 * theirs.abs().max(1.0), "{ours}, expected {theirs}");
}

#[test]
fn counts_have_the_numbers_of_fishtest_and_fastchess() {
    let place = Place::new();
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/golden/stats.jsonl")).expect("the cases");
    let mut tried = 0;
    for line in text.lines().step_by(5) {
        let case: Value = serde_json::from_str(line).expect("a case");
        let counts = match case["penta"].as_array() {
            Some(pairs) => pairs.clone(),
            None => ["wins", "draws", "losses"].map(|key| case[key].clone()).to_vec(),
        };
        let counts: Vec<String> = counts.iter().map(Value::to_string).collect();
        let mut words = vec![if counts.len() == 5 { "--pairs" } else { "--wdl" }];
        words.extend(counts.iter().map(String::as_str));
        let Some(test) = case["sprt"].as_array().and_then(|tests| tests.first()) else { continue };
        let hypotheses = ["elo0", "elo1"].map(|key| format!("--{key}={}", test[key]));
        words.extend(hypotheses.iter().map(String::as_str));
        if test["model"] == "normalized" {
            words.push("--normalised");
        }
        let found = object(&place, &words);
        near(&found["test"]["llr"], &test["llr"]);
        near(&found["test"]["bounds"][0], &test["lower"]);
        if found["elo"]["method"] == "normal" {
            near(&found["elo"]["difference"]["value"], &case["fastchess"]["elo"]);
            near(&found["elo"]["normalised"]["value"], &case["fastchess"]["nelo"]);
        }
        tried += 1;
    }
    assert!(tried > 10, "only {tried} cases were tried");
}

#[test]
fn records_and_the_csv_of_their_report_have_the_numbers_of_the_report() {
    let place = played("8");
    let of_records = object(&place, &["all.jsonl", "--elo0", "0", "--elo1", "50"]);
    assert_eq!(of_records, object(&place, &["played/matches.csv", "--elo0", "0", "--elo1", "50"]));
    assert_eq!((&of_records["games"], &of_records["observed"]), (&Value::from(8), &Value::from("pairs")));
    let turned = object(&place, &["all.jsonl", "--of", "random", "greedy"]);
    let [value, of_turned] = [&of_records, &turned].map(|one| one["elo"]["difference"]["value"].as_f64().unwrap());
    assert!((value + of_turned).abs() < 1e-9, "{turned}");
    let pairs = fs::read_to_string(place.path().join("played/pairs.csv")).expect("the report");
    assert!(pairs.contains(&format!(",{value:.2},")), "{value} in {pairs}");
    let text = place.run(&["stats", "all.jsonl"]);
    assert!(text.out.starts_with("entrants        greedy - random\ngames           8: +"), "{}", text.out);
}

#[test]
fn repeats_keep_the_score_and_widen_the_interval() {
    let place = Place::new();
    let [whole, repeated] = ["100", "11"].map(|different| {
        object(&place, &["--wdl", "90", "0", "10", "--different", different, "--elo0", "0", "--elo1", "50"])
    });
    assert_eq!((&whole["score"], &whole["different"]), (&repeated["score"], &Value::from(100)));
    let low = |of: &Value| of["elo"]["difference"]["interval95"][0].as_f64().expect("a number");
    assert!(low(&repeated) < low(&whole) - 100.0, "{repeated}");
    assert!(repeated["test"]["llr"].as_f64() < whole["test"]["llr"].as_f64(), "{repeated}");
    let text = place.run(&["stats", "--wdl", "90", "0", "10", "--different", "11"]);
    assert!(text.out.contains("repeats         89: each game weighs 11/100"), "{}", text.out);
}

/// Both engines always play the first legal move, so reports find two distinct matches among four.
#[test]
fn reports_and_statistics_of_records_count_repeats() {
    let place = Place::new();
    let play = ["play", "kamisado", "-e", HONEST, "-e", HONEST, "--cycles", "2", "--record", "all.jsonl"];
    let ran = place.run(&[&play[..], &["--report", "played", "--json"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let summary: Value = serde_json::from_str(ran.out.lines().last().expect("a last line")).expect("JSON");
    assert_eq!(summary["summary"]["differences"][0]["different"], 2, "{summary}");
    let report = place.run(&["report", "all.jsonl"]);
    assert!(report.out.contains("warning: 2 of 4 matches are the same as an earlier one"), "{}", report.out);
    let report: Value = serde_json::from_str(&place.run(&["report", "all.jsonl", "--json"]).out).expect("JSON");
    assert_eq!((&report["repeats"], &report["pairs"][0]["different"]), (&Value::from(2), &Value::from(2)));
    for file in ["all.jsonl", "played/matches.csv"] {
        let found = object(&place, &[file]);
        assert_eq!((&found["games"], &found["different"]), (&Value::from(4), &Value::from(2)), "{file}");
        assert_eq!(found["elo"]["difference"], report["pairs"][0]["elo"], "{file}");
    }
    let pairs = fs::read_to_string(place.path().join("played/pairs.csv")).expect("the report");
    assert!(pairs.lines().nth(1).is_some_and(|line| line.ends_with(",pairs,0,2,")), "{pairs}");
}

#[test]
fn a_csv_in_any_order_has_the_same_numbers_and_counts_once() {
    let place = Place::new();
    let play = "play kamisado -m 9 -c 4 --tc inf --no-record --report played -e";
    let words =
        [&play.split(' ').collect::<Vec<_>>()[..], &["referee bot greedy", "-e", "referee bot random"]].concat();
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = fs::read_to_string(place.path().join("played/matches.csv")).expect("the report");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut by_seat = lines[1..].to_vec();
    by_seat.sort_by_key(|line| line.split(',').nth(3));
    let turned: Vec<&str> = lines[1..].iter().rev().copied().collect();
    let found = object(&place, &["played/matches.csv"]);
    assert_eq!(found["games"], 9);
    // The first byte of a file, not its name, determines its format.
    for rows in [by_seat, turned] {
        fs::write(place.path().join("other"), [&[lines[0]], &rows[..]].concat().concat()).expect("it is written");
        assert_eq!(object(&place, &["other"]), found);
        let twice = place.run(&["stats", "other", "played/matches.csv", "--json"]);
        assert!(twice.err.contains(" 9 "), "{}", twice.err);
        assert_eq!(serde_json::from_str::<Value>(&twice.out).expect("one object"), found);
    }
    let half: String = lines[..lines.len() - 1].concat();
    fs::write(place.path().join("half.csv"), half).expect("it is written");
    let ran = place.run(&["stats", "half.csv"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("half.csv"), "{}", ran.err);
}

#[test]
fn four_seats_are_answered_in_points_as_in_the_report() {
    let place = Place::new();
    let mut words: Vec<&str> =
        "play honest_john --tc inf -o rounds=1 --cycles 2 --record all.jsonl --report played".split(' ').collect();
    (0..4).for_each(|_| words.extend(["-e", "referee bot random"]));
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let report = fs::read_to_string(place.path().join("played/report.json")).expect("the report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let pairs = report["pairs"].as_array().expect("pairs");
    for file in ["all.jsonl", "played/matches.csv"] {
        let ran = place.run(&["stats", file, "--json"]);
        let found: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((found.len(), pairs.len()), (6, 6), "{file}");
        for (found, pair) in found.iter().zip(pairs) {
            assert_eq!(found["pointsAnEncounter"], pair["pointsAnEncounter"], "{file}");
            assert!(found["says"].as_str().is_some_and(|says| says.contains(" points an encounter (")), "{found}");
        }
    }
}
