//! `referee openings`: the subcommands `list`, `check` and `make`.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use serde_json::Value;

use crate::runner::{Place, Ran};

/// Runs a small and quick `referee openings make` for Kamisado, with `more` arguments.
fn make(place: &Place, more: &[&str]) -> Ran {
    let words = "openings make --game kamisado -o length=single --plies 2 --count 4 --candidates 10 --nodes 40 --depth 2 \
                 --choosing-matches 6 --checking-matches 8 --max-bias 0.3";
    place.run(&[&words.split_whitespace().collect::<Vec<_>>(), more].concat())
}

fn check(place: &Place, text: &str, more: &[&str]) -> Ran {
    fs::write(place.path().join("mine.txt"), text).expect("it can be written");
    place.run(&[&["openings", "check", "mine.txt", "--game", "kamisado"], more].concat())
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|bad| panic!("{bad}: {line}"))
}

#[test]
fn the_built_in_sets_are_listed_with_their_measurements() {
    let place = Place::new();
    let ran = place.run(&["openings", "list"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 4, "{}", ran.out);
    let row = |game: &str| rows.iter().find(|row| row[0] == game).unwrap_or_else(|| panic!("{}", ran.out)).join(" ");
    assert_eq!(row("dvonn"), "dvonn 223 8646 618 8576 50.2 % +1 [-4, +6]");
    assert_eq!(row("hive"), "hive 240 3458 403 3339 50.8 % +6 [-2, +14]");
    assert_eq!(row("kamisado"), "kamisado 237 12088 0 11612 51.0 % +7 [+3, +11]");
    let listed: Vec<Value> = place.run(&["openings", "list", "--json"]).out.lines().map(json).collect();
    assert_eq!(listed.len(), 3);
    let kamisado = listed.iter().find(|one| one["game"] == "kamisado").expect("it is listed");
    assert_eq!((&kamisado["openings"], &kamisado["measured"]["losses"]), (&237.into(), &11612.into()));
}

#[test]
fn a_good_file_is_counted_and_its_duplicates_are_named() {
    let place = Place::new();
    let ran = check(&place, "moves e8e5\n# twice\nid \"again\" moves e8e5\nmoves d8d3\n", &[]);
    let expected = "line 3: same position as line 1\nkamisado: 3 openings, 1 repeat, 0 twins\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), expected, ""));
    let ran = check(&place, "moves e8e5\nmoves e8e5\n", &["--json"]);
    let found = json(&ran.out);
    assert_eq!(found["repeats"], serde_json::json!([[1, 2]]));
    assert_eq!((&found["openings"], &found["played"], &found["written"]), (&2.into(), &Value::Null, &Value::Null));
    fs::write(place.path().join("hive.txt"), "moves wG1; bG1 wG1-\nmoves wG1; bG1 \\wG1\n").expect("it can be written");
    let ran = place.run(&["openings", "check", "hive.txt", "--game", "hive"]);
    let expected = "line 2: same as line 1, turned or mirrored\nhive: 2 openings, 0 repeats, 1 twin\n";
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), expected));
}

#[test]
fn openings_are_played_from_and_the_numbers_do_not_depend_on_threads() {
    let place = Place::new();
    let of = |threads: &str, seed: &str| {
        let more = ["--play", "6", "--nodes", "30", "--depth", "2", "--concurrency", threads, "--seed", seed];
        let ran = check(&place, "moves e8e5\nmoves d8d3\nmoves a8a2\n", &more);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        ran.out
    };
    let one = of("1", "1");
    assert_eq!((&one, &one), (&of("3", "1"), &of("64", "1")));
    assert_ne!(one, of("1", "2"), "another seed");
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines.len(), 5, "{one}");
    assert!(lines[0].starts_with("line 1: seat 0: ") && lines[4].starts_with("as played, seat 0: "), "{one}");
    let matches = |line: &str| -> u32 {
        let words: Vec<&str> = line.split("seat 0: ").nth(1).expect("counts").split([' ', ',']).collect();
        [0, 3, 6].iter().map(|at| words[*at].parse::<u32>().expect("a count")).sum()
    };
    assert_eq!(lines[..3].iter().map(|line| matches(line)).collect::<Vec<_>>(), [6, 6, 6], "{one}");
    assert_eq!(matches(lines[4]), 18, "{one}");
}

