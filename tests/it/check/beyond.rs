//! `referee check` for features that only some engines or games have: pondering, draws and
//! takebacks.

use std::io::Write as _;

use super::{Broken, QUIT, broken, check};

/// An engine that plays the first legal move and ponders on the first legal reply, which it gets
/// from the program in its second argument. Its first argument names its fault.
const PONDERER: &str = r#"
import json, subprocess, sys, time
flaw, program = sys.argv[1:3]
def say(line): print(line, flush=True)
def move(line):
    chosen = line.split(" legal ")[1].split()[0]
    question = json.dumps({"game": "kamisado", "moves": moves + [chosen]})
    asked = subprocess.run([program, "rules", "--stdin"], input=question + "\n", capture_output=True, text=True)
    replies = [legal["notation"] for legal in json.loads(asked.stdout).get("legal", [])]
    if flaw == "unnamed": replies = []
    if flaw == "nonsense": replies = ["e8e9"]
    say("bestmove " + chosen + (" ponder " + replies[0] if replies else ""))
moves, pondering, pondered = [], False, False
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "referee": say("id name ponderer"); say("refereeok ponder")
    elif words[0] == "isready":
        if flaw == "moved by isready" and pondering: say("bestmove a1a2")
        say("readyok")
    elif words[0] == "position":
        moves = line.split(" moves ")[1].split(" round ")[0].split() if " moves " in line else []
    elif words[0] == "go":
        pondering = "ponder" in words
        if not pondering: move(line)
        elif flaw == "early": say("bestmove a1a1")
    elif words[0] == "ponderhit":
        pondering = False
        if flaw == "late" and "remaining_ms" in words: time.sleep(5.1)
        if flaw == "illegal": say("bestmove e8e9")
        elif flaw != "unhit": move(line)
    elif words[0] == "stop" and pondering:
        pondering, pondered = False, True
        if flaw != "unstopped": say("bestmove whatever")
    elif words[0] == "matchresult" and pondered and flaw == "ended": break
    elif words[0] == "quit": break
"#;

/// Runs the check on such an engine, and returns its output and exit code.
fn ponders(flaw: &str) -> (String, Option<i32>) {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(PONDERER.as_bytes()).expect("the file takes it");
    let engine = format!("python3 {} '{flaw}' {}", file.path().display(), env!("CARGO_BIN_EXE_referee"));
    check(&engine, &["--game", "kamisado", "--max-failed", "1"])
}

/// Returns the steps that failed or gave a warning, such as `FAIL 51`, each with its text.
fn told(text: &str) -> Vec<(String, String)> {
    let mut lines = text.lines();
    let mut told = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("FAIL") || line.starts_with("warn") {
            let number = line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
            told.push((number, lines.next().unwrap_or_default().trim().to_owned()));
        }
    }
    told
}

#[test]
fn an_engine_that_ponders_is_asked_to() {
    let (text, code) = ponders("nothing");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("ok    55  kamisado: leaves a match that ends while pondering"), "{text}");
    let of_pondering = |number: &str| PONDERERS.iter().any(|row| row.1 == number);
    assert!(!told(&text).iter().any(|(number, _)| of_pondering(number)), "{text}");
}

/// A fault of a pondering engine, the step that finds it, and the text of the step.
const PONDERERS: &[(&str, &str, &str)] = &[
    ("unnamed", "warn 50", "it named no reply in 20 turns"),
    ("nonsense", "warn 50", "`e8e9` cannot come"),
    ("early", "FAIL 51", "before `ponderhit`: expected nothing, got `bestmove`"),
    ("unhit", "FAIL 51", "timed out after 10000 ms waiting for `bestmove`"),
    ("illegal", "FAIL 51", "expected a legal move, got `e8e9`"),
    ("late", "FAIL 52", "it took 5"),
    ("unstopped", "FAIL 53", "timed out after 10000 ms waiting for `bestmove`"),
    ("moved by isready", "FAIL 54", "expected `readyok`, got `bestmove`"),
    ("ended", "FAIL 55", "it exited instead of sending `readyok`: exit status 0"),
];

