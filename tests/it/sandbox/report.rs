//! The output of `referee sandbox`, with and without a sandbox.

use std::process::Command;

use serde_json::Value;

use super::{Arena, MODES, kernel_grants};
use crate::runner::{Place, Ran};

/// Runs a program under a system call filter that hides Landlock.
const WITHOUT_LANDLOCK: &str = r#"
import ctypes, os, struct, sys
class Program(ctypes.Structure): _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7fff0000)]
text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = Program(len(steps), ctypes.cast(text, ctypes.c_void_p))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(program)) == 0
os.execve(sys.argv[1], sys.argv[1:], dict(os.environ, PATH="/no-such-directory"))
"#;

fn rows(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("a line is one JSON value")).collect()
}

#[test]
fn each_sandbox_report_is_observed() {
    let place = Place::new();
    let ran = Ran::of(place.command(&["sandbox", "--json"]).env("SECRET", "1").output().expect("the binary starts"));
    let rows = rows(&ran);
    let row =
        |name: &str| rows.iter().find(|row| row["sandbox"] == name).unwrap_or_else(|| panic!("{name}: {}", ran.out));
    let attempts = |name: &str| row(name)["attempts"].as_object().expect("they were tried").clone();
    let control = attempts("none");
    // These attempts are skipped on a kernel without keys or a file system without attributes.
    let untried = ["readKeys", "setAttributes"].iter().filter(|attempt| !control.contains_key(**attempt)).count();
    assert_eq!(control.len() + untried, 21, "{control:?}");
    // Without a sandbox all attempts succeed, except those that some hosts forbid to every process.
    let not_granted = ["readMemory", "readKeys", "makeNamespaces", "ioUring"];
    for (attempt, succeeded) in &control {
        assert!(succeeded == true || not_granted.contains(&attempt.as_str()), "{attempt}: {}", ran.out);
    }
    let mut works = false;
    for mode in MODES {
        assert_eq!(row(mode)["works"], kernel_grants(mode), "{}", row(mode));
        if !kernel_grants(mode) {
            assert!(row(mode)["why"].is_string(), "{}", row(mode));
            continue;
        }
        works = true;
        for (attempt, succeeded) in attempts(mode) {
            assert_eq!(succeeded, mode == "landlock" && attempt == "knowProcess", "{mode}: {attempt}");
        }
        assert!(row(mode)["doesNotPrevent"].as_array().is_some_and(|texts| !texts.is_empty()), "{}", row(mode));
    }
    assert_eq!(ran.code, Some(if works { 0 } else { 1 }), "{}", ran.err);
    let table = place.run(&["sandbox"]).out;
    assert!(table.starts_with("An engine can") && table.contains("stop or kill others"), "{table}");
}

#[test]
fn an_automatic_choice_is_one_that_was_tried() {
    let place = Place::new();
    let bots = ["play", "kamisado", "-e", "referee bot random", "-e", "referee bot random", "--no-record"];
    let sandboxed = |option: &str, path: Option<&str>| {
        let mut command = place.command(&bots);
        command.arg(option);
        if let Some(path) = path {
            command.env("PATH", path);
        }
        Ran::of(command.output().expect("the binary starts"))
    };
    if let Some(strongest) = MODES.into_iter().find(|mode| kernel_grants(mode)) {
        let ran = sandboxed("--sandbox", None);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains(strongest), "{}", ran.err);
    }
    let ran = sandboxed("--sandbox=bubblewrap", Some("/no-such-directory"));
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("bubblewrap") && ran.err.contains("bwrap"), "{}", ran.err);
    if kernel_grants("landlock") {
        let ran = sandboxed("--sandbox", Some("/no-such-directory"));
        assert!(ran.code == Some(0) && ran.err.contains("landlock"), "{}", ran.err);
    }
}

#[test]
fn where_no_sandbox_is_granted_no_engine_starts() {
    let arena = Arena::new();
    let referee = |words: &[&str]| {
        let mut command = Command::new(&arena.python);
        command.args(["-c", WITHOUT_LANDLOCK, env!("CARGO_BIN_EXE_referee")]).args(words).current_dir(arena.path());
        Ran::of(command.env_remove("REFEREE_TOKEN").output().expect("it starts"))
    };
    let engine = format!("{} -c \"open('started', 'w')\"", arena.python);
    let ran = referee(&["play", "kamisado", "-e", "referee bot random", "-e", &engine, "--sandbox"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(MODES.iter().all(|mode| ran.err.contains(mode)), "{}", ran.err);
    assert!(!arena.path().join("started").exists());
    let told = referee(&["sandbox", "--json"]);
    assert_eq!(told.code, Some(1), "{}", told.out);
    assert!(rows(&told).iter().all(|row| row["works"] != true), "{}", told.out);
    let checked = referee(&["check", &engine, "--sandbox"]);
    assert!(checked.code == Some(1) && MODES.iter().all(|mode| checked.err.contains(mode)), "{}", checked.err);
}

#[test]
fn engines_are_checked_and_join_in_a_sandbox() {
    let place = Place::new();
    for mode in super::granted(&place) {
        let option = format!("--sandbox={mode}");
        let ran = place.run(&["check", "referee bot random", "--game", "kamisado", &option]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        let served = crate::runner::remote::Served::start(&place);
        let url = served.url.as_str();
        let token = place.register(url, "my-bot");
        let create =
            ["match", "create", "--url", url, "--token", &token, "kamisado", "-p", "my-bot", "-p", "house-random"];
        let created = place.run(&create);
        assert_eq!(created.code, Some(0), "{}", created.err);
        let engine = "referee bot random";
        let joined = place.run(&["join", "--url", url, "--token", &token, "-e", engine, "--once", "--json", &option]);
        assert_eq!(joined.code, Some(0), "{}", joined.err);
        assert!(joined.out.contains("TERMINATION_NORMAL") && joined.err.contains(mode), "{}{}", joined.out, joined.err);
    }
}
