//! The words that the files of tournaments and ladders share, and their conversion to options of
//! `referee play`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use toml::Value;

use crate::{
    bounded_file,
    contest::{self, EXPECTED_NAME, MAX_CONTEST_ID},
    engine::command::EngineCommand,
    games::{Game, rules::Setting},
    law::TimeControl,
    openings::{Openings, Order, file::MAX_FILE},
    runner::{
        names::{in_ascii, parse_name, read_names},
        options::engine_words::BadWords,
        plan::{MAX_AT_ONCE, MAX_ENGINES},
    },
};

/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The options of `referee play` that a file replaces by separate keys, or cannot use.
pub const OWN_WORDS: [&str; 19] = [
    "cycles",
    "engine",
    "each",
    "name",
    "engine-option",
    "encounters",
    "matches",
    "concurrency",
    "record",
    "no-record",
    "seed",
    "duplicate",
    "sprt",
    "rating-interval",
    "json",
    "on-failure",
    "openings",
    "opening-order",
    "report",
];
/// Options of `referee play` that belong elsewhere in files than in `matches`, with the right
/// place.
const ELSEWHERE: [(&str, &str); 4] =
    [("--seats", "seats"), ("--option", "options"), ("--engine", "entrants"), ("--seed", "seed")];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsTable {
    /// A file of openings, by its path relative to this file; default: the game's built-in set.
    pub file: Option<PathBuf>,
    /// `sequential` (default) or `shuffled`.
    pub order: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantTable {
    pub name: String,
    /// The display name, if it differs from the name; for engines of this machine.
    #[serde(skip)]
    pub display_name: String,
    /// The command of the engine; players on a server have none.
    pub cmd: Option<String>,
    /// The time control of the engine; default: the one of `matches`.
    pub tc: Option<String>,
    pub dir: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
}

impl EntrantTable {
    /// Returns whether the entrant has only a name.
    pub fn is_name_alone(&self) -> bool {
        let EntrantTable { name: _, display_name: _, cmd, tc, dir, options } = self;
        cmd.is_none() && tc.is_none() && dir.is_none() && options.is_empty()
    }

    /// Returns the options of the engine, by name.
    pub fn own_options(&self) -> Result<BTreeMap<String, String>, BadWords> {
        game_options(&self.options)
    }
}

/// Returns the id of a contest and its display name, from its file. Both default to the
/// name of the file.
pub fn names(path: &Path, id: Option<String>, name: Option<String>) -> Result<(String, String), BadWords> {
    let bad = |what: String| BadWords::new(format!("{}: {what}", path.display()));
    let id = id.unwrap_or_else(|| id_of_file(path));
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if !(1..=MAX_CONTEST_ID).contains(&id.len()) || !id.bytes().all(fits) {
        let expected = format!("1 to {MAX_CONTEST_ID} of the letters a-z, digits and `-`");
        return Err(bad(format!("id is `{id}`, expected {expected}")));
    }
    let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.unwrap_or_else(stem);
    if !contest::is_name(&name) {
        return Err(bad(format!("name is `{name}`, expected {EXPECTED_NAME}")));
    }
    Ok((id, name))
}

/// Makes ids of the names of entrants that engines of this machine play. Texts that are not valid
/// ids become display names.
pub fn name_entrants(entrants: &mut [(&mut String, &mut String)]) -> Result<(), BadWords> {
    let texts: Vec<&str> = entrants.iter().map(|(name, _)| name.as_str()).collect();
    let read = read_names(&texts).map_err(|(index, expected)| {
        BadWords::new(format!("entrants[{index}].name is `{}`, expected {expected}", texts[index]))
    })?;
    for ((name, display_name), read) in entrants.iter_mut().zip(read) {
        (**name, **display_name) = (read.id.to_string(), read.display);
    }
    Ok(())
}

/// Reads the text of a file that describes a contest, unless it is too large.
pub fn read_text(path: &Path) -> Result<String, BadWords> {
    bounded_file::read_text(path, MAX_BYTES).map_err(|cause| BadWords::new(format!("{}: {cause}", path.display())))
}

/// Returns a number that depends only on a text: FNV-1a with 32 bits.
fn fnv(text: &[u8]) -> u32 {
    text.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Returns the default id of a contest: the name of its file, spelt in ASCII.
fn id_of_file(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let spelt = in_ascii(&stem).replace('_', "-");
    let spelt = spelt.trim_matches('-').get(..MAX_CONTEST_ID).unwrap_or(spelt.trim_matches('-'));
    match spelt.trim_end_matches('-') {
        // If no character of the name can be spelt, a hash of its bytes distinguishes it from
        // others.
        "" => format!("contest-{:08x}", fnv(stem.as_bytes())),
        spelt => spelt.to_owned(),
    }
}

impl OpeningsTable {
    /// Reads the openings of the contest that the file at `path` describes, and their order.
    pub fn read(
        &self,
        path: &Path,
        game: &'static dyn Game,
        setting: &Setting,
        seed: u64,
    ) -> Result<(Openings, Order), BadWords> {
        let order = match self.order.as_deref() {
            None | Some("sequential") => Order::Sequential,
            Some("shuffled") => Order::Shuffled { seed },
            Some(other) => {
                return Err(BadWords::new(format!("openings.order is `{other}`, expected sequential or shuffled")));
            }
        };
        let (text, whose) = self.text(path, game)?;
        let openings = Openings::parse(game, setting, &text).map_err(|bad| BadWords::new(format!("{whose}: {bad}")))?;
        Ok((openings, order))
    }

    /// Returns whether a seed decides the order.
    pub fn is_shuffled(&self) -> bool {
        self.order.as_deref() == Some("shuffled")
    }

    /// Returns the text of the openings and its source, for people.
    pub fn text(&self, path: &Path, game: &'static dyn Game) -> Result<(String, String), BadWords> {
        match &self.file {
            Some(file) => {
                let file = path.parent().unwrap_or(Path::new("")).join(file);
                let whose = file.display().to_string();
                let text = bounded_file::read_text(&file, MAX_FILE as u64);
                let text = text.map_err(|cause| BadWords::new(format!("{whose}: {cause}")))?;
                Ok((text, whose))
            }
            None if game.built_in_openings().is_empty() => {
                let id = game.facts().id;
                Err(BadWords::new(format!("missing openings file: {id} has no built-in set")))
            }
            None => Ok((game.built_in_openings().to_owned(), format!("the built-in openings of {}", game.facts().id))),
        }
    }
}

pub struct PlayedAs<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The options of the game.
    pub options: &'a BTreeMap<String, Value>,
    /// Number of seats of a match.
    pub seats: u8,
    /// Options of `referee play`.
    pub matches: &'a BTreeMap<String, Value>,
    /// Value of `{seed}` in a command.
    pub seed: u64,
}

impl PlayedAs<'_> {
    /// Returns the command line of `referee play` for these engines and matches, after the word
    /// `play`.
    pub fn arguments(&self, entrants: &[EntrantTable]) -> Result<Vec<String>, BadWords> {
        check_engines(entrants)?;
        let mut arguments = vec![self.game.to_owned(), format!("--seats={}", self.seats)];
        arguments.extend(named("options", "--option=", self.options)?);
        arguments.extend(match_words(self.matches)?);
        arguments.extend([format!("--seed={}", self.seed), "--no-record".to_owned()]);
        for entrant in entrants {
            arguments.push("--engine".to_owned());
            arguments.push(format!("name={}", entrant.name));
            arguments.extend(entrant.cmd.iter().map(|cmd| format!("cmd={cmd}")));
            arguments.extend(entrant.tc.iter().map(|tc| format!("tc={tc}")));
            arguments.extend(entrant.dir.iter().map(|dir| format!("dir={dir}")));
            arguments.extend(named("entrants.options", "option.", &entrant.options)?);
        }
        Ok(arguments)
    }
}

