//! A tournament as a file in TOML describes it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use toml::Value;

use super::{
    report::About,
    rules_words::{DealsWord, FormatTable, PointsTable, ReleaseWord, tie_break},
};
use crate::{
    bounded_file,
    games::{Game, rules::Setting},
    openings::{Openings, Order, file::MAX_FILE},
    runner::{engine_words::BadWords, test_words},
    tournament::{
        Entrant, Rules,
        event::{MAX_NAME, MAX_TOURNAMENT_ID},
        rules::{BadRules, Deals, PairTest},
    },
};

/// The largest file, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// How often a match that counts for nobody is played again, unless the file says it.
const REPLAYS: u32 = 3;
/// The options of `referee play` that a tournament says in its own words, or has no use for.
const OWN_WORDS: [&str; 18] = [
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

/// A tournament as its file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentFile {
    /// What it is called; the name of the file unless given.
    pub name: Option<String>,
    /// Its name in ids and paths; the name of the file unless given.
    pub id: Option<String>,
    /// The id of the game.
    pub game: String,
    /// The options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// How many seats a match has; 2 unless given.
    pub seats: Option<u8>,
    /// How many matches an encounter has; as many as seats unless given.
    pub matches_per_encounter: Option<u32>,
    /// Who meets whom.
    pub format: FormatTable,
    /// What brings points.
    #[serde(default)]
    pub points: PointsTable,
    /// What parts those who have as many points, by name; by the format unless given.
    pub tie_breaks: Option<Vec<String>>,
    /// How often a match that counts for nobody is played again.
    pub replays: Option<u32>,
    /// What the deals and the order of openings follow from; 0 unless given.
    #[serde(default)]
    pub seed: u64,
    /// How many matches are played at once; 1 unless given.
    pub concurrency: Option<u16>,
    /// Where matches begin.
    pub openings: Option<OpeningsTable>,
    /// What ends it as soon as it has an answer: `elo0`, `elo1` and the other keys of `--sprt`.
    pub test: Option<BTreeMap<String, Value>>,
    /// How matches are played: options of `referee play`.
    #[serde(default)]
    pub matches: BTreeMap<String, Value>,
    /// Which matches are dealt alike; unless given those of an encounter where engines of this machine play, and none on a server.
    pub deals: Option<DealsWord>,
    /// When results may be seen, on a server; at once unless given.
    #[serde(default)]
    pub release: ReleaseWord,
    /// Who takes part, the strongest first.
    #[serde(default)]
    pub entrants: Vec<EntrantTable>,
}

/// Where matches begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsTable {
    /// A file of openings, by its path from this file; the game's built-in set unless given.
    pub file: Option<PathBuf>,
    /// `sequential` (unless given) or `shuffled`.
    pub order: Option<String>,
}

/// Somebody who takes part.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantTable {
    /// Its name.
    pub name: String,
    /// Its command; where a server carries the tournament through, players have none.
    pub cmd: Option<String>,
    /// Its own time control; that of `matches` unless given.
    pub tc: Option<String>,
    /// Where it runs.
    pub dir: Option<String>,
    /// Options of its own.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
}

impl EntrantTable {
    /// Whether it says no more than a name.
    pub fn is_name_alone(&self) -> bool {
        let EntrantTable { name: _, cmd, tc, dir, options } = self;
        cmd.is_none() && tc.is_none() && dir.is_none() && options.is_empty()
    }

    /// Options of its own, by name.
    pub fn own_options(&self) -> Result<BTreeMap<String, String>, BadWords> {
        game_options(&self.options)
    }
}

