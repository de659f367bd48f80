//! Statistics of `referee play` in addition to the scores, and the test that ends a run.

use serde_json::Value;

use crate::runner::Place;

const RANDOM: &str = "referee bot random --seed {seed}";

/// Returns the words of `referee play kamisado` with a search bot and a random bot, followed by
/// `more`.
fn two<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["play", "kamisado", "--tc", "inf", "--no-record", "--concurrency", "2"];
    words.extend(["--engine", "cmd=referee bot search --seed {seed}", "name=search"]);
    words.extend(["--engine", "cmd=referee bot random --seed {seed}", "name=random"]);
    words.extend(more);
    words
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

fn summary(text: &str) -> Value {
    let last = text.lines().last().expect("a summary");
    serde_json::from_str::<Value>(last).expect("JSON")["summary"].clone()
}

#[test]
fn a_test_ends_the_run_as_soon_as_it_has_its_answer() {
    let place = Place::new();
    let ran = place.run(&two(&["--sprt", "elo0=0", "elo1=200", "model=logistic"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("H1 (200 Elo) accepted: LLR "), "{}", ran.out);
    assert!(ran.out.contains("\nsearch - random: Elo +"), "a line every ten matches: {}", ran.out);
    let played = ran.out.lines().filter(|line| line.starts_with("match ")).count();
    assert!((10..200).contains(&played), "{played} matches");
}

#[test]
fn all_statistics_are_finite_however_one_sided() {
    let place = Place::new();
    let ran = place.run(&two(&["--matches", "12", "--json"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let said = &summary(&ran.out)["differences"][0];
    assert_eq!(said["engines"], serde_json::json!(["search", "random"]));
    let elo = &said["elo"]["difference"];
    let (low, value, high) = (number(&elo["interval95"][0]), number(&elo["value"]), number(&elo["interval95"][1]));
    assert!(0.0 < low && low < value && value < high, "{said}");
    assert!(number(&said["elo"]["likelihoodOfSuperiority"]) > 0.97, "{said}");
    let pairs: u64 = said["pairs"].as_array().expect("five").iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs, 6);
    assert!(ran.out.contains("\"test\":null"));
}

#[test]
fn more_than_two_seats_are_tested_by_points() {
    let place = Place::new();
    let mut words =
        vec!["play", "honest_john", "--tc", "inf", "--no-record", "-o", "rounds=1", "--duplicate", "--json"];
    words.extend(["--engine", "referee bot greedy", "--engine", RANDOM, "--engine", RANDOM, "--engine", RANDOM]);
    words.extend(["--matches", "100", "--sprt", "mean0=-1000", "mean1=1000", "of=2,1"]);
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let said = summary(&ran.out);
    assert_eq!(said["differences"].as_array().map(Vec::len), Some(6));
    assert_eq!(said["differences"][0]["elo"], Value::Null);
    let points = &said["differences"][0]["pointsAnEncounter"];
    assert!(number(&points["interval95"][0]) <= number(&points["mean"]), "{points}");
    assert!(said["test"]["says"].as_str().expect("a sentence").contains("points an encounter, alpha 0.05, beta 0.05"));
    assert!(number(&said["test"]["encounters"]) >= 20.0, "{}", said["test"]);
}

#[test]
fn the_same_matches_give_the_same_answer_however_many_are_played_at_once() {
    // One engine always resigns and all matches differ, so every run has the same results.
    let words = ["play", "kamisado", "-o", "length=long", "--tc", "inf", "--no-record", "--json"];
    let engines = ["-e", "python3 engine.py resigner", "-e", "python3 engine.py honest"];
    let rules = ["--openings", "built-in", "--sprt", "elo0=0", "elo1=300"];
    let answer = |concurrency: &str| {
        let place = Place::new();
        let ran = place.run(&[&words[..], &engines, &rules, &["--concurrency", concurrency]].concat());
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        summary(&ran.out)["test"].clone()
    };
    assert_eq!(answer("1"), answer("4"));
}

#[test]
fn a_run_is_reported_in_all_formats_of_a_tournament() {
    let place = Place::new();
    let ran = place.run(&two(&["--matches", "7", "--report", "results/first"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with("\nreport: results/first\n"), "{}", ran.out);
    let text = |name: &str| {
        let path = place.path().join("results/first").join(name);
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let table = text("report.txt");
    assert!(table.starts_with("search, random - kamisado, a run of 7 matches\n"), "{table}");
    let row = table.lines().find(|line| line.starts_with("search - random")).expect("the difference");
    assert_eq!(row.split_whitespace().nth(3), Some("7"), "{row}");
    assert!(
        table.contains("normalised") && table.contains("draws") && table.contains("points an encounter"),
        "{table}"
    );
    let report: Value = serde_json::from_str(&text("report.json")).expect("JSON");
    let encounters = report["encounters"].as_array().expect("a list");
    let sizes: Vec<usize> = encounters.iter().map(|one| one["matches"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(sizes, [2, 2, 2, 1], "in the order of their numbers, also with two at once");
    let pair = &report["pairs"][0];
    assert_eq!(pair["pointsAnEncounter"]["encounters"], 3, "what lacks a match says nothing: {pair}");
    assert_eq!(pair["pairs"].as_array().map(|all| all.iter().filter_map(Value::as_u64).sum::<u64>()), Some(3));
    let matches = text("matches.csv");
    assert_eq!(matches.lines().count(), 1 + 2 * 7, "{matches}");
    for name in ["standings.csv", "pairs.csv", "crosstable.csv", "causes.csv"] {
        assert!(text(name).contains("search"), "{name}");
    }
    for name in ["scores.svg", "crosstable.svg", "ratings.svg"] {
        assert!(text(name).starts_with("<svg "), "{name}");
    }
    assert!(text("tournament.trf").starts_with("012 search, random"), "two engines fit TRF16");
}
