//! Plays a contest of local engines to its end, from wherever it stands.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use super::{Engines, LocalKind, store::EventFile};
use crate::{
    contest_steward::{EventOf, Observer, Steward, WAITING_COMMANDS},
    openings::{Openings, Order, file::write_line},
    runner::{engine_words::BadWords, file_words::in_file_words, one_file::RECORDS, plan::Plan},
};

/// How many words that have changed are named.
const MAX_CHANGES: usize = 3;
/// The most characters of one.
const MAX_CHANGE: usize = 200;
/// What the words begin with of which only a hash is kept.
const HASHED: &str = "SHA-256 ";

/// A contest that is to be played.
pub struct Local<'a, K: LocalKind> {
    /// Its name in ids.
    pub id: &'a str,
    /// The events with which it begins.
    pub first: Vec<EventOf<K>>,
    /// Its engines, and how their matches are played.
    pub plan: Plan,
    /// Where its matches begin; none where they begin as the game does.
    pub openings: Option<(Openings, Order)>,
    /// Where everything of it is kept.
    pub directory: PathBuf,
}

/// Plays a contest to its end, or until `interrupted` is done: then it goes on with the next call. `check_same` says whether one that was
/// begun before is the one of the file. Gives how it stands then, with its events.
pub async fn carry_through<K: LocalKind>(
    local: Local<'_, K>,
    check_same: impl FnOnce(&K) -> Result<(), BadWords>,
    observer: &mut dyn Observer<K>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<(K, EventFile<K>)> {
    let Local { id, first, mut plan, openings, directory } = local;
    let file: EventFile<K> = EventFile::open(&directory, K::contest(id.to_owned())).await?;
    let resumed = match file.resume().await? {
        Some((_, state, _)) if state.is_over() => {
            check_same(&state)?;
            return Ok((state, file));
        }
        Some(resumed) => {
            check_same(&resumed.1)?;
            plan.introduce().await?;
            Some(resumed)
        }
        None => {
            // Before anything is begun: whoever mistyped a command repairs it and begins.
            plan.introduce().await?;
            file.create(&first).await?;
            file.resume().await?
        }
    };
    let opened = || format!("the {} just opened is missing", K::WORD);
    let (events, state, at_ms) = resumed.with_context(opened)?;
    for engine in &mut plan.engines {
        // The same engine is started in the same way whichever worker plays it.
        for word in &mut engine.command.words {
            *word = word.replace("{seed}", &plan.seed.to_string());
        }
    }
    let (hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
    let engines = Engines::start(plan, id, openings, Some(directory.join(RECORDS)), hosts)?;
    let steward = Steward::new(state, at_ms, events, engines).with_idle(K::IDLE);
    let (state, engines) = steward.run(observer, &mut commands, interrupted).await?;
    engines.stop()?;
    Ok((state, file))
}

/// What the matches of a contest are like, by which it is told whether its file has changed: the words of its command line, and its
/// openings. One that is longer than `most` bytes is told by its hash.
pub fn setup_text(mut words: Vec<String>, openings: Option<&(Openings, Order)>, most: usize) -> String {
    if let Some((openings, order)) = openings {
        words.push(format!("openings.order={}", order.word()));
        words.extend(openings.list().iter().map(|one| write_line("", &one.opening, "")));
    }
    let text = words.join("\n");
    if text.len() > most { format!("{HASHED}{}", sha256_hex(&text)) } else { text }
}

/// What is said where a file is not that with which the contest in `directory` began; `word` is `tournament` or `ladder`.
pub fn began_otherwise(word: &str, directory: &Path, differs: &str) -> BadWords {
    BadWords::new(format!(
        "the file no longer matches the {word} in {}: {differs}. Undo the change, or start another {word} with \
            --directory",
        directory.display()
    ))
}

/// What has changed between two different texts of [`setup_text`].
pub fn changed_setup(before: &str, now: &str) -> String {
    let what = "its game, its engines, its openings, its seed or how matches are played";
    // Of what is too long to be kept no more is known than that it was something else.
    if [before, now].iter().any(|text| text.starts_with(HASHED)) {
        return what.to_owned();
    }
    let without = |text: &str, other: &str| -> String {
        let mut known: Vec<&str> = other.lines().collect();
        let is_new = |word: &&str| known.iter().position(|other| other == word).map(|at| known.remove(at)).is_none();
        let own = text.lines().filter(is_new).take(MAX_CHANGES);
        own.map(|word| format!("`{}`", word_in_file(word))).collect::<Vec<_>>().join(" ")
    };
    let (gone, new) = (without(before, now), without(now, before));
    let change = match (gone.is_empty(), new.is_empty()) {
        (true, true) => "their order changed".to_owned(),
        (true, false) => format!("{new} is new"),
        (false, true) => format!("{gone} is missing"),
        (false, false) => format!("{new} instead of {gone}"),
    };
    format!("{what}: {change}")
}

/// What has changed between two sets of rules, each value by its path: `its rules: seats was 2, now 3`.
pub fn changed_rules(before: &impl Serialize, now: &impl Serialize) -> String {
    let [before, now] = [leaves(before), leaves(now)];
    let paths: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let none = "not set".to_owned();
    let value = |of: &BTreeMap<String, String>, path: &String| of.get(path).unwrap_or(&none).clone();
    let changes: Vec<String> = paths
        .into_iter()
        .filter(|path| before.get(*path) != now.get(*path))
        .map(|path| format!("{path} was {}, now {}", value(&before, path), value(&now, path)))
        .take(MAX_CHANGES)
        .collect();
    if changes.is_empty() { "its rules".to_owned() } else { format!("its rules: {}", changes.join("; ")) }
}

/// The values of a message by their paths.
fn leaves(of: &impl Serialize) -> BTreeMap<String, String> {
    fn walk(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
        let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            Value::Object(values) => values.iter().for_each(|(key, value)| walk(&below(key), value, found)),
            Value::Array(values) => {
                values.iter().enumerate().for_each(|(at, value)| walk(&format!("{path}[{at}]"), value, found));
            }
            Value::String(text) => drop(found.insert(path.to_owned(), text.clone())),
            value => drop(found.insert(path.to_owned(), value.to_string())),
        }
    }
    let mut found = BTreeMap::new();
    walk("", &serde_json::to_value(of).unwrap_or_default(), &mut found);
    found
}

/// A word of a command line by its key in the file, no longer than is read.
fn word_in_file(word: &str) -> String {
    let (flag, value) = word.split_at(word.find('=').unwrap_or(word.len()));
    let key = if flag.starts_with("--") { in_file_words(flag) } else { flag.to_owned() };
    let shown: String = (key + value).chars().take(MAX_CHANGE + 1).collect();
    match shown.char_indices().nth(MAX_CHANGE) {
        Some((end, _)) => format!("{}...", &shown[..end]),
        None => shown,
    }
}

fn sha256_hex(text: &str) -> String {
    use sha2::{Digest as _, Sha256};
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
