//! An engine of a run as words `KEY=VALUE`, like in cutechess and fastchess: `cmd=./new name=new
//! tc=10+0.1 option.Hash=64`.

use std::path::PathBuf;

use crate::{
    engine::{command::EngineCommand, limit::Limit},
    pb::line::Spelling,
};

/// The valid keys, for error messages.
const KEYS: &str = "cmd, args, name, dir, tc, st, nodes, depth, lines, sandbox-read, option.NAME, limit.NAME or env.NAME, then `=` and a \
     value";
/// The keys of a time control, in the order in which they are written.
const TIME_KEYS: [&str; 4] = ["tc", "st", "nodes", "depth"];

/// Words of a command line that are invalid. The text names the word and the expected form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct BadWords {
    pub text: String,
}

impl BadWords {
    /// Creates an error with this text.
    pub fn new(text: impl Into<String>) -> BadWords {
        BadWords { text: text.into() }
    }
}

/// The settings of one engine, from its words `KEY=VALUE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineWords {
    command: Option<String>,
    arguments: Option<String>,
    pub name: Option<String>,
    pub directory: Option<PathBuf>,
    /// The spelling of the engine's lines.
    pub spelling: Option<Spelling>,
    /// The engine's options, as name and value.
    pub options: Vec<(String, String)>,
    pub limits: Vec<Limit>,
    /// The environment variables of the engine, as name and value.
    pub variables: Vec<(String, String)>,
    /// Additional paths that the engine may read in its sandbox.
    pub reads: Vec<PathBuf>,
    time: [Option<String>; TIME_KEYS.len()],
}

impl EngineWords {
    /// Reads the words of `--each`.
    pub fn read_each(words: &[String]) -> Result<EngineWords, BadWords> {
        let mut each = EngineWords::default();
        for word in words {
            each.set("--each", word)?;
        }
        match (&each.command, &each.name) {
            (None, None) => Ok(each),
            _ => Err(BadWords::new("--each takes no `cmd` or `name`: give them per engine")),
        }
    }

    /// Reads the words of an engine. The first word can be the command itself.
    pub fn read(words: &[String]) -> Result<EngineWords, BadWords> {
        let mut engine = EngineWords::default();
        let mut rest = words;
        if let Some((first, more)) = words.split_first().filter(|(first, _)| !is_key(first)) {
            engine.command = Some(first.clone());
            rest = more;
        }
        for word in rest {
            engine.set("--engine", word)?;
        }
        Ok(engine)
    }

    /// Fills missing values from the words for each engine.
    pub fn or(mut self, each: &EngineWords) -> EngineWords {
        let each = each.clone();
        self.arguments = self.arguments.or(each.arguments);
        self.directory = self.directory.or(each.directory);
        self.spelling = self.spelling.or(each.spelling);
        for (own, each) in self.time.iter_mut().zip(each.time) {
            *own = own.take().or(each);
        }
        let own = |names: &[(String, String)], name: &String| names.iter().any(|(own, _)| own == name);
        let options: Vec<_> = each.options.into_iter().filter(|(name, _)| !own(&self.options, name)).collect();
        self.options.splice(0..0, options);
        let variables: Vec<_> = each.variables.into_iter().filter(|(name, _)| !own(&self.variables, name)).collect();
        self.variables.splice(0..0, variables);
        let limited = |limit: &Limit| self.limits.iter().any(|own| own.name() == limit.name());
        let limits: Vec<_> = each.limits.into_iter().filter(|limit| !limited(limit)).collect();
        self.limits.splice(0..0, limits);
        self.reads.extend(each.reads);
        self
    }

    /// Returns the command, which is started without a shell.
    pub fn command(&self) -> Result<EngineCommand, BadWords> {
        let Some(text) = &self.command else {
            return Err(BadWords::new("--engine: missing command: give it first, or as cmd=COMMAND"));
        };
        let whole = self.arguments.iter().fold(text.clone(), |text, more| format!("{text} {more}"));
        EngineCommand::parse(&whole).map_err(|bad| BadWords::new(format!("invalid --engine `{whole}`: {bad}")))
    }

