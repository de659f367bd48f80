//! `referee tournament run`: tournaments of local engines, run to the end and resumed after
//! interruptions.

mod answers;
pub mod ladders;
pub mod mixed;
pub mod reports;
mod waits;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{Place, Ran, play::luck::noncing_at_random};

/// Number of kills per tournament; `tests/run.sh --thorough` runs more.
const KILLS: u32 = 8;

/// Returns a tournament file with these lines and six deterministic bots.
fn file(lines: &str) -> String {
    let mut text = format!(
        "name = \"The cup\"\nid = \"cup\"\ngame = \"kamisado\"\nseed = 5\noptions = {{ length = \"single\" }}\n{lines}\n"
    );
    for (index, bot) in
        ["search --level 2", "search --level 1", "greedy", "greedy", "random", "random"].iter().enumerate()
    {
        text += &format!("[[entrants]]\nname = \"bot-{index}\"\ncmd = \"referee bot {bot} --seed {index}\"\n");
    }
    text
}

pub fn round_robin() -> String {
    file("[format]\nkind = \"round_robin\"\n[matches]\ntc = \"inf\"")
}

/// Returns a `tables` tournament of bots at tables of four, with these lines. It has five
/// encounters of four matches each.
fn tables(lines: &str) -> String {
    let bots = ["search --level 1", "greedy", "random", "random", "random"];
    let bots = bots.iter().enumerate().map(|(seed, bot)| format!("referee bot {bot} --seed {seed}"));
    tables_of(lines, &bots.collect::<Vec<_>>())
}

/// Returns the same tournament with engines of these commands.
fn tables_of(lines: &str, commands: &[String]) -> String {
    let mut text = format!(
        "name = \"The cup\"\nid = \"cup\"\ngame = \"honest_john\"\nseats = 4\nseed = 5\noptions = {{ rounds = 2 }}\n{lines}\n\
         [format]\nkind = \"tables\"\n[matches]\ntc = \"inf\"\n"
    );
    for (index, command) in commands.iter().enumerate() {
        text += &format!("[[entrants]]\nname = \"bot-{index}\"\ncmd = \"{command}\"\n");
    }
    text
}

/// Returns tournaments whose records depend only on their seed, with their number of matches.
fn reproducible() -> [(String, usize); 3] {
    [(round_robin() + "[openings]\norder = \"shuffled\"\n", 30), (tables(""), 20), (tables("deals = \"own\""), 20)]
}

fn run(place: &Place, text: &str, more: &[&str]) -> Ran {
    fs::write(place.path().join("cup.toml"), text).unwrap();
    place.run(&[&["tournament", "run", "cup.toml"][..], more].concat())
}

/// Removes the times from a value.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.ends_with("Ns") && !name.ends_with("UnixMs"));
            fields.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// Returns the number of records of a tournament, and the SHA-256 of all of them without times.
fn records(place: &Place) -> (usize, String) {
    let directory = place.path().join("tournaments/cup/records");
    let mut files: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut hash = Sha256::new();
    for file in &files {
        hash.update(file.file_name().unwrap().as_encoded_bytes());
        let mut stalls = 0;
        for line in fs::read_to_string(file).unwrap().lines() {
            let mut event: Value = serde_json::from_str(line).unwrap();
            // A host stall depends on time too.
            stalls += u64::from(event.get("hostStalled").is_some());
            // The seal signs the times, so it differs too.
            if ["seal", "hostStalled"].iter().all(|name| event.get(name).is_none()) {
                without_times(&mut event);
                let seq: u64 = event["seq"].as_str().unwrap().parse().unwrap();
                event["seq"] = (seq - stalls).into();
                hash.update(event.to_string());
            }
        }
    }
    (files.len(), format!("{:x}", hash.finalize()))
}

/// Parses the summary, which is the last line.
fn summary(out: &str) -> Value {
    serde_json::from_str(out.lines().last().expect("a last line")).expect("JSON")
}

fn count_matches(out: &str, counted: &mut BTreeMap<String, u32>) {
    // The kill may truncate the last line. Its event is stored, although the line is incomplete.
    for event in out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if let Some(key) = event["matchCounted"]["matchKey"].as_str() {
            *counted.entry(key.to_owned()).or_default() += 1;
        }
    }
}