impl TournamentFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<TournamentFile, BadWords> {
        let shown = path.display();
        let unreadable = |cause: &dyn std::fmt::Display| BadWords::new(format!("{shown}: {cause}"));
        let text = read_text(path)?;
        let mut file: TournamentFile = toml::from_str(&text).map_err(|bad| unreadable(&bad.to_string().trim_end()))?;
        let (id, name) = names(path, file.id.take(), file.name.take())?;
        (file.id, file.name) = (Some(id), Some(name));
        Ok(file)
    }

    /// Its name in ids and paths.
    pub fn id(&self) -> &str {
        self.id.as_deref().unwrap_or_default()
    }

    /// What a report says of it.
    pub fn about(&self) -> About<'_> {
        let time_control = self.matches.get("tc").and_then(|tc| tc.as_str()).unwrap_or_default();
        About { id: self.id(), game: &self.game, time_control }
    }

    /// The rules that it says, by which these entrants can play.
    pub fn rules(&self) -> Result<Rules, BadWords> {
        let rules = self.rules_of_any()?;
        let entrants = self.entrants.len();
        let checked = rules.check_entrants(entrants).and_then(|()| rules.check_encounters(entrants));
        checked.map_err(|bad| BadWords::new(bad.to_string()))?;
        Ok(rules)
    }

    /// The rules that it says, whoever enters.
    pub fn rules_of_any(&self) -> Result<Rules, BadWords> {
        let seats = self.seats.unwrap_or(2);
        let matches_per_encounter = self.matches_per_encounter.unwrap_or(seats.into());
        let points = self.points.system()?;
        let tie_breaks = match &self.tie_breaks {
            Some(names) => names.iter().map(|name| tie_break(name)).collect::<Result<_, _>>()?,
            None => self.format.usual_tie_breaks(),
        };
        let test = match &self.test {
            Some(words) => {
                let mut words = words.clone();
                if let Some(of) = words.get_mut("of") {
                    *of = Value::String(self.numbers_of(of)?);
                }
                let words = named("test", "", &words)?;
                let read = test_words::read(&words, self.entrants.len(), usize::from(seats));
                let read = read.map_err(|bad| BadWords::new(bad.text.replacen("--sprt", "test", 1)))?;
                let (first, second) = read.entrants;
                let entrants = (Entrant(first as u32), Entrant(second as u32));
                Some(PairTest { hypotheses: read.hypotheses(), entrants })
            }
            None => None,
        };
        let rules = Rules {
            format: self.format.read(),
            seats,
            matches_per_encounter,
            points,
            bye_halves: self.points.bye_halves(points, matches_per_encounter)?,
            tie_breaks,
            replays: self.replays.unwrap_or(REPLAYS),
            release: self.release.into(),
            deals: self.deals.map_or(Deals::Own, Deals::from),
            test,
        };
        rules.check().map_err(|bad: BadRules| BadWords::new(bad.to_string()))?;
        Ok(rules)
    }

    /// Who a test is of, by numbers from 1, where that is said by names: `of = ["new", "old"]`.
    fn numbers_of(&self, of: &Value) -> Result<String, BadWords> {
        let Value::Array(names) = of else { return text("test.of", of) };
        let number = |name: &Value| {
            let name = text("test.of", name)?;
            let found = self.entrants.iter().position(|entrant| entrant.name == name);
            let unknown = || BadWords::new(format!("test.of names `{name}`, expected the names of two entrants"));
            Ok(found.ok_or_else(unknown)?.saturating_add(1).to_string())
        };
        Ok(names.iter().map(number).collect::<Result<Vec<_>, BadWords>>()?.join(","))
    }

    /// Options of a command line that say how matches are played.
    pub fn match_words(&self) -> Result<Vec<String>, BadWords> {
        match_words(&self.matches)
    }

    /// The options of the game, by name.
    pub fn game_options(&self) -> Result<BTreeMap<String, String>, BadWords> {
        game_options(&self.options)
    }

    /// The command line of `referee play` that has these engines and plays matches in this way, behind the word `play`.
    pub fn arguments(&self) -> Result<Vec<String>, BadWords> {
        let TournamentFile { game, options, matches, seed, .. } = self;
        let seats = self.seats.unwrap_or(2);
        PlayedAs { game, options, seats, matches, seed: *seed }.arguments(&self.entrants)
    }
}

/// How matches are played.
pub struct PlayedAs<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The options of the game.
    pub options: &'a BTreeMap<String, Value>,
    /// How many seats a match has.
    pub seats: u8,
    /// Options of `referee play`.
    pub matches: &'a BTreeMap<String, Value>,
    /// What `{seed}` in a command becomes.
    pub seed: u64,
}

