//! The full answers to invalid command lines. `golden/texts.txt` holds the command lines and the
//! answers; `REFEREE_RENEW=1` rewrites it.
//!
//! All other tests check only exit codes, reason codes and names, so a new wording needs a change
//! in one place only.

use std::{
    collections::BTreeSet,
    env, fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use clap::CommandFactory as _;
use referee::{cli::Cli, engine::command::EngineCommand};

use super::{Place, Ran, tournaments};
use crate::golden_files::{golden, golden_text};

/// Creates the working directory of the commands, with all files that they read.
fn prepared() -> Place {
    let place = Place::new();
    let write = |name: &str, text: &[u8], mode: u32| {
        let path = place.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(&path, text).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    write("cup.toml", tournaments::round_robin().as_bytes(), 0o600);
    write("rungs.toml", tournaments::ladders::good().as_bytes(), 0o600);
    write("bytes.txt", b"moves \xff", 0o600);
    write("lines.sh", b"#!/bin/sh\r\nexit 0\r\n", 0o700);
    let profile = "[home]\nurl = \"http://127.0.0.1:1\"\ntoken = \"secret\"\n";
    write("config/referee/profiles.toml", profile.as_bytes(), 0o600);
    place
}

/// Executes the edit `> FILE: TEXT` or `~ FILE: PART => OTHER`, with `\n` for the end of a line.
fn edit(place: &Place, line: &str) {
    let (file, text) = line[2..].split_once(": ").unwrap_or_else(|| panic!("no file in `{line}`"));
    let (path, text) = (place.path().join(file), text.replace("\\n", "\n"));
    let new = match line.starts_with('>') {
        true => text + "\n",
        false => {
            let (part, other) = text.split_once(" =>").unwrap_or_else(|| panic!("no `=>` in `{line}`"));
            let old = fs::read_to_string(&path).expect("it can be read");
            assert!(old.contains(part), "`{line}` changes nothing");
            old.replace(part, other.trim_start_matches(' '))
        }
    };
    fs::write(path, new).expect("it can be written");
}

/// Runs a command line as written, and returns its answer.
fn answer(place: &Place, line: &str) -> String {
    let words = EngineCommand::parse(line).unwrap_or_else(|bad| panic!("`{line}`: {bad}")).words;
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let before = files(place.path());
    let mut command = place.command(&words);
    let own = env::vars_os().map(|(name, _)| name).filter(|name| name.to_string_lossy().starts_with("REFEREE_"));
    own.for_each(|name| {
        command.env_remove(name);
    });
    command.env("XDG_CONFIG_HOME", place.path().join("config"));
    let ran = Ran::of(command.output().expect("the binary starts"));
    let code = ran.code.unwrap_or_else(|| panic!("`{line}` was killed"));
    assert!(code != 0 && ran.out.is_empty(), "`{line}` is not wrong: {}", ran.out);
    assert!(code != 2 || files(place.path()) == before, "`{line}` is wrong, and has written files");
    let told = ran.err.replace(&place.path().display().to_string(), "PLACE");
    told.lines().fold(format!("exit {code}\n"), |text, line| text + format!("  {line}").trim_end() + "\n")
}

/// Returns all files and directories below `directory`.
fn files(directory: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(directory).expect("it can be listed") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        }
        found.insert(path);
    }
    found
}

#[test]
fn wrong_command_lines_are_answered_as_before() {
    let text = golden_text("texts.txt");
    let (mut made, mut place) = (String::new(), prepared());
    let mut commands = BTreeSet::new();
    for line in text.lines() {
        match line.get(..2) {
            Some("# ") => made += &format!("{line}\n"),
            Some("> " | "~ ") => {
                edit(&place, line);
                made += &format!("{line}\n");
            }
            Some("$ ") => {
                made += &format!("{line}\n{}\n", answer(&place, &line[2..]));
                place = prepared();
                commands.extend(line.split(' ').nth(2).map(str::to_owned));
            }
            // Skips the old answer; the new one is already in `made`.
            _ if line.is_empty() && !made.ends_with("\n\n") => made += "\n",
            _ => {}
        }
    }
    made.truncate(made.trim_end().len() + 1);
    let all = Cli::command();
    let all = all.get_subcommands().filter(|command| !command.is_hide_set());
    let all: BTreeSet<String> = all.map(|command| command.get_name().to_owned()).collect();
    assert_eq!(commands, all, "every command has a wrong command line, and no other word");
    if env::var_os("REFEREE_RENEW").is_some() {
        fs::write(golden("texts.txt"), &made).expect("it can be written");
    }
    for (number, (found, expected)) in (1..).zip(made.lines().zip(golden_text("texts.txt").lines())) {
        assert_eq!(found, expected, "golden/texts.txt:{number}");
    }
    assert!(made == golden_text("texts.txt"), "golden/texts.txt ends early or late");
}
