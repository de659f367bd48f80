//! `referee check` from the view of a bot author.

mod attend;
mod beyond;
mod remote;

use std::{io::Write as _, process::Command};

const RANDOM_BOT: &str = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/clients/python/examples/random_bot.py");

/// Runs the check, and returns its output and exit code.
fn check(engine: &str, more: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let output = command.args(["check", engine]).args(more).output().expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code())
}

/// The random bot with one change.
struct Spoilt {
    file: tempfile::NamedTempFile,
}

fn spoilt(old: &str, new: &str) -> Spoilt {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/python/examples/random_bot.py");
    let source = std::fs::read_to_string(path).expect("the bot is shipped");
    let changed = source.replace(old, new);
    assert_ne!(source, changed, "`{old}` is not in the bot");
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(changed.as_bytes()).expect("the file takes it");
    Spoilt { file }
}

/// A fault of a bot, and the step that finds it.
struct Broken<'a> {
    /// A part of the bot, and its replacement.
    spoilt: (&'a str, &'a str),
    /// The first step that fails.
    step: usize,
    /// The text of the failed step.
    problem: &'a str,
}

const fn broken<'a>(spoilt: (&'a str, &'a str), step: usize, problem: &'a str) -> Broken<'a> {
    Broken { spoilt, step, problem }
}

const READY: &str = "say(\"readyok\")";
const LOOP: &str = "    for line in sys.stdin:\n";
const ANSWER: &str = "say(\"bestmove \" + random.choice(legal_moves(line)))";
const QUIT: &str = "        elif verb == [\"quit\"]:\n            break\n";
const OPTION: &str = "\"option name Depth type spin default 4 min 1 max 9\", \"refereeok\")\n        elif verb == [\"setoption\"]:\n            sys.exit(4)";
const LEVEL: &str = "\"option name Depth type spin default 4 min 1 max 9\", \"refereeok\")\n        elif verb == [\"setoption\"] and \"value 9\" in line:\n            sys.exit(4)";

/// Each bot is the random bot with one change. The step numbers are for Kamisado.
const BROKEN: &[Broken<'_>] = &[
    broken(("id name Random 1.0 author you", ""), 2, "expected an `id` line with a name"),
    broken(
        ("flush=True", "file=globals().setdefault('held', open(1, 'w', closefd=False))"),
        2,
        "did you flush after every line?",
    ),
    broken(("\"refereeok\")", "\"games chess\", \"refereeok\")"), 3, "does not play kamisado"),
    broken(("Random 1.0", "Random\\u0007 1.0"), 4, "`name` has a control character"),
    broken(("\"refereeok\")", "\"option name A type spin default x\", \"refereeok\")"), 5, "expected a whole number"),
    broken(("\"refereeok\")", "\"games kamisado kamisado\", \"refereeok\")"), 6, "`kamisado` is listed twice"),
    broken((READY, "say(\"readyok at once\")"), 7, "malformed line `readyok at once`: expected the end of the line"),
    broken((LOOP, "    import os\n    while line := os.read(0, 65536).decode():\n"), 8, "timed out"),
    broken(("\"refereeok\")", OPTION), 10, "exit status 4"),
    broken(("\"refereeok\")", LEVEL), 11, "after `setoption name Depth value 9`: it exited"),
    broken((QUIT, "        elif verb == [\"quit\"] or verb == [\"xyzzy\"]:\n            break\n"), 12, "exit status 0"),
    broken((LOOP, "    sys.stdin.reconfigure(encoding=\"ascii\")\n    for line in sys.stdin:\n"), 13, "exit status 1"),
    broken(("line.split(maxsplit=1)[:1]", "[line.split(maxsplit=1)[0]]"), 15, "IndexError"),
    broken((QUIT, "        elif verb == [\"stop\"]:\n            say(\"bestmove a1a2\")\n"), 17, "got `bestmove`"),
    broken((ANSWER, "say(\"bestmove e8e9\")"), 20, "expected a legal move, got `e8e9`"),
    broken((ANSWER, "say(\"resign\")"), 20, "expected a move, got `resign`"),
    broken((ANSWER, "say(\"bestmove \" + legal_moves(line)[0] + \" turn_id 7\")"), 20, "expected turn_id 20, got 7"),
    broken(
        (ANSWER, "[say(\"bestmove \" + legal_moves(line)[0]) for _ in (1, 2)]"),
        21,
        "expected `readyok`, got `bestmove`",
    ),
    broken(
        (
            QUIT,
            "        elif verb == [\"quit\"] or \"position\" in verb and \" round 2 \" in line:\n            break\n",
        ),
        25,
        "it exited",
    ),
    broken(
        (
            QUIT,
            "        elif verb == [\"quit\"] or \"newmatch\" in verb and \" seat 1 \" in line:\n            break\n",
        ),
        28,
        "it exited",
    ),
    broken((QUIT, "        elif verb in [[\"quit\"], [\"refused\"]]:\n            break\n"), 29, "it exited"),
    broken(
        (QUIT, "        elif verb == [\"quit\"] or \"newmatch\" in verb and \"Ada\" in line:\n            break\n"),
        31,
        "it exited",
    ),
    broken(
        (
            "words[words.index(\"legal\") + 1 :]",
            "words[words.index(\"legal\") + 1 :] if words[1] == \"turn_id\" else []",
        ),
        32,
        "IndexError",
    ),
    broken(
        (
            LOOP,
            "    import fcntl\n    lock = open(__file__)\n    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)\n    for line in sys.stdin:\n",
        ),
        56,
        "the second process",
    ),
    broken(
        ("\n\nif __name__", "\n    else:\n        import time\n        time.sleep(60)\n\n\nif __name__"),
        57,
        "it did not exit within",
    ),
    broken(
        ("            break\n", "            say(\"readyok\")\n            break\n"),
        60,
        "expected nothing after `quit`, got `readyok`",
    ),
    broken(("            break\n", "            sys.exit(3)\n"), 60, "expected exit status 0, got exit status 3"),
];