#[test]
fn engines_that_ponder_wrongly_fail_at_the_step_that_says_so() {
    let mut wrong = Vec::new();
    for some in PONDERERS.chunks(3) {
        std::thread::scope(|scope| {
            let runs: Vec<_> = some.iter().map(|row| (row, scope.spawn(|| ponders(row.0)))).collect();
            for ((flaw, step, problem), run) in runs {
                let (text, _) = run.join().expect("it does not panic");
                // On a busy machine, an earlier step may already report the fault.
                let as_told = |(number, what): &(String, String)| number == step && what.contains(problem);
                if !told(&text).iter().any(as_told) {
                    wrong.push(format!("{flaw}: expected `{step}` to tell `{problem}`:\n{text}"));
                }
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const GO: &str = "        elif verb == [\"go\"]:\n            say(\"bestmove \" + random.choice(legal_moves(line)))";
const STALLS_AFTER_OFFER: &str = "        elif verb == [\"go\"]:
            count = globals().setdefault(\"count\", {\"claims\": 0, \"turns\": 0})
            count[\"claims\"] += \"claimable\" in line
            count[\"turns\"] += count[\"claims\"] == 2
            if count[\"turns\"] != 4:
                offer = \" offer_draw\" if count[\"turns\"] == 3 else \"\"
                say(\"bestmove \" + random.choice(legal_moves(line)) + offer)";
const NEVER_BACK: &str = "        elif verb == [\"newmatch\"]:
            globals()[\"last\"] = -1
        elif verb == [\"go\"]:
            ply = int(line.split(\" ply \")[1].split()[0]) if \" ply \" in line else 0
            if ply < last:
                sys.exit(5)
            globals()[\"last\"] = ply
            say(\"bestmove \" + random.choice(legal_moves(line)))";
const STOPPED_FOR_GOOD: &str = "        elif verb in [[\"newmatch\"], [\"stop\"]]:
            globals()[\"stopped\"] = verb == [\"stop\"]
        elif verb == [\"go\"] and not stopped:
            say(\"bestmove \" + random.choice(legal_moves(line)))";

/// Returns a change to the random bot: it gives another answer if `condition` is true.
fn unless(condition: &str, answer: &str) -> (&'static str, String) {
    let chosen = "\"bestmove \" + random.choice(legal_moves(line))";
    (GO, format!("        elif verb == [\"go\"]:\n            say(\"{answer}\" if {condition} else {chosen})"))
}

/// Returns a condition that is true once any turn has contained this word.
fn ever(word: &str) -> String {
    format!("any([globals().setdefault(\"ever\", []).append(\"{word}\" in line), *ever])")
}

#[test]
fn bots_that_are_wrong_about_conduct_fail_at_the_step_that_says_so() {
    let dies = "        elif verb == [\"quit\"] or \"adjudication\" in line:\n            break\n";
    let changed = |old: &'static str, new: &str| (old, new.to_owned());
    // The step numbers are for Hive, which has draws.
    let wrong_bots = [
        (unless("\"draw_offered\" in line", "acceptdraw now"), 41, "malformed line `acceptdraw now`"),
        (unless(&ever("draw_offered"), "acceptdraw"), 42, "got `acceptdraw`: no draw is offered"),
        (unless("\"claimable\" in line", "claimdraw now"), 43, "malformed line `claimdraw now`"),
        (unless(&ever("claimable"), "claimdraw"), 44, "got `claimdraw`: no draw can be claimed"),
        (changed(GO, STALLS_AFTER_OFFER), 45, "timed out after 10000 ms waiting for `bestmove`"),
        (changed(GO, NEVER_BACK), 46, "it exited instead of sending `bestmove`: exit status 5"),
        (changed(GO, STOPPED_FOR_GOOD), 47, "timed out after 10000 ms waiting for `bestmove`"),
        (changed(QUIT, dies), 48, "after `matchresult termination adjudication`: it exited"),
    ];
    let broken: Vec<Broken<'_>> =
        wrong_bots.iter().map(|((old, new), step, problem)| broken((*old, new), *step, problem)).collect();
    super::fail_as_told("hive", &broken);
}
