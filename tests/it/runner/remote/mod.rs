//! The commands that call a server, against `referee serve`.

mod accounts;
mod admin;
mod arbiter;
mod challenges;
mod consent;
mod listed;
mod profiles;
mod rematch;

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use super::{Place, Ran};

/// An in-memory server on a free port, stopped at the end of the test.
pub struct Served {
    child: Child,
    pub url: String,
}

impl Served {
    pub fn start(place: &Place) -> Served {
        Served::start_with(place, &["--memory"])
    }

    pub fn start_with(place: &Place, words: &[&str]) -> Served {
        let mut serve = place.command(&[&["serve", "--listen", "127.0.0.1:0"], words].concat());
        serve.stderr(Stdio::null());
        Served::of(serve)
    }

    /// Starts a server with this command, and waits until it is ready.
    pub fn of(mut serve: Command) -> Served {
        let mut child = serve.stdout(Stdio::piped()).spawn().expect("the binary starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        out.read_line(&mut line).expect("the server says that it is ready");
        let url = line.split([' ', ',']).find(|word| word.starts_with("http://")).expect("it says where").to_owned();
        Served { child, url }
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // The server may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server, with a working directory for its users.
pub struct Site {
    pub place: Place,
    pub served: Served,
}

impl Site {
    /// Starts a server with these arguments.
    pub fn start_with(words: &[&str]) -> Site {
        let place = Place::new();
        let served = Served::start_with(&place, words);
        Site { place, served }
    }

    /// Registers a player, and returns its token.
    pub fn register(&self, name: &str) -> String {
        self.place.register(&self.served.url, name)
    }

    /// Returns a command with this token, or without one if `token` is empty.
    pub fn command(&self, token: &str, words: &[&str]) -> Command {
        let mut command = self.place.command(words);
        if !token.is_empty() {
            command.env("REFEREE_TOKEN", token);
        }
        command.env("REFEREE_URL", &self.served.url);
        command
    }

    pub fn called(&self, token: &str, words: &[&str]) -> Ran {
        Ran::of(self.command(token, words).output().expect("the binary starts"))
    }

    /// Runs a command that must succeed, and returns its output.
    pub fn done(&self, token: &str, words: &[&str]) -> String {
        let ran = self.called(token, words);
        assert_eq!(ran.code, Some(0), "{words:?}: {}", ran.err);
        ran.out.trim().to_owned()
    }

    /// Runs a command that must succeed, and returns its lines of JSON.
    pub fn json(&self, token: &str, words: &[&str]) -> Vec<serde_json::Value> {
        let out = self.done(token, &[words, &["--json"]].concat());
        out.lines().map(|line| serde_json::from_str(line).expect("a line is one JSON value")).collect()
    }

    /// Runs a command that the server must reject with this reason.
    pub fn refused(&self, token: &str, words: &[&str], reason: &str) {
        let ran = self.called(token, words);
        assert!(ran.code == Some(1) && ran.err.contains(reason) && ran.out.is_empty(), "{words:?}: {}", ran.err);
    }
}

/// Checks that the output of `join --debug` has every kind of line, up to the engine's moves.
fn holds_the_dialogue(dialogue: &str, match_id: &str) {
    let announced = format!("#1 seat 0 > newmatch kamisado match_id {match_id} ");
    for part in ["#1 seat - > referee 1\n", &announced, "#1 seat 0 > go turn_id ", "#1 seat 0 < bestmove "] {
        assert!(dialogue.contains(part), "no `{part}` in:\n{dialogue}");
    }
}

/// Checks that `join --json` reported seat 0 of the match, and the end of the match.
fn says_seat_and_end(out: &str, match_id: &str) {
    let said: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("a line is one JSON value")).collect();
    assert_eq!(said[0], serde_json::json!({"seated": {"matchId": match_id, "seat": 0}}));
    assert_eq!((said.len(), &said[1]["ended"]["matchId"]), (2, &serde_json::json!(match_id)), "{out}");
    assert_eq!(said[1]["ended"]["verdict"]["termination"], "TERMINATION_NORMAL", "{out}");
}

#[test]
fn an_engine_joins_plays_and_is_watched() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.run(&["player", "register", "--url", url, "my-bot"]);
    assert_eq!(token.code, Some(0), "{}", token.err);
    let token = token.out.trim();

    let match_id = place.run(&[
        "match",
        "create",
        "--url",
        url,
        "kamisado",
        "-o",
        "length=standard",
        "--token",
        token,
        "-p",
        "my-bot",
        "-p",
        "house-random",
        "--tc",
        "60+1",
    ]);
    assert_eq!(match_id.code, Some(0), "{}", match_id.err);
    let match_id = match_id.out.trim();
    let early = place.run(&["match", "record", "--url", url, match_id]);
    assert!(early.code == Some(1) && early.err.contains("STILL_PLAYED"), "{}", early.err);

    let watcher = place
        .command(&["match", "watch", "--url", url, match_id, "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let engine = "python3 engine.py honest";
    let joined = Ran::of(
        place
            .command(&["join", "--url", url, "--engine", engine, "--once", "--json", "--debug", "dialogue.log"])
            .env("REFEREE_TOKEN", token)
            .output()
            .expect("the binary starts"),
    );
    assert_eq!(joined.code, Some(0), "{}", joined.err);
    says_seat_and_end(&joined.out, match_id);
    let dialogue = fs::read_to_string(place.path().join("dialogue.log")).expect("everything that was said");
    holds_the_dialogue(&dialogue, match_id);
    let watched = Ran::of(watcher.wait_with_output().expect("it ends with the match"));
    assert_eq!(watched.code, Some(0), "{}", watched.err);

    let record = place.run(&["match", "record", "--url", url, match_id]);
    assert_eq!(record.code, Some(0), "{}", record.err);
    let verified = place.run_with(&["replay", "-", "--verify"], &record.out);
    assert_eq!(verified.code, Some(0), "{}", verified.out);
    let seqs = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["seq"].to_string())
            .collect()
    };
    let (events, seal) = record.out.trim_end().rsplit_once('\n').expect("a seal is the last line");
    assert!(seal.starts_with("{\"seal\":"), "{seal}");
    assert_eq!(seqs(&watched.out), seqs(events), "the watcher saw every event once");

    let late = place.run(&["match", "watch", "--url", url, match_id, "--after", "3"]);
    assert_eq!(late.code, Some(0), "{}", late.err);
    assert!(late.out.trim_start().starts_with("4 "), "{}", late.out);
    assert!(late.out.contains("ended: normal"), "{}", late.out);
}

#[test]
fn an_engine_that_fails_again_and_again_resigns() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "crasher");
    let words = [
        "match",
        "create",
        "--url",
        url,
        "kamisado",
        "-o",
        "length=marathon",
        "--token",
        token.trim(),
        "-p",
        "crasher",
        "-p",
        "house-random",
    ];
    let match_id = place.run(&words).out;
    let join = ["join", "--url", url, "--token", token.trim(), "--engine", "python3 engine.py crash", "--once"];
    let ran = place.run(&[&join[..], &["--strikes", "4"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ended = |match_id: &str| {
        let record = place.run(&["match", "record", "--url", url, match_id.trim()]).out;
        record.lines().nth_back(1).unwrap_or_default().to_owned()
    };
    assert!(ended(&match_id).contains("TERMINATION_RESIGNATION"), "{}", ended(&match_id));

    // The third consecutive failure ends `join`, even without `--once`.
    let match_id = place.run(&words).out;
    let ran = place.run(&join[..7]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(ran.err.matches("in_a_row=").count(), 3, "{}", ran.err);
    assert!(ended(&match_id).contains("TERMINATION_RESIGNATION"), "it left in good order: {}", ended(&match_id));
}

/// An engine that plays a whole match if the file `good` exists. Otherwise it crashes on its first
/// turn, once in each match.
const MOODY: &str = r#"
import os, sys
def say(line): print(line, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name moody"); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "newmatch": name = words[words.index("match_id") + 1]
    elif words[0] == "quit": break
    elif words[0] == "go":
        if not os.path.exists("good") and not os.path.exists(name): open(name, "w"); sys.exit(3)
        say("resign")
"#;

#[test]
fn failures_count_over_all_matches_until_one_goes_well() {
    let place = Place::new();
    fs::write(place.path().join("moody.py"), MOODY).expect("the engine can be written");
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "moody");
    let words = ["join", "--url", url, "--token", &token, "--engine", "python3 moody.py"];
    let mut joined = place.command(&words).env("RUST_LOG", "info").stderr(Stdio::piped()).spawn().expect("it starts");
    let mut log = BufReader::new(joined.stderr.take().expect("it was piped")).lines().map_while(Result::ok);
    let mut says = |words: &str| log.find(|line| line.contains(words)).is_some();
    assert!(says("joined"));
    let mut play = |good: bool| {
        match good {
            true => fs::write(place.path().join("good"), "").expect("it can be written"),
            // The file does not exist at first.
            false => drop(fs::remove_file(place.path().join("good"))),
        }
        let new = ["match", "create", "--url", url, "kamisado", "--token", &token, "-p", "moody", "-p", "house-random"];
        let created = place.run(&new);
        assert_eq!(created.code, Some(0), "{}", created.err);
        assert!(says("ended: resignation"), "every match ends");
    };
    for good in [false, false, true, false, false, false] {
        play(good);
    }
    assert_eq!(joined.wait().expect("it ends").code(), Some(1), "with the third failure in a row");
}

/// An engine that plays an illegal move at every third `go`, and writes each refusal to a file.
const STUBBORN: &str = r#"
import sys
turns, told = 0, open("told.txt", "w")
def say(line): print(line, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name stubborn"); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "quit": break
    elif words[0] == "refused": told.write(line); told.flush()
    elif words[0] == "go":
        turns += 1
        say("bestmove " + ("a1a1" if turns % 3 == 0 else words[words.index("legal") + 1]))
"#;

#[test]
fn after_an_illegal_move_an_engine_is_notified_and_asked_again() {
    let place = Place::new();
    fs::write(place.path().join("stubborn.py"), STUBBORN).expect("the engine can be written");
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "my-bot");
    let words =
        ["match", "create", "--url", url, "kamisado", "-o", "length=standard", "--token", &token, "--tc", "60+1"];
    let seats = ["-p", "my-bot", "-p", "house-random", "--illegal-move-policy", "retry=1"];
    let match_id = place.run(&[&words[..], &seats].concat()).out;
    let joined = place.run(&["join", "--url", url, "--token", &token, "--engine", "python3 stubborn.py", "--once"]);
    assert_eq!(joined.code, Some(0), "{}", joined.err);
    let record = place.run(&["match", "record", "--url", url, match_id.trim()]).out;
    assert!(record.lines().nth_back(1).is_some_and(|end| end.contains("TERMINATION_NORMAL")), "{record}");
    let told = fs::read_to_string(place.path().join("told.txt")).expect("it was told something");
    assert!(told.lines().count() >= 1, "{told}");
    for line in told.lines() {
        assert!(line.starts_with("refused ILLEGAL_MOVE value a1a1 text "), "{line}");
    }
}

#[test]
fn a_second_program_of_the_same_player_takes_over_and_the_first_says_so() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "my-bot");
    let words = ["join", "--url", url, "--token", &token, "--engine", "python3 engine.py honest"];
    let mut first = place.command(&words).env("RUST_LOG", "info").stderr(Stdio::piped()).spawn().expect("it starts");
    let mut log = BufReader::new(first.stderr.take().expect("it was piped")).lines();
    let mut says = |words: &str| log.find(|line| line.as_ref().is_ok_and(|line| line.contains(words))).is_some();
    assert!(says("joined"), "the first is welcome");
    let mut second = place.command(&words).stderr(Stdio::null()).spawn().expect("it starts");
    let code = first.wait().expect("it ends").code();
    let said = says("REPLACED");
    // The second program plays until it is stopped.
    second.kill().expect("it runs");
    second.wait().expect("it ends");
    assert_eq!((code, said), (Some(1), true));
}

#[test]
fn a_refusal_of_a_server_is_printed() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    assert_eq!(place.run(&["player", "register", "--url", url, "twice"]).code, Some(0));
    let engine = "python3 engine.py honest";
    fs::write(place.path().join("x"), "").expect("it can be written");
    for (words, reason) in [
        (vec!["player", "register", "--url", url, "twice"], "NAME_TAKEN"),
        (vec!["player", "register", "--url", url, "No Name"], "BAD_FIELD"),
        (vec!["match", "create", "--url", url, "kamisado", "-p", "twice", "-p", "house-random"], "UNAUTHENTICATED"),
        (vec!["match", "watch", "--url", url, "no-such-match"], "UNKNOWN_MATCH"),
        (vec!["match", "record", "--url", url, "no-such-match"], "UNKNOWN_MATCH"),
        (vec!["join", "--url", url, "--engine", engine, "--token", "wrong"], "UNAUTHENTICATED"),
    ] {
        let ran = place.run(&words);
        assert_eq!(ran.code, Some(1), "{words:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(reason), "{words:?}: {}", ran.err);
    }
}

#[test]
fn an_engine_on_a_server_adds_its_nonce_before_the_deal() {
    let place = Place::new();
    fs::write(place.path().join("nonced.py"), super::play::luck::NONCED).expect("the engine can be written");
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "my-bot");
    let mut words =
        vec!["match", "create", "--url", url, "honest_john", "-o", "rounds=1", "--token", &token, "--tc", "60+1"];
    words.extend(["-p", "house-random", "-p", "my-bot", "-p", "house-random", "-p", "house-random"]);
    words.extend(["--nonce-wait", "60"]);
    let created = place.run(&words);
    assert_eq!(created.code, Some(0), "{}", created.err);
    let match_id = created.out.trim();
    let joined = place.run(&["join", "--url", url, "--token", &token, "--engine", "python3 nonced.py", "--once"]);
    assert_eq!(joined.code, Some(0), "{}", joined.err);

    let record = place.run(&["match", "record", "--url", url, match_id]);
    assert_eq!(record.code, Some(0), "{}", record.err);
    let replayed = place.run_with(&["replay", "-"], &record.out);
    assert!(replayed.out.contains("my-bot adds the nonce mine-1\n"), "{}", replayed.out);
    assert!(replayed.out.contains("house-random adds no nonce\n"), "{}", replayed.out);
    let verified = place.run_with(&["replay", "--verify", "-"], &record.out);
    assert!(verified.out.contains("1 outcome of chance follows from the seed"), "{}", verified.out);
}
