//! `referee ladder run`: ladders of local engines, run to the end and resumed after interruptions.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;

use crate::numbers::Numbers;
use crate::runner::{Place, Ran};

/// Number of kills per ladder; `tests/run.sh --thorough` runs more.
const KILLS: u32 = 8;
/// Number of matches of a ladder.
const MATCHES: usize = 40;

/// Returns a ladder file that starts with `lines` and has five deterministic bots.
fn file(lines: &str) -> String {
    let mut text = format!(
        "name = \"The ladder\"\nid = \"rungs\"\nseed = 5\n{lines}\n[[categories]]\nname = \"short\"\ngame = \"kamisado\"\n\
         options = {{ length = \"single\" }}\nopenings = {{ order = \"shuffled\" }}\nmatches = {{ tc = \"inf\" }}\n"
    );
    for (index, bot) in ["random", "greedy", "greedy", "search --level 1", "search --level 2"].iter().enumerate() {
        text += &format!("[[entrants]]\nname = \"bot-{index}\"\ncmd = \"referee bot {bot} --seed {index}\"\n");
    }
    text + "version_of = \"bot-3\"\n"
}

/// Returns such a ladder with a limit of matches.
pub fn good() -> String {
    file("") + &ends(MATCHES)
}

fn ends(matches: usize) -> String {
    format!("[pairing]\nmatches_in_all = {matches}\n")
}

fn run(place: &Place, text: &str, more: &[&str]) -> Ran {
    fs::write(place.path().join("rungs.toml"), text).unwrap();
    place.run(&[&["ladder", "run", "rungs.toml"][..], more].concat())
}

fn objects(out: &str) -> Vec<Value> {
    // The kill may truncate the last line. Its event is stored, although the line is incomplete.
    out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Parses the last line.
fn summary(out: &str) -> Value {
    serde_json::from_str(out.lines().last().expect("a last line")).expect("JSON")
}

/// Returns the events of a ladder's record, without its seal.
fn events(place: &Place) -> Vec<Value> {
    let mut events = objects(&fs::read_to_string(place.path().join("ladders/rungs/ladder.jsonl")).unwrap());
    assert!(events.pop().expect("a seal").get("seal").is_some());
    events
}

/// Returns the pairings and results, without times and values derived from them.
fn course(place: &Place) -> Vec<String> {
    let of = |event: Value| {
        let field = |of: &str, names: &[&str]| Some(names.iter().map(|name| event[of][name].to_string()).collect());
        let parts: Option<Vec<String>> = match () {
            () if event.get("encounterPaired").is_some() => field("encounterPaired", &["encounter", "entrants"]),
            () if event.get("matchCounted").is_some() => {
                field("matchCounted", &["matchKey", "places", "points", "termination", "moves"])
            }
            () => None,
        };
        parts.map(|parts| parts.join(" "))
    };
    events(place).into_iter().filter_map(of).collect()
}

/// Checks a finished ladder: each match counted once, encounters are whole, and no new version met
/// its predecessor. `rate` on the record must give the ratings that the last run printed. Returns
/// the number of counted matches.
fn check(place: &Place, out: &str) -> usize {
    let (mut paired, mut counted) = (BTreeMap::new(), BTreeSet::new());
    for (event, seq) in events(place).iter().zip(1u64..) {
        assert_eq!(event["seq"], Value::from(seq.to_string()), "each event once");
        if let Some(new) = event.get("encounterPaired") {
            let entrants: Vec<u64> =
                new["entrants"].as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).collect();
            assert!(!(entrants.contains(&3) && entrants.contains(&4)), "versions do not meet");
            let encounter = new["encounter"].as_str().unwrap().to_owned();
            assert_eq!(paired.insert(encounter, entrants), None, "each encounter is paired once: {new}");
        } else if let Some(ended) = event.get("matchCounted") {
            let key = ended["matchKey"].as_str().unwrap().to_owned();
            assert!(counted.insert(key), "each match once: {ended}");
        } else {
            assert!(event.get("matchVoided").is_none(), "{event}");
        }
    }
    let whole: BTreeSet<String> =
        paired.keys().flat_map(|key| [1, 2].map(|number| format!("{key}-m{number}"))).collect();
    assert_eq!(counted, whole, "both matches of each encounter");
    let told = summary(out);
    let key = told["key"].as_str().expect("a key");
    let rated = place.run(&["ladder", "rate", "--events", "ladders/rungs/ladder.jsonl", "--key", key]);
    assert_eq!(rated.code, Some(0), "{}", rated.err);
    assert_eq!(told["table"], Value::from(rated.out), "byte for byte");
    assert_eq!(told["over"], true);
    counted.len()
}