#[test]
fn a_tournament_is_reproducible_at_any_concurrency_and_after_kills() {
    let mut numbers = crate::numbers::Numbers::new(23);
    // Runs one match at a time, and all at once. The thorough run tries numbers in between.
    let between = crate::tries::repeats("REFEREE_CONCURRENCIES", 0);
    let concurrencies = [1, 64].into_iter().chain((1..=between).map(|step| 8 * step));
    for (text, matches) in reproducible() {
        let play = |concurrency: usize| {
            let place = Place::new();
            let ran = run(&place, &text, &["--concurrency", &concurrency.to_string(), "--json"]);
            assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
            (records(&place), summary(&ran.out)["standings"].clone())
        };
        let played: Vec<_> = concurrencies.clone().map(play).collect();
        assert_eq!(played[0].0.0, matches);
        assert!(played.iter().all(|one| *one == played[0]), "{text}: {played:#?}");
        assert_eq!(played[0].1[0]["rank"], 1);
        let killed = Place::new();
        play_through_kills(&killed, &text, 3, &mut numbers);
        assert_eq!(records(&killed), played[0].0, "{text}");
    }
}

/// Each engine adds a fresh nonce to each match, which would change the deals of an encounter
/// otherwise.
#[test]
fn encounter_deals_ignore_nonces_and_stay_secret() {
    let place = Place::new();
    fs::write(place.path().join("nonced.py"), noncing_at_random()).unwrap();
    let ran = run(&place, &tables_of("", &["python3 nonced.py"; 4].map(str::to_owned)), &[]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let directory = place.path().join("tournaments/cup");
    let seeds = fs::read_to_string(directory.join("seeds.txt")).unwrap();
    let mut paths: Vec<_> =
        fs::read_dir(directory.join("records")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut dealt = BTreeMap::<String, Vec<Vec<String>>>::new();
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains("\"isWithheld\":true") && !text.contains("nonceGiven"), "{text}");
        assert!(seeds.lines().all(|line| !text.contains(line.rsplit(' ').next().unwrap())), "{text}");
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let deals = events.filter_map(|event| event["chanceResolved"]["notation"].as_str().map(str::to_owned));
        let (encounter, _) = path.file_stem().unwrap().to_str().unwrap().split_once("-m").unwrap();
        dealt.entry(encounter.to_owned()).or_default().push(deals.collect());
    }
    assert_eq!(dealt.len(), seeds.lines().count());
    for (encounter, matches) in &dealt {
        assert_eq!(matches.len(), 4);
        assert!(matches.iter().all(|deals| deals[0] == matches[0][0]), "{encounter}: {matches:?}");
        let key = encounter.strip_prefix("cup-").unwrap();
        let line = seeds.lines().find(|line| line.starts_with(&format!("{key} "))).expect("its seed");
        let seed = line.rsplit(' ').next().unwrap();
        assert!(ran.out.contains(&format!("{key}: its deals follow from the seed {seed}\n")), "{}", ran.out);
    }
    let mut words = vec!["replay", "--verify", "--seed", "tournaments/cup/seeds.txt"];
    words.extend(paths.iter().map(|path| path.to_str().unwrap()));
    let verified = place.run(&words);
    assert_eq!(verified.code, Some(0), "{}", verified.out);
    assert_eq!(
        verified.out.matches("outcomes of chance follow from the seed").count(),
        paths.len(),
        "{}",
        verified.out
    );
}

