//! The progress bar: drawn on standard error only if that is a terminal, and cleared at the end.

use std::{fs, path::Path};

use super::{Place, Ran};

/// Runs a shell command on a pseudo-terminal of Python's `pty`, and copies its output to standard
/// output.
const ON_TERMINAL: &str = r#"
import os, pty, sys
status = pty.spawn(["sh", "-c", "stty cols 120 rows 24; " + sys.argv[1]])
sys.exit(os.waitstatus_to_exitcode(status))
"#;
/// The escape sequence that clears the line of the cursor.
const CLEARED: &str = "\u{1b}[2K";

fn on_terminal(place: &Place, line: &str) -> Ran {
    let program = Path::new(env!("CARGO_BIN_EXE_referee")).parent().expect("it is in a directory");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("there is one"));
    fs::write(place.path().join("on_terminal.py"), ON_TERMINAL).expect("it can be written");
    let mut command = std::process::Command::new("python3");
    command.args(["on_terminal.py", line]).current_dir(place.path());
    command
        .env("PATH", path)
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .env_remove("RUST_LOG")
        .stdin(std::process::Stdio::null());
    Ran::of(command.output().expect("python3 is here"))
}

const PLAY: &str = "referee play kamisado --tc inf --no-record --matches 6 --seed 3 --engine 'cmd=referee bot random --seed {seed}' \
                    --engine 'cmd=referee bot greedy --seed {seed}'";
const MAKE: &str = "referee openings make --game kamisado --plies 2 --count 3 --candidates 8 --nodes 300 --choosing-matches 8 \
                    --checking-matches 8 --max-bias 0.5";

/// Checks that the last line with a bar was cleared.
fn is_cleared(drawn: &str, unit: &str) {
    let last = drawn.rfind(unit).unwrap_or_else(|| panic!("no bar was drawn: {drawn:?}"));
    assert!(drawn[last..].contains(CLEARED), "the bar stays: {:?}", &drawn[last..]);
}

#[test]
fn a_run_shows_a_bar_and_takes_it_away() {
    let place = Place::new();
    let ran = on_terminal(&place, &format!("{} > out.txt", PLAY));
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    is_cleared(&ran.out, "/6, ");
    // With standard output in a file, the file has all lines and no trace of the bar.
    let printed = fs::read_to_string(place.path().join("out.txt")).expect("it was printed");
    assert_eq!(printed.lines().filter(|line| line.starts_with("match ")).count(), 6, "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed:?}");

    let ran = on_terminal(&place, PLAY);
    is_cleared(&ran.out, "/6, ");
    let tables = ran.out.rfind("6 of 6 matches").expect("the tables");
    assert!(!ran.out[tables..].contains('\u{1b}'), "nothing is drawn behind the tables: {:?}", &ran.out[tables..]);
    let ran = on_terminal(&place, &format!("{} --json", PLAY));
    assert!(!ran.out.contains('\u{1b}'), "no bar beside JSON: {:?}", ran.out);
}

#[test]
fn a_test_shows_how_far_it_is_from_its_bounds() {
    let place = Place::new();
    let ran = on_terminal(&place, &format!("{} --sprt elo0=0 elo1=400 model=logistic > out.txt", PLAY));
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    is_cleared(&ran.out, "LLR ");
    assert!(ran.out.contains(" % of the bound "), "{:?}", ran.out);
}

#[test]
fn a_tournament_shows_a_bar_and_whole_lines() {
    let place = Place::new();
    let entrant = |name: &str| format!("[[entrants]]\nname = \"{name}\"\ncmd = \"referee bot random --seed 1\"\n");
    let text = "game = \"kamisado\"\noptions = { length = \"single\" }\n[format]\nkind = \"round_robin\"\n[matches]\ntc = \"inf\"\n";
    fs::write(place.path().join("cup.toml"), [text, &entrant("ann"), &entrant("bob"), &entrant("cy")].concat())
        .unwrap();
    let ran = on_terminal(&place, "referee tournament run cup.toml");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    is_cleared(&ran.out, " left");
    // Output is printed on whole lines: each begins right after a cleared line.
    let counted: Vec<&str> = ran.out.lines().filter(|line| line.contains("-m1: ") && line.contains(" plies")).collect();
    assert_eq!(counted.len(), 3, "{:?}", ran.out);
    for line in counted {
        let own = line.rsplit(CLEARED).next().unwrap_or_default().trim_start_matches('\r').trim_end();
        assert!(own.trim_start_matches("\u{1b}[1A").starts_with('s') && own.ends_with("plies"), "{line:?}");
    }
    let standings = ran.out.rfind("rank").expect("the standings");
    assert!(!ran.out[standings..].contains('\u{1b}'), "{:?}", &ran.out[standings..]);
    // Without a terminal, the same run shows no trace of a bar.
    let ran = place.run(&["tournament", "run", "cup.toml", "--directory", "again"]);
    assert_eq!((ran.code, ran.err.as_str(), ran.out.contains('\u{1b}')), (Some(0), "", false), "{}", ran.out);
}

#[test]
fn a_progress_bar_changes_no_output() {
    let place = Place::new();
    let ran = on_terminal(&place, &format!("{MAKE} > out.txt"));
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    is_cleared(&ran.out, "candidates judged");
    is_cleared(&ran.out, "openings checked");
    let words: Vec<&str> = MAKE.split_whitespace().skip(1).collect();
    let plain = place.run(&words);
    assert_eq!(fs::read_to_string(place.path().join("out.txt")).expect("it was printed"), plain.out);
    assert!(!plain.err.contains('\u{1b}') && plain.err.lines().count() == 3, "{}", plain.err);
}

#[test]
fn without_a_terminal_only_lines_are_printed() {
    let place = Place::new();
    let words = ["play", "kamisado", "--tc", "inf", "--no-record", "--matches", "4", "--seed", "3"];
    let engines =
        ["--engine", "cmd=referee bot random --seed {seed}", "--engine", "cmd=referee bot greedy --seed {seed}"];
    let ran = place.run(&[&words[..], &engines].concat());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("match ")).count(), 4, "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}') && !ran.out.contains('\r'), "{:?}", ran.out);
}
