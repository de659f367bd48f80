//! The end of sandboxed engines: the report is accurate, and no process survives.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use super::{Arena, granted};

/// Maximum time for a killed sandbox to disappear on a busy machine.
const MOST: Duration = Duration::from_secs(20);

#[test]
fn the_end_of_an_engine_is_reported_accurately() {
    let arena = Arena::new();
    for mode in granted(&arena.place) {
        let options = arena.sandbox(mode);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        for status in [0, 3, 126, 127, 137, 139, 255] {
            let done = arena.play(&["left", &status.to_string()], &options);
            assert_eq!(
                (&done["termination"], &done["evidence"]["status"]),
                (&"protocol_error".into(), &status.into()),
                "{mode}: {done}"
            );
        }
        for signal in [libc::SIGKILL, libc::SIGSEGV, libc::SIGTERM, libc::SIGABRT] {
            let done = arena.play(&["died", &signal.to_string()], &options);
            assert_eq!(done["evidence"]["signal"], signal, "{mode}: {done}");
        }
    }
}

#[test]
fn an_engine_that_fails_to_start_reports_the_cause() {
    let arena = Arena::new();
    fs::write(arena.path().join("plain"), "no program").expect("it can be written");
    for mode in granted(&arena.place) {
        let option = format!("--sandbox={mode}");
        for (engine, says) in [("./none", "os error 2"), ("no-such-program", "os error 2"), ("./plain", "os error 13")]
        {
            let words = ["play", "kamisado", "-e", "referee bot random", "-e", engine, "--no-record", &option];
            let ran = arena.place.run(&words);
            assert_eq!(ran.code, Some(1), "{mode} {engine}: {}", ran.err);
            assert!(ran.err.contains(says) && ran.err.contains(engine), "{mode} {engine}: {}", ran.err);
        }
    }
}

#[test]
fn limits_hold_in_a_sandbox() {
    let arena = Arena::new();
    // The engine tries to open 200 files.
    arena.succeeds_where_granted(&["files"], &[]);
    arena.fails_where_granted(&["files"], &["--limit", "files=100"]);
    for mode in granted(&arena.place) {
        let options = arena.sandbox(mode);
        let (first, spins) = (arena.defending(), format!("{} -c \"while True: pass\"", arena.python));
        let mut words = vec!["play", "kamisado", "-e", &first, "-e", &spins, "--no-record", "--limit", "2:cpu=1"];
        words.extend(options.iter().map(String::as_str).chain(["--patience", "60"]));
        let ran = arena.place.run(&words);
        assert!(ran.code == Some(1) && ran.err.contains("SIGXCPU"), "{mode}: {}", ran.err);
    }
}

/// Returns whether a process runs with this word in its command line.
fn runs(word: &str) -> bool {
    let listed = fs::read_dir("/proc").expect("processes can be listed").flatten();
    listed
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .any(|words| words.split(|byte| *byte == 0).any(|other| other == word.as_bytes()))
}

#[test]
fn nothing_is_left_when_the_referee_is_killed() {
    let arena = Arena::new();
    for mode in granted(&arena.place) {
        let word = format!("lingering-{}-{mode}", std::process::id());
        let (first, second) = (arena.defending(), arena.attacking(&["lingering", &word]));
        let options = arena.sandbox(mode);
        let mut words = vec!["play", "kamisado", "-e", &first, "-e", &second, "-m", "100000", "--json", "--no-record"];
        words.extend(["--patience", "60"]);
        words.extend(options.iter().map(String::as_str));
        let mut referee = arena.place.command(&words).stdout(Stdio::piped()).spawn().expect("the binary starts");
        let mut line = String::new();
        BufReader::new(referee.stdout.take().expect("it was piped")).read_line(&mut line).expect("a match is over");
        // The engine plays the next match while the processes that it started still run.
        assert!(runs(&word), "{mode}: {line}");
        referee.kill().expect("it runs");
        referee.wait().expect("it has ended");
        let begun = Instant::now();
        while runs(&word) {
            assert!(begun.elapsed() < MOST, "{mode}: something is left");
            thread::yield_now();
        }
    }
}
