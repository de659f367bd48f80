//! Engines of the Universal Hive Protocol in `referee play`.

use super::{Place, Ran};

/// An engine of the protocol that plays the first legal move, and gets the rules from
/// `referee uhp`. Its argument names its fault.
const ENGINE: &str = r#"
import subprocess, sys, time
wrong = sys.argv[1]
rules = subprocess.Popen([sys.argv[2], "uhp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(command):
    if command:
        print(command, file=rules.stdin, flush=True)
    lines = []
    while (line := rules.stdout.readline().rstrip("\n")) != "ok":
        lines.append(line)
    return lines
def say(*lines):
    print(*lines, "ok", sep="\n", flush=True)
ask("")
say("id Odd", "Mosquito;Ladybug;Pillbug")
for line in sys.stdin:
    command = line.strip()
    if command == "exit":
        break
    if command.startswith("bestmove"):
        if wrong == "illegal":
            say("wQ -bQ")
        elif wrong == "dies":
            sys.exit("out of memory")
        elif wrong == "sleeps":
            time.sleep(60)
        elif wrong == "plain" and command.startswith("bestmove seconds"):
            say("err unknown command")
        else:
            say(ask("validmoves")[0].split(";")[0])
    elif command.startswith("play") and wrong == "rejects":
        say("invalidmove I do not believe it")
    elif command == "options":
        say("err unknown command")
    else:
        say(*ask(command))
"#;

fn play(wrong: &str, more: &[&str]) -> Ran {
    let place = Place::new();
    std::fs::write(place.path().join("odd.py"), ENGINE).expect("a file");
    let odd = format!("uhp:python3 odd.py {wrong} {}", env!("CARGO_BIN_EXE_referee"));
    let mut words = vec!["play", "hive", "-o", "expansions=MLP", "-e", &odd, "-e", "referee bot random"];
    words.extend(["-m", "2", "--max-plies", "24"]);
    words.extend(more);
    let ran = place.run(&words);
    place.verify_records();
    ran
}

#[test]
fn an_engine_without_options_plays_by_the_plain_protocol() {
    let ran = play("plain", &["--tc", "60+1"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(ran.row("odd")[1], "2", "{}", ran.out);
    assert!(!ran.out.contains("lost seats"), "{}", ran.out);
}

#[test]
fn an_engine_takes_options_and_plays_both_sides() {
    let place = Place::new();
    let words = ["play", "hive", "-e", "uhp:referee uhp", "option.Level=1", "name=uhp", "-e", "referee bot random"];
    let ran = place.run(&[&words[..], &["-m", "2", "--max-plies", "24", "--tc", "60+1"]].concat());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains("lost seats"), "{}", ran.out);
    assert_eq!(place.verify_records(), 2);
    let wrong = place.run(&["play", "hive", "-e", "uhp:referee uhp", "option.Level=10", "-e", "referee bot random"]);
    assert_ne!(wrong.code, Some(0));
    assert!((wrong.out + &wrong.err).contains("Level"));
    let option = ["-o", "queen_first_turn=true"];
    let wrong =
        place.run(&[&["play", "hive", "-e", "uhp:referee uhp", "-e", "referee bot random"][..], &option].concat());
    assert!(wrong.code == Some(1) && wrong.err.contains("queen_first_turn"), "{}", wrong.err);
}

#[test]
fn a_bad_engine_loses_and_the_reason_is_shown() {
    for (wrong, termination, text) in [
        ("illegal", "illegal_move", "wQ -bQ"),
        ("dies", "protocol_error", "out of memory"),
        ("rejects", "protocol_error", "I do not believe it"),
        ("sleeps", "flag", "flag"),
    ] {
        let ran = play(wrong, &["--tc", "0.5+0.1"]);
        let all = format!("{}{}", ran.out, ran.err);
        assert!(all.contains(termination), "{wrong}: {all}");
        assert!(all.contains(text), "{wrong}: {all}");
    }
}
