//! Prints the effective configuration as a file: every option with its help, its value, and the
//! source of the value.

use clap::{Arg, ArgMatches, Command, parser::ValueSource};

use super::{
    file::ConfigFile,
    layers::Layers,
    option::{Kind, keys},
};

/// Maximum length of a line of a comment, in characters.
const WIDTH: usize = 110;

/// Returns the configuration as a file. `all` is the complete command line of `layers`, parsed for
/// `command`.
pub fn effective(command: &Command, layers: &Layers, all: &ArgMatches) -> String {
    let options = keys(command).map(|(key, option)| {
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        let comment: String = wrapped(&help).iter().map(|line| format!("# {line}\n")).collect();
        let from = source(key, option, layers);
        match value(option, all) {
            Some(value) => format!("{comment}# from: {from}\n{key} = {value}\n"),
            None => format!("{comment}# not set\n# {key} = {}\n", unset(&help, Kind::of(option))),
        }
    });
    options.collect::<Vec<_>>().join("\n")
}

/// Returns the value of an option as TOML; `None` if it has no value.
fn value(option: &Arg, all: &ArgMatches) -> Option<String> {
    let mut texts = all.get_raw(option.get_id().as_str())?.map(|text| text.to_string_lossy().into_owned());
    match Kind::of(option) {
        Kind::Flag | Kind::Number => texts.next(),
        Kind::Text => texts.next().map(|text| quoted(&text)),
        Kind::List => Some(format!("[{}]", texts.map(|text| quoted(&text)).collect::<Vec<_>>().join(", "))),
    }
}

/// Returns a text in quotes. JSON's escapes are also valid in TOML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the value for the commented-out line of an unset option: the default named in its help.
/// So the line means the same without its `#`. If the default is not a value, such as half the
/// cores, the line has no value and is rejected until one is given.
fn unset(help: &str, kind: Kind) -> String {
    let default = help.split_once("[default: ").and_then(|(_, rest)| rest.split_once(']')).map(|(default, _)| default);
    match (kind, default) {
        (Kind::List, _) => "[]".to_owned(),
        (Kind::Text, None) => "\"\"".to_owned(),
        (Kind::Number, Some(default)) if default.parse::<f64>().is_ok() => default.to_owned(),
        (_, default) => format!("  # {}", default.unwrap_or("none")),
    }
}

/// Returns the source of an option's value.
fn source(key: &str, option: &Arg, layers: &Layers) -> String {
    match layers.given.value_source(option.get_id().as_str()) {
        Some(ValueSource::CommandLine) => return format!("--{key}"),
        Some(ValueSource::EnvVariable) => {
            let variable = option.get_env().map(|name| name.to_string_lossy().into_owned());
            return format!("the environment ({})", variable.unwrap_or_default());
        }
        _ => {}
    }
    let entry = |file: &ConfigFile| {
        let entry = file.entries.iter().find(|entry| entry.key == key)?;
        Some(format!("{}:{}", file.path.display(), entry.line))
    };
    layers.file.as_ref().and_then(entry).unwrap_or_else(|| "the default".to_owned())
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].len() + word.len() >= WIDTH {
            lines.push(word.to_owned());
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            lines[last].push_str(&format!("{space}{word}"));
        }
    }
    lines
}
