//! Prunes the logs of finished matches after a number of days, and exports them to files first, if
//! the host wants it.
//!
//! A pruned match keeps its row, its opening and its end: lists and results show it as before.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use referee_ids::MatchId;
use referee_law::{Reason, Refusal};
use referee_store::{MatchRow, MatchState, Pruning, StoreError};
use tokio::{task::spawn_blocking, time::sleep};

use crate::hall::{
    Hall, Health,
    wall_clock::{ClockTrust, unix_ms},
};

/// Interval between searches for matches to prune.
pub const PRUNE_EVERY: Duration = Duration::from_secs(60);
/// Pause between consecutive batches.
pub const BATCH_PAUSE: Duration = Duration::from_secs(1);
/// Maximum matches pruned per batch.
pub const MATCHES_A_BATCH: usize = 64;
/// Maximum events deleted per transaction, to keep appends fast.
pub const EVENTS_A_TRANSACTION: usize = 1_000;

/// Maximum logged matches that could not be pruned.
const MAX_SAID: usize = 1_024;

/// Retention rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// How long the log of a finished match is kept.
    pub keep: Duration,
    /// Existing directory for signed records, `MATCH.jsonl`, written before a log is pruned.
    pub export: Option<PathBuf>,
}

/// Why a batch was not finished. The next batch continues with the same match.
#[derive(Debug, thiserror::Error)]
pub enum NotPruned {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Failed to read a record.
    #[error("failed to read the record of {match_id}: {refusal}")]
    Record { match_id: MatchId, refusal: Refusal },
    /// Failed to write a record.
    #[error("failed to write {}: {cause}", path.display())]
    Export { path: PathBuf, cause: io::Error },
}

/// Result of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// Everything old enough is pruned.
    Done(usize),
    Full(usize),
    /// The hall is starting or stopping, or its store fails: pruning stopped early.
    Hindered(usize),
}

/// Prunes old matches in batches.
pub struct Pruner {
    hall: Hall,
    retention: Retention,
    /// Result number after which the next batch starts: earlier ones are pruned or cannot be.
    after: u64,
    clock: ClockTrust,
    /// Logged matches that could not be pruned; each is logged once.
    said: BTreeSet<MatchId>,
}

impl Pruner {
    /// Creates a pruner that starts with the match that ended first.
    pub fn new(hall: Hall, retention: Retention) -> Pruner {
        Pruner { hall, retention, after: 0, clock: ClockTrust::default(), said: BTreeSet::new() }
    }

    /// Runs until dropped.
    pub async fn run(mut self) {
        loop {
            let pause = match self.batch(unix_ms()).await {
                Ok(Batch::Full(_)) => BATCH_PAUSE,
                Ok(Batch::Done(_) | Batch::Hindered(_)) => PRUNE_EVERY,
                Err(error) => {
                    tracing::error!(%error, "failed to prune matches: retrying");
                    PRUNE_EVERY
                }
            };
            sleep(pause).await;
        }
    }

    /// Prunes the next matches that ended long enough before `now_unix_ms`, at most
    /// [`MATCHES_A_BATCH`].
    pub async fn batch(&mut self, now_unix_ms: i64) -> Result<Batch, NotPruned> {
        if !self.clock.trusts(now_unix_ms, "no match is pruned") {
            return Ok(Batch::Hindered(0));
        }
        let mut pruned = 0;
        let rows = self.hall.index().unpruned(self.after, MATCHES_A_BATCH).await?;
        let is_full = rows.len() == MATCHES_A_BATCH;
        // Rows are in the order of ending: a match without an end time ended before the next one
        // that has it.
        let mut no_later = None;
        let mut ends: Vec<Option<i64>> = rows.iter().map(|(_, row)| row.end.as_ref()?.ended_unix_ms).collect();
        for end in ends.iter_mut().rev() {
            *end = end.or(no_later);
            no_later = *end;
        }
        for ((number, row), ended) in rows.into_iter().zip(ends) {
            if !matches!(self.hall.health().await, Health::Serving | Health::TooLittleSpace) {
                return Ok(Batch::Hindered(pruned));
            }
            match self.age(&row, ended, now_unix_ms) {
                Age::Kept => {
                    self.after = 0;
                    return Ok(Batch::Done(pruned));
                }
                Age::Unknown => {}
                Age::Old => pruned += usize::from(self.prune(&row).await?),
            }
            self.after = number;
        }
        if !is_full {
            self.after = 0;
        }
        Ok(if is_full { Batch::Full(pruned) } else { Batch::Done(pruned) })
    }

