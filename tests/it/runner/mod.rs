//! The command line from the user's side: the built binary, its output and its exit codes.

mod closed;
mod examples;
mod exchange;
mod help;
mod play;
mod positions;
mod progress;
mod questions;
pub mod remote;
mod texts;
mod tournaments;
mod uhp;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Number of attempts on a host that may stall whenever a clock is about to run out.
const ATTEMPTS: u32 = 5;

/// Retries until no match is void because of a host stall. `is_void` plays the matches, and returns
/// whether one is void.
pub fn until_it_counts(mut is_void: impl FnMut() -> bool) {
    assert!((0..ATTEMPTS).any(|_| !is_void()), "the host stalls again and again");
}

/// Returns whether a match, in the JSON of the command, ended as the fault of the host.
pub fn is_void(told: &serde_json::Value) -> bool {
    told["termination"] == "host_fault"
}

/// A private working directory, with a scripted engine in Python.
pub struct Place {
    directory: TempDir,
}

/// The result of a command.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// An engine that plays the first legal move in two turns, and then follows the mode in its first
/// argument.
const ENGINE: &str = r#"
import shlex, sys, time
mode, turns = sys.argv[1], 0
def say(line): print(line, flush=True)
for line in sys.stdin:
    words = shlex.split(line)
    if words[0] == "referee":
        say("id name " + mode); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "quit": break
    elif words[0] == "go":
        turns += 1
        move = '"' + words[words.index("legal") + 1] + '"'
        if turns < 3 or mode == "honest": say("bestmove " + move)
        elif mode == "crash": print("boom", file=sys.stderr); sys.exit(3)
        elif mode == "illegal": print("hm", file=sys.stderr); say("bestmove a1a1")
        elif mode == "garbage": say("bestmove \xff\x00" + "x" * 100)
        elif mode == "resigner": say("resign")
        elif mode == "slow": time.sleep(0.2); say("bestmove " + move)
        elif mode == "silent": pass
        elif mode == "half": print("bestm", end="", flush=True)
        elif mode == "sleeper": time.sleep(1000)
        elif mode == "leaver": say("bestmove " + move); sys.exit(0)
"#;

impl Place {
    pub fn new() -> Place {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        fs::write(directory.path().join("engine.py"), ENGINE).expect("the engine can be written");
        Place { directory }
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command
            .args(words)
            .current_dir(self.path())
            .env_remove("RUST_LOG")
            .env_remove("REFEREE_TOKEN")
            .env_remove("REFEREE_URL")
            .env_remove("REFEREE_PROFILE");
        command
    }

    pub fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.command(words).output().expect("the binary starts"))
    }

    /// Registers a player, and returns its token.
    pub fn register(&self, url: &str, name: &str) -> String {
        let ran = self.run(&["player", "register", "--url", url, name]);
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.err);
        ran.out.trim().to_owned()
    }

    /// Opens a match between two players: the first challenges from seat 0, and the second accepts.
    fn agreed(&self, url: &str, tokens: [&str; 2], opponent: &str, proposed: &[&str]) -> String {
        let [first, second] = tokens;
        let create = ["challenge", "create", "--url", url, "--token", first, "--opponent", opponent, "--seat", "0"];
        let created = self.run(&[&create[..], proposed].concat());
        assert_eq!(created.code, Some(0), "{}", created.err);
        let id = created.out.trim().to_owned();
        let accepted = self.run(&["challenge", "accept", "--url", url, "--token", second, &id]);
        assert_eq!(accepted.code, Some(0), "{}", accepted.err);
        id
    }

    /// Runs a command as [`Place::run`] does, with `input` on standard input.
    fn run_with(&self, words: &[&str], input: &str) -> Ran {
        fs::write(self.path().join("input"), input).expect("the input can be written");
        let input = fs::File::open(self.path().join("input")).expect("the input can be read");
        Ran::of(self.command(words).stdin(input).output().expect("the binary starts"))
    }

    pub fn records(&self) -> Vec<PathBuf> {
        let listed = fs::read_dir(self.path().join("records")).expect("records were written");
        let files = listed.map(|entry| entry.expect("it can be listed").path());
        let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
        files.sort();
        files
    }

    /// Replays every record with `--verify`, and returns their number. All must pass.
    pub fn verify_records(&self) -> usize {
        let records = self.records();
        let mut words = vec!["replay", "--verify"];
        words.extend(records.iter().map(|path| path.to_str().expect("names are plain")));
        let ran = self.run(&words);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        records.len()
    }
}

impl Ran {
    pub fn of(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Returns the words of the row named `name` in the table of engines.
    fn row(&self, name: &str) -> Vec<&str> {
        let table = self.out.lines().skip_while(|line| !line.starts_with("engine "));
        let mut rows = table.map(|line| line.split_whitespace().collect::<Vec<_>>());
        rows.find(|row| row.first() == Some(&name))
            .unwrap_or_else(|| panic!("no row {name} in\n{}{}", self.out, self.err))
    }
}
