//! Resource limits for engines, and engines that fail repeatedly.

use std::{fs, net::TcpListener};

use crate::runner::Place;

/// An engine that plays the first legal move. On its second turn it tries the act in its first
/// argument, and reports the result as its name.
const GREEDY: &str = r#"
import mmap, os, socket, sys
def tried(what):
    try: return what() or "yes"
    except Exception as error: return type(error).__name__
def connect(): socket.create_connection(("127.0.0.1", int(sys.argv[2])), 5).close()
def allocate(): return str(len(mmap.mmap(-1, 2 << 30)))
def open_many(): return str(len([open("/dev/null") for _ in range(200)]))
def spin():
    while True: pass
what = {
    "connect": connect, "allocate": allocate, "files": open_many, "none": lambda: "none",
    "cores": lambda: "-".join(map(str, sorted(os.sched_getaffinity(0)))),
    "note-core": lambda: open("core-" + sys.argv[2], "w").write("-".join(map(str, os.sched_getaffinity(0)))) and "noted",
    "environment": lambda: "-".join(sorted(name for name in os.environ if name in ("REFEREE_TOKEN", "REFEREE_URL", "SECRET", "MINE", "PATH"))),
    "privileges": lambda: [line.split()[1] for line in open("/proc/self/status") if line.startswith("NoNewPrivs")][0],
    "spin": lambda: "spins",
}[sys.argv[1]]
name = tried(what)
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": print("id name did " + name + "\nrefereeok", flush=True)
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "go":
        if sys.argv[1] == "spin": spin()
        print("bestmove " + words[words.index("legal") + 1], flush=True)
    elif words[0] == "quit": break
"#;

/// Returns the name that the second engine reports under these options.
fn named(place: &Place, what: &str, options: &[&str]) -> String {
    fs::write(place.path().join("greedy.py"), GREEDY).expect("the engine can be written");
    let engine = format!("python3 greedy.py {what}");
    let mut words = vec!["play", "kamisado", "-e", "python3 engine.py honest", "-e", &engine, "-m", "1", "--json"];
    words.extend(["--no-record"]);
    words.extend(options);
    let ran = crate::runner::Ran::of(
        place
            .command(&words)
            .env("SECRET", "1")
            .env("REFEREE_TOKEN", "t")
            .env("REFEREE_URL", "u")
            .output()
            .expect("the binary starts"),
    );
    assert_eq!(ran.code, Some(0), "{what} {options:?}: {}{}", ran.out, ran.err);
    let summary: serde_json::Value =
        serde_json::from_str(ran.out.lines().last().unwrap_or_default()).expect("it is JSON");
    summary["summary"]["engines"][1]["name"].as_str().expect("it has a name").to_owned()
}

/// Returns whether the host supports a limit. If not, the command must fail without starting the
/// engine.
fn is_granted(place: &Place, limit: &str) -> bool {
    let asked = place.run(&["sandbox", limit]);
    let ran =
        place.run(&["play", "kamisado", "-e", "referee bot random", "-e", "referee bot random", "--limit", limit]);
    match asked.code {
        Some(0) => assert_eq!(ran.code, Some(0), "{limit}: {}", ran.err),
        _ => {
            assert_eq!((asked.code, ran.code), (Some(1), Some(1)), "{limit}: {}{}", asked.err, ran.err);
            assert!(asked.out.contains("missing"), "{limit}: {}", asked.out);
            assert!(ran.err.contains(limit), "{limit}: {}", ran.err);
        }
    }
    asked.code == Some(0)
}

#[test]
fn limits_hold() {
    let place = Place::new();
    assert_eq!(named(&place, "allocate", &[]), "did-2147483648");
    assert_eq!(named(&place, "allocate", &["--limit", "2:address-space=1G"]), "did-oserror");
    assert_eq!(named(&place, "files", &["--limit", "files=100"]), "did-oserror");
    assert_eq!(named(&place, "files", &["--limit", "1:files=100"]), "did-200");
    assert_eq!(named(&place, "cores", &["--limit", "cores=0"]), "did-0");
    assert_eq!(named(&place, "privileges", &["--limit", "privileges=fixed"]), "did-1");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let connect = format!("connect {}", listener.local_addr().expect("it has one").port());
    assert_eq!(named(&place, &connect, &[]), "did-yes");
    if is_granted(&place, "network=off") {
        assert_eq!(named(&place, &connect, &["--limit", "network=off"]), "did-oserror");
    }
}