    /// Returns the time control as text; `None` if the words have none.
    pub fn time_control(&self) -> Option<String> {
        let parts = self.time.iter().zip(TIME_KEYS).filter_map(|(value, key)| {
            let value = value.as_ref()?;
            Some(if key == "tc" { value.clone() } else { format!("{key}={value}") })
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn set(&mut self, flag: &str, word: &str) -> Result<(), BadWords> {
        let bad = |expected: &str| BadWords::new(format!("{flag} `{word}`: expected {expected}"));
        let (key, value) = word.split_once('=').ok_or_else(|| bad(KEYS))?;
        let value = value.to_owned();
        let again = match key {
            "cmd" => self.command.replace(value).is_some(),
            "args" => self.arguments.replace(value).is_some(),
            "name" => self.name.replace(value).is_some(),
            "sandbox-read" => {
                self.reads.push(value.into());
                false
            }
            "dir" => self.directory.replace(value.into()).is_some(),
            "lines" => {
                let spelling = match value.as_str() {
                    "words" => Spelling::Words,
                    "json" => Spelling::Json,
                    _ => return Err(bad("lines=words or lines=json")),
                };
                self.spelling.replace(spelling).is_some()
            }
            _ => match (TIME_KEYS.iter().position(|known| *known == key), key.split_once('.')) {
                (Some(at), _) => self.time[at].replace(value).is_some(),
                (None, Some(("option", name))) if !name.is_empty() => insert(&mut self.options, name, value),
                (None, Some(("env", name))) if !name.is_empty() => insert(&mut self.variables, name, value),
                (None, Some(("limit", name))) => {
                    let limit: Limit = format!("{name}={value}").parse().map_err(|error| bad(&format!("{error}")))?;
                    let again = self.limits.iter().any(|other| other.name() == limit.name());
                    self.limits.push(limit);
                    again
                }
                _ => return Err(bad(KEYS)),
            },
        };
        if again { Err(BadWords::new(format!("{flag} `{word}`: duplicate `{key}`"))) } else { Ok(()) }
    }
}

/// Adds a pair. Returns whether a pair with this name already existed.
fn insert(pairs: &mut Vec<(String, String)>, name: &str, value: String) -> bool {
    let again = pairs.iter().any(|(other, _)| other == name);
    pairs.push((name.to_owned(), value));
    again
}

/// Returns whether a word is `KEY=VALUE`, and not a command.
fn is_key(word: &str) -> bool {
    let Some((key, _)) = word.split_once('=') else { return false };
    let plain = ["cmd", "args", "name", "dir", "lines", "sandbox-read"].contains(&key) || TIME_KEYS.contains(&key);
    plain || key.split_once('.').is_some_and(|(group, _)| ["option", "limit", "env"].contains(&group))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<EngineWords, BadWords> {
        EngineWords::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_command_and_words_say_the_same() {
        let words = read(&["cmd=./new", "args=--threads 1", "tc=10+0.1", "st=5", "option.Hash=64"]).unwrap();
        assert_eq!(
            words,
            EngineWords {
                command: Some("./new".into()),
                ..read(&["./old", "args=--threads 1", "tc=10+0.1", "st=5", "option.Hash=64"]).unwrap()
            }
        );
        assert_eq!(words.command().unwrap().words, ["./new", "--threads", "1"]);
        assert_eq!(words.time_control().as_deref(), Some("10+0.1 st=5"));
        assert_eq!(read(&["./a=b --x"]).unwrap().command().unwrap().words, ["./a=b", "--x"]);
    }

    #[test]
    fn what_holds_for_each_gives_way_to_an_engine_s_own() {
        let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let each =
            EngineWords::read_each(&words(&["tc=10", "option.Hash=16", "option.Threads=1", "limit.files=64"])).unwrap();
        let own = read(&["./a", "st=1", "option.Hash=64", "limit.files=32"]).unwrap().or(&each);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(own.options, [pair("Threads", "1"), pair("Hash", "64")]);
        assert_eq!(own.limits, ["files=32".parse::<Limit>().unwrap()]);
        assert_eq!(own.time_control().as_deref(), Some("10 st=1"));
        assert!(EngineWords::read_each(&words(&["name=a"])).is_err());
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (words, named) in [
            (["./a", "kamisado"], "--engine `kamisado`: expected cmd, args"),
            (["./a", "proto=uci"], "--engine `proto=uci`: expected cmd, args"),
            (["./a", "lines=xml"], "expected lines=words or lines=json"),
            (["cmd=./a", "cmd=./b"], "duplicate `cmd`"),
            (["./a", "option.=1"], "expected cmd"),
            (["./a", "limit.memory=lots"], "limit.memory=lots"),
        ] {
            let error = read(&words).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
        assert!(read(&["name=a"]).unwrap().command().unwrap_err().to_string().contains("missing command"));
    }
}