/// Checks that these entrants can be engines of this machine.
fn check_engines(entrants: &[EntrantTable]) -> Result<(), BadWords> {
    if !(1..=MAX_ENGINES).contains(&entrants.len()) {
        let text = format!("entrants has {}, expected 1 to {MAX_ENGINES} engines of this machine", entrants.len());
        return Err(BadWords::new(text));
    }
    for (index, entrant) in entrants.iter().enumerate() {
        let EntrantTable { name, cmd, tc, .. } = entrant;
        let bad = |key: &str, value: &str, expected: &str| {
            BadWords::new(format!("entrants[{index}].{key} is `{value}`, expected {expected}"))
        };
        parse_name(name).map_err(|expected| bad("name", name, expected))?;
        if entrants[..index].iter().any(|before| before.name == *name) {
            return Err(bad("name", name, "a name not used by an earlier entrant"));
        }
        let Some(cmd) = cmd else {
            let text = format!("missing entrants[{index}].cmd: expected the engine command of {name};");
            return Err(BadWords::new(text + " for players of a server, use `create`"));
        };
        EngineCommand::parse(cmd)
            .map_err(|no| BadWords::new(format!("invalid entrants[{index}].cmd `{cmd}`: {no}")))?;
        if let Some(tc) = tc {
            TimeControl::parse(tc).map_err(|no| bad("tc", tc, no.expected))?;
        }
    }
    Ok(())
}