    /// Returns whether a match has not been logged yet. Beyond the limit, nothing is logged.
    fn is_to_be_said(&mut self, match_id: &MatchId) -> bool {
        self.said.len() < MAX_SAID && self.said.insert(match_id.clone())
    }

    /// Returns whether to prune a match that ended at `ended` at the latest.
    fn age(&mut self, row: &MatchRow, ended: Option<i64>, now_unix_ms: i64) -> Age {
        if row.state != MatchState::Over {
            return Age::Unknown;
        }
        let Some(ended) = ended else {
            let match_id = &row.match_id;
            if self.is_to_be_said(match_id) {
                tracing::warn!(%match_id, "a match has no end time, nor do later ones: it is kept");
            }
            return Age::Unknown;
        };
        let keep_ms = i64::try_from(self.retention.keep.as_millis()).unwrap_or(i64::MAX);
        match now_unix_ms.checked_sub(ended) {
            Some(age) if age >= keep_ms => Age::Old,
            // The host's clock was wrong then; other matches are still pruned.
            Some(age) if age < 0 => Age::Unknown,
            _ => Age::Kept,
        }
    }

    /// Exports a match and deletes its log. `false` if the match is unreadable and stays.
    async fn prune(&mut self, row: &MatchRow) -> Result<bool, NotPruned> {
        let match_id = &row.match_id;
        // A partly pruned match was read before.
        if !row.pruned {
            let read = match &self.retention.export {
                Some(directory) => self.export(directory, match_id).await,
                None => self.read(match_id).await,
            };
            match read {
                Err(NotPruned::Record { refusal, .. }) if refusal.reason == Reason::HostFault => {
                    if self.is_to_be_said(match_id) {
                        tracing::error!(%match_id, "an unreadable match is neither exported nor pruned");
                    }
                    return Ok(false);
                }
                read => read?,
            }
        }
        while self.hall.log().prune(match_id, EVENTS_A_TRANSACTION).await? == Pruning::Begun {}
        tracing::debug!(%match_id, "a match was pruned");
        Ok(true)
    }

    /// Reads the record of a match to its end, so that a damaged log is kept for repair.
    async fn read(&self, match_id: &MatchId) -> Result<(), NotPruned> {
        let unreadable = |refusal| NotPruned::Record { match_id: match_id.clone(), refusal };
        let mut record = self.hall.record(match_id).await.map_err(unreadable)?;
        while record.next().await.map_err(unreadable)?.is_some() {}
        Ok(())
    }

    /// Writes a record to a file, which gets its name once it is complete and durable.
    async fn export(&self, directory: &Path, match_id: &MatchId) -> Result<(), NotPruned> {
        let unreadable = |refusal| NotPruned::Record { match_id: match_id.clone(), refusal };
        let path = directory.join(format!("{match_id}.jsonl"));
        let failed = |cause| NotPruned::Export { path: path.clone(), cause };
        let partial = directory.join(format!(".{match_id}.partial"));
        let mut record = self.hall.record(match_id).await.map_err(unreadable)?;
        let at = partial.clone();
        let mut file = on_disk(move || File::create(at)).await.map_err(failed)?;
        while let Some(part) = record.next().await.map_err(unreadable)? {
            file = on_disk(move || file.write_all(part.as_bytes()).map(|()| file)).await.map_err(failed)?;
        }
        let (to, directory) = (path.clone(), directory.to_owned());
        let named = on_disk(move || {
            file.sync_all()?;
            fs::rename(partial, to)?;
            File::open(directory)?.sync_all()
        });
        named.await.map_err(failed)
    }
}

/// Whether to prune a match.
enum Age {
    Old,
    /// Too young, and so are all matches that ended later.
    Kept,
    Unknown,
}

/// Runs file operations on a blocking thread: a file system may be slow.
async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