#[test]
fn broken_bots_fail_at_the_right_step() {
    fail_as_told("kamisado", BROKEN);
}

/// Checks that faulty bots fail at their steps in a game.
fn fail_as_told(game: &str, bots: &[Broken<'_>]) {
    // Runs a few bots concurrently, since they mostly wait. Running all at once could overload the
    // machine.
    let mut wrong = Vec::new();
    for some in bots.chunks(5) {
        std::thread::scope(|scope| {
            let runs: Vec<_> = some.iter().map(|broken| scope.spawn(|| broken.fails(game))).collect();
            wrong.extend(runs.into_iter().filter_map(|run| run.join().expect("it does not panic").err()));
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

impl Broken<'_> {
    /// Runs the check, and returns the differences from the expectation as an error.
    fn fails(&self, game: &str) -> Result<(), String> {
        let bot = spoilt(self.spoilt.0, self.spoilt.1);
        let engine = format!("python3 {}", bot.file.path().display());
        let (text, code) = check(&engine, &["--game", game, "--max-failed", "1"]);
        let mut failed = text.lines().skip_while(|line| !line.starts_with("FAIL"));
        let number: Option<usize> = failed.next().and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        let told: Vec<&str> = failed.take_while(|line| line.starts_with("      ")).collect();
        let as_told = number == Some(self.step)
            && told.join("\n").contains(self.problem)
            && text.ends_with("The engine does not speak the protocol.\n")
            && code == Some(1);
        let Broken { spoilt, step, problem } = self;
        if as_told { Ok(()) } else { Err(format!("{spoilt:?}: expected step {step} to tell `{problem}`:\n{text}")) }
    }
}

#[test]
fn the_shipped_bots_pass() {
    for engine in [RANDOM_BOT, "referee bot random", "referee bot greedy", "referee bot search --level 1"] {
        let (text, code) = check(engine, &[]);
        assert!(text.ends_with("The engine speaks the protocol.\n"), "{text}");
        assert_eq!(code, Some(0), "{text}");
    }
    let (text, code) = check("referee bot random --lines json", &["--lines", "json", "--game", "kamisado"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.lines().filter(|line| line.starts_with("ok ")).count() >= 40, "{text}");
}

#[test]
fn an_engine_that_does_not_start() {
    let (text, code) = check("/nowhere/engine", &[]);
    assert!(text.starts_with("FAIL   1  starts"), "{text}");
    assert!(text.contains("failed to start `/nowhere/engine`: No such file"), "{text}");
    assert_eq!(code, Some(1));
}

#[test]
fn costly_but_allowed_behaviour_is_a_warning() {
    let slow = spoilt(ANSWER, "__import__(\"time\").sleep(0.25); say(\"bestmove \" + legal_moves(line)[0])");
    let (text, code) = check(&format!("python3 {}", slow.file.path().display()), &["--game", "kamisado"]);
    let warned: Vec<&str> = text.lines().filter(|line| line.starts_with("warn")).collect();
    for number in ["warn  34 ", "warn  35 ", "warn  36 "] {
        assert!(warned.iter().any(|line| line.starts_with(number)), "{text}");
    }
    assert!(text.contains("on a clock it would have lost on time"), "{text}");
    assert!(text.contains(" 0 failed, "), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn wrong_usage() {
    for (engine, more, problem) in [
        ("", [].as_slice(), "expected a program"),
        ("'x", &[], "expected a closing '"),
        (RANDOM_BOT, &["--game", "chess"], "--game `chess`: expected one of"),
        (RANDOM_BOT, &["--patience-ms", "0"], "invalid value '0'"),
    ] {
        let (text, code) = check(engine, more);
        assert!(text.contains(problem), "{text}");
        assert_eq!(code, Some(2), "{text}");
    }
}
