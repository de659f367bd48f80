//! `referee play` with engines that offer draws, claim them and report scores, and with rules that
//! end matches early.

use std::{fs, process::Stdio};

use crate::runner::{Place, remote::Served};

/// An engine that plays the first legal move. Its first argument selects how it handles draws
/// (`offers`, `accepts`, `claims`) or which score it reports (`wins`, `loses`, `draws`).
const ENGINE: &str = r#"
import sys
mode, turns = sys.argv[1], 0
def say(line): print(line, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name " + mode); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "newmatch": turns = 0
    elif words[0] == "quit": break
    elif words[0] == "go":
        turns += 1
        move = words[words.index("legal") + 1] if '"' not in line else line.split("legal ")[1].split('"')[1]
        if mode == "accepts" and "draw_offered" in words: say("acceptdraw"); continue
        if mode == "claims" and turns == 2: say("claimdraw"); continue
        if mode == "loses": say("info score -900")
        if mode == "wins": say("info score 900")
        if mode == "draws": say("info score 3")
        say('bestmove "%s"%s' % (move, " offer_draw" if mode == "offers" and turns == 2 else ""))
"#;

/// Plays the first match of Hive between two such engines, and returns its line.
fn play(modes: [&str; 2], rules: &[&str]) -> serde_json::Value {
    let place = Place::new();
    fs::write(place.path().join("talker.py"), ENGINE).expect("the engine can be written");
    let engines = modes.map(|mode| format!("python3 talker.py {mode}"));
    let mut words =
        vec!["play", "hive", "-e", &engines[0], "-e", &engines[1], "--matches", "1", "--tc", "20", "--json"];
    words.extend(rules);
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(place.verify_records(), 1);
    serde_json::from_str(ran.out.lines().next().expect("a line")).expect("it is JSON")
}

#[test]
fn engines_agree_on_draws_and_claim_them() {
    let drawn = play(["offers", "accepts"], &[]);
    assert_eq!(
        (&drawn["termination"], &drawn["places"]),
        (&"draw_agreed".into(), &serde_json::json!([1, 1])),
        "{drawn}"
    );
    let declined = play(["offers", "plays"], &["--max-plies", "8"]);
    assert_eq!(declined["termination"], "max_plies", "{declined}");
    // Claiming a draw that the rules do not offer is a protocol error.
    let claimed = play(["claims", "plays"], &["--max-plies", "8"]);
    assert_eq!((&claimed["termination"], &claimed["seat"]), (&"protocol_error".into(), &0.into()), "{claimed}");
    assert!(claimed["detail"].as_str().is_some_and(|detail| detail.contains("offer no draw")), "{claimed}");
}

#[test]
fn reports_of_engines_end_matches() {
    let cap = ["--max-plies", "20"];
    let with = |rules: &[&'static str]| [rules, &cap].concat();
    let lost = play(["plays", "loses"], &with(&["--resign", "3:500"]));
    assert_eq!((&lost["termination"], &lost["seat"]), (&"adjudication".into(), &1.into()), "{lost}");
    assert_eq!(lost["places"], serde_json::json!([1, 2]));
    let doubted = play(["plays", "loses"], &with(&["--resign", "3:500", "--resign-both"]));
    assert_eq!(doubted["termination"], "max_plies", "{doubted}");
    let agreed = play(["wins", "loses"], &with(&["--resign", "3:500", "--resign-both"]));
    assert_eq!((&agreed["termination"], &agreed["seat"]), (&"adjudication".into(), &1.into()), "{agreed}");
    let drawn = play(["draws", "draws"], &with(&["--draw", "2:10:6"]));
    assert_eq!(
        (&drawn["termination"], &drawn["places"]),
        (&"adjudication".into(), &serde_json::json!([1, 1])),
        "{drawn}"
    );
    assert_eq!(drawn["plies"], 6, "{drawn}");
}

#[test]
fn reports_of_engines_end_a_match_on_a_server() {
    let place = Place::new();
    fs::write(place.path().join("talker.py"), ENGINE).expect("the engine can be written");
    let served = Served::start(&place);
    let url = served.url.as_str();
    let tokens = ["ann", "bob"].map(|name| place.register(url, name));
    let rules = ["--resign", "2:500", "--resign-both", "--max-plies", "20"];
    let match_id = place.agreed(url, [&tokens[0], &tokens[1]], "bob", &[&["hive"], &rules[..]].concat());
    let joined = [("wins", &tokens[0]), ("loses", &tokens[1])].map(|(mode, token)| {
        let engine = format!("python3 talker.py {mode}");
        let words = ["join", "--url", url, "--token", token, "--engine", &engine, "--once"];
        place.command(&words).stderr(Stdio::null()).spawn().expect("it starts")
    });
    for mut engine in joined {
        assert!(engine.wait().expect("it ends").success());
    }
    let record = place.run(&["match", "record", "--url", url, &match_id]);
    let end = record.out.lines().nth_back(1).expect("the end");
    assert!(end.contains(r#""termination":"TERMINATION_ADJUDICATION","seat":1"#), "{end}");
    assert_eq!(record.out.matches(r#""score":"-900""#).count(), 2, "{}", record.out);
    let verified = place.run_with(&["replay", "-", "--verify"], &record.out);
    assert_eq!(verified.code, Some(0), "{}", verified.out);

    let words =
        ["match", "create", "--url", url, "kamisado", "--token", &tokens[0], "-p", "ann", "-p", "bob", "--draw", "2:5"];
    let refused = place.run(&words);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("NO_DRAWS"), "{}", refused.err);
}
