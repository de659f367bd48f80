//! Processes that engines start: none survives the referee, however it ends.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use crate::runner::Place;

/// An engine that ignores signals and plays the first legal move. At its start and on every turn,
/// it starts two children: one in its own session, and one that detaches itself twice. Both close
/// every pipe. All processes write their process ids to `pids`.
const HYDRA: &str = r#"
import os, signal, sys, time
for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT: signal.signal(number, signal.SIG_IGN)
def note():
    out = os.open("pids", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(out, b"%d\n" % os.getpid())
def linger():
    note()
    os.closerange(0, 256)
    while True: time.sleep(1000)
def session():
    if os.fork() == 0: os.setsid(); linger()
def daemon():
    between = os.fork()
    if between == 0:
        os.setsid()
        if os.fork() == 0: os.setpgrp(); linger()
        os._exit(0)
    os.waitpid(between, 0)
def started(start):
    # The pipe is at its end when the last child of `start` has told its number and let go of all it had.
    heard, held = os.pipe()
    start()
    os.close(held); os.read(heard, 1); os.close(heard)
def say(line): print(line, flush=True)
note(); started(session); started(daemon)
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name hydra"); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "go":
        if len(sys.argv) > 1: started(session); started(daemon); time.sleep(float(sys.argv[1]))
        say("bestmove " + words[words.index("legal") + 1])
# It does not hear `quit`, and its input has ended.
while True: time.sleep(1000)
"#;

/// Start timeout of an engine, in seconds. It is long, because a late engine would end the run
/// before any signal.
const PATIENCE: &str = "--patience=300";
/// Maximum time until all processes are gone on a busy machine. On an idle machine it is a few
/// milliseconds.
const MOST: Duration = Duration::from_secs(10);

#[test]
fn nothing_is_left_when_the_referee_returns() {
    let place = prepare();
    let hydra = "python3 hydra.py";
    let ran = place.run(&["play", "kamisado", "-e", hydra, "-e", hydra, "-m", "1", "--no-record", PATIENCE]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    all_are_gone(&place, 8, "return");
}

#[test]
fn nothing_is_left_when_the_referee_is_ended() {
    for (signal, code) in [(libc::SIGINT, Some(130)), (libc::SIGTERM, Some(130)), (libc::SIGKILL, None)] {
        let place = prepare();
        let hydra = "python3 hydra.py 0.05";
        let words = ["play", "kamisado", "-e", hydra, "-e", hydra, "--json", "-c", "2", "-m", "1000", PATIENCE];
        let mut child = place.command(&words).stdout(Stdio::piped()).spawn().expect("the binary starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
        lines.next().expect("a match ends").expect("it can be read");
        // SAFETY: the process is our own child, which has not been waited for.
        assert_eq!(unsafe { libc::kill(libc::pid_t::try_from(child.id()).expect("it fits"), signal) }, 0);
        assert_eq!(child.wait().expect("it ends").code(), code, "signal {signal}");
        // Two slots have two engines each, and each engine has at least two children.
        all_are_gone(&place, 4 * 3, &format!("signal {signal}"));
    }
}

#[test]
fn a_run_is_interrupted_while_its_engines_start() {
    let place = prepare();
    let script = fs::read_to_string(place.path().join("hydra.py")).expect("it was written");
    let told = "say(\"id name hydra\")";
    fs::write(place.path().join("hydra.py"), script.replace(told, "os.open(\"asked\", os.O_CREAT); continue"))
        .expect("written");
    let words = ["play", "kamisado", "-e", "python3 hydra.py", "-e", "python3 engine.py honest", PATIENCE];
    let mut child = place.command(&words).stdout(Stdio::null()).spawn().expect("the binary starts");
    while !place.path().join("asked").exists() {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it waits for the engine");
        std::thread::yield_now();
    }
    // SAFETY: the process is our own child, which has not been waited for.
    assert_eq!(unsafe { libc::kill(libc::pid_t::try_from(child.id()).expect("it fits"), libc::SIGTERM) }, 0);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    all_are_gone(&place, 3, "an interrupted start");
}

#[test]
fn nothing_is_left_when_an_engine_ends() {
    let place = prepare();
    let script = fs::read_to_string(place.path().join("hydra.py")).expect("it was written");
    fs::write(place.path().join("hydra.py"), script.replace("say(\"bestmove \"", "os._exit(7); say(\"\""))
        .expect("written");
    let words =
        ["play", "kamisado", "-e", "python3 engine.py honest", "-e", "python3 hydra.py", "-m", "2", "--json", PATIENCE];
    let mut child = place.command(&words).stdout(Stdio::piped()).spawn().expect("the binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
    let first = lines.next().expect("a match ends").expect("it can be read");
    assert!(first.contains("exit status 7"), "{first}");
    assert!(child.wait().expect("it ends").success());
    // The referee may have killed some processes before they wrote their ids.
    all_are_gone(&place, 6, "the engine's end");
}

fn prepare() -> Place {
    let place = Place::new();
    fs::write(place.path().join("hydra.py"), HYDRA).expect("the engine can be written");
    place
}

#[track_caller]
fn all_are_gone(place: &Place, least: usize, after: &str) {
    let told = fs::read_to_string(place.path().join("pids")).expect("the engines told their numbers");
    let pids: Vec<&str> = told.lines().collect();
    assert!(pids.len() >= least, "{after}: {} of {least} processes", pids.len());
    let patience = Instant::now() + MOST;
    for pid in pids {
        while runs(pid) {
            assert!(Instant::now() < patience, "{after}: {pid} survived");
            std::thread::yield_now();
        }
    }
}

/// Returns whether a process runs. A killed process remains as a zombie until its new parent reaps
/// it.
fn runs(pid: &str) -> bool {
    let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}
