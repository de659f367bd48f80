//! Records of a game of chance, verified by the Rust and the Python implementation.

use std::{fs, path::PathBuf, process::Command};

use crate::runner::{Place, Ran};

const VERIFIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/python/verify_deals.py");

/// An engine that plays the first legal move, and adds its own nonce to every match with a
/// committed seed.
pub const NONCED: &str = r#"
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": print("id name nonced\nrefereeok", flush=True)
    elif words[0] == "newmatch" and "commitment" in words: print("nonce mine-" + words[words.index("seat") + 1 if "seat" in words else 1])
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "quit": break
    elif words[0] == "go": print("bestmove " + line.rstrip("\n").split(" legal ")[1].split('"')[1], flush=True)
"#;

/// Returns the same engine with a random nonce.
pub fn noncing_at_random() -> String {
    let random = r#"import os; print("nonce " + os.urandom(8).hex() +"#;
    NONCED.replacen(r#"print("nonce mine-" +"#, random, 1)
}

/// Plays a match with five seats and returns the path of its record.
fn record(place: &Place, options: &[&str]) -> PathBuf {
    fs::write(place.path().join("nonced.py"), NONCED).expect("the engine can be written");
    let mut words = vec!["play", "honest_john", "--matches", "1", "--tc", "inf"];
    options.iter().for_each(|option| words.extend(["-o", *option]));
    words.extend(["-e", "python3 nonced.py"].repeat(2));
    words.extend(["-e", "referee bot random --seed {seed}"].repeat(3));
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(", normal ("), "{}", ran.out);
    assert_eq!(place.verify_records(), 1);
    place.records().remove(0)
}

fn verify_in_python(path: &PathBuf) -> Ran {
    Ran::of(Command::new("python3").arg(VERIFIER).arg(path).output().expect("python3 starts"))
}

/// Checks that both implementations reject the changed record, each with the expected error.
fn refuse(place: &Place, changed: &str, by_us: &str, by_python: &str) {
    let path = place.path().join("changed.jsonl");
    fs::write(&path, changed).expect("it can be written");
    let ours = place.run(&["replay", "--verify", "changed.jsonl"]);
    assert!(ours.code == Some(1) && ours.out.contains(by_us), "{}", ours.out);
    let theirs = verify_in_python(&path);
    assert!(theirs.code == Some(1) && theirs.out.contains(by_python), "{}{}", theirs.out, theirs.err);
}

#[test]
fn both_implementations_check_the_deals_and_find_one_swapped_tile() {
    let place = Place::new();
    let path = record(&place, &["version=1", "rounds=3"]);
    let record = fs::read_to_string(&path).expect("the record");
    assert!(record.contains(r#""nonceGiven":{"nonce":"mine-"#) || record.contains("mine-1"), "{record}");
    let passed = verify_in_python(&path);
    assert!(
        passed.code == Some(0) && passed.out.contains("3 deals follow from the seed"),
        "{}{}",
        passed.out,
        passed.err
    );
    let replayed = place.run(&["replay", "--verify", path.to_str().expect("a plain name")]);
    assert!(replayed.out.contains("3 outcomes of chance follow from the seed"), "{}", replayed.out);

    // The swapped tiles of the second deal stay hidden in version 1, so the rest of the record is
    // valid.
    let second = record.lines().filter(|line| line.contains("chanceResolved")).nth(1).expect("three deals");
    let (order, end) = second.rsplit_once('"').expect("a notation");
    let (start, last) = order.rsplit_once(',').expect("many tiles");
    let (start, other) = start.rsplit_once(',').expect("many tiles");
    let swapped = record.replace(second, &format!("{start},{last},{other}\"{end}"));
    refuse(&place, &swapped, "in round 2, ply 0, the seed gives `deal ", "round 2 ply 0: the deal is not the one");

    let nonce = record.replacen("mine-1", "mine-2", 1);
    refuse(&place, &nonce, "in round 1, ply 0, the seed gives", "round 1 ply 0: the deal is not the one");
    let at = record.rfind(r#""seed":""#).expect("a seed") + 8;
    let digit = if record[at..].starts_with('0') { "1" } else { "0" };
    let seed = format!("{}{digit}{}", &record[..at], &record[at + 1..]);
    refuse(&place, &seed, "the seed does not match the commitment", "the seed is not the one that was promised");
    assert!(verify_in_python(&place.path().join("changed.jsonl")).out.contains("round 3 ply 0: the deal is not"));
}

#[test]
fn a_match_of_version_2_is_checked_too() {
    let place = Place::new();
    let path = record(&place, &["version=2"]);
    let passed = verify_in_python(&path);
    assert!(
        passed.code == Some(0) && passed.out.contains("deals follow from the seed"),
        "{}{}",
        passed.out,
        passed.err
    );
    let record = fs::read_to_string(&path).expect("the record");
    let unfinished: String =
        record.lines().filter(|line| !line.contains("\"matchEnded\"")).map(|l| format!("{l}\n")).collect();
    fs::write(&path, unfinished).expect("it can be written");
    assert_eq!(verify_in_python(&path).code, Some(2), "there is no seed to check by");
    fs::write(&path, "nonsense").expect("it can be written");
    assert_eq!(verify_in_python(&path).code, Some(2));
}