#[test]
fn a_made_set_is_the_same_for_the_same_seed_and_reads_back() {
    let place = Place::new();
    let ran = make(&place, &["--seed", "7", "--concurrency", "1", "--output", "one.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    assert!(ran.err.contains("\nthe set, seat 0: "), "{}", ran.err);
    let file = |name: &str| fs::read_to_string(place.path().join(name)).expect("it is written");
    let one = file("one.txt");
    assert!(one.starts_with("# Kamisado length=single\n"), "{one}");
    let ran = make(&place, &["--seed", "7", "--concurrency", "8"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), one.as_str()), "on standard output, by eight threads");
    let ran = make(&place, &["--seed", "8", "--output", "one.txt", "--json"]);
    assert_ne!(one, file("one.txt"), "another seed, in its place");
    let said = json(&ran.out);
    let lines = file("one.txt").lines().filter(|line| line.starts_with("moves ")).count();
    assert_eq!((said["openings"].as_u64(), &said["tried"]), (Some(lines as u64), &10.into()));
    let made: Vec<String> = fs::read_dir(place.path())
        .expect("it can be listed")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("one.txt"))
        .collect();
    assert_eq!(made, ["one.txt"], "nothing is left beside it");
    let ran = check(&place, &one, &["-o", "length=single", "--json"]);
    let measured = json(&ran.out)["written"].clone();
    let matches: u64 = ["wins", "draws", "losses"].iter().map(|key| measured[key].as_u64().expect("a count")).sum();
    let openings = one.lines().filter(|line| line.starts_with("moves ")).count() as u64;
    assert_eq!((ran.code, matches), (Some(0), 8 * openings));
}

#[test]
fn an_interrupt_leaves_no_file() {
    let place = Place::new();
    let words =
        "openings make --game hive --plies 4 --count 10 --nodes 100000 --choosing-matches 1000 --output mine.txt";
    let mut child = place
        .command(&words.split_whitespace().collect::<Vec<_>>())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let files = || -> Vec<String> {
        let listed = fs::read_dir(place.path()).expect("it can be listed");
        listed.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect()
    };
    // The command installs its signal handler, then creates its temporary file, then searches.
    while !files().iter().any(|name| name.starts_with("mine.txt.")) {
        assert_eq!(child.try_wait().expect("it can be asked"), None, "it works for hours");
        std::thread::yield_now();
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it is there");
    let status = child.wait().expect("it ends");
    let said: Vec<_> = BufReader::new(child.stderr.take().expect("it is piped")).lines().collect();
    assert_eq!(status.code(), Some(130), "{said:?}");
    assert!(!files().iter().any(|name| name.starts_with("mine.txt")), "{:?}", files());
}

/// Runs `referee play kamisado` between two house bots, with `more` arguments.
fn play(place: &Place, more: &[&str]) -> Ran {
    let words = "play kamisado -o length=single --tc inf -e cmd=referee~bot~greedy name=greedy -e cmd=referee~bot~random name=random";
    let words: Vec<String> = words.split(' ').map(|word| word.replace('~', " ")).collect();
    place.run(&[&words.iter().map(String::as_str).collect::<Vec<_>>(), more].concat())
}

#[test]
fn the_matches_of_an_encounter_begin_with_one_opening_from_a_file() {
    let place = Place::new();
    fs::write(place.path().join("mine.txt"), "moves e8e5; a1a4\n# a comment\nmoves d8d3\n").expect("it can be written");
    let ran = play(&place, &["--openings", "mine.txt", "--matches", "6", "--concurrency", "2"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("\n  2 openings, sequential\n"), "{}", ran.out);
    // Records are sorted by match number.
    let begun: Vec<(Value, Value)> = place
        .records()
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("a record");
            let opened = json(text.lines().next().expect("its first line"))["matchOpened"].clone();
            (opened["rules"]["openingMoves"].clone(), opened["players"][0].clone())
        })
        .collect();
    let moves: Vec<&Value> = begun.iter().map(|(moves, _)| moves).collect();
    let [first, second] = [serde_json::json!(["e8e5", "a1a4"]), serde_json::json!(["d8d3"])];
    assert_eq!(moves, [&first, &first, &second, &second, &first, &first]);
    assert!(begun.chunks(2).all(|pair| pair[0].1 != pair[1].1), "both engines play it from both seats: {begun:?}");
    assert_eq!(place.verify_records(), 6);
}

#[test]
fn the_built_in_set_is_played_in_the_order_of_the_seed() {
    let begun = |seed: &str| {
        let place = Place::new();
        let ran = play(
            &place,
            &[
                "--openings",
                "built-in",
                "--opening-order",
                "shuffled",
                "--seed",
                seed,
                "--matches",
                "4",
                "--record",
                "all.jsonl",
            ],
        );
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        let text = fs::read_to_string(place.path().join("all.jsonl")).expect("the records");
        let moves = text.lines().map(|line| json(line)["matchOpened"]["rules"]["openingMoves"].clone());
        moves.filter(|moves| !moves.is_null()).map(|moves| moves.to_string()).collect::<Vec<_>>()
    };
    let first = begun("1");
    assert_eq!((first.len(), &first[0], &first[2]), (4, &first[1], &first[3]));
    assert_ne!(first[0], first[2]);
    assert_eq!(begun("1"), first);
    assert_ne!(begun("3"), first);
}
