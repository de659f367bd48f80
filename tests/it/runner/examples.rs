//! Checks that every example in `--help` is a command line that parses.

use clap::{Command, CommandFactory as _, Parser as _};
use referee::{cli::Cli, engine::command::EngineCommand};

/// A valid key for examples: the base point of Ed25519.
const A_KEY: &str = "5866666666666666666666666666666666666666666666666666666666666666";

#[test]
fn every_example_of_the_help_parses() {
    let mut command = Cli::command();
    command.build();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, help) in helps(&command, "") {
        for example in examples(&help) {
            count += 1;
            let words = EngineCommand::parse(&example).unwrap_or_else(|bad| panic!("{name}: `{example}`: {bad}")).words;
            if let Err(error) = Cli::try_parse_from(words)
                && error.use_stderr()
            {
                wrong.push(format!("{name}: `{example}`: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 50, "only {count} examples were found");
}

#[test]
fn an_example_is_found_wherever_it_stands() {
    let help = "Examples:\n  Two bots:\n    referee play kamisado --engine \"referee bot search\" \\\n      --matches 20\n  \
                referee match list --json      each match\n  export X=$(referee player register me)\n  \
                referee match record MATCH | referee replay - --verify > out &\n\nThe word `referee` is this program.\n";
    let found = [
        "referee play kamisado --engine \"referee bot search\" --matches 20",
        "referee match list --json",
        "referee player register me",
        "referee match record MATCH",
        "referee replay - --verify",
    ];
    assert_eq!(examples(help), found);
}

/// Returns the name of every command with the text that follows its options.
fn helps(command: &Command, above: &str) -> Vec<(String, String)> {
    let name = format!("{above} {}", command.get_name()).trim().to_owned();
    let own = command.get_after_help().map(|help| (name.clone(), help.to_string()));
    let below = command.get_subcommands().flat_map(|sub| helps(sub, &name));
    own.into_iter().chain(below).collect()
}

/// Returns the command lines of this program in the indented lines of a help text.
fn examples(help: &str) -> Vec<String> {
    let mut found = Vec::new();
    let joined = help.split("\\\n").enumerate().map(|(at, piece)| {
        if at == 0 { piece.trim_end_matches(' ') } else { piece.trim_start().trim_end_matches(' ') }
    });
    let joined = joined.collect::<Vec<_>>().join(" ");
    for line in joined.lines().filter(|line| line.starts_with("  ")) {
        let line = line.trim().replace("$KEY", A_KEY);
        let pieces = if line.contains("\"referee ") { vec![line.as_str()] } else { line.split(" | ").collect() };
        for piece in pieces {
            let nested = piece.find("$(referee ").map(|at| &piece[at + 2..]);
            let Some(call) = nested.or_else(|| piece.starts_with("referee ").then_some(piece)) else { continue };
            let call = if nested.is_some() { call.split(')').next().unwrap_or(call) } else { call };
            let ends = ["   ", " > ", " &"].iter().filter_map(|end| call.find(end)).min().unwrap_or(call.len());
            found.push(call[..ends].split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    found
}
