//! The answer of a run or a tournament as a sentence. The terminal, the text report and the JSON
//! report show the same sentence, with the numbers of the CSV.

use std::fs;

use serde_json::Value;

use crate::runner::{Place, play::HONEST};

const ENGINES: [&str; 6] = [
    "--engine",
    "cmd=referee bot greedy --seed {seed}",
    "name=greedy",
    "--engine",
    "cmd=referee bot random --seed {seed}",
    "name=random",
];

fn read(place: &Place, file: &str) -> String {
    fs::read_to_string(place.path().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns the only line with this text.
#[track_caller]
fn line<'a>(text: &'a str, part: &str) -> &'a str {
    let mut found = text.lines().filter(|line| line.contains(part));
    let line = found.next().unwrap_or_else(|| panic!("`{part}` is missing: {text}"));
    assert_eq!(found.next(), None, "`{part}`: {text}");
    line
}

/// Returns the sentence that says which of two entrants is stronger, or that the difference is not
/// significant.
#[track_caller]
fn sentence(text: &str) -> &str {
    line(text, " Elo (95 % ")
}

/// Checks that all files of a report have `sentence`, with the numbers of the CSV.
#[track_caller]
fn agrees(place: &Place, directory: &str, sentence: &str) {
    let object = json(&read(place, &format!("{directory}/report.json")));
    assert_eq!(self::sentence(&read(place, &format!("{directory}/report.txt"))), sentence);
    assert_eq!(object["answers"][0]["says"], sentence, "{object}");
    let csv = read(place, &format!("{directory}/pairs.csv"));
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let cell = |name: &str| {
        let column = rows[0].iter().position(|head| *head == name).unwrap_or_else(|| panic!("{name}: {csv}"));
        rows[1][column].parse::<f64>().unwrap_or_else(|_| panic!("{name}: {csv}"))
    };
    let elo = &object["pairs"][0]["elo"];
    let elo = [&elo["value"], &elo["interval95"][0], &elo["interval95"][1]].map(|of| of.as_f64().expect("a number"));
    for (exact, name) in elo.iter().zip(["elo", "elo_low", "elo_high"]) {
        assert!((exact - cell(name)).abs() <= 0.005 + 1e-9, "{name}: {exact}, {csv}");
    }
    let second_first = sentence.starts_with(&format!("{} is stronger", rows[1][1]));
    let [value, low, high] = if second_first { [-elo[0], -elo[2], -elo[1]] } else { elo };
    let digits = usize::from(low.abs().min(high.abs()) < 1.0);
    let signed = |number: f64| format!("{}{number:.digits$}", if number > 0.0 { "+" } else { "" });
    let numbers = format!("{} Elo (95 % {} to {})", signed(value), signed(low), signed(high));
    assert!(sentence.contains(&numbers), "{numbers}: {sentence}");
    let in_pairs: f64 = ["pairs_0", "pairs_half", "pairs_1", "pairs_3_halves", "pairs_2"].map(cell).iter().sum();
    assert!(sentence.contains(&format!(", {} games in {in_pairs} pairs", 2.0 * in_pairs)), "{sentence}");
    let stronger = &object["answers"][0]["stronger"];
    match sentence.split_once(" is stronger than ") {
        Some((name, _)) => assert_eq!(stronger, name, "{sentence}"),
        None => assert_eq!((stronger, sentence.starts_with("no difference shown")), (&Value::Null, true), "{sentence}"),
    }
}