/// Returns the maximum concurrent matches for engines of this machine; default 1.
pub fn at_once(given: Option<u16>) -> Result<u16, BadWords> {
    match given.unwrap_or(1) {
        at_once @ 1..=MAX_AT_ONCE => Ok(at_once),
        other => Err(BadWords::new(format!("concurrency is {other}, expected 1 to {MAX_AT_ONCE}"))),
    }
}

/// Rewrites an error about the command line made from a file, with the keys of the file: `--tc` is
/// its `matches.tc`.
pub fn in_file_words(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    for (at, word) in text.split(' ').enumerate() {
        let gap = if at == 0 { "" } else { " " };
        let (before, word) = word.split_at(word.find("--").filter(|at| *at <= 1).unwrap_or(0));
        let flag = word.len() - word.trim_start_matches(|c: char| c == '-' || c.is_ascii_lowercase()).len();
        let (flag, rest) = word.split_at(flag);
        let key = match (ELSEWHERE.iter().find(|(name, _)| *name == flag), flag.strip_prefix("--")) {
            (Some((_, key)), _) => (*key).to_owned(),
            (None, Some(name)) if !name.is_empty() => format!("matches.{name}"),
            (None, _) => flag.to_owned(),
        };
        said += &[gap, before, &key, rest].concat();
    }
    said
}

/// Converts a table of `matches` to options of a command line.
pub fn match_words(matches: &BTreeMap<String, Value>) -> Result<Vec<String>, BadWords> {
    let mut words = Vec::new();
    for (key, value) in matches {
        if OWN_WORDS.contains(&key.as_str()) {
            return Err(BadWords::new(format!("unexpected matches.{key}: another key of the file sets it")));
        }
        match value {
            Value::Boolean(true) => words.push(format!("--{key}")),
            Value::Boolean(false) => {}
            Value::Array(values) => {
                for value in values {
                    words.push(format!("--{key}={}", text(&format!("matches.{key}"), value)?));
                }
            }
            value => words.push(format!("--{key}={}", text(&format!("matches.{key}"), value)?)),
        }
    }
    Ok(words)
}

/// Converts a table of `options` to options of a game, by name.
pub fn game_options(options: &BTreeMap<String, Value>) -> Result<BTreeMap<String, String>, BadWords> {
    let value = |(name, value): (&String, &Value)| Ok((name.clone(), text(&format!("options.{name}"), value)?));
    options.iter().map(value).collect()
}

/// Formats a value for a command line.
pub fn text(key: &str, value: &Value) -> Result<String, BadWords> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(holds) => Ok(holds.to_string()),
        other => {
            let kind = other.type_str();
            Err(BadWords::new(format!("{key} has a value of type {kind}, expected a text, a number, true or false")))
        }
    }
}

/// Returns `before` with a name and a value for each of these values.
pub fn named(table: &str, before: &str, values: &BTreeMap<String, Value>) -> Result<Vec<String>, BadWords> {
    let word =
        |(name, value): (&String, &Value)| Ok(format!("{before}{name}={}", text(&format!("{table}.{name}"), value)?));
    values.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_file_is_readable_whatever_its_script() {
        let id = |name: &str| id_of_file(Path::new(name));
        assert_eq!(id("кубок.toml"), "kubok");
        assert_eq!(id("Spring Cup_2.toml"), "spring-cup-2");
        assert_eq!(id(&format!("{}.toml", "x".repeat(500))).len(), MAX_CONTEST_ID);
        let (one, other) = (id("将棋.toml"), id("囲碁.toml"));
        assert!(one.starts_with("contest-") && one != other, "{one} {other}");
    }

    #[test]
    fn options_of_a_command_line_are_said_as_keys_of_the_file() {
        for (of_line, of_file) in [
            ("--tc `fast` cannot be read: expected 60+1", "matches.tc `fast` cannot be read: expected 60+1"),
            ("unexpected argument '--tick' found", "unexpected argument 'matches.tick' found"),
            ("invalid value '9' for '--seats <N>': 2 -- 8", "invalid value '9' for 'seats <N>': 2 -- 8"),
            ("give --engine-limit=memory=1 once", "give matches.engine-limit=memory=1 once"),
            ("entrants[0].tc is `a--b`", "entrants[0].tc is `a--b`"),
            ("", ""),
        ] {
            assert_eq!(in_file_words(of_line), of_file);
        }
    }
}
