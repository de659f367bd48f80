//! Plays a competition of local engines to its end, from wherever it stands.

use std::{
    future::Future,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use tokio::sync::mpsc;

use super::{Engines, LocalKind, store::EventFile};
use crate::{
    openings::{Openings, Order, file::write_line},
    runner::{engine_words::BadWords, file_words::in_file_words, plan::Plan},
    steward::{Observer, Steward, WAITING_COMMANDS},
};

/// Where the records are.
const RECORDS: &str = "records";
/// How many words that have changed are named.
const MAX_CHANGES: usize = 3;

/// A competition that is to be played.
pub struct Local<'a, K: LocalKind> {
    /// Its name in ids.
    pub id: &'a str,
    /// The events with which it begins.
    pub first: Vec<K::Event>,
    /// Its engines, and how their matches are played.
    pub plan: Plan,
    /// Where its matches begin; none where they begin as the game does.
    pub openings: Option<(Openings, Order)>,
    /// Where everything of it is kept.
    pub directory: PathBuf,
}

/// Plays a competition to its end, or until `interrupted` is done: then it goes on with the next call. `check_same` says whether one that was
/// begun before is the one of the file. Gives how it stands then, with its events.
pub async fn carry_through<K: LocalKind>(
    local: Local<'_, K>,
    check_same: impl FnOnce(&K) -> Result<(), BadWords>,
    observer: &mut dyn Observer<K>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<(K, EventFile<K>)> {
    let Local { id, first, mut plan, openings, directory } = local;
    let file = EventFile::open(&directory, K::contest(id.to_owned())).await?;
    let resumed = match file.resume().await? {
        Some(resumed) => {
            check_same(&resumed.1)?;
            Some(resumed)
        }
        None => {
            file.create(&first).await?;
            file.resume().await?
        }
    };
    let opened = || format!("the {} that was just opened is not there", K::WORD);
    let (events, competition, at_ms) = resumed.with_context(opened)?;
    if competition.is_over() {
        return Ok((competition, file));
    }
    plan.introduce().await?;
    for engine in &mut plan.engines {
        // The same engine is started in the same way whichever worker plays it.
        for word in &mut engine.command.words {
            *word = word.replace("{seed}", &plan.seed.to_string());
        }
    }
    let engines = Engines::start(plan, id, openings, Some(directory.join(RECORDS)))?;
    let (_hosts, mut commands) = mpsc::channel(WAITING_COMMANDS);
    let steward = Steward::new(competition, at_ms, events, engines).with_idle(K::IDLE);
    let (competition, engines) = steward.run(observer, &mut commands, interrupted).await?;
    engines.stop()?;
    Ok((competition, file))
}

/// What the matches of a competition are like, by which it is told whether its file has changed: the words of its command line, and its
/// openings. One that is longer than `most` bytes is told by its hash.
pub fn setup_text(mut words: Vec<String>, openings: Option<&(Openings, Order)>, most: usize) -> String {
    if let Some((openings, order)) = openings {
        words.push(format!("{order:?}"));
        words.extend(openings.list().iter().map(|one| write_line("", &one.opening, "")));
    }
    let text = words.join("\n");
    if text.len() > most { format!("SHA-256 {}", sha256_hex(&text)) } else { text }
}

/// What is said where a file is not that with which the competition in `directory` began; `word` is `tournament` or `ladder`.
pub fn began_otherwise(word: &str, directory: &Path, differs: &str) -> BadWords {
    BadWords::new(format!(
        "the {word} in {} began otherwise: the file has changed {differs}. Undo that, or begin another with --directory",
        directory.display()
    ))
}

/// What has changed between two different texts of [`setup_text`].
pub fn changed_setup(before: &str, now: &str) -> String {
    let without = |text: &str, other: &str| -> String {
        let mut known: Vec<&str> = other.lines().collect();
        let is_new = |word: &&str| known.iter().position(|other| other == word).map(|at| known.remove(at)).is_none();
        let own = text.lines().filter(is_new).take(MAX_CHANGES);
        let in_file = |word: &str| if word.starts_with("--") { in_file_words(word) } else { word.to_owned() };
        own.map(|word| format!("`{}`", in_file(word))).collect::<Vec<_>>().join(" ")
    };
    let (gone, new) = (without(before, now), without(now, before));
    let change = match (gone.is_empty(), new.is_empty()) {
        (true, true) => "they are in another order".to_owned(),
        (true, false) => format!("{new} is new"),
        (false, true) => format!("{gone} is missing"),
        (false, false) => format!("{new} in the place of {gone}"),
    };
    format!("its game, its engines, its openings, its seed or how matches are played: {change}")
}

fn sha256_hex(text: &str) -> String {
    use sha2::{Digest as _, Sha256};
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
