//! `referee report`: reports from records, and the records of a tournament in one file.

use std::{collections::BTreeSet, fs};

use referee::{
    ids::MatchId,
    law::{Contest, Fact, Occasion},
    runner::reports::record_report::{RecordReport, Unfit},
    store::record,
};
use serde_json::Value;

use crate::runner::{
    Place,
    tournaments::mixed::{Hosted, file},
};

/// Plays matches into one file, with a report of the run.
pub fn played(matches: &str) -> Place {
    let place = Place::new();
    let ran = place.run(&[
        "play",
        "kamisado",
        "--engine",
        "cmd=referee bot greedy",
        "name=greedy",
        "--engine",
        "cmd=referee bot random",
        "name=random",
        "--matches",
        matches,
        "--tc",
        "inf",
        "--record",
        "all.jsonl",
        "--report",
        "played",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    place
}

#[test]
fn a_report_from_records_is_that_of_the_run() {
    let place = played("8");
    let ran = place.run(&["report", "all.jsonl", "--report", "again"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("8 matches from records"), "{}", ran.out);
    for file in ["standings.csv", "pairs.csv", "crosstable.csv", "causes.csv", "matches.csv", "scores.svg"] {
        let read = |of: &str| fs::read_to_string(place.path().join(of).join(file)).expect(file);
        assert_eq!(read("played"), read("again"), "{file}");
    }
    let json = place.run(&["report", "all.jsonl", "--json"]);
    let report: Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!(report["game"], "kamisado", "{report}");
}

/// Plays 13 matches of three engines. The last match is half of an encounter.
#[test]
fn records_of_matches_at_the_same_time_give_the_report_of_the_run_in_any_order() {
    let place = Place::new();
    let mut words: Vec<&str> =
        "play kamisado -m 13 -c 4 --tc inf --record all.jsonl --report played".split(' ').collect();
    for engine in ["name=greedy", "name=random", "name=search"] {
        let bot = if engine == "name=greedy" { "cmd=referee bot greedy" } else { "cmd=referee bot random" };
        words.extend(["--engine", bot, engine]);
    }
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = fs::read_to_string(place.path().join("all.jsonl")).expect("the records");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut records: Vec<String> =
        lines.chunk_by(|_, next| !next.contains("\"matchOpened\"")).map(|record| record.concat()).collect();
    records.reverse();
    fs::write(place.path().join("turned.jsonl"), records.concat()).expect("it is written");
    for file in ["all.jsonl", "turned.jsonl"] {
        let ran = place.run(&["report", file, "--report", "again"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        for file in ["standings.csv", "pairs.csv", "crosstable.csv", "causes.csv", "matches.csv", "ratings.svg"] {
            let read = |of: &str| fs::read_to_string(place.path().join(of).join(file)).expect(file);
            assert_eq!(read("played"), read("again"), "{file}");
        }
    }
    let standings = fs::read_to_string(place.path().join("played/standings.csv")).expect("standings");
    assert!(!standings.contains('#'), "numbers of entrants have become names: {standings}");
}

#[test]
fn an_id_with_another_digest_is_another_match() {
    let place = played("4");
    let text = fs::read_to_string(place.path().join("all.jsonl")).expect("the records");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let records = lines.chunk_by(|_, next| !next.contains("\"matchOpened\""));
    let mut report = RecordReport::default();
    for record in records {
        let mut events = record::read(&record.concat()).expect("a record");
        let Fact::MatchOpened(opened) = &mut events[0].fact else { panic!("{:?}", events[0]) };
        let contest = Contest::Tournament("cup".to_owned());
        opened.labels.clear();
        opened.occasion = Some(Occasion { contest, encounter: 0, pairing: 0 });
        opened.match_id = MatchId::parse("cup-s1-b1-m1").expect("an id");
        report.add(&events).expect("it fits");
        report.add(&events).expect("it fits");
    }
    assert_eq!((report.matches, report.duplicates), (4, 4));
    let report = report.report().expect("it can be made").expect("there are matches");
    assert_eq!(report.encounters.len(), 4, "each is of another contest with the same name");
}

#[test]
fn torn_records_are_skipped_and_duplicates_count_once() {
    let place = played("4");
    let text = fs::read_to_string(place.path().join("all.jsonl")).expect("the records");
    fs::write(place.path().join("torn.jsonl"), &text[..text.len() - 100]).expect("it is written");
    let torn = place.run(&["report", "torn.jsonl"]);
    assert_eq!(torn.code, Some(3), "{}", torn.err);
    assert!(torn.out.contains("3 matches from records") && torn.err.contains("torn.jsonl"), "{}", torn.out);
    let twice = place.run(&["report", "torn.jsonl", "all.jsonl"]);
    assert!(twice.out.contains("4 matches from records"), "{}", twice.out);
    assert!(twice.err.contains(" 3 "), "{}", twice.err);
}

#[test]
fn a_record_that_does_not_fit_is_named_and_left_out() {
    let place = played("2");
    let other = ["play", "hive", "-e", "referee bot random", "-e", "referee bot random", "-m", "1", "--tc", "inf"];
    let ran = place.run(&[&other[..], &["--record", "hive.jsonl"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    fs::write(place.path().join("broken.jsonl"), "{}\n").expect("it is written");
    let ran = place.run(&["report", "all.jsonl", "hive.jsonl", "broken.jsonl", "missing.jsonl"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("2 matches from records"), "{}", ran.out);
    for why in ["hive.jsonl", "broken.jsonl", "missing.jsonl"] {
        assert!(ran.err.contains(why), "{why}: {}", ran.err);
    }
}

/// A host may choose any numbers for the matches that it schedules, including 0.
#[test]
fn matches_that_a_host_scheduled_count_each_in_the_encounter_of_their_players() {
    let place = played("4");
    let text = fs::read_to_string(place.path().join("all.jsonl")).expect("the records");
    let mut report = RecordReport::default();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let records = lines.chunk_by(|_, next| !next.contains("\"matchOpened\""));
    for (pairing, record) in (0..).zip(records) {
        let mut events = record::read(&record.concat()).expect("a record");
        let Fact::MatchOpened(opened) = &mut events[0].fact else { panic!("{:?}", events[0]) };
        let contest = Contest::Tournament("cup".to_owned());
        opened.labels.clear();
        (opened.occasion, opened.created_by) = (Some(Occasion { contest, encounter: 7, pairing }), None);
        report.add(&events).expect("it fits");
    }
    let report = report.report().expect("it can be made").expect("there are matches");
    let matches: Vec<usize> = report.encounters.iter().map(|one| one.matches.len()).collect();
    assert_eq!(matches, [4]);
}

#[test]
fn a_record_that_contradicts_itself_is_refused_and_the_others_count() {
    let place = played("2");
    let text = fs::read_to_string(place.path().join("all.jsonl")).expect("the records");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let records: Vec<String> =
        lines.chunk_by(|_, next| !next.contains("\"matchOpened\"")).map(|record| record.concat()).collect();
    let mut twice = record::read(&records[0]).expect("a record");
    if let Fact::MatchOpened(opened) = &mut twice[0].fact {
        opened.players[1] = opened.players[0].clone();
    }
    let mut places = record::read(&records[0]).expect("a record");
    if let Some(Fact::MatchEnded(ended)) = places.last_mut().map(|event| &mut event.fact) {
        ended.verdict.places.push(3);
    }
    let mut report = RecordReport::default();
    for bad in [twice, places] {
        assert!(matches!(report.add(&bad), Err(Unfit::Contradiction(_))));
    }
    report.add(&record::read(&records[1]).expect("a record")).expect("it fits");
    assert!(report.report().expect("it can be made").is_some());
}

#[test]
fn one_file_has_every_record_of_a_tournament() {
    let place = Place::new();
    let mut cup = String::from(
        "id = \"cup\"\ngame = \"kamisado\"\noptions = { length = \"single\" }\n\
         [format]\nkind = \"round_robin\"\ncycles = 3\n[matches]\ntc = \"inf\"\n",
    );
    for name in ["ada", "bors", "cleo"] {
        cup += &format!("[[entrants]]\nname = \"{name}\"\ncmd = \"referee bot random --seed 1\"\n");
    }
    fs::write(place.path().join("cup.toml"), cup).expect("it is written");
    let ran = place.run(&["tournament", "run", "cup.toml", "--one-file"]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let file = "tournaments/cup/records.jsonl";
    let verified = place.run(&["replay", "--verify", file]);
    assert_eq!(verified.code, Some(0), "{}", verified.out);
    assert!(verified.out.contains("18 verified, 0 failed"), "{}", verified.out);
    let report = place.run(&["report", file, "--report", "again"]);
    assert_eq!(report.code, Some(0), "{}", report.err);
    assert!(report.out.contains("18 matches from records"), "{}", report.out);
    // Entrants are numbered by their first match in the file, so the two of a pair may be swapped.
    let pairs = |of: &str| -> BTreeSet<(BTreeSet<String>, BTreeSet<String>)> {
        let text = fs::read_to_string(place.path().join(of).join("pairs.csv")).expect("pairs");
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let pair = |line: &str| {
            let cells: Vec<&str> = line.split(',').collect();
            (words(&cells[..2]), words(&[cells[2], cells[4]]))
        };
        text.lines().skip(1).map(pair).collect()
    };
    assert_eq!(pairs("tournaments/cup"), pairs("again"));
}

#[test]
fn one_file_has_every_record_of_an_exported_tournament() {
    let hosted = Hosted::start(&file(&["name = \"house-greedy\"", "name = \"house-random\""]));
    let created = hosted.run(&["tournament", "create", "cup.toml"]);
    assert_eq!(created.code, Some(0), "{}", created.err);
    let watched = hosted.run(&["tournament", "watch", "cup"]);
    assert_eq!(watched.code, Some(0), "{}", watched.err);
    let export = |more: &[&str]| {
        let exported = hosted.run(&[&["tournament", "export", "cup", "--directory", "out"], more].concat());
        assert_eq!(exported.code, Some(0), "{}", exported.err);
    };
    let path = hosted.place.path().join("out/records.jsonl");
    export(&[]);
    assert!(!path.exists(), "it was not asked for");
    // The second export overwrites the file of the first.
    for _ in 0..2 {
        export(&["--one-file"]);
        let single = |name: &str| fs::read_to_string(hosted.place.path().join("out/records").join(name)).expect(name);
        let records = ["s1-b1-m1.jsonl", "s1-b1-m2.jsonl"].map(single);
        assert_eq!(fs::read_to_string(&path).expect("one file"), records.concat());
    }
    let verified = hosted.run(&["replay", "--verify", "out/records.jsonl"]);
    assert_eq!(verified.code, Some(0), "{}", verified.err);
    assert!(verified.out.contains("2 verified, 0 failed"), "{}", verified.out);
}

#[test]
fn a_ladder_whose_record_cannot_be_written_still_shows_its_ratings() {
    let place = Place::new();
    let ladder = place.path().join("ladders/mine");
    fs::create_dir_all(ladder.join("ladder.jsonl")).expect("a directory in the way of the record");
    let mut file = String::from(
        "id = \"mine\"\n[[categories]]\nname = \"short\"\ngame = \"kamisado\"\noptions = { length = \"single\" }\n\
         matches = { tc = \"inf\" }\n[pairing]\nmatches_in_all = 4\n",
    );
    for name in ["ada", "bors"] {
        file += &format!("[[entrants]]\nname = \"{name}\"\ncmd = \"referee bot random --seed 1\"\n");
    }
    fs::write(place.path().join("mine.toml"), file).expect("it is written");
    let ran = place.run(&["ladder", "run", "mine.toml"]);
    assert_eq!(ran.code, Some(1), "{} {}", ran.out, ran.err);
    assert!(ran.err.contains("ladders/mine/ladder.jsonl"), "{}", ran.err);
    assert!(ran.out.contains("ada") && ran.out.contains("bors"), "{}", ran.out);
}

#[test]
fn display_names_are_shown_beside_ids_in_a_run() {
    let place = Place::new();
    let engine = "cmd=referee bot random";
    let ran = place.run(
        &[
            &["play", "kamisado", "-e", engine, "name=Движок 2.0", "-e", engine, "name=new", "-m", "2", "--tc", "inf"]
                [..],
            &["--no-record", "--report", "played"],
        ]
        .concat(),
    );
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    // An engine with an author-chosen id shows the name that it reports.
    for shown in ["1. dvizhok-2-0 (Движок 2.0)", "2. new (referee random"] {
        assert!(ran.out.contains(shown), "{shown}: {}", ran.out);
    }
    let results = ran.out.lines().find(|line| line.starts_with("dvizhok-2-0")).expect("its results");
    assert!(results.ends_with("  Движок 2.0"), "{}", ran.out);
    let text = fs::read_to_string(place.path().join("played/report.txt")).expect("a report");
    let named = text.lines().filter(|line| line.contains("dvizhok-2-0") && line.ends_with("  Движок 2.0"));
    assert_eq!(named.count(), 2, "standings and crosstable: {text}");
    let json = fs::read_to_string(place.path().join("played/report.json")).expect("a report");
    let report: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(report["entrants"][0], "dvizhok-2-0", "{report}");
    assert_eq!(report["displayNames"][0], "Движок 2.0", "{report}");
}

#[test]
fn display_names_are_shown_beside_ids_in_contests() {
    let place = Place::new();
    let entrants = "[[entrants]]\nname = \"Движок 2.0\"\ncmd = \"referee bot random --seed 1\"\n\
                    [[entrants]]\nname = \"old\"\ncmd = \"referee bot random --seed 2\"\n";
    let cup = "game = \"kamisado\"\noptions = { length = \"single\" }\n[format]\nkind = \"round_robin\"\n\
               [matches]\ntc = \"inf\"\n[test]\nelo0 = 0\nelo1 = 500\nof = [\"old\", \"Движок 2.0\"]\n";
    fs::write(place.path().join("cup.toml"), format!("{cup}{entrants}")).expect("it is written");
    // A repeated command shows them too.
    for _ in 0..2 {
        let ran = place.run(&["tournament", "run", "cup.toml"]);
        assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
        let row = ran.out.lines().find(|line| line.contains("dvizhok-2-0  Движок 2.0  "));
        assert!(row.is_some(), "{}", ran.out);
        let text = fs::read_to_string(place.path().join("tournaments/cup/report.txt")).expect("a report");
        assert!(text.lines().any(|line| line.ends_with("  Движок 2.0")), "{text}");
    }
    let ladder = "[[categories]]\nname = \"short\"\ngame = \"kamisado\"\noptions = { length = \"single\" }\n\
                  matches = { tc = \"inf\" }\n[pairing]\nmatches_in_all = 4\n";
    fs::write(place.path().join("mine.toml"), format!("{ladder}{entrants}")).expect("it is written");
    let ran = place.run(&["ladder", "run", "mine.toml"]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let row = ran.out.lines().find(|line| line.starts_with("dvizhok-2-0  ") && line.ends_with("  Движок 2.0"));
    assert!(row.is_some(), "{}", ran.out);
}
