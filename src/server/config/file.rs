//! Reads a file in TOML whose keys are the options of a command. Every error names the line, the
//! key, and the expected form.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use clap::{
    Arg, Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use referee_os::bounded_file;
use toml::de::{DeTable, DeValue};

use super::option::{Kind, keys};

/// Maximum file size in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// Maximum edit distance of a key that an error suggests.
const MAX_DISTANCE: usize = 3;

#[derive(Clone, Debug)]
pub struct ConfigFile {
    pub path: PathBuf,
    /// The keys in the order of the file.
    pub entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name of the command's option.
    pub option: String,
    pub key: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// The key and value as command-line arguments.
    pub arguments: Vec<String>,
}

/// The reason why a configuration file is rejected.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("--config `{}`: {cause}", path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    /// The file contains invalid settings.
    #[error("{}", Lines(problems))]
    Mistaken {
        /// All problems that were found.
        problems: Vec<Problem>,
    },
}

/// A problem in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {what}", path.display())]
pub struct Problem {
    pub path: PathBuf,
    /// Number of the line, from 1.
    pub line: usize,
    /// The key and what is wrong with it.
    pub what: String,
}

struct Lines<'a>(&'a [Problem]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if number == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl ConfigFile {
    /// Reads a file whose keys are the options of `command`.
    pub fn read(path: &Path, command: &Command) -> Result<ConfigFile, ConfigError> {
        let unreadable = |cause| ConfigError::Unreadable { path: path.to_owned(), cause };
        let text = bounded_file::read_text(path, MAX_BYTES).map_err(unreadable)?;
        ConfigFile::parse(path, &text, command)
    }

    /// Reads the text of a file.
    pub fn parse(path: &Path, text: &str, command: &Command) -> Result<ConfigFile, ConfigError> {
        let line_of = |offset: usize| text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1;
        let problem = |offset, what| Problem { path: path.to_owned(), line: line_of(offset), what };
        let table = DeTable::parse(text).map_err(|bad| {
            let offset = bad.span().map_or(0, |span| span.start);
            ConfigError::Mistaken { problems: vec![problem(offset, bad.message().to_owned())] }
        })?;
        let (mut entries, mut problems) = (Vec::new(), Vec::new());
        for (key, value) in table.get_ref() {
            let (offset, key) = (key.span().start, key.get_ref().as_ref());
            match read_entry(command, key, value.get_ref()) {
                Ok((option, arguments)) => {
                    let (option, key) = (option.get_id().to_string(), key.to_owned());
                    entries.push(Entry { option, key, line: line_of(offset), arguments });
                }
                Err(what) => problems.push(problem(offset, what)),
            }
        }
        problems.sort_by_key(|problem| problem.line);
        entries.sort_by_key(|entry| entry.line);
        if problems.is_empty() {
            Ok(ConfigFile { path: path.to_owned(), entries })
        } else {
            Err(ConfigError::Mistaken { problems })
        }
    }
}

/// Returns the option that a key names, with the equivalent arguments, or the text of an error.
fn read_entry<'a>(command: &'a Command, key: &str, value: &DeValue<'_>) -> Result<(&'a Arg, Vec<String>), String> {
    let Some((_, option)) = keys(command).find(|(name, _)| *name == key) else {
        let near = keys(command).map(|(name, _)| (strsim::levenshtein(name, key), name)).min();
        let near =
            near.filter(|(letters, _)| *letters <= MAX_DISTANCE).map(|(_, name)| format!("; did you mean `{name}`?"));
        return Err(format!("unknown option `{key}`{}", near.unwrap_or_default()));
    };
    let kind = Kind::of(option);
    let values = values(kind, value)
        .ok_or_else(|| format!("`{key}` is {} {}, expected {}", article(value), value.type_str(), kind.expected()))?;
    let arguments: Vec<String> = values.iter().map(|value| format!("--{key}={value}")).collect();
    for (argument, value) in arguments.iter().zip(&values) {
        check(command, argument).map_err(|what| format!("invalid `{key}` = {value}: {what}"))?;
    }
    Ok((option, arguments))
}