impl PlayedAs<'_> {
    /// The command line of `referee play` that has these engines and plays matches in this way, behind the word `play`.
    pub fn arguments(&self, entrants: &[EntrantTable]) -> Result<Vec<String>, BadWords> {
        let mut arguments = vec![self.game.to_owned(), format!("--seats={}", self.seats)];
        arguments.extend(named("options", "--option=", self.options)?);
        arguments.extend(match_words(self.matches)?);
        arguments.extend([format!("--seed={}", self.seed), "--no-record".to_owned()]);
        for entrant in entrants {
            arguments.push("--engine".to_owned());
            arguments.push(format!("name={}", entrant.name));
            let none = || {
                let text = format!("entrant {} has no cmd, expected the command of its engine", entrant.name);
                BadWords::new(text + ": players of a server are for `create`")
            };
            arguments.push(format!("cmd={}", entrant.cmd.as_ref().ok_or_else(none)?));
            arguments.extend(entrant.tc.iter().map(|tc| format!("tc={tc}")));
            arguments.extend(entrant.dir.iter().map(|dir| format!("dir={dir}")));
            arguments.extend(named("entrants.options", "option.", &entrant.options)?);
        }
        Ok(arguments)
    }
}

/// Options of a command line from a table of `matches`.
pub fn match_words(matches: &BTreeMap<String, Value>) -> Result<Vec<String>, BadWords> {
    let mut words = Vec::new();
    for (key, value) in matches {
        if OWN_WORDS.contains(&key.as_str()) {
            return Err(BadWords::new(format!("matches.{key} is no option here: the file says it elsewhere")));
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

/// Options of a game from a table of `options`, by name.
pub fn game_options(options: &BTreeMap<String, Value>) -> Result<BTreeMap<String, String>, BadWords> {
    let value = |(name, value): (&String, &Value)| Ok((name.clone(), text(&format!("options.{name}"), value)?));
    options.iter().map(value).collect()
}

/// The name in ids of a competition, and what it is called, as its file says them: both are the name of the file unless given.
pub fn names(path: &Path, id: Option<String>, name: Option<String>) -> Result<(String, String), BadWords> {
    let bad = |what: String| BadWords::new(format!("{}: {what}", path.display()));
    let id = id.unwrap_or_else(|| id_of_file(path));
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if !(1..=MAX_TOURNAMENT_ID).contains(&id.len()) || !id.bytes().all(fits) {
        let expected = format!("1 to {MAX_TOURNAMENT_ID} of the letters a-z, digits and `-`");
        return Err(bad(format!("id is `{id}`, expected {expected}")));
    }
    let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.unwrap_or_else(stem);
    if !(1..=MAX_NAME).contains(&name.len()) || !name.chars().all(crate::ids::is_printing) {
        let expected = format!("1 to {MAX_NAME} bytes of printing characters");
        return Err(bad(format!("name is `{name}`, expected {expected}")));
    }
    Ok((id, name))
}

/// The text of a file that describes a competition, which is not too large.
pub fn read_text(path: &Path) -> Result<String, BadWords> {
    bounded_file::read_text(path, MAX_BYTES).map_err(|cause| BadWords::new(format!("{}: {cause}", path.display())))
}

/// The name in ids of a competition whose file says none: that of the file.
pub fn id_of_file(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    stem.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

impl OpeningsTable {
    /// The openings of the tournament that the file at `path` describes, and their order.
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

    /// Whether they are given in an order that the seed decides.
    pub fn is_shuffled(&self) -> bool {
        self.order.as_deref() == Some("shuffled")
    }

    /// The openings as they are written, and whose they are, for people.
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
                Err(BadWords::new(format!("no file of openings is given, and {id} has no built-in set")))
            }
            None => Ok((game.built_in_openings().to_owned(), format!("the built-in openings of {}", game.facts().id))),
        }
    }
}

/// A value as it stands on a command line.
fn text(key: &str, value: &Value) -> Result<String, BadWords> {
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

/// `before` with a name and a value for each of these.
fn named(table: &str, before: &str, values: &BTreeMap<String, Value>) -> Result<Vec<String>, BadWords> {
    let word =
        |(name, value): (&String, &Value)| Ok(format!("{before}{name}={}", text(&format!("{table}.{name}"), value)?));
    values.iter().map(word).collect()
}
