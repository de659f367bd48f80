//! Plays a ladder of local engines to its end, from any state.

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
    replaced_file::ReplacedFile,
    runner::{
        contest::{ContestFile as _, Local, carry_through, store::EventFile},
        options::opening_args::OpeningSet,
    },
    store::{
        ladder_record::LadderRecordLines,
        seal::{PublicKey, Signer},
    },
};

/// Name of the record file in the directory of a ladder.
const RECORD: &str = "ladder.jsonl";

/// The state of a ladder after a run.
pub struct Stands {
    pub ladder: Ladder,
    /// The source of the ratings.
    pub results: Results,
    /// The openings; `None` if matches begin with the game's own start.
    pub set: Option<OpeningSet>,
    /// The signed events, in the form that `referee ladder export` writes for a server. An error
    /// explains why the record could not be written; the results are known without it.
    pub record: anyhow::Result<SignedRecord>,
}

/// The signed events of a ladder in its directory.
pub struct SignedRecord {
    pub path: PathBuf,
    /// The key with which the events are signed.
    pub key: PublicKey,
}

/// Plays a ladder to its end, or until `interrupted` is done; the next call resumes it. Writes the
/// record in both cases.
pub async fn run(
    local: Local<LadderFile>,
    observer: &mut dyn Observer<Ladder>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<Stands> {
    let first = opened::first_events(&local.file, local.openings.as_ref())?;
    let (set, directory) = (local.set(), local.directory.clone());
    let (ladder, events, file) = carry_through::<Ladder, _>(local, &first, observer, interrupted).await?;
    let mut results = Results::default();
    let mut last = Seq(0);
    while let Some(newest) = events.page(last).await?.iter().inspect(|event| results.apply(event)).last() {
        last = newest.seq;
    }
    let record = write_record(&events, file.id(), &directory).await;
    Ok(Stands { ladder, results, set, record })
}

/// Writes the record of a ladder, and replaces an existing one when complete.
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
