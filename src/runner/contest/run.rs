//! Plays a contest of local engines to its end, from any state.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    path::Path,
};

use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use super::{ContestFile, Engines, Local, store::EventFile};
use crate::{
    contest::{ContestKind, EventOf},
    contest_steward::{Idle, Observer, Steward, WAITING_COMMANDS},
    ids::Seq,
    openings::{Openings, Order, file::write_line},
    runner::{
        one_file::RECORDS,
        options::{engine_words::BadWords, file_words::in_file_words},
    },
    store::codec::contest::{StoredOpening, message},
};

/// Maximum changed words that an error names.
const MAX_CHANGES: usize = 3;
/// Maximum characters of a changed word in an error.
const MAX_CHANGE: usize = 200;
/// The prefix of a setup stored as a hash.
const HASHED: &str = "SHA-256 ";

/// Plays a contest to its end, or until `interrupted` is done; the next call resumes it. `first`
/// are its initial events. Returns the state of the contest, its events and its file.
pub async fn carry_through<K: ContestKind<Opened: StoredOpening>, F: ContestFile>(
    local: Local<F>,
    first: &[EventOf<K>],
    observer: &mut dyn Observer<K>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<(K, EventFile<K>, F)> {
    let Local { file: of, mut plan, openings, directory, .. } = local;
    let file: EventFile<K> = EventFile::open(&directory, K::contest(of.id().to_owned())).await?;
    let resumed = match file.resume().await? {
        Some(resumed) => {
            check_same::<K>(&file.page(Seq(0)).await?, first, &directory)?;
            if resumed.1.is_over() {
                return Ok((resumed.1, file, of));
            }
            plan.introduce().await?;
            Some(resumed)
        }
        None => {
            // Engines are introduced before anything is stored, so after a typing error the user
            // can correct the command and start again.
            plan.introduce().await?;
            file.create(first).await?;
            file.resume().await?
        }
    };
    let opened = || format!("the {} just opened is missing", K::WORD);
    let (events, state, at_ms) = resumed.with_context(opened)?;
    for engine in &mut plan.engines {
        // An engine is started with the same words by every worker.
        for word in &mut engine.command.words {
            *word = word.replace("{seed}", &plan.seed.to_string());
        }
    }
    let (hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
    let engines = Engines::start(plan, of.id(), openings, Some(directory.join(RECORDS)), hosts)?;
    // A ladder's clock skips the time in which no match is played.
    let idle = if K::RUNS_WHEN_OPENED { Idle::Passes } else { Idle::Waits };
    let steward = Steward::new(state, at_ms, events, engines).with_idle(idle);
    let (state, engines) = steward.run(observer, &mut commands, interrupted).await?;
    engines.stop()?;
    Ok((state, file, of))
}

/// Returns the match settings of a contest, to detect changes of its file: the words of its command
/// line, and its openings. A text of more than `most` bytes is replaced by its hash.
pub fn setup_text(mut words: Vec<String>, openings: Option<&(Openings, Order)>, most: usize) -> String {
    if let Some((openings, order)) = openings {
        words.push(format!("openings.order={}", order.word()));
        words.extend(openings.list().iter().map(|one| write_line("", &one.opening, "")));
    }
    let text = words.join("\n");
    if text.len() > most { format!("{HASHED}{}", sha256_hex(&text)) } else { text }
}

/// Fails if a contest began with settings that differ from those in its file.
fn check_same<K: ContestKind<Opened: StoredOpening>>(
    before: &[EventOf<K>],
    now: &[EventOf<K>],
    directory: &Path,
) -> Result<(), BadWords> {
    let [was, is] = [before, now].map(|events| events.first().map_or_else(BTreeMap::new, |one| leaves(&message(one))));
    let paths: BTreeSet<&String> = was.keys().chain(is.keys()).filter(|path| was.get(*path) != is.get(*path)).collect();
    let value = |of: &BTreeMap<String, String>, path: &str| of.get(path).map_or("not set", String::as_str).to_owned();
    let ends_in = |end: &str| paths.iter().find(|path| path.ends_with(end));
    let rule = |path: &&String| path.contains(".rules.") && !path.ends_with("matchSetup");
    let rules = paths.iter().copied().filter(rule).take(MAX_CHANGES).map(|path| {
        let name = path.split_once(".rules.").map_or("", |(_, name)| name);
        format!("{name} was {}, now {}", value(&was, path), value(&is, path))
    });
    let rules: Vec<String> = rules.collect();
    let has_other_entries = before.len() < now.len() || before.iter().zip(now).skip(1).any(|(a, b)| a.fact != b.fact);
    let differs = match ends_in("matchSetup") {
        _ if !rules.is_empty() => format!("its rules: {}", rules.join("; ")),
        Some(path) => changed_setup(&value(&was, path), &value(&is, path)),
        None if ends_in("dealSeed").is_some() => "its seed".to_owned(),
        None if has_other_entries => "its entrants".to_owned(),
        None if ends_in(".name").is_some() => "its name".to_owned(),
        None => return Ok(()),
    };
    let (word, directory) = (K::WORD, directory.display());
    Err(BadWords::new(format!(
        "the file no longer matches the {word} in {directory}: {differs}. Undo the change, or start another {word} with --directory"
    )))
}

/// Describes the change between two different texts of [`setup_text`].
fn changed_setup(before: &str, now: &str) -> String {
    let what = "its game, its engines, its openings, its seed or how matches are played";
    // The change of a hashed text cannot be described.
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

/// Returns the values in a message by their paths.
fn leaves(of: &impl Serialize) -> BTreeMap<String, String> {
    fn walk(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
        let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            Value::Object(values) if values.is_empty() => drop(found.insert(path.to_owned(), "given".to_owned())),
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

/// Rewrites a word of a command line by its key in the file, and cuts it to [`MAX_CHANGE`]
/// characters.
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
