//! Plays a ladder of local engines to its end, from wherever it stands.

use std::{
    future::Future,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use super::{file::LadderFile, opened};
use crate::{
    contest_steward::Observer,
    ids::Seq,
    ladder::{Ladder, Results},
    openings::{Openings, Order},
    replaced_file::ReplacedFile,
    runner::{
        contest::{Local, carry_through, store::EventFile},
        opening_args::OpeningSet,
        plan::Plan,
    },
    store::{
        ladder_record::LadderRecordLines,
        seal::{PublicKey, Signer},
    },
};

/// The record of the ladder, in its directory.
const RECORD: &str = "ladder.jsonl";

/// A ladder that is to be played.
pub struct LocalLadder {
    /// As its file describes it.
    pub file: LadderFile,
    /// Its engines, and how their matches are played.
    pub plan: Plan,
    /// Where its matches begin; none where they begin as the game does.
    pub openings: Option<(Openings, Order)>,
    /// Where everything of it is kept.
    pub directory: PathBuf,
}

/// How a ladder stands when no more of it is played.
pub struct Stands {
    pub ladder: Ladder,
    /// What its ratings are made of.
    pub results: Results,
    /// Its openings; `None` if matches begin as the game does.
    pub set: Option<OpeningSet>,
    /// Its signed events, as `referee ladder export` writes those of a server's, or why they could
    /// not be written: the results are known without them.
    pub record: anyhow::Result<SignedRecord>,
}

/// The signed events of a ladder in its directory.
pub struct SignedRecord {
    pub path: PathBuf,
    /// The key that signed it.
    pub key: PublicKey,
}

/// Plays a ladder to its end, or until `interrupted` is done: then it goes on with the next call. Its record is written at both.
pub async fn run(
    local: LocalLadder,
    observer: &mut dyn Observer<Ladder>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<Stands> {
    let LocalLadder { file, plan, openings, directory } = local;
    let first = opened::first_events(&file, openings.as_ref())?;
    let set = openings.as_ref().map(|(openings, order)| (openings.list().len(), *order));
    let (id, begun) = (file.id().to_owned(), first.clone());
    let check = |ladder: &Ladder| opened::check_same(ladder, &begun, &directory);
    let local = Local { id: &id, first, plan, openings, directory: directory.clone() };
    let (ladder, events) = carry_through(local, check, observer, interrupted).await?;
    let mut results = Results::default();
    let mut last = Seq(0);
    while let Some(newest) = events.page(last).await?.iter().inspect(|event| results.apply(event)).last() {
        last = newest.seq;
    }
    let record = write_record(&events, &id, &directory).await;
    Ok(Stands { ladder, results, set, record })
}

/// Writes the record of a ladder, which is replaced once it is whole.
async fn write_record(events: &EventFile<Ladder>, id: &str, directory: &Path) -> anyhow::Result<SignedRecord> {
    let signer = Signer::open(directory)?;
    let path = directory.join(RECORD);
    let failed = || format!("failed to write {}", path.display());
    let mut file = ReplacedFile::create(&path).with_context(failed)?;
    let (mut lines, mut last) = (LadderRecordLines::default(), Seq(0));
    loop {
        let page = events.page(last).await?;
        let Some(newest) = page.last() else { break };
        last = newest.seq;
        for event in &page {
            writeln!(file, "{}", lines.line(event)).with_context(failed)?;
        }
    }
    writeln!(file, "{}", lines.seal(id, Some(&signer))).with_context(failed)?;
    file.finish().with_context(failed)?;
    Ok(SignedRecord { key: signer.public_key(), path })
}
