//! `referee check`, as a bot's author runs it.

use std::{io::Write as _, process::Command};

const RANDOM_BOT: &str = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/clients/python/examples/random_bot.py");

/// What it prints, and its exit code.
fn check(engine: &str, more: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let output = command.args(["check", engine]).args(more).output().expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code())
}

/// The random bot with one thing changed.
struct Spoilt {
    file: tempfile::NamedTempFile,
}

fn spoilt(old: &str, new: &str) -> Spoilt {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/python/examples/random_bot.py");
    let source = std::fs::read_to_string(path).expect("the bot is shipped");
    let changed = source.replace(old, new);
    assert_ne!(source, changed, "`{old}` is not in the bot");
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(changed.as_bytes()).expect("the file takes it");
    Spoilt { file }
}

impl Spoilt {
    #[track_caller]
    fn fails_at(&self, step: &str, problem: &str) {
        fails_at(&format!("python3 {}", self.file.path().display()), step, problem);
    }
}

#[track_caller]
fn fails_at(engine: &str, step: &str, problem: &str) {
    let (text, code) = check(engine, &["--game", "kamisado", "--patience-ms", "5000"]);
    let failed: Vec<&str> = text.lines().filter(|line| line.starts_with("FAIL")).collect();
    assert!(failed.first().is_some_and(|line| line.contains(step)), "{text}");
    assert!(text.contains(problem), "no `{problem}` in: {text}");
    assert!(text.contains("The engine does not speak the protocol"), "{text}");
    assert_eq!(code, Some(1));
}

#[test]
fn the_shipped_bots_pass() {
    for engine in [RANDOM_BOT, "referee bot random", "referee bot greedy", "referee bot search --level 1"] {
        let (text, code) = check(engine, &[]);
        assert!(text.ends_with("The engine speaks the protocol.\n"), "{text}");
        assert_eq!(code, Some(0), "{text}");
    }
    let (text, code) = check("referee bot random --json", &["--json"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn an_engine_that_does_not_start() {
    fails_at("/nowhere/engine", "it starts", "`/nowhere/engine` does not start: No such file");
}

#[test]
fn an_engine_without_a_name() {
    spoilt("id name Random 1.0 author you", "").fails_at("referee 1", "expected an `id` line with a name");
}

#[test]
fn an_engine_that_plays_nothing_known() {
    spoilt("\"refereeok\"", "\"games chess\", \"refereeok\"")
        .fails_at("a game that is known", "does not play kamisado");
}

#[test]
fn an_engine_that_plays_illegal_moves() {
    spoilt("random.choice(legal_moves(line))", "\"e8e9\"")
        .fails_at("kamisado: `go` without clocks", "expected a legal move, got `e8e9`");
}

#[test]
fn an_engine_that_gives_up() {
    spoilt("\"bestmove \" + random.choice(legal_moves(line))", "\"resign\"")
        .fails_at("kamisado: `go` without clocks", "expected a move, got `resign`");
}

#[test]
fn an_engine_that_garbles_its_answers() {
    spoilt("\"readyok\"", "\"readyok at once\"")
        .fails_at("`isready`", "`readyok at once` is not understood: expected the end of the line at byte 8");
}

#[test]
fn an_engine_that_chokes_on_unknown_lines() {
    spoilt(
        "elif verb == [\"quit\"]:",
        "elif verb not in [[\"newmatch\"], [\"position\"], [\"stop\"], [\"roundresult\"], [\"matchresult\"]]:",
    )
    .fails_at("unknown verb", "it ended while `readyok` was waited for: exit status 0");
}

#[test]
fn an_engine_that_does_not_quit_well() {
    spoilt("            break\n", "            say(\"readyok\")\n            break\n")
        .fails_at("`quit`", "expected nothing after `quit`, got `readyok`");
    spoilt("            break\n", "            sys.exit(3)\n")
        .fails_at("`quit`", "expected exit status 0, got exit status 3");
}

#[test]
fn wrong_usage() {
    for (engine, more, problem) in [
        ("", [].as_slice(), "expected a program"),
        ("'x", &[], "expected a closing '"),
        (RANDOM_BOT, &["--game", "chess"], "--game `chess`: expected one of"),
        (RANDOM_BOT, &["--patience-ms", "0"], "invalid value '0'"),
    ] {
        let (text, code) = check(engine, more);
        assert!(text.contains(problem), "{text}");
        assert_eq!(code, Some(2), "{text}");
    }
}