#[test]
fn a_finished_tournament_is_printed_again_and_a_changed_one_is_rejected() {
    let place = Place::new();
    let first = run(&place, &round_robin(), &["--json"]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    let events = first.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let numbers: Vec<u64> = events.filter_map(|event| event["seq"].as_str()?.parse().ok()).collect();
    assert_eq!(numbers.len() + 1, first.out.lines().count(), "all but the last line are events");
    assert!(numbers.windows(2).all(|two| two[1] == two[0] + 1), "{numbers:?}");
    let again = run(&place, &round_robin(), &["--json"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!((summary(&again.out), again.out.lines().count()), (summary(&first.out), 1));
    // A mistyped command fails before its match begins, so the file may still change.
    let mistyped = round_robin().replace("id = \"cup\"", "id = \"typo\"").replace("bot greedy --seed 2", "bot gredy");
    let ran = run(&place, &mistyped, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let ran = run(&place, &mistyped.replace("bot gredy", "bot greedy --seed 2"), &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for (from, to, what) in [
        ("round_robin", "double_elimination", "tournaments/cup"),
        ("tc = \"inf\"", "tc = \"60+1\"", "matches.tc=60+1"),
        ("bot greedy --seed 2", "bot greedy --seed 9", "tournaments/cup"),
        ("seed = 5", "seed = 6", "seed=6"),
        ("The cup", "The bowl", "tournaments/cup"),
    ] {
        let ran = run(&place, &round_robin().replace(from, to), &[]);
        assert!(ran.code == Some(2) && ran.err.contains(what), "{from}: {}", ran.err);
    }
    // Two tournaments in one directory would mix up their records and reports.
    let other = round_robin().replace("id = \"cup\"", "id = \"other-cup\"");
    let ran = run(&place, &other, &["--directory", "tournaments/cup"]);
    assert!(ran.code == Some(2) && ran.err.contains("tournaments/cup"), "{}", ran.err);
}

#[test]
fn every_format_is_played_and_names_the_winner() {
    for (lines, reason) in [
        ("[format]\nkind = \"gauntlet\"\nchallengers = 2", "all encounters were played"),
        ("[format]\nkind = \"swiss\"\nstages = 3\naccelerated = true", "all encounters were played"),
        ("[format]\nkind = \"knockout\"\nthird_place = true", "all encounters were played"),
        ("[format]\nkind = \"double_elimination\"", "all encounters were played"),
        ("[format]\nkind = \"king_of_the_hill\"\nchallenges = 7", "all encounters were played"),
        ("[format]\nkind = \"arena\"\nseconds = 1\npatience_ms = 20", "all encounters were played"),
    ] {
        let place = Place::new();
        let ran = run(&place, &file(&format!("concurrency = 2\n{lines}\n[matches]\ntc = \"inf\"")), &[]);
        assert_eq!(ran.code, Some(0), "{lines}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(&format!("\nThe cup: {reason}\nrank")), "{lines}: {}", ran.out);
        assert!(!ran.out.contains('#'), "entrants have names: {}", ran.out);
        if lines.contains("knockout") {
            let report = fs::read_to_string(place.path().join("tournaments/cup/report.txt")).expect("a report");
            for text in [&ran.out, &report] {
                assert!(!text.contains("direct encounter") && text.contains("Sonneborn"), "{lines}: {text}");
            }
        }
    }
}

#[test]
fn standings_are_printed_at_an_interval() {
    let place = Place::new();
    let ran = run(&place, &round_robin(), &["--rating-interval", "7"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let leaders: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("leaders: bot-")).collect();
    assert_eq!(leaders.len(), 4, "of 30 matches: {}", ran.out);
    assert!(leaders.iter().all(|line| line.matches("bot-").count() == 5 && line.ends_with(" of 6")), "{leaders:?}");

    // The test is of two entrants among more. Only their matches count in its line and decide its
    // end.
    let place = Place::new();
    let test = "[test]\nelo0 = 0\nelo1 = 300\nof = [\"bot-0\", \"bot-5\"]\n";
    let text = file(&format!("[format]\nkind = \"round_robin\"\ncycles = 60\n{test}[matches]\ntc = \"inf\""));
    let ran = run(&place, &text, &["--concurrency", "2"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let line = ran.out.lines().find(|line| line.starts_with("bot-0 - bot-5: Elo +")).expect("a line of the two");
    assert!(line.contains(", LOS ") && line.contains(", LLR "), "{line}");
    assert!(line.contains(" % of the bound ") && line.ends_with(" ([0, 300] normalised Elo)"), "{line}");
    let end = "SPRT of bot-0 - bot-5 by pairs: H1 (300 normalised Elo) accepted: LLR ";
    assert!(ran.out.contains("\nThe cup: the test is decided\n") && ran.out.contains(end), "{}", ran.out);
    let report = fs::read_to_string(place.path().join("tournaments/cup/pairs.csv")).expect("its report");
    assert!(report.starts_with("first,second,won"), "{report}");
    let ran = run(&place, &text, &["--rating-interval", "0"]);
    assert!(ran.out.contains(end), "as it ended: {}", ran.out);
}

/// An engine that crashes loses its matches, and the tournament continues.
#[test]
fn an_engine_that_crashes_loses_and_the_others_play_on() {
    let place = Place::new();
    let text = file("[format]\nkind = \"swiss\"\nstages = 3\n[matches]\ntc = \"inf\"")
        .replace("referee bot greedy --seed 2", "python3 engine.py crash");
    let ran = run(&place, &text, &["--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("\"termination\":\"TERMINATION_PROTOCOL_ERROR\""), "{}", ran.out);
    assert_eq!(summary(&ran.out)["standings"].as_array().map(Vec::len), Some(6));
    assert!(ran.err.contains("lost the match by a failure") && ran.err.contains("stderr=[\"boom\"]"), "{}", ran.err);
}

fn start(place: &Place) -> Child {
    let words = ["tournament", "run", "cup.toml", "--json", "--concurrency", "2"];
    let out = fs::OpenOptions::new().create(true).append(true).open(place.path().join("out")).unwrap();
    place.command(&words).stdout(out).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs a tournament, kills it at random instants, and then runs it to the end.
fn play_through_kills(place: &Place, text: &str, kills: u32, numbers: &mut crate::numbers::Numbers) {
    fs::write(place.path().join("cup.toml"), text).unwrap();
    for _ in 0..kills {
        let mut child = start(place);
        thread::sleep(Duration::from_millis(30 + numbers.below(170) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = start(place).wait_with_output().unwrap();
    assert!(last.status.success(), "{}: {}", place.path().display(), String::from_utf8_lossy(&last.stderr));
}

#[test]
fn a_tournament_that_is_killed_anywhere_counts_every_match_once() {
    let kills = crate::tries::repeats("REFEREE_KILLS", KILLS);
    let mut numbers = crate::numbers::Numbers::new(17);
    let formats = [
        "kind = \"round_robin\"\ncycles = 2",
        "kind = \"swiss\"\nstages = 4",
        "kind = \"knockout\"\nthird_place = true",
    ];
    for format in formats {
        let text = file(&format!("[format]\n{format}\n[matches]\ntc = \"inf\""));
        let (undisturbed, killed) = (Place::new(), Place::new());
        let ran = run(&undisturbed, &text, &["--json"]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        play_through_kills(&killed, &text, kills, &mut numbers);
        let out = fs::read_to_string(killed.path().join("out")).unwrap();
        assert_eq!(summary(&out), summary(&ran.out), "{format}");
        let (mut once, mut told) = (BTreeMap::new(), BTreeMap::new());
        count_matches(&ran.out, &mut once);
        count_matches(&out, &mut told);
        assert!(once.values().all(|count| *count == 1));
        assert!(told.iter().all(|(key, count)| *count == 1 && once.contains_key(key)), "{format}: {told:?}");
        assert_eq!(records(&killed), records(&undisturbed), "{format}");
        assert_eq!(left_over(killed.path()), 0, "{format}");
    }
}

/// Returns the number of record files that were begun but not finished.
fn left_over(directory: &Path) -> usize {
    let records = fs::read_dir(directory.join("tournaments/cup/records")).unwrap();
    records.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "part")).count()
}

#[test]
fn an_engine_that_fails_too_often_is_put_out_by_name() {
    let place = Place::new();
    let text = round_robin().replace("referee bot random --seed 5", "python3 engine.py crash");
    let ran = run(&place, &text, &["--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let out = "withdrawn: removed after 3 consecutive engine failures";
    let standings = summary(&ran.out)["standings"].as_array().expect("standings").clone();
    let row = standings.iter().find(|row| row["entrant"] == "bot-5").expect("it took part");
    assert_eq!(row["out"], out, "{}", ran.out);
    let warning = ran.err.lines().find(|line| line.contains("disqualified after")).expect("a warning");
    assert!(["engine=bot-5", "seat=", "match_id="].iter().all(|part| warning.contains(part)), "{warning}");
    let report = fs::read_to_string(place.path().join("tournaments/cup/report.txt")).expect("a report");
    assert!(report.contains(&format!("bot-5: {out}")), "{report}");
    // The engine forfeited its remaining matches, which count in no statistics.
    let played = ran.out.lines().filter(|line| line.contains("\"boom\"") || line.contains("not started")).count();
    assert!(played <= 3, "{}", ran.out);
}
