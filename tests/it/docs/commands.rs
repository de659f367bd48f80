//! Commands and options in the prose, and the pages that help texts, comments and clients name: all
//! must exist.

use std::{collections::BTreeSet, fs, path::Path};

use clap::{Command, CommandFactory as _};
use referee::cli::Cli;

use super::{PAGES, ROOT, page, prose};

/// The first lines of signed texts, which look like commands.
const SIGNED: [&str; 3] = ["referee record 1", "referee record 1\\n", "referee ladder 1"];

#[test]
fn every_command_and_every_option_of_the_prose_exists() {
    let mut cli = Cli::command();
    cli.build();
    let mut all = BTreeSet::new();
    gather(&cli, &mut all);
    let mut unknown = Vec::new();
    for path in PAGES {
        let text = page(path);
        for (line, code) in spans(&text).into_iter().filter(|(_, code)| !SIGNED.contains(&code.as_str())) {
            let words: Vec<&str> = code.split_whitespace().collect();
            let problem = match words[..] {
                ["referee", ..] => problem(&cli, &words[1..]),
                [option] if option.len() > 2 && option.starts_with("--") => {
                    let name = name(option);
                    (!all.contains(name)).then(|| format!("no command has --{name}"))
                }
                _ => None,
            };
            unknown.extend(problem.map(|problem| format!("{path}:{line}: `{code}`: {problem}")));
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Returns the texts between backticks on a page, with the number of their first line.
fn spans(text: &str) -> Vec<(usize, String)> {
    let lines = prose(text);
    let whole: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    let mut at = 0;
    let mut found = Vec::new();
    for (index, part) in whole.split('`').enumerate() {
        if index % 2 == 1 {
            found.push((lines[at].0, part.replace('\n', " ")));
        }
        at += part.matches('\n').count();
    }
    found
}

fn name(option: &str) -> &str {
    let name = option.trim_start_matches("--");
    name.split(['=', '[']).next().unwrap_or(name)
}

fn gather(command: &Command, all: &mut BTreeSet<String>) {
    all.extend(options(command));
    command.get_subcommands().for_each(|one| gather(one, all));
}

fn options(command: &Command) -> impl Iterator<Item = String> {
    command
        .get_arguments()
        .flat_map(|option| option.get_long_and_visible_aliases().unwrap_or_default())
        .map(str::to_owned)
}

/// Returns the fault in the words of a command, if any.
fn problem(cli: &Command, words: &[&str]) -> Option<String> {
    let mut command = cli;
    let mut words = words.iter().peekable();
    while let Some(word) = words.next_if(|word| command.has_subcommands() && !word.starts_with('-')) {
        // A word in capitals is a placeholder.
        if word.chars().all(|c| c.is_uppercase()) {
            return None;
        }
        match command.find_subcommand(word) {
            Some(below) => command = below,
            None => return Some(format!("`{}` has no command `{word}`", command.get_name())),
        }
    }
    let known: BTreeSet<String> = options(command).collect();
    // The words after a bare `--engine` or `--` belong to other programs.
    let mut options = words.filter(|word| word.len() > 2 && word.starts_with("--")).map(|word| name(word));
    options.find(|option| !known.contains(*option)).map(|option| format!("no option --{option}"))
}

#[test]
fn every_page_that_is_named_exists() {
    let mut lost = Vec::new();
    let mut folders =
        ["src", "proto", "clients", "tests", "benches", "examples"].map(|top| Path::new(ROOT).join(top)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_symlink() || matches!(name, "node_modules" | "target" | "docs" | "docs.rs") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let named = text.split("docs/").skip(1).filter_map(|rest| Some(rest.split_once(".md")?.0));
                let named =
                    named.filter(|name| name.len() < 30 && name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
                let gone = named.filter(|name| !Path::new(ROOT).join(format!("docs/{name}.md")).exists());
                lost.extend(gone.map(|name| format!("{}: docs/{name}.md", path.display())));
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}