#[test]
fn a_test_ends_with_a_sentence_that_all_reports_have() {
    let place = Place::new();
    let more = ["--tc", "inf", "-c", "4", "--openings", "built-in", "--record", "all.jsonl", "--report", "played"];
    let test = ["--sprt", "elo0=0", "elo1=150", "model=logistic"];
    let ran = place.run(&[&["play", "kamisado"], &ENGINES[..], &more, &test].concat());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let said = sentence(&ran.out);
    agrees(&place, "played", said);
    let test = line(&ran.out, "SPRT of greedy - random by pairs: H");
    for part in [" Elo) accepted: LLR ", "([0, 150] Elo, alpha 0.05, beta 0.05), bounds -2.94 and 2.94, after "] {
        assert!(test.contains(part), "{test}");
    }
    let table = read(&place, "played/report.txt");
    assert_eq!(line(&table, "SPRT of "), test);
    assert_eq!(line(&table, "stopped: "), "stopped: the test is decided");
    let object = json(&read(&place, "played/report.json"));
    let found = &object["test"];
    assert_eq!(format!("SPRT of greedy - random by pairs: {}", found["says"].as_str().expect("words")), test);
    assert_eq!((&found["elo1"], &found["observed"]), (&Value::from(150.0), &Value::from("pairs")));
    assert!(test.contains(&format!("LLR {:.2} ", found["llr"].as_f64().expect("a number"))), "{test}: {found}");
    assert!(test.starts_with(&format!("SPRT of greedy - random by pairs: {}", found["accepted"].as_str().unwrap())));
    // Records hold no test, but give the same sentence.
    let of_records = place.run(&["report", "all.jsonl", "--report", "again"]);
    assert_eq!(sentence(&of_records.out), said);
    agrees(&place, "again", said);
    assert_eq!(json(&read(&place, "again/report.json"))["test"], Value::Null);
    let stats = place.run(&["stats", "all.jsonl"]);
    assert_eq!(sentence(&stats.out), format!("answer          {said}"));
}

#[test]
fn a_run_says_how_many_openings_a_pair_had() {
    let place = Place::new();
    let more = ["--tc", "inf", "--no-record", "--openings", "built-in", "--cycles", "3", "--report", "played"];
    let words = [&["play", "kamisado"], &ENGINES[..], &more].concat();
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let mut table = ran.out.lines().skip_while(|line| !line.starts_with("difference"));
    assert!(table.next().is_some_and(|line| line.ends_with("  openings")), "{}", ran.out);
    assert!(table.next().is_some_and(|line| line.ends_with("  3")), "{}", ran.out);
    assert_eq!(json(&read(&place, "played/report.json"))["pairs"][0]["openings"], 3);
    let ran = place.run(&[&words[..], &["--json"]].concat());
    let summary = &json(ran.out.lines().last().expect("a summary"))["summary"];
    assert_eq!(summary["differences"][0]["openings"], 3);
}

#[test]
fn a_test_without_an_answer_says_why_it_stopped() {
    let place = Place::new();
    let more = ["--tc", "inf", "--no-record", "--report", "played", "--matches", "7", "--sprt", "elo0=0", "elo1=5"];
    let words = [&["play", "kamisado"], &ENGINES[..], &more].concat();
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    for text in [&ran.out, &read(&place, "played/report.txt")] {
        let test = line(text, "SPRT of greedy - random by pairs: undecided: LLR ");
        assert!(test.contains(" is between -2.94 and 2.94 ([0, 5] normalised Elo, "), "{test}");
        assert!(test.ends_with(", after 3 encounters"), "{test}");
        assert_eq!(line(text, "stopped: "), "stopped: limit reached: 7 matches");
        // The seventh match has no pair, so the comparison omits it, as in the report.
        assert!(sentence(text).contains(", 6 games in 3 pairs (1 without a pair left out)"), "{text}");
    }
    let ran = place.run(&[&words[..], &["--json"]].concat());
    let summary = &json(ran.out.lines().last().expect("a summary"))["summary"];
    assert_eq!(summary["test"]["accepted"], Value::Null);
    assert_eq!(summary["test"]["stopped"], "limit reached: 7 matches");
    let report = json(&read(&place, "played/report.json"));
    assert_eq!(summary["answers"][0]["says"], report["answers"][0]["says"]);
    assert_eq!(summary["test"]["llr"], report["test"]["llr"]);
}

