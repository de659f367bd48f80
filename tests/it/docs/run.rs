//! The execution of a block, by its info string:
//!
//! - `lines to-engine`, `json to-engine`, `json from-engine`: every line parses, and is the same
//!   when written again. So is every line of `lines from-engine`, except for the quotes around
//!   texts.
//! - `transcript CMD`: the command receives the `>` lines, and must answer with the `<` lines. A
//!   `...` matches any text.
//! - `python FILE`, `rust FILE`: the block equals that file.
//! - `sh`: a shell runs it in a fresh directory with the package's folders, and it succeeds.
//! - `sh not-run`: a shell finds no syntax error.
//! - `clock CONTROL`, `start ROUND-TRIP`: the law charges these moves and starts these clocks as
//!   written (see [`clocks`]).
//! - `text`, `toml`: nothing.
//! - `console`: each line after `$ ` runs as in `sh`, and prints the lines below it. `...` matches
//!   anything.

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use referee::pb::line::{self, Spelling};

use super::{ROOT, blocks::Block, clocks};

/// Maximum time for an engine in a transcript to print a line.
const PATIENCE: Duration = Duration::from_secs(60);
/// Maximum time for a shell block, in seconds.
const SHELL_LIMIT: &str = "180";
/// The folders of the package that a shell block can use.
const FOLDERS: [&str; 5] = ["clients", "docs", "examples", "golden", "proto"];

/// Executes a block. Panics with its place if the block is wrong.
pub fn block(block: &Block) {
    match (block.kind(), block.argument()) {
        ("lines", direction) => lines(block, Spelling::Words, direction),
        ("json", direction) => lines(block, Spelling::Json, direction),
        ("transcript", command) => transcript(block, command),
        ("python" | "rust", file) => {
            let shipped = fs::read_to_string(Path::new(ROOT).join(file)).expect("the file is shipped");
            assert_eq!(block.text, shipped, "{}: not {file}", block.place);
        }
        ("sh", "") => {
            // Background processes of a failed script would keep the pipes open, and the test would
            // wait for them.
            let script = format!("trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n{}", block.text);
            let output = shell(&script, &["-eu", "-c"]);
            assert!(output.status.success(), "{}: {}", block.place, printed(&output));
        }
        ("sh", "not-run") => {
            let output = shell(&block.text, &["-n", "-c"]);
            assert!(output.status.success(), "{}: {}", block.place, printed(&output));
        }
        ("console", "") => console(block),
        ("clock", control) => clocks::moves(block, control),
        ("start", round_trip) => clocks::starts(block, round_trip),
        ("text" | "toml", _) => {}
        _ => panic!("{}: no test knows what to do with `{}`", block.place, block.info),
    }
}

fn lines(block: &Block, spelling: Spelling, direction: &str) {
    for text in block.text.lines() {
        check_line(block, spelling, direction, text);
    }
}

fn check_line(block: &Block, spelling: Spelling, direction: &str, text: &str) {
    let mut written = Vec::new();
    let read = match direction {
        "to-engine" => line::read_to_engine(spelling, text).map(|m| line::write_to_engine(spelling, &m, &mut written)),
        "from-engine" => {
            line::read_from_engine(spelling, text).map(|m| line::write_from_engine(spelling, &m, &mut written))
        }
        other => panic!("{}: `{other}` is no direction", block.place),
    };
    read.unwrap_or_else(|error| panic!("{}: {text}: {error}", block.place));
    let (written, unquoted) = (String::from_utf8_lossy(&written), text.replace('"', ""));
    let is_same = written.trim_end() == text;
    let is_like = direction == "from-engine" && written.trim_end().replace('"', "") == unquoted;
    assert!(is_same || is_like, "{}: `{text}` is written `{}`", block.place, written.trim_end());
}