#[test]
fn each_match_at_once_has_a_core_for_its_engines() {
    let place = Place::new();
    assert_eq!(named(&place, "cores", &["--affinity=0"]), "did-0");
    let own = named(&place, "cores", &["--affinity=0", "--limit", "cores=0-1023"]);
    assert_eq!(own, named(&place, "cores", &[]), "cores that an engine is limited to hold");

    let noting = "python3 greedy.py note-core {seed}";
    let words = ["play", "kamisado", "-e", noting, "-e", noting, "--affinity", "-c", "2", "-m", "8", "--no-record"];
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "a machine of two cores: {}", ran.err);
    let noted = ["core-0", "core-1"].map(|file| fs::read_to_string(place.path().join(file)).expect("it was noted"));
    let cores = noted.map(|core| core.parse::<usize>().expect("it is one core"));
    assert!(cores[0] != cores[1], "{cores:?}");

    let two = ["play", "kamisado", "-e", "referee bot random", "-e", "referee bot random"];
    let ran = place.run(&[&two[..], &["--affinity=1023"]].concat());
    assert!(ran.code == Some(2) && ran.err.contains("--affinity"), "no core of this host: {}", ran.err);
}

#[test]
fn a_limit_that_the_host_cannot_grant_is_an_error() {
    let place = Place::new();
    for limit in ["memory=1G", "tasks=64", "share=100", "processes=4096", "cores=1000"] {
        is_granted(&place, limit);
    }
    let ran = place.run(&["sandbox"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let tried = ran.out.lines().filter(|line| line.contains(" holds") || line.contains(" missing: "));
    assert_eq!(tried.count(), 10, "{}", ran.out);
}

#[test]
fn an_engine_inherits_variables_without_clean_env() {
    let place = Place::new();
    assert_eq!(named(&place, "environment", &[]), "did-path-secret");
    assert_eq!(named(&place, "environment", &["--clean-env"]), "did-path");
    assert_eq!(
        named(&place, "environment", &["--clean-env", "--env", "2:SECRET", "--env", "MINE=1"]),
        "did-mine-path-secret"
    );
}

#[test]
fn computing_too_long_ends_an_engine_by_a_signal() {
    let place = Place::new();
    fs::write(place.path().join("greedy.py"), GREEDY).expect("the engine can be written");
    let mut words =
        vec!["play", "kamisado", "-e", "python3 engine.py honest", "-e", "python3 greedy.py spin", "-m", "1"];
    words.extend(["--json", "--no-record", "--tc", "60", "--limit", "2:cpu=1"]);
    let ran = place.run(&words);
    let played: serde_json::Value =
        serde_json::from_str(ran.out.lines().next().unwrap_or_default()).expect("it is JSON");
    assert_eq!(played["evidence"]["signal"], libc::SIGXCPU, "{played}");
}

#[test]
fn after_three_failures_in_a_row_an_engine_is_out() {
    let place = Place::new();
    // Every process of the engine records its start, then crashes on its first turn.
    let engine = "sh -c 'echo x >> started; exec python3 engine.py crash'";
    let script = fs::read_to_string(place.path().join("engine.py")).expect("it was written");
    fs::write(place.path().join("engine.py"), script.replace("turns < 3", "turns < 1")).expect("it can be written");
    let mut words = vec!["play", "kamisado", "-e", "python3 engine.py honest", "-e", engine, "-m", "8", "--json"];
    words.push("--no-record");
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    for (index, played) in lines[..8].iter().enumerate() {
        assert_eq!(played["termination"], "protocol_error", "{played}");
        let detail = played["detail"].as_str().unwrap_or_default();
        assert_eq!(detail.contains("disqualified after repeated failures"), index >= 3, "{played}");
    }
    assert!(ran.err.contains("engine="), "a warning names it: {}", ran.err);
    let started = fs::read_to_string(place.path().join("started")).expect("it was started");
    assert_eq!(started.lines().count(), 4, "to introduce itself, and for three matches");
}
