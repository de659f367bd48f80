//! Hostile engines in a sandbox, and without one to prove that the attacks work.
//!
//! The tests use each sandbox that the kernel supports. For the others they check the refusal.

mod attacks;
mod ends;
mod files;
mod report;

use std::{
    fs,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

use crate::runner::{Place, Ran};

/// The names of the sandboxes.
const MODES: [&str; 2] = ["bubblewrap", "landlock"];

/// An engine that makes the attack named in its arguments on each turn, and resigns as soon as an
/// attack succeeds. Its first argument marks it in the list of processes.
const HOSTILE: &str = r#"
import ctypes, glob, os, re, signal, socket, sys
# A path that the command names as it is would be shown to the engine.
own, attack, rest = sys.argv[1], sys.argv[2], [word.lstrip("@") for word in sys.argv[3:]]
hand = "tiles-" + os.urandom(8).hex()
def others():
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try: words = open(path).read().split("\0")
        except OSError: continue
        if len(words) > 2 and words[1] == sys.argv[0] and words[2] == rest[0]: yield int(path.split("/")[2])
def send(number): return [os.kill(pid, number) for pid in others()] != []
def memory():
    for pid in others():
        for line in open("/proc/%d/maps" % pid):
            first, last = (int(end, 16) for end in line.split()[0].split("-"))
            if "rw" not in line or last - first > 64 << 20: continue
            with open("/proc/%d/mem" % pid, "rb", 0) as mem:
                mem.seek(first)
                if re.search(b"tiles-[0-9a-f]{16}", mem.read(last - first)): return True
def readable(): return any([open(path).read() or True for path in rest])
def listed(): return os.listdir(rest[0]) or True
def written():
    with open(rest[0], "w") as file: file.write("x")
    return True
def connected(): socket.create_connection(("127.0.0.1", int(rest[0])), 5).close(); return True
def killed(): os.kill(int(rest[0]), signal.SIGKILL); return True
def temporary():
    with open(os.path.join(os.environ["TMPDIR"], "x"), "w") as file: file.write("x")
    return os.environ["HOME"] == os.environ["TMPDIR"]
def scratch():
    os.makedirs(os.path.join(os.environ["TMPDIR"], "deep/er")); os.mkdir(os.path.join(os.environ["TMPDIR"], "locked"), 0)
    os.makedirs(os.path.join(os.environ["TMPDIR"], "full/of")); os.mkdir(os.path.join(os.environ["TMPDIR"], "full/of/it"), 0o500)
    return temporary()
def died(): os.kill(os.getpid(), int(rest[0]))
def left(): os._exit(int(rest[0]))
def files(): return [open("/dev/null") for _ in range(200)] != []
def lingering():
    if os.fork() == 0:
        os.setsid()
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(1000)", rest[0]])
def environment(): return any(name in os.environ for name in rest)
attacks = {
    "none": lambda: False, "stop": lambda: send(signal.SIGSTOP), "kill": lambda: send(signal.SIGKILL), "memory": memory,
    "read": readable, "list": listed, "write": written, "connect": connected, "killed": killed, "temporary": temporary,
    "scratch": scratch, "died": died, "left": left, "files": files, "lingering": lingering, "environment": environment,
}
turns = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": print("id name %s\nrefereeok" % own, flush=True)
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "go":
        turns += 1
        done = False
        if turns == 2:
            try: done = attacks[attack]()
            except Exception as error: print(type(error).__name__, error, file=sys.stderr, flush=True)
        if done and attack not in ("stop", "kill"): print("resign", flush=True)
        else: print("bestmove " + words[words.index("legal") + 1], flush=True)
    elif words[0] == "quit": break
"#;

/// The directory of the hostile engines, and the paths that they need in a sandbox.
struct Arena {
    place: Place,
    python: String,
    /// The Python library, as far as it is outside the system directories.
    library: String,
    /// The name of the attacked engine, different in every test.
    defender: String,
}

/// Number of arenas created so far.
static ARENAS: AtomicU32 = AtomicU32::new(0);

impl Arena {
    fn new() -> Arena {
        let place = Place::new();
        fs::write(place.path().join("hostile.py"), HOSTILE).expect("the engine can be written");
        let asked =
            Command::new("python3").args(["-c", "import sys; print(sys.executable); print(sys.base_prefix)"]).output();
        let asked = Ran::of(asked.expect("missing: python3"));
        let (python, library) = asked.out.trim().split_once('\n').expect("two lines");
        let defender = format!("defender-{}-{}", std::process::id(), ARENAS.fetch_add(1, Ordering::Relaxed));
        Arena { place, python: python.to_owned(), library: library.to_owned(), defender }
    }

    fn path(&self) -> &Path {
        self.place.path()
    }

    /// Returns the command of an engine that only plays.
    fn defending(&self) -> String {
        format!("{} hostile.py {} none", self.python, self.defender)
    }

    /// Returns the command of an engine that makes this attack: a word, then its arguments. Paths
    /// begin with `@`.
    fn attacking(&self, attack: &[&str]) -> String {
        format!("{} hostile.py attacker {}", self.python, attack.join(" "))
    }

    /// Plays a match and returns its line. The first engine only plays; the second attacks it.
    fn play(&self, attack: &[&str], options: &[&str]) -> Value {
        let ran = self.run(attack, options);
        let first = ran.out.lines().next().unwrap_or_default();
        serde_json::from_str(first)
            .unwrap_or_else(|bad| panic!("{attack:?} {options:?}: {bad}\n{}{}", ran.out, ran.err))
    }

    fn run(&self, attack: &[&str], options: &[&str]) -> Ran {
        let (defender, attacker) = (self.defending(), self.attacking(attack));
        let mut words =
            vec!["play", "kamisado", "-e", &defender, "-e", &attacker, "-m", "1", "--json", "--patience", "60"];
        if !options.contains(&"--record") {
            words.push("--no-record");
        }
        words.extend(options);
        let mut command = self.place.command(&words);
        command.env("REFEREE_TOKEN", "secret").env("SECRET", "1").env("XDG_CONFIG_HOME", self.path().join("config"));
        Ran::of(command.output().expect("the binary starts"))
    }

    /// Returns the options for a sandbox in which Python runs.
    fn sandbox(&self, mode: &str) -> Vec<String> {
        vec![format!("--sandbox={mode}"), "--sandbox-read".to_owned(), self.library.clone()]
    }

    /// Checks that the attack succeeds without a sandbox, and fails in each sandbox.
    fn fails_in_a_sandbox(&self, attack: &[&str]) {
        let done = self.play(attack, &[]);
        assert_eq!(done["termination"], "resignation", "{attack:?} without a sandbox: {done}");
        self.fails_where_granted(attack, &[]);
    }

    fn fails_where_granted(&self, attack: &[&str], more: &[&str]) {
        for mode in granted(&self.place) {
            let options = self.sandbox(mode);
            let options: Vec<&str> = options.iter().map(String::as_str).chain(more.iter().copied()).collect();
            let done = self.play(attack, &options);
            assert_eq!(done["termination"], "normal", "{attack:?} in {mode}: {done}");
        }
    }

    /// Checks that the attack succeeds in each sandbox.
    fn succeeds_where_granted(&self, attack: &[&str], more: &[&str]) {
        for mode in granted(&self.place) {
            let options = self.sandbox(mode);
            let options: Vec<&str> = options.iter().map(String::as_str).chain(more.iter().copied()).collect();
            let done = self.play(attack, &options);
            assert_eq!(done["termination"], "resignation", "{attack:?} in {mode}: {done}");
        }
    }

    /// Creates a file in the place, and returns its path with a leading `@`.
    fn file(&self, name: &str) -> String {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below the place")).expect("it can be made");
        fs::write(&path, "secret").expect("it can be written");
        format!("@{}", path.display())
    }
}

/// Returns the sandboxes that this kernel supports. Checks that the others are refused.
fn granted(place: &Place) -> Vec<&'static str> {
    let (granted, refused): (Vec<&str>, Vec<&str>) = MODES.into_iter().partition(|mode| kernel_grants(mode));
    for mode in refused {
        let option = format!("--sandbox={mode}");
        let ran = place.run(&["play", "kamisado", "-e", "referee bot random", "-e", "referee bot random", &option]);
        assert!(ran.code == Some(1) && ran.err.contains(mode), "{}", ran.err);
    }
    granted
}

/// Asks the kernel whether it supports a sandbox.
fn kernel_grants(mode: &str) -> bool {
    if mode == "landlock" {
        // SAFETY: without a ruleset, the call only returns the version.
        return unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, 1) } >= 6;
    }
    let there = Command::new("bwrap").arg("--version").stdout(Stdio::null()).status();
    assert!(there.is_ok_and(|status| status.success()), "missing: bwrap (Debian's package bubblewrap)");
    let mut command = Command::new("true");
    let namespaces = libc::CLONE_NEWUSER | libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWNET;
    let leave = move || match unsafe { libc::unshare(namespaces) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    };
    // SAFETY: `leave` makes one system call, which touches no memory.
    unsafe { command.pre_exec(leave) };
    command.status().is_ok_and(|status| status.success())
}
