//! The help of every command, with defaults and examples, its man page, and its JSON output.

use std::fs;

use clap::{ArgAction, Command, CommandFactory as _};
use referee::{cli::Cli, engine::command::EngineCommand};
use serde_json::Value;

use super::Place;

/// Options that are off by default.
const OFF: [&str; 11] =
    ["debug", "depth", "elo0", "elo1", "file", "ladder", "loser", "playouts", "report", "tournament", "encounters"];
/// Words that a help text may use instead of a default value.
const SAYS_WHAT_ELSE: [&str; 8] = ["default", "unless", "without", "only", "Without", "for each", "none", "as often"];

/// Returns every command that the help shows, with its words.
fn commands() -> Vec<(Vec<String>, Command)> {
    fn below(words: &[String], of: &Command, found: &mut Vec<(Vec<String>, Command)>) {
        found.push((words.to_vec(), of.clone()));
        for next in of.get_subcommands().filter(|next| !next.is_hide_set()) {
            below(&[words, &[next.get_name().to_owned()]].concat(), next, found);
        }
    }
    let mut top = Cli::command().disable_help_subcommand(true);
    top.build();
    let mut found = Vec::new();
    below(&[], &top, &mut found);
    found
}

/// Returns the commands of this program in a line of a help text, each split into words.
fn pasted(line: &str) -> Vec<Vec<String>> {
    // Three spaces separate a command from its description.
    let line = line.trim_start().split("   ").next().unwrap_or_default();
    let starts = line.match_indices("referee ").filter(|(at, _)| {
        let before = line[..*at].trim_end();
        before.is_empty() || before.ends_with('|') || before.ends_with("$(")
    });
    let whole = starts.map(|(at, _)| {
        let text = line[at..].split(" | ").next().unwrap_or_default();
        // A nested command is parsed separately.
        match text.find("$(") {
            Some(inner) => format!("{}KEY", &text[..inner]),
            None if text.contains('"') => text.to_owned(),
            None => text.split([')', '>']).next().unwrap_or_default().to_owned(),
        }
    });
    whole.map(|text| EngineCommand::parse(text.trim()).expect("it has words").words).collect()
}

#[test]
fn every_command_has_examples_that_can_be_pasted() {
    for (words, command) in commands() {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{words:?} has no examples"));
        let mut tried = 0;
        let lines: Vec<&str> = examples.lines().take_while(|line| line.starts_with(' ')).collect();
        // A backslash at the end of a line continues the command on the next line.
        for line in lines.join("\n").replace("\\\n      ", "").lines() {
            for pasted in pasted(line) {
                let parsed = Cli::command().try_get_matches_from(&pasted);
                if let Err(error) = parsed {
                    // `KEY` is a placeholder, so it does not parse as a key.
                    let stands = error.to_string().contains("KEY'");
                    assert!(stands, "{words:?}: `{line}` as {pasted:?}: {error}");
                }
                tried += 1;
            }
        }
        assert!(tried > 0, "{words:?}: no example was found in:\n{examples}");
    }
}

