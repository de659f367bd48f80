//! Attacks on the opponent, on other processes, and over the network.

use std::{
    fs,
    net::TcpListener,
    process::{Child, Command},
};

use super::{Arena, granted};
use crate::runner::{is_void, until_it_counts};

/// An idle process, killed at the end of the test.
struct Sleeper(Child);

impl Sleeper {
    fn start() -> Sleeper {
        Sleeper(Command::new("sleep").arg("1000").spawn().expect("missing: sleep"))
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("it can be asked").is_some()
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn an_engine_stops_its_opponent_but_not_in_a_sandbox() {
    let arena = Arena::new();
    let stop = ["stop", &arena.defender];
    until_it_counts(|| {
        let done = arena.play(&stop, &["--tc", "3"]);
        assert!(is_void(&done) || done["termination"] == "flag", "{done}");
        is_void(&done)
    });
    arena.fails_where_granted(&stop, &[]);
}

#[test]
fn an_engine_kills_its_opponent_but_not_in_a_sandbox() {
    let arena = Arena::new();
    let kill = ["kill", &arena.defender];
    let done = arena.play(&kill, &[]);
    assert_eq!(
        (&done["termination"], &done["evidence"]["signal"]),
        (&"protocol_error".into(), &libc::SIGKILL.into()),
        "{done}"
    );
    arena.fails_where_granted(&kill, &[]);
}

#[test]
fn an_engine_reads_the_hand_of_its_opponent_but_not_in_a_sandbox() {
    let arena = Arena::new();
    // Some kernels let only the superuser inspect processes that are not descendants.
    let yama = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    // SAFETY: geteuid has no preconditions.
    if yama.trim().is_empty() || yama.trim() == "0" || unsafe { libc::geteuid() } == 0 {
        arena.fails_in_a_sandbox(&["memory", &arena.defender]);
    } else {
        arena.fails_where_granted(&["memory", &arena.defender], &[]);
    }
}

#[test]
fn a_process_whose_number_is_known_is_killed_but_not_in_a_sandbox() {
    let arena = Arena::new();
    let mut sleeper = Sleeper::start();
    let number = sleeper.0.id().to_string();
    for mode in granted(&arena.place) {
        let options = arena.sandbox(mode);
        let done = arena.play(&["killed", &number], &options.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(done["termination"], "normal", "{mode}: {done}");
        assert!(!sleeper.has_ended(), "{mode}");
    }
    let done = arena.play(&["killed", &number], &[]);
    assert_eq!(done["termination"], "resignation", "{done}");
    // The engine reports success only after it has sent the signal.
    sleeper.0.wait().expect("it has ended");
}

#[test]
fn an_engine_connects_to_the_loopback_but_not_in_a_sandbox() {
    let arena = Arena::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it has one").port().to_string();
    arena.fails_in_a_sandbox(&["connect", &port]);
    // An explicit limit that equals the sandbox's own must make no difference.
    arena.fails_where_granted(&["connect", &port], &["--limit", "network=off"]);
}
