//! Commands with closed output, and interrupted commands.

use std::{
    fs,
    io::{BufRead, BufReader, pipe},
    process::{Child, Command, Stdio},
};

use super::{Place, Ran, remote::Served};

/// The system's text for a write beyond the file size limit (`EFBIG`).
const TOO_LARGE: &str = "(os error 27)";

/// The write end of a pipe whose read end is closed.
fn closed() -> Stdio {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// Runs a command with standard output closed, and captures its standard error and exit code.
fn unread(mut command: Command) -> Ran {
    Ran::of(command.stdout(closed()).stderr(Stdio::piped()).output().expect("the binary starts"))
}

#[test]
fn a_command_with_closed_output_reports_that_it_did_not_finish() {
    let place = Place::new();
    fs::write(place.path().join("hello"), "referee 1\nisready\n").expect("it can be written");
    let engine = "python3 engine.py honest";
    let record = ["play", "kamisado", "-e", engine, "-e", engine, "--record", "one.jsonl"];
    assert_eq!(place.run(&record).code, Some(0));
    // The exit code must tell a script that the output is incomplete.
    for words in [
        vec!["sandbox", "files=1024"],
        vec!["sandbox"],
        vec!["rules"],
        vec!["rules", "kamisado"],
        vec!["perft", "kamisado", "--depth", "2"],
        vec!["completions", "bash"],
        vec!["bot", "random"],
        vec!["check", "referee bot random", "--game", "kamisado"],
        vec!["check", "no-such-program"],
        vec!["play", "kamisado", "-e", engine, "-e", engine],
        vec!["play", "kamisado", "-e", engine, "-e", engine, "--json"],
        vec!["replay", "one.jsonl"],
        vec!["replay", "one.jsonl", "--verify"],
    ] {
        let mut command = place.command(&words);
        let hello = fs::File::open(place.path().join("hello")).expect("it can be read");
        command.stdin(if words[0] == "bot" { hello.into() } else { Stdio::null() });
        let ran = unread(command);
        assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{words:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: "), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_file_that_may_not_grow_is_an_error_that_says_so() {
    let place = Place::new();
    let script = "ulimit -f 0; exec \"$0\" rules >grows";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_referee")]).current_dir(place.path());
    let ran = Ran::of(command.output().expect("it starts"));
    assert!(ran.code == Some(1) && ran.err.contains(TOO_LARGE), "{}", ran.err);
}

/// Plays matches of two engines with files limited to `blocks` blocks of 512 bytes.
fn played_in(place: &Place, blocks: u32, words: &[&str]) -> Ran {
    let script = format!("ulimit -f {blocks}; exec \"$0\" play kamisado \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_referee")]).current_dir(place.path());
    command.args(["-e", "python3 engine.py honest", "-e", "python3 engine.py honest", "--option", "length=single"]);
    Ran::of(command.args(words).output().expect("it starts"))
}

#[test]
fn results_are_shown_if_a_file_cannot_be_written() {
    let place = Place::new();
    let ran = played_in(&place, 60, &["-m", "60", "--record", "all.jsonl"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("all.jsonl") && ran.err.contains(TOO_LARGE), "{}", ran.err);
    let end = ran.out.lines().find(|line| line.contains(" of 60 matches")).expect("the tables");
    let played: usize = end.split(' ').next().and_then(|number| number.parse().ok()).expect("a number of matches");
    assert!((1..60).contains(&played) && ran.out.contains("Elo"), "{}", ran.out);
    // The record that did not fit is not in the file.
    let verified = place.run(&["replay", "--verify", "all.jsonl"]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);

    let ran = played_in(&place, 0, &["-m", "2", "--no-record", "--report", "report", "--debug", "debug.log"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("2 of 2 matches") && ran.err.contains("report/"), "{}", ran.err);
    let warning = ran.err.lines().find(|line| line.contains("debug.log")).expect("a warning");
    assert!(warning.contains(TOO_LARGE), "{warning}");
}

#[test]
fn whole_records_before_a_torn_one_verify() {
    let place = Place::new();
    let played = place.run(&[
        "play",
        "kamisado",
        "-e",
        "referee bot random",
        "-e",
        "referee bot random",
        "-m",
        "2",
        "--record",
        "two.jsonl",
    ]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    let whole = std::fs::read_to_string(place.path().join("two.jsonl")).expect("two records");
    std::fs::write(place.path().join("torn.jsonl"), &whole[..whole.len() - 20]).expect("it is written");
    let ran = place.run(&["replay", "--verify", "torn.jsonl"]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 verified, 0 failed, 1 torn;"), "{}", ran.out);
    assert!(ran.out.contains("torn.jsonl: TORN"), "{}", ran.out);
    std::fs::write(place.path().join("bad.jsonl"), whole.replacen("\"seq\":\"2\"", "\"seq\":2x", 1))
        .expect("it is written");
    let ran = place.run(&["replay", "--verify", "torn.jsonl", "bad.jsonl"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
}

#[test]
fn standings_are_shown_when_their_report_cannot_be_written() {
    let place = Place::new();
    let cup = "game = \"kamisado\"\n[format]\nkind = \"round_robin\"\n[matches]\ntc = \"inf\"\n[[entrants]]\nname = \"a\"\ncmd = \"referee bot random\"\n\
               [[entrants]]\nname = \"b\"\ncmd = \"referee bot random\"\n";
    std::fs::write(place.path().join("cup.toml"), cup).expect("it is written");
    let in_the_way = place.path().join("tournaments/cup/report.txt/something");
    std::fs::create_dir_all(in_the_way).expect("it is made");
    let ran = place.run(&["tournament", "run", "cup.toml"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("report.txt") && ran.out.contains("cup: "), "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains("everything is in"), "{}", ran.out);
}

#[test]
fn a_closed_error_output_changes_nothing() {
    let place = Place::new();
    let ended = place.command(&["replay", "no-such-file"]).stderr(closed()).status().expect("it starts");
    assert_eq!(ended.code(), Some(1));
    let ended = place.command(&["perft", "no-such-game", "--depth", "1"]).stderr(closed()).status().expect("it starts");
    assert_eq!(ended.code(), Some(2));

    // The server logs each registration, and must answer even though the log is closed.
    let mut serve = place.command(&["serve", "--memory", "--listen", "127.0.0.1:0"]);
    serve.env("RUST_LOG", "trace").stderr(closed());
    let served = Served::of(serve);
    for name in ["ann", "bob"] {
        let ran = place.run(&["player", "register", "--url", &served.url, name]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
    }
}

#[test]
fn the_sandbox_is_tried_with_this_program_whatever_it_is_called() {
    let place = Place::new();
    let (own, other) = (env!("CARGO_BIN_EXE_referee"), place.path().join("judge"));
    if fs::hard_link(own, &other).is_err() {
        fs::copy(own, &other).expect("the program can be copied");
    }
    let mut command = Command::new(&other);
    command.args(["sandbox", "files=1024"]).env("PATH", "/no-such-directory");
    let ran = Ran::of(command.output().expect("it starts"));
    assert_eq!((ran.code, ran.out.trim_end()), (Some(0), "files=1024           holds"), "{}", ran.err);
}

fn terminate(child: &Child) {
    let id = libc::pid_t::try_from(child.id()).expect("ids are small");
    // SAFETY: kill touches no memory, and the child was not waited for.
    assert_eq!(unsafe { libc::kill(id, libc::SIGTERM) }, 0);
}

#[test]
fn sigterm_ends_a_watcher_and_a_joined_engine() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "my-bot");
    let words = [
        "match",
        "create",
        "--url",
        url,
        "kamisado",
        "--token",
        &token,
        "-p",
        "my-bot",
        "-p",
        "house-random",
        "--tc",
        "inf",
    ];
    let match_id = place.run(&words).out.trim().to_owned();

    let mut watcher =
        place.command(&["match", "watch", "--url", url, &match_id]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut seen = BufReader::new(watcher.stdout.take().expect("it was piped"));
    let mut line = String::new();
    seen.read_line(&mut line).expect("the match was opened");
    terminate(&watcher);
    assert_eq!(watcher.wait().expect("it ends").code(), Some(130));

    let engine = "python3 engine.py sleeper";
    let mut joined = place
        .command(&["join", "--url", url, "--token", &token, "--engine", engine])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let said = BufReader::new(joined.stderr.take().expect("it was piped"));
    let mut said = said.lines().map(|line| line.expect("it is text"));
    assert!(said.any(|line| line.contains("seated")), "it takes its seat");
    terminate(&joined);
    assert_eq!(joined.wait().expect("it ends").code(), Some(130));
    // The pipe closes only after the engine has exited too.
    said.for_each(drop);
}
