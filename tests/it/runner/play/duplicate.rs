//! `referee play --duplicate`, and Honest John with five engines.

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use crate::runner::{Place, play::luck::noncing_at_random};

const BOT: &str = "referee bot random --seed {seed}";

/// Returns the words of `referee play honest_john` with five bots, followed by `more`.
fn five<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["play", "honest_john", "--tc", "inf"];
    words.extend(["-e", BOT].repeat(5));
    words.extend(more);
    words
}

/// Returns the events of every record.
fn records(place: &Place) -> Vec<Vec<Value>> {
    let read = |path| fs::read_to_string(path).expect("the record");
    let events = |text: String| text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    place.records().into_iter().map(read).map(events).collect()
}

fn first_deal(events: &[Value]) -> &str {
    let deal = events.iter().find_map(|event| event["chanceResolved"]["notation"].as_str());
    deal.expect("a deal")
}

#[test]
fn a_set_has_one_deal_and_every_engine_on_every_seat() {
    let place = Place::new();
    let ran = place.run(&five(&["--duplicate", "--cycles", "3", "-o", "rounds=1", "--concurrency", "2"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(place.verify_records(), 15);
    let records = records(&place);
    let mut deals = BTreeSet::new();
    for set in records.chunks(5) {
        assert!(set.iter().all(|events| first_deal(events) == first_deal(&set[0])));
        deals.insert(first_deal(&set[0]).to_owned());
        for seat in 0..5 {
            let sat: BTreeSet<String> =
                set.iter().map(|events| events[0]["matchOpened"]["players"][seat].to_string()).collect();
            assert_eq!(sat.len(), 5, "every engine sat on seat {seat}");
        }
    }
    assert_eq!(deals.len(), 3, "every set has deals of its own");
    assert!(ran.out.contains("duplicate deals: 3 sets of 5 matches\n"), "{}", ran.out);
    assert!(ran.out.contains("\nall together  "), "{}", ran.out);
    assert!(ran.out.contains("too little data: 3 sets; below 20"), "{}", ran.out);
}

/// Each engine adds a fresh nonce to each match, which would change the deals without
/// `--duplicate`.
#[test]
fn duplicate_deals_ignore_nonces_and_reveal_their_seed_at_the_end() {
    let place = Place::new();
    fs::write(place.path().join("nonced.py"), noncing_at_random()).expect("the engine can be written");
    let mut words = vec!["play", "honest_john", "--tc", "inf", "-o", "rounds=1", "--duplicate", "--cycles", "2"];
    words.extend(["-e", "python3 nonced.py"].repeat(4));
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let shown: Vec<&str> = ran.out.lines().filter(|line| line.contains(": its deals follow from the seed ")).collect();
    let place_of = |wanted: &str| ran.out.lines().position(|line| line.starts_with(wanted));
    assert!(shown.len() == 2 && shown[0].starts_with("set 1: ") && shown[1].starts_with("set 2: "), "{}", ran.out);
    assert!(place_of("set 2: ") > place_of("set 1: ").map(|line| line + 4), "with its last match: {}", ran.out);

    let listed = fs::read_dir(place.path().join("records")).expect("records were written");
    let seeds = listed.map(|entry| entry.expect("it can be listed").path());
    let seeds: Vec<_> = seeds.filter(|path| path.to_string_lossy().ends_with("-seeds.txt")).collect();
    let file = seeds[0].to_str().expect("a plain name");
    assert!(seeds.len() == 1 && ran.out.contains("\ntheir seeds: records/"), "{}", ran.out);
    let written = fs::read_to_string(file).expect("the seeds");
    let last_word = |line: &str| line.rsplit(' ').next().expect("a word").to_owned();
    assert_eq!(
        written.lines().map(last_word).collect::<Vec<_>>(),
        shown.iter().map(|line| last_word(line)).collect::<Vec<_>>()
    );

    let records = records(&place);
    for set in records.chunks(4) {
        assert!(set.iter().all(|events| first_deal(events) == first_deal(&set[0])));
        assert!(set.iter().all(|events| events[0]["matchOpened"]["luck"]["isWithheld"] == true), "{:?}", set[0][0]);
    }
    assert_ne!(first_deal(&records[0]), first_deal(&records[4]));
    for path in place.records() {
        let text = fs::read_to_string(path).expect("the record");
        assert!(!text.contains("nonceGiven") && written.lines().all(|line| !text.contains(&last_word(line))), "{text}");
    }
    let paths = place.records();
    let verify = |paths: &[std::path::PathBuf], seed: &str| {
        let paths = paths.iter().map(|path| path.to_str().expect("a plain name"));
        place.run(&["replay", "--verify", "--seed", seed].into_iter().chain(paths).collect::<Vec<_>>())
    };
    let by_file = verify(&paths, file);
    assert_eq!(by_file.code, Some(0), "{}", by_file.out);
    assert_eq!(by_file.out.matches(" outcome of chance follows from the seed").count(), 8, "{}", by_file.out);
    let first = last_word(shown[0]);
    assert_eq!((verify(&paths[..4], &first).code, verify(&paths[4..], &first).code), (Some(0), Some(1)));
    assert_eq!(verify(&paths, "nonsense").code, Some(2));
}

#[test]
fn the_saving_is_in_the_summary() {
    let place = Place::new();
    let ran = place.run(&five(&["--duplicate", "--cycles", "20", "-o", "rounds=1", "--no-record", "--json"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let summary: Value = serde_json::from_str(ran.out.lines().last().expect("a summary")).expect("JSON");
    let duplicate = &summary["summary"]["duplicate"];
    assert_eq!((&duplicate["sets"], &duplicate["voidSets"]), (&20.into(), &0.into()));
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"));
    let mean = |engine: &Value| number(&engine["pointsPerMatch"]);
    let engines = duplicate["engines"].as_array().expect("engines");
    assert!(engines.iter().map(mean).sum::<f64>().abs() < 1e-9, "chips change hands");
    let all = &duplicate["all"];
    let ratio = number(&all["varianceIfIndependent"]) / number(&all["varianceOfSetMean"]);
    assert!((number(&all["ratio"]) - ratio).abs() < 1e-9);
    assert!(number(&all["interval95"][0]) < ratio && ratio < number(&all["interval95"][1]));
}

#[test]
fn a_seed_gives_the_same_deals_again() {
    let deals = |seed: &str| {
        let place = Place::new();
        let ran = place.run(&five(&["--seed", seed, "--matches", "2", "-o", "rounds=1"]));
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert_eq!(place.verify_records(), 2);
        records(&place).iter().map(|events| first_deal(events).to_owned()).collect::<Vec<_>>()
    };
    let first = deals("1");
    assert_ne!(first[0], first[1]);
    assert_eq!(deals("1"), first);
    assert!(deals("2").iter().all(|deal| !first.contains(deal)));
}

#[test]
fn chips_add_up_after_every_round() {
    const CHIPS: i64 = 20 * 5;
    let place = Place::new();
    let ran = place.run(&five(&["--option", "version=1", "--matches", "2"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(place.verify_records(), 2);
    let sum = |list: &Value| -> f64 {
        list.as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).sum()
    };
    for events in records(&place) {
        let mut rounds = 0;
        for event in &events {
            if let Some(position) = event["roundStarted"]["position"].as_str() {
                let before = position.split(' ').find_map(|part| part.strip_prefix("before=")).expect("chips");
                let chips: i64 = before.split(',').map(|chips| chips.parse::<i64>().expect("a number")).sum();
                assert_eq!(chips, CHIPS, "{position}");
            }
            if event["roundEnded"].is_object() {
                rounds += 1;
                let result = &event["roundEnded"]["result"];
                assert_eq!((sum(&result["points"]), sum(&result["totals"])), (0.0, 0.0));
            }
        }
        assert_eq!(rounds, 10, "as many as the option says by default");
    }
}

#[test]
fn version_2_is_played_down_to_the_last_double() {
    let place = Place::new();
    let ran = place.run(&five(&["--option", "version=2", "--matches", "2"]));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(place.verify_records(), 2);
    for events in records(&place) {
        let Some(ended) = events.iter().map(|event| &event["matchEnded"]).find(|ended| ended.is_object()) else {
            panic!("the end")
        };
        assert_eq!(ended["verdict"]["termination"], "TERMINATION_NORMAL");
        let places = ended["verdict"]["places"].as_array().expect("places");
        assert!(places.len() == 5 && places.contains(&1.into()), "{ended}");
        let unanswered = events.iter().any(|event| event["roundEnded"]["result"]["cause"] == "no_double");
        let zero = events.iter().any(|event| event["forcedMovePlayed"]["notation"] == "start 0-0");
        assert!(unanswered || zero, "it ends with [0-0], or with a call past it without an answer");
    }
}