#[test]
fn a_sequential_ladder_is_reproducible_despite_kills() {
    let text = file("") + &ends(MATCHES);
    let played = [Place::new(), Place::new()].map(|place| {
        let ran = run(&place, &text, &["--json"]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert_eq!(check(&place, &ran.out), MATCHES);
        (course(&place), summary(&ran.out)["table"].clone())
    });
    assert_eq!(played[0].0.len(), MATCHES + MATCHES / 2);
    assert_eq!(played[0], played[1]);
    let killed = Place::new();
    let out = play_through_kills(&killed, &text, 4, &mut Numbers::new(31));
    assert_eq!((course(&killed), summary(&out)["table"].clone()), played[0]);
}

#[test]
fn a_ladder_of_local_engines_says_how_strong_each_is_and_writes_what_an_export_has() {
    let place = Place::new();
    let text =
        file("concurrency = 2\n[pairing]\nmatches_each = 12\npatience_ms = 1").replace("tc = \"inf\"", "tc = \"60\"");
    let text =
        text.replacen("[[entrants]]\n", "[[entrants]]\nknown_ratings = [{ category = \"short\", elo = 100 }]\n", 1);
    let ran = run(&place, &text, &["--report", "report"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let counted =
        ran.out.lines().filter(|line| line.starts_with("s1-b") && line.contains("-m") && !line.contains("void"));
    let leaders: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("leaders of short: bot-")).collect();
    assert_eq!(leaders.len(), counted.count() / 10, "{}", ran.out);
    for line in leaders {
        let elo =
            line.split(", ").map(|one| one.split(' ').next_back().expect("a rating").parse::<i32>().expect("a rating"));
        let elo: Vec<i32> = elo.collect();
        assert!(elo.len() > 1 && elo.is_sorted_by(|a, b| a >= b), "{line}");
    }
    let table = ran.out.split("\nThe ladder: all of its ").nth(1).expect("how it ended");
    let anchor = table.lines().find(|line| line.starts_with("bot-0 ")).expect("a line of it");
    assert_eq!(anchor.split_whitespace().skip(1).take(4).collect::<Vec<_>>(), ["100.0", "0.0", "100.0", "100.0"]);
    for line in table.lines().filter(|line| line.starts_with("bot-")) {
        let matches: u32 = line.split_whitespace().nth(5).expect("a number").parse().expect("a number");
        assert!(matches <= 12, "{line}");
    }
    let csv = fs::read_to_string(place.path().join("report/short/ratings.csv")).unwrap();
    let first = csv.lines().next();
    assert_eq!((first, csv.lines().count()), (Some("entrant,elo,se,low,high,matches,component"), 6), "{csv}");
    assert!(fs::read_to_string(place.path().join("report/short/crosstable.svg")).unwrap().contains("<svg"));
    let records = fs::read_dir(place.path().join("ladders/rungs/records")).unwrap();
    let mut words = vec!["replay".to_owned(), "--verify".to_owned()];
    words.extend(records.map(|entry| entry.unwrap().path().display().to_string()));
    let verified = place.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(verified.code, Some(0), "{}", verified.out);
    // A finished ladder is printed again, without starting an engine.
    let again = run(&place, &text, &["--json"]);
    assert_eq!((again.code, again.out.lines().count()), (Some(0), 1), "{}{}", again.out, again.err);
    check(&place, &again.out);
    for (from, to, what) in [
        ("matches_each = 12", "matches_each = 14", "14"),
        ("concurrency = 2", "concurrency = 3", "ladders/rungs"),
        ("elo = 100", "elo = 101", "ladders/rungs"),
        ("bot greedy --seed 2", "bot greedy --seed 9", "bot greedy --seed 9"),
        ("seed = 5", "seed = 6", "ladders/rungs"),
        ("The ladder", "The steps", "ladders/rungs"),
    ] {
        let ran = run(&place, &text.replacen(from, to, 1), &[]);
        assert!(ran.code == Some(2) && ran.err.contains(what), "{from}: {}{}", ran.out, ran.err);
    }
}

/// The quarantine lasts minutes, but a local run skips it.
#[test]
fn a_ladder_whose_engine_fails_ends_without_waiting_for_its_quarantine() {
    let place = Place::new();
    let engine = fs::read_to_string(place.path().join("engine.py")).unwrap().replace("turns < 3", "turns < 1");
    fs::write(place.path().join("engine.py"), engine).unwrap();
    let text = "id = \"rungs\"\n[[categories]]\nname = \"short\"\ngame = \"kamisado\"\n[pairing]\nmatches_in_all = 12\n\
                [[entrants]]\nname = \"good\"\ncmd = \"referee bot greedy\"\n\
                [[entrants]]\nname = \"bad\"\ncmd = \"python3 engine.py crash\"\n";
    let ran = run(&place, text, &["--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(check(&place, &ran.out), 12);
    assert!(ran.out.contains("bad is quarantined"), "{}", ran.out);
}

fn start(place: &Place) -> Child {
    let out = fs::OpenOptions::new().create(true).append(true).open(place.path().join("out")).unwrap();
    place.command(&["ladder", "run", "rungs.toml", "--json"]).stdout(out).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs a ladder, kills it at random instants, and then runs it to the end. Returns the output of
/// all runs.
fn play_through_kills(place: &Place, text: &str, kills: u32, numbers: &mut Numbers) -> String {
    fs::write(place.path().join("rungs.toml"), text).unwrap();
    for _ in 0..kills {
        let mut child = start(place);
        thread::sleep(Duration::from_millis(30 + numbers.below(170) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = start(place).wait_with_output().unwrap();
    assert!(last.status.success(), "{}: {}", place.path().display(), String::from_utf8_lossy(&last.stderr));
    fs::read_to_string(place.path().join("out")).unwrap()
}

#[test]
fn a_ladder_that_is_killed_anywhere_counts_every_match_once() {
    let kills = crate::tries::repeats("REFEREE_KILLS", KILLS);
    let mut numbers = Numbers::new(19);
    let mut killed = 0;
    while killed < kills {
        // A ladder survives only so many kills, so further kills need another ladder.
        let now = (kills - killed).min(25);
        killed += now;
        let place = Place::new();
        let out = play_through_kills(&place, &(file("concurrency = 2") + &ends(2 * MATCHES)), now, &mut numbers);
        assert_eq!(check(&place, &out), 2 * MATCHES);
        let mut told = BTreeMap::<String, u32>::new();
        for key in objects(&out).iter().filter_map(|event| event["matchCounted"]["matchKey"].as_str()) {
            *told.entry(key.to_owned()).or_default() += 1;
        }
        assert!(told.values().all(|count| *count == 1), "{told:?}");
        let records = fs::read_dir(place.path().join("ladders/rungs/records")).unwrap();
        assert_eq!(records.count(), 2 * MATCHES, "a record of each match, and nothing half written");
    }
}