fn transcript(block: &Block, command: &str) {
    let mut words = command.split(' ');
    let program = words.next().filter(|program| *program == "referee").expect("a transcript is with `referee`");
    assert_eq!(program, "referee");
    let mut engine = Command::new(env!("CARGO_BIN_EXE_referee"));
    let mut engine = engine.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let output = BufReader::new(engine.stdout.take().expect("a pipe"));
    let (sender, answers) = mpsc::sync_channel(1000);
    let reader = thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    for line in block.text.lines() {
        match line.split_at(2) {
            ("> ", said) => {
                check_line(block, Spelling::Words, "to-engine", said);
                writeln!(input, "{said}").expect("it reads");
            }
            ("< ", expected) => {
                let answer = answers.recv_timeout(PATIENCE);
                let answer = answer.unwrap_or_else(|_| panic!("{}: no answer, expected `{expected}`", block.place));
                assert!(is_like(&answer, expected), "{}: `{answer}`, expected `{expected}`", block.place);
                check_line(block, Spelling::Words, "from-engine", &answer);
            }
            _ => panic!("{}: `{line}` begins with neither `> ` nor `< `", block.place),
        }
    }
    drop(input);
    assert_eq!(answers.recv_timeout(PATIENCE).ok(), None, "{}: it said more", block.place);
    assert!(engine.wait().expect("it ends").success(), "{}: it failed", block.place);
    reader.join().expect("the reader ends").expect("every line was taken");
}

fn console(block: &Block) {
    let mut rest = block.text.lines().peekable();
    while let Some(line) = rest.next() {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("{}: expected `$ `: {line}", block.place));
        let mut expected = Vec::new();
        while let Some(line) = rest.next_if(|line| !line.starts_with("$ ")) {
            expected.push(line);
        }
        let output = shell(command, &["-c"]);
        let text = printed(&output);
        let found: Vec<&str> = text.lines().collect();
        assert!(are_like(&found, &expected), "{}: $ {command}\nprinted:\n{text}", block.place);
    }
}

/// Runs a script with the program under test as `referee`.
fn shell(script: &str, flags: &[&str]) -> std::process::Output {
    let here = tempfile::tempdir().expect("a directory");
    for folder in FOLDERS.iter().filter(|folder| Path::new(ROOT).join(folder).exists()) {
        symlink(Path::new(ROOT).join(folder), here.path().join(folder)).expect("a link");
    }
    let program = PathBuf::from(env!("CARGO_BIN_EXE_referee"));
    let own = program.parent().expect("a program is in a directory").to_path_buf();
    let path = env::join_paths([own].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
    // The time limit ends a block that hangs, and its output so far is shown.
    let mut bash = Command::new("timeout");
    // `pipefail` prevents a failed call from passing as an empty answer.
    bash.args([SHELL_LIMIT, "bash", "-o", "pipefail"])
        .args(flags)
        .arg(script)
        .current_dir(here.path())
        .env("PATH", path.expect("a search path"));
    bash.stdin(Stdio::null()).output().expect("bash runs")
}

fn printed(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Returns whether lines match; an expected line `...` matches any number of lines.
fn are_like(found: &[&str], expected: &[&str]) -> bool {
    match (expected.split_first(), found.split_first()) {
        (None, None) => true,
        (Some((&"...", more)), _) => (0..=found.len()).any(|skipped| are_like(&found[skipped..], more)),
        (Some((first, more)), Some((line, rest))) => is_like(line, first) && are_like(rest, more),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// Returns whether a line matches; `...` matches any text.
fn is_like(found: &str, expected: &str) -> bool {
    let mut parts = expected.split("...");
    let Some(mut rest) = parts.next().and_then(|start| found.strip_prefix(start)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = if parts.peek().is_none() {
            rest.ends_with(part).then(|| rest.len() - part.len())
        } else {
            rest.find(part)
        };
        match at {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn likeness() {
    for (found, expected, like) in [
        ("abc", "abc", true),
        ("abc", "ab", false),
        ("abc", "a...", true),
        ("abc", "...c", true),
        ("abc", "a...c", true),
        ("a1b2c", "a...b...c", true),
        ("a1b2c", "a...d...c", false),
        ("abc", "...b", false),
        ("", "...", true),
    ] {
        assert_eq!(is_like(found, expected), like, "{found} {expected}");
    }
    assert!(are_like(&["a", "b", "c"], &["a", "...", "c"]));
    assert!(!are_like(&["a", "b", "c"], &["a", "..."].map(|line| if line == "..." { "b" } else { line })));
}