fn article(value: &DeValue<'_>) -> &'static str {
    if matches!(value, DeValue::Integer(_) | DeValue::Array(_)) { "an" } else { "a" }
}

/// Returns the values as text; `None` if the value has the wrong type.
fn values(kind: Kind, value: &DeValue<'_>) -> Option<Vec<String>> {
    match (kind, value) {
        (Kind::Flag, DeValue::Boolean(is_set)) => Some(vec![is_set.to_string()]),
        (Kind::Number, DeValue::Integer(number)) if number.radix() == 10 => Some(vec![number.as_str().to_owned()]),
        (Kind::Number, DeValue::Float(number)) => Some(vec![number.as_str().to_owned()]),
        (Kind::Text, DeValue::String(text)) => Some(vec![text.to_string()]),
        (Kind::List, DeValue::Array(list)) => {
            list.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
        }
        _ => None,
    }
}

/// Checks an argument alone, without the arguments that it requires. The error lists what was
/// expected.
fn check(command: &Command, argument: &str) -> Result<(), String> {
    let alone = command.clone().no_binary_name(true).try_get_matches_from([argument]);
    let Err(error) = alone else { return Ok(()) };
    if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
        return Ok(());
    }
    let source = std::error::Error::source(&error).map(ToString::to_string);
    let choices = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(choices)) => Some(format!("expected one of {}", choices.join(", "))),
        _ => None,
    };
    Err(source.or(choices).unwrap_or_else(|| "expected another value".to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// A command with an option of each kind.
    #[derive(Parser)]
    struct Options {
        #[arg(long)]
        config: Option<PathBuf>,
        #[arg(long)]
        demo: bool,
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10))]
        max_plies: Option<u32>,
        #[arg(long, requires = "tls_key")]
        tls_cert: Option<PathBuf>,
        #[arg(long)]
        tls_key: Option<PathBuf>,
        #[arg(long = "arbiter")]
        arbiters: Vec<String>,
    }

    fn parse(text: &str) -> Result<ConfigFile, ConfigError> {
        ConfigFile::parse(Path::new("referee.toml"), text, &<Options as clap::CommandFactory>::command())
    }

    #[test]
    fn every_kind_of_value_is_an_argument() {
        let text =
            "# a comment\nmax-plies = 7\ntls-cert = \"a b.pem\"\n\narbiter = [\n \"ann\", \"bob\"]\ndemo = true\n";
        let read = parse(text).expect("it is good").entries;
        let found: Vec<_> = read.iter().map(|entry| (entry.line, entry.arguments.join(" "))).collect();
        let expected =
            [(2, "--max-plies=7"), (3, "--tls-cert=a b.pem"), (5, "--arbiter=ann --arbiter=bob"), (7, "--demo=true")];
        assert_eq!(found, expected.map(|(line, argument)| (line, argument.to_owned())));
        assert_eq!(read[2].option, "arbiters");
    }

    #[test]
    fn every_mistake_is_named_with_its_line() {
        for (text, expected) in [
            ("\nmax-plie = 7\n", "referee.toml:2: unknown option `max-plie`; did you mean `max-plies`?"),
            ("config = \"a\"", "referee.toml:1: unknown option `config`"),
            ("max-plies = \"7\"", "referee.toml:1: `max-plies` is a string, expected a number"),
            ("max-plies = 0x7", "referee.toml:1: `max-plies` is an integer, expected a number"),
            ("\n\nmax-plies = 11", "referee.toml:3: invalid `max-plies` = 11: 11 is not in 1..=10"),
            ("max-plies = -1", "referee.toml:1: invalid `max-plies` = -1: -1 is not in 1..=10"),
            ("demo = 1", "referee.toml:1: `demo` is an integer, expected true or false"),
            ("arbiter = \"ann\"", "referee.toml:1: `arbiter` is a string, expected a list of texts in quotes"),
            ("arbiter = [1]", "referee.toml:1: `arbiter` is an array, expected a list of texts in quotes"),
            ("[demo]\n", "referee.toml:1: `demo` is a table, expected true or false"),
        ] {
            assert_eq!(parse(text).expect_err("it is mistaken").to_string(), expected, "{text}");
        }
        let both = parse("demo = 1\nx = 2\n").expect_err("two mistakes").to_string();
        assert_eq!(both.lines().count(), 2, "{both}");
        for text in ["demo = ", "demo = true\ndemo = false\n", "demo true"] {
            let said = parse(text).expect_err("it is no TOML").to_string();
            assert!(said.starts_with("referee.toml:"), "{said}");
        }
    }
}
