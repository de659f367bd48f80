//! `referee export` and `referee import`: a match leaves and comes back.

use std::fs;

use serde_json::Value;

use super::{Place, Ran};
use crate::golden_files::golden_text;

/// Plays a match of a game between random bots, and returns its record.
fn played(place: &Place, game: &str, seats: usize, options: &[&str]) -> String {
    let mut words = vec!["play", game, "-m", "1", "--record", "match.jsonl", "--max-plies", "300"];
    words.extend(["-e", "referee bot random"].repeat(seats));
    options.iter().for_each(|option| words.extend(["-o", option]));
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    "match.jsonl".to_owned()
}

fn done(place: &Place, words: &[&str]) -> String {
    let Ran { code, out, err } = place.run(words);
    assert_eq!(code, Some(0), "{words:?}: {err}");
    out
}

/// Returns the code and the last line of the errors.
fn failed(place: &Place, words: &[&str]) -> (Option<i32>, String) {
    let ran = place.run(words);
    (ran.code, ran.err.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn a_match_leaves_and_comes_back() {
    for (game, seats, options) in [
        ("dvonn", 2, &[][..]),
        ("hive", 2, &["expansions=MLP"]),
        ("kamisado", 2, &["length=standard"]),
        ("honest_john", 4, &["rounds=2"]),
        ("honest_john", 3, &["version=2"]),
        ("honest_john", 5, &["version=2"]),
    ] {
        let place = Place::new();
        let record = played(&place, game, seats, options);
        for format in ["json", "text"] {
            let first = done(&place, &["export", &record, "--format", format]);
            fs::write(place.path().join("game"), &first).expect("it can be written");
            done(&place, &["import", "game", "--game", game, "--output", "again.jsonl"]);
            assert_eq!(done(&place, &["export", "again.jsonl", "--format", format]), first, "{game}");
            let verified = done(&place, &["replay", "again.jsonl", "--verify"]);
            let told = "imported from a text: no clocks, never rated; origin not checked: sealed, but not signed";
            assert!(verified.contains(told), "{verified}");
            let object = done(&place, &["replay", "again.jsonl", "--verify", "--json"]);
            let object: Value = serde_json::from_str(&object).expect("JSON");
            assert_eq!((&object["imported"], &object["origin"]), (&Value::from(true), &Value::from("unsigned")));
            assert!(
                done(&place, &["replay", "again.jsonl"]).contains("  imported from a text: no clocks, never rated\n")
            );
            let moves = |record: &str| done(&place, &["replay", record, "--positions"]).lines().count();
            assert_eq!(moves("again.jsonl"), moves(&record), "{game}");
            assert!(!first.contains("Ns\"") && !first.contains("seed"), "{first}");
        }
        let svg = done(&place, &["export", "again.jsonl", "--format", "animated-svg", "--round", "1"]);
        assert!(svg.starts_with("<svg ") && svg.contains("<animate ") && !svg.contains("<script"), "{game}");
    }
}

#[test]
fn an_imported_match_is_never_rated() {
    let place = Place::new();
    let record = played(&place, "kamisado", 2, &[]);
    let game = done(&place, &["export", &record]);
    fs::write(place.path().join("game.json"), game).expect("it can be written");
    done(&place, &["import", "game.json", "--output", "again.jsonl"]);
    for command in ["report", "stats"] {
        let alone = place.run(&[command, "again.jsonl"]);
        assert_eq!(alone.code, Some(1), "{}", alone.err);
        assert!(alone.err.contains("1 imported match, which is never rated"), "{}", alone.err);
        let both = place.run(&[command, &record, "again.jsonl"]);
        assert_eq!(both.code, Some(0), "{}", both.err);
        assert!(both.err.contains("1 imported match, which is never rated"), "{}", both.err);
        assert_eq!(both.out, done(&place, &[command, &record]));
    }
}

#[test]
fn the_text_of_each_game_is_golden() {
    for game in ["dvonn", "hive", "honest_john", "kamisado"] {
        let place = Place::new();
        let text = golden_text(&format!("exports/{game}.txt"));
        fs::write(place.path().join("game.txt"), &text).expect("it can be written");
        done(&place, &["import", "game.txt", "--output", "game.jsonl"]);
        assert_eq!(done(&place, &["export", "game.jsonl", "--format", "text"]), text, "{game}");
    }
    let place = Place::new();
    fs::write(place.path().join("game.txt"), golden_text("exports/kamisado.txt")).expect("it can be written");
    done(&place, &["import", "game.txt", "--output", "game.jsonl"]);
    assert_eq!(done(&place, &["export", "game.jsonl"]), golden_text("exports/kamisado.json"));
    assert_eq!(
        done(&place, &["export", "game.jsonl", "--format", "svg", "--ply", "4"]),
        golden_text("exports/kamisado.svg")
    );
}

#[test]
fn a_bad_text_is_refused_with_its_place() {
    let place = Place::new();
    let write = |name: &str, text: &str| fs::write(place.path().join(name), text).expect("it can be written");
    let text = golden_text("exports/kamisado.txt");
    write("illegal.txt", &text.replacen("1. ", "1. e9e1 ", 1));
    let (code, said) = failed(&place, &["import", "illegal.txt"]);
    assert!(code == Some(1) && said.contains("move 1 of round 1: `e9e1`: expected"), "{said}");
    write("places.txt", &text.replacen("[Places \"", "[Places \"9 ", 1));
    let (code, said) = failed(&place, &["import", "places.txt"]);
    assert!(code == Some(1) && said.contains("places"), "{said}");
    write("other.txt", "e4 e5\n");
    let (code, said) = failed(&place, &["import", "other.txt"]);
    assert!(code == Some(1) && said.contains("line 1: `e4 e5`: expected JSON, or the text of"), "{said}");
    write("bad.json", "{\"format\":\"referee match 1\",\n\"game\":7}");
    let (code, said) = failed(&place, &["import", "bad.json"]);
    assert!(code == Some(1) && said.contains("line 2"), "{said}");
    let dvonn = golden_text("exports/dvonn.txt");
    let without_line = dvonn.lines().filter(|line| !line.starts_with("2. ")).collect::<Vec<_>>().join("\n");
    write("gap.txt", &without_line);
    let (code, said) = failed(&place, &["import", "gap.txt"]);
    assert!(code == Some(1) && said.contains("`3.`: expected `2.`"), "{said}");
    for (tag, expected) in [
        ("[Game \"Hive\"]", "only one tag Game"),
        ("[Black \"ann\"]", "only one tag Black"),
        ("[Termination \"flag by White\"]", "only one tag Termination"),
        ("[Option \"length=long\"]", "length only once"),
    ] {
        write("twice.txt", &text.replacen("\n\n", &format!("\n{tag}\n\n"), 1));
        let (code, said) = failed(&place, &["import", "twice.txt"]);
        assert!(code == Some(1) && said.contains(expected), "{said}");
    }
    let json = golden_text("exports/kamisado.json");
    write("illegal.json", &json.replacen("\"moves\":[\"", "\"moves\":[\"z1z2\",\"", 1));
    let (code, said) = failed(&place, &["import", "illegal.json"]);
    assert!(code == Some(1) && said.contains("rounds[0].moves[0]: `z1z2`: expected"), "{said}");
    write("dvonn.txt", &golden_text("exports/dvonn.txt"));
    let (code, said) = failed(&place, &["import", "dvonn.txt", "--game", "hive"]);
    assert!(code == Some(1) && said.contains("hive"), "{said}");
    assert_eq!(failed(&place, &["import", "dvonn.txt", "--game", "chess"]).0, Some(2));
    fs::write(place.path().join("long.txt"), vec![b'x'; 9 * 1024 * 1024]).expect("it can be written");
    let (code, said) = failed(&place, &["import", "long.txt"]);
    assert!(code == Some(1) && said.contains("too long"), "{said}");
}

#[test]
fn fields_that_contradict_the_match_are_refused() {
    let place = Place::new();
    let json = golden_text("exports/kamisado.json");
    let mut document: Value = serde_json::from_str(&json).expect("JSON");
    let refused = |field: &str, change: &dyn Fn(&mut Value)| {
        let mut changed = document.clone();
        change(&mut changed);
        fs::write(place.path().join("changed.json"), changed.to_string()).expect("it can be written");
        let (code, said) = failed(&place, &["import", "changed.json"]);
        assert!(code == Some(1) && said.contains(field), "{field}: {said}");
    };
    refused("seats[0].side", &|of| of["seats"].as_array_mut().expect("a list").reverse());
    refused("seats.points", &|of| drop(of["seats"][0].as_object_mut().expect("an object").remove("points")));
    refused("seats.place", &|of| drop(of["seats"][0].as_object_mut().expect("an object").remove("place")));
    refused("seats[0].place", &|of| of["end"] = Value::Null);
    refused("end.seat", &|of| of["end"]["seat"] = 0.into());
    document["x".repeat(100_000)] = 1.into();
    fs::write(place.path().join("long.json"), document.to_string()).expect("it can be written");
    assert!(failed(&place, &["import", "long.json"]).1.len() < 1_000);
    let text = golden_text("exports/kamisado.txt");
    let untold: Vec<&str> = text.lines().filter(|line| !line.starts_with("[Termination ")).collect();
    fs::write(place.path().join("untold.txt"), untold.join("\n")).expect("it can be written");
    let (code, said) = failed(&place, &["import", "untold.txt"]);
    assert!(code == Some(1) && said.contains("a tag Termination"), "{said}");
}

/// A game string has a state, but no cause: an end without proof is the referee's word.
#[test]
fn a_result_in_a_game_string_is_kept() {
    let place = Place::new();
    let moves = "Black[3];wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 -wQ";
    for (state, cause) in [("WhiteWins", "adjudication"), ("BlackWins", "adjudication"), ("Draw", "draw_agreed")] {
        let text = format!("Base;{state};{moves}\n");
        fs::write(place.path().join("game.txt"), &text).expect("it can be written");
        done(&place, &["import", "game.txt", "--output", "game.jsonl"]);
        assert_eq!(done(&place, &["export", "game.jsonl", "--format", "text"]), text);
        let document: Value = serde_json::from_str(&done(&place, &["export", "game.jsonl"])).expect("JSON");
        assert_eq!(document["end"]["termination"], cause);
        let places = [0, 1].map(|seat| document["seats"][seat]["place"].as_u64().expect("a place"));
        assert_eq!(places, [1 + u64::from(state == "BlackWins"), 1 + u64::from(state == "WhiteWins")]);
    }
    // The rules end this game.
    let golden = golden_text("hive.jsonl");
    let games = golden.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut texts = games.filter_map(|game| game["game_string"].as_str().map(str::to_owned));
    let won = texts.find(|text| text.contains(";WhiteWins;")).expect("White wins one");
    fs::write(place.path().join("wrong.txt"), won.replace(";WhiteWins;", ";Draw;")).expect("it can be written");
    let (code, said) = failed(&place, &["import", "wrong.txt"]);
    assert!(code == Some(1) && said.contains("line 1: `Draw`: expected `WhiteWins`"), "{said}");
}

#[test]
fn a_changed_record_and_an_impossible_request_are_not_exported() {
    let place = Place::new();
    let record = played(&place, "dvonn", 2, &[]);
    let text = fs::read_to_string(place.path().join(&record)).expect("it was written");
    fs::write(place.path().join("changed.jsonl"), text.replacen("referee-random-", "referee-search-", 1))
        .expect("it can be written");
    let (code, said) = failed(&place, &["export", "changed.jsonl"]);
    assert!(code == Some(1) && said.contains("does not verify"), "{said}");
    fs::write(place.path().join("torn.jsonl"), format!("{text}garbage\n")).expect("it can be written");
    let (code, said) = failed(&place, &["export", "torn.jsonl"]);
    assert!(code == Some(1) && !said.contains("--match"), "{said}");
    fs::write(place.path().join("unknown.jsonl"), text.replacen("\"dvonn\"", "\"chess\"", 1))
        .expect("it can be written");
    assert_eq!(failed(&place, &["export", "unknown.jsonl"]).0, Some(1));
    for more in [
        &["--viewer", "2"][..],
        &["--round", "1"],
        &["--format", "text", "--ply", "3"],
        &["--format", "svg", "--seconds-per-move", "2"],
    ] {
        let (code, said) = failed(&place, &[&["export", &record], more].concat());
        assert!(code == Some(2) && said.contains(more[more.len() - 2]), "{said}");
    }
}

#[test]
fn one_match_of_a_file_is_chosen() {
    let place = Place::new();
    let bot = "referee bot random";
    done(&place, &["play", "dvonn", "-e", bot, "-e", bot, "-m", "2", "--record", "two.jsonl"]);
    assert_eq!(failed(&place, &["export", "two.jsonl"]).0, Some(1));
    let [first, second] = ["1", "2"].map(|number| done(&place, &["export", "two.jsonl", "--match", number]));
    assert_ne!(first, second);
    let (code, said) = failed(&place, &["export", "two.jsonl", "--match", "3"]);
    assert!(code == Some(1) && said.contains("has 2 matches"), "{said}");
    let (code, said) = failed(&place, &["export", "two.jsonl", "--match", "1", "--format", "svg", "--ply", "999"]);
    assert!(code == Some(1) && said.contains("--ply 999"), "{said}");
    let (code, said) = failed(&place, &["export", "two.jsonl", "--match", "1", "--format", "svg", "--round", "2"]);
    assert!(code == Some(1) && said.contains("--round 2"), "{said}");
}

#[test]
fn an_unfinished_record_shows_no_hand() {
    let place = Place::new();
    let record = played(&place, "honest_john", 4, &["rounds=1"]);
    let whole = fs::read_to_string(place.path().join(&record)).expect("a record");
    let lines: Vec<&str> = whole.lines().collect();
    let first = lines.iter().position(|line| line.contains("movePlayed")).expect("a move");
    fs::write(place.path().join("cut.jsonl"), lines[..=first].join("\n") + "\n").expect("it can be written");
    let export =
        |format: &str, viewer: &str| done(&place, &["export", "cut.jsonl", "--format", format, "--viewer", viewer]);
    for format in ["json", "text"] {
        let shown = |viewer: &str| {
            let text = export(format, viewer);
            let deal =
                text.rsplit("deal ").next().expect("a deal").split(['"', '\n']).next().unwrap_or_default().to_owned();
            (deal.matches('?').count(), deal.matches('-').count())
        };
        assert_eq!(shown("public"), (55, 0));
        assert_eq!(shown("all"), (0, 55));
        assert_eq!(shown("2"), (44, 11));
        assert_eq!(done(&place, &["export", "cut.jsonl", "--format", format]), export(format, "public"));
    }
    let tiles = |viewer: &str| export("svg", viewer).matches("<title>").count();
    assert!(tiles("public") < tiles("2") && tiles("2") < tiles("all"), "{}", tiles("2"));
    fs::write(place.path().join("hidden.json"), export("json", "public")).expect("it can be written");
    let (code, said) = failed(&place, &["import", "hidden.json"]);
    assert!(code == Some(1) && said.contains("rounds[0]."), "{said}");
    fs::write(place.path().join("open.json"), export("json", "all")).expect("it can be written");
    done(&place, &["import", "open.json", "--output", "again.jsonl"]);
    assert_eq!(done(&place, &["export", "again.jsonl", "--viewer", "all"]), export("json", "all"));
}

#[test]
fn no_damaged_file_ends_the_program() {
    let place = Place::new();
    let mut luck: usize = 7;
    let mut any = |below: usize| {
        luck = (luck * 48_271 + 11) % 2_147_483_647;
        luck % below
    };
    let (mut refused, mut read) = (0, 0);
    for name in ["dvonn.txt", "hive.txt", "honest_john.txt", "kamisado.txt", "kamisado.json"] {
        let text = golden_text(&format!("exports/{name}")).into_bytes();
        for _ in 0..20 {
            let mut damaged = text.clone();
            let at = any(damaged.len());
            match any(4) {
                0 => damaged.truncate(at),
                1 => damaged[at] = any(256) as u8,
                2 => drop(damaged.drain(at..(at + 9).min(text.len()))),
                _ => damaged.extend_from_within(at..),
            }
            fs::write(place.path().join("damaged"), damaged).expect("it can be written");
            let ran = place.run(&["import", "damaged", "--output", "again.jsonl"]);
            match ran.code {
                Some(0) => {
                    read += 1;
                    done(&place, &["replay", "again.jsonl", "--verify"]);
                }
                code => {
                    refused += 1;
                    assert!(code == Some(1) && ran.err.starts_with("error: failed to import"), "{name}: {}", ran.err);
                }
            }
        }
    }
    assert!(refused > 50, "{refused} refused, {read} read");
}