fn cup(entrants: &[&str], more: &str) -> String {
    let mut text = format!(
        "id = \"cup\"\ngame = \"kamisado\"\noptions = {{ length = \"single\" }}\nconcurrency = 2\n\
         [format]\nkind = \"round_robin\"\n{more}\n[matches]\ntc = \"inf\"\n"
    );
    for (seed, name) in entrants.iter().enumerate() {
        text += &format!("[[entrants]]\nname = \"{name}\"\ncmd = \"referee bot random --seed {seed}\"\n");
    }
    text
}

#[test]
fn a_tournament_ends_with_a_sentence_and_says_how_many_openings_a_pair_had() {
    let place = Place::new();
    let test = "cycles = 3\n[openings]\n[test]\nelo0 = 0\nelo1 = 5\nmodel = \"logistic\"";
    fs::write(place.path().join("cup.toml"), cup(&["ada", "bors"], test)).expect("it is written");
    let ran = place.run(&["tournament", "run", "cup.toml"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    agrees(&place, "tournaments/cup", sentence(&ran.out));
    let table = read(&place, "tournaments/cup/report.txt");
    for text in [&ran.out, &table] {
        assert!(line(text, "SPRT of ada - bors by pairs: undecided: LLR ").ends_with(", after 3 encounters"), "{text}");
        assert_eq!(line(text, "stopped: "), "stopped: all encounters were played");
    }
    let again = json(place.run(&["tournament", "run", "cup.toml", "--json"]).out.lines().last().expect("a summary"));
    let report = json(&read(&place, "tournaments/cup/report.json"));
    assert_eq!((&again["answers"], &again["test"]), (&report["answers"], &report["test"]));
    // Each cycle uses its own opening.
    assert_eq!(report["pairs"][0]["openings"], 3);
    assert!(read(&place, "tournaments/cup/pairs.csv").lines().nth(1).is_some_and(|row| row.ends_with(",3")));
    assert!(line(&table, "ada - bors  ").ends_with("  3"), "{table}");
    let records = place.run(&["report", "tournaments/cup/records/cup-s1-b1-m1.jsonl", "--json"]);
    assert_eq!(json(&records.out)["pairs"][0]["openings"], 1);
}

#[test]
fn few_entrants_have_a_sentence_per_pair_and_no_openings_column() {
    let place = Place::new();
    for (entrants, sentences) in [(vec!["ada", "bors", "cleo"], 3), (vec!["ada", "bors", "cleo", "dag"], 0)] {
        fs::write(place.path().join("cup.toml"), cup(&entrants, "")).expect("it is written");
        let directory = format!("of-{}", entrants.len());
        let ran = place.run(&["tournament", "run", "cup.toml", "--directory", &directory]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        let table = read(&place, &format!("{directory}/report.txt"));
        for text in [&ran.out, &table] {
            assert_eq!(text.matches(" Elo (95 % ").count(), sentences, "{text}");
        }
        assert!(!table.contains("openings"), "{table}");
        let report = json(&read(&place, &format!("{directory}/report.json")));
        assert_eq!(report["pairs"][0]["openings"], Value::Null);
        assert_eq!(report["answers"].as_array().map(Vec::len), Some(sentences));
    }
}

/// An engine that fails before the first move forfeits. A forfeit counts in the standings, but not
/// in the statistics.
#[test]
fn forfeits_are_in_the_standings_and_in_no_sentence() {
    let place = Place::new();
    let dies = "sh -c 'while read a b; do case $a in referee) echo refereeok;; isready) echo readyok;; go) exit 3;; \
                esac; done'";
    let engines = ["-e", "referee bot random", "--name", "random", "-e", dies, "--name", "dies"];
    let more = ["-m", "4", "--tc", "inf", "--record", "all.jsonl", "--report", "played"];
    let ran = place.run(&[&["play", "kamisado"], &engines[..], &more].concat());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let said = sentence(&ran.out);
    // The engine that works moved first in the other two matches. They may repeat each other.
    assert!(said.starts_with("no difference shown between random and dies: ") && said.contains(", 2 games"), "{said}");
    let of_records = place.run(&["report", "all.jsonl", "--report", "again"]);
    assert_eq!(of_records.code, Some(0), "{}", of_records.err);
    for file in ["standings.csv", "pairs.csv", "matches.csv"] {
        assert_eq!(read(&place, &format!("played/{file}")), read(&place, &format!("again/{file}")), "{file}");
    }
    assert_eq!(sentence(&read(&place, "played/report.txt")), said);
    assert!(read(&place, "played/standings.csv").contains("\n1,random,4.0,"), "all four count");
}

#[test]
fn the_report_of_a_ladder_says_how_many_openings_a_pair_had() {
    let place = Place::new();
    let mut file = String::from(
        "id = \"mine\"\n[[categories]]\nname = \"short\"\ngame = \"kamisado\"\noptions = { length = \"single\" }\n\
         matches = { tc = \"inf\" }\nopenings = { order = \"shuffled\" }\n[pairing]\nmatches_in_all = 8\n",
    );
    for name in ["ada", "bors"] {
        file += &format!("[[entrants]]\nname = \"{name}\"\ncmd = \"referee bot random --seed 1\"\n");
    }
    fs::write(place.path().join("mine.toml"), file).expect("it is written");
    let ran = place.run(&["ladder", "run", "mine.toml", "--report", "out"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let pairs = read(&place, "out/short/pairs.csv");
    assert!(pairs.lines().nth(1).is_some_and(|row| row.ends_with(",4")), "four encounters: {pairs}");
}

/// Two engines that always play the first legal move repeat the same two matches.
#[test]
fn a_test_whose_matches_only_repeat_ends_undecided() {
    let place = Place::new();
    let more = ["--no-record", "--matches", "1000", "--sprt", "elo0=0", "elo1=5"];
    let ran = place.run(&[&["play", "kamisado", "-e", HONEST, "-e", HONEST], &more[..]].concat());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(line(&ran.out, "SPRT of ").contains("undecided, only 2 of the last 200 matches are different: LLR "));
    assert_eq!(line(&ran.out, "stopped: "), "stopped: too few matches are different");
    line(&ran.out, " matches are the same as an earlier one, move for move; ");
}

#[test]
fn contests_of_local_engines_warn_of_repeats() {
    let place = Place::new();
    let twins: String =
        ["one", "two"].map(|name| format!("[[entrants]]\nname = \"{name}\"\ncmd = \"{HONEST}\"\n")).concat();
    let format = "[format]\nkind = \"round_robin\"\ncycles = 4\n[matches]\ntc = \"inf\"\n";
    let file = format!("name = \"cup\"\ngame = \"kamisado\"\n{format}{twins}");
    fs::write(place.path().join("cup.toml"), file).expect("it is written");
    let ran = place.run(&["tournament", "run", "cup.toml"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let warning = line(&ran.out, "warning: 6 of 8 matches are the same as an earlier one");
    assert_eq!(line(&read(&place, "tournaments/cup/report.txt"), "warning: "), warning);
    assert_eq!(json(&read(&place, "tournaments/cup/report.json"))["repeats"], 6);

    let category = "[[categories]]\nname = \"go\"\ngame = \"kamisado\"\nmatches = { tc = \"inf\" }\n";
    let file = format!("name = \"rungs\"\n[pairing]\nmatches_in_all = 8\n{category}{twins}");
    fs::write(place.path().join("rungs.toml"), file).expect("it is written");
    let ran = place.run(&["ladder", "run", "rungs.toml"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    line(&ran.out, "warning: 6 of 8 matches are the same as an earlier one");
    let rated = place.run(&["ladder", "rate", "--events", "ladders/rungs/ladder.jsonl"]);
    line(&rated.out, "repeats\t6");
}