#[test]
fn every_option_says_its_default() {
    let mut silent = Vec::new();
    for (words, command) in commands() {
        for arg in command.get_arguments() {
            let takes_one =
                matches!(arg.get_action(), ArgAction::Set) && !arg.is_positional() && !arg.is_required_set();
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let from_environment = arg.get_env().is_some();
            let says = SAYS_WHAT_ELSE.iter().any(|word| help.contains(word));
            let shown = !arg.get_default_values().is_empty() || from_environment || says;
            if takes_one && !shown && !OFF.contains(&arg.get_id().as_str()) {
                silent.push(format!("{words:?} --{}: `{help}` does not say its default", arg.get_id()));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn every_command_has_a_man_page() {
    let place = Place::new();
    assert_eq!(place.run(&["man", "--dir", "pages/man1"]).code, Some(0));
    for (words, command) in commands() {
        let name = [&["referee".to_owned()], words.as_slice()].concat().join("-");
        let file = fs::read_to_string(place.path().join(format!("pages/man1/{name}.1"))).expect(&name);
        let printed = place.run(&[&["man"], words.iter().map(String::as_str).collect::<Vec<_>>().as_slice()].concat());
        assert_eq!(printed.out, file, "{name}");
        assert!(file.contains(".SH NAME") && file.contains("Examples:"), "{name}: {file}");
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        // roff may escape characters in the rest of the line.
        let begins = about.split(' ').take(2).collect::<Vec<_>>().join(" ");
        assert!(file.contains(&begins), "{name}: `{begins}` is not in {file}");
    }
    assert_eq!(fs::read_dir(place.path().join("pages/man1")).expect("it is there").count(), commands().len());
}

/// Parses every line of the output as one JSON value.
fn json(place: &Place, words: &[&str], code: i32) -> Vec<Value> {
    let ran = place.run(words);
    assert_eq!(ran.code, Some(code), "{words:?}: {}", ran.err);
    ran.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|bad| panic!("{words:?}: {bad}: {line}")))
        .collect()
}

#[test]
fn json_is_one_value_a_line() {
    let place = Place::new();
    let held = json(&place, &["sandbox", "files=64", "--json"], 0);
    assert_eq!(held, [serde_json::json!({"limit": "files=64", "holds": true})]);

    let counted = json(&place, &["perft", "kamisado", "--depth", "2", "--divide", "--json"], 0);
    let (sum, moves) = counted.split_last().expect("a sum is the last");
    assert_eq!((moves.len(), sum["nodes"].as_u64()), (102, Some(1150)));
    assert_eq!(moves.iter().filter_map(|line| line["nodes"].as_u64()).sum::<u64>(), 1150);
    let played = json(&place, &["perft", "kamisado", "--playouts", "3", "--json"], 0);
    assert_eq!((played.len(), played[0]["finished"].as_u64()), (1, Some(3)));

    let engine = "python3 engine.py honest";
    json(&place, &["play", "kamisado", "-e", engine, "-e", engine, "-m", "1", "--record", "one.jsonl", "--json"], 0);
    let events = json(&place, &["replay", "one.jsonl", "--json"], 0);
    let seqs: Vec<String> = events.iter().map(|event| event["seq"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(seqs, (1..=events.len()).map(|seq| seq.to_string()).collect::<Vec<_>>());
    assert!(events[0]["matchOpened"]["players"].is_array() && events[events.len() - 1]["matchEnded"].is_object());
    let verified = json(&place, &["replay", "one.jsonl", "--verify", "--json"], 0);
    assert_eq!((verified.len(), &verified[0]["verified"]), (1, &Value::Bool(true)), "{verified:?}");
    let missing = json(&place, &["replay", "none.jsonl", "--verify", "--json"], 1);
    assert!(missing[0]["error"].as_str().is_some_and(|why| why.contains("none.jsonl")), "{missing:?}");

    let checked = json(&place, &["check", "referee bot random", "--game", "kamisado", "--json"], 0);
    let verdict = &checked.last().expect("a verdict")["verdict"];
    assert_eq!((verdict["speaks"].as_bool(), verdict["failed"].as_u64()), (Some(true), Some(0)), "{verdict}");
    let steps = checked.iter().filter(|line| line["step"].is_u64()).count() as u64;
    let told: u64 = ["ok", "failed", "warnings", "notAsked"].iter().filter_map(|key| verdict[key].as_u64()).sum();
    assert_eq!(steps, told);
}

#[test]
fn a_command_of_a_group_has_examples_of_itself_alone() {
    let commands = commands();
    let calls = ["admin", "arbiter", "challenge", "ladder", "match", "player", "seek", "tournament"];
    let is_call = |words: &[String]| words.first().is_some_and(|first| calls.contains(&first.as_str()));
    let groups = commands.iter().filter(|(words, command)| is_call(words) && command.has_subcommands());
    let mut checked = 0;
    for (group, _) in groups {
        let below = commands.iter().filter(|(words, _)| words.len() == group.len() + 1 && words.starts_with(group));
        for (words, command) in below.filter(|(_, command)| !command.has_subcommands()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let (_, examples) = help.split_once("Examples:\n").expect("it has examples");
            let lines: Vec<&str> = examples.lines().take_while(|line| line.starts_with(' ')).collect();
            let own = format!("referee {}", words.join(" "));
            assert!(lines.iter().any(|line| line.contains(&own)), "{own}: {lines:?}");
            if group[0] == "admin" {
                assert!(lines.iter().all(|line| line.contains(&own)), "{own}: {lines:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn options_of_the_connection_come_last_under_their_own_heading() {
    let place = Place::new();
    for words in [&["tournament", "export", "--help"][..], &["ladder", "enter", "--help"], &["match", "list", "--help"]]
    {
        let help = place.run(words).out;
        let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{words:?} has no {text}: {help}"));
        assert!(at("\nOptions:") < at("--help") && at("-h, --help") < at("\nConnection:"), "{words:?}: {help}");
        for option in ["--url", "--profile", "--tls-ca", "--allow-cleartext-token", "--token"] {
            assert!(at("\nConnection:") < at(&format!("\n      {option}")), "{words:?}: {option}: {help}");
        }
    }
}
