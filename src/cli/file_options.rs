//! Reads the options of a command from the table `matches` of a file. Errors use the keys of the
//! file.

use std::path::Path;

use clap::{
    ArgMatches, Command,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::runner::options::{
    engine_words::BadWords,
    file_words::{self, OWN_WORDS, in_file_words},
};

/// Maximum edits between an unknown option and the option that an error suggests.
const MAX_EDITS: usize = 3;

/// Reads the options of `command` from the file at `path`.
pub fn read(path: &Path, mut command: Command, words: &[String]) -> Result<ArgMatches, BadWords> {
    command.try_get_matches_from_mut(words).map_err(|bad| {
        let first = bad.to_string();
        let said = in_file_words(first.lines().next().unwrap_or_default().trim_start_matches("error: "));
        match bad.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(unknown)) if bad.kind() == ErrorKind::UnknownArgument => {
                let unknown = unknown.trim_start_matches('-');
                let unknown = unknown.split('=').next().unwrap_or_default();
                let line = line_of(path, unknown).map(|line| format!(":{line}")).unwrap_or_default();
                BadWords::new(format!("{}{line}: {}", path.display(), unknown_key(&command, unknown)))
            }
            _ => BadWords::new(format!("{}: {said}", path.display())),
        }
    })
}

/// Returns the error for an unknown option: the nearest option, and all that exist.
fn unknown_key(command: &Command, unknown: &str) -> String {
    let options =
        command.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(|argument| argument.get_long());
    let mut known: Vec<&str> =
        options.filter(|name| !OWN_WORDS.contains(name) && !["help", "option", "seats"].contains(name)).collect();
    known.sort_unstable();
    let near = known.iter().map(|name| (strsim::levenshtein(name, unknown), name)).min();
    let meant = match near {
        // Other programs use these names for the time control.
        _ if ["timecontrol", "time-control", "time_control", "clock"].contains(&unknown) => {
            "; did you mean \"tc\"?".to_owned()
        }
        Some((edits, name)) if edits <= MAX_EDITS => format!("; did you mean \"{name}\"?"),
        _ => String::new(),
    };
    let meant = if meant.is_empty() { format!("; expected one of {}", known.join(", ")) } else { meant };
    format!("unknown option \"matches.{unknown}\"{meant}")
}

/// Returns the line of a key of `matches` in a file, from 1.
fn line_of(path: &Path, key: &str) -> Option<usize> {
    let text = file_words::read_text(path).ok()?;
    let has_key =
        |line: &str| line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).any(|word| word == key);
    text.lines().position(has_key).map(|index| index + 1)
}
