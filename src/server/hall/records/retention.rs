//! Prunes the logs of finished matches after a number of days. Exports them to files first, if the
//! host wants that.
//!
//! A pruned match keeps its row, its opening and its end, so that lists and results still show it.

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
/// Pause between two batches if more matches may be due.
pub const BATCH_PAUSE: Duration = Duration::from_secs(1);
/// Maximum matches pruned per batch.
pub const MATCHES_A_BATCH: usize = 64;
/// Maximum events deleted per transaction, to keep appends fast.
pub const EVENTS_A_TRANSACTION: usize = 1_000;

/// Maximum matches that are remembered because a failure to prune them was logged.
const MAX_SAID: usize = 1_024;

/// The rule for keeping logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Time for which the log of a finished match is kept.
    pub keep: Duration,
    /// Existing directory for signed records, `MATCH.jsonl`, which are written before a log is
    /// pruned; `None` to write none.
    pub export: Option<PathBuf>,
}

/// The reason why a batch was not completed. The next batch continues with the same match.
#[derive(Debug, thiserror::Error)]
pub enum NotPruned {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The record of a match could not be read.
    #[error("failed to read the record of {match_id}: {refusal}")]
    Record { match_id: MatchId, refusal: Refusal },
    /// The record of a match could not be written.
    #[error("failed to write {}: {cause}", path.display())]
    Export { path: PathBuf, cause: io::Error },
}

/// The result of a batch, with the number of pruned matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// All matches that are old enough are pruned.
    Done(usize),
    Full(usize),
    /// The hall is starting or stopping, or its store fails, so pruning stopped early.
    Hindered(usize),
}

/// The task that prunes old matches, batch by batch.
pub struct Pruner {
    hall: Hall,
    retention: Retention,
    /// Number of the result after which the next batch starts. All earlier ones are pruned, or
    /// cannot be.
    after: u64,
    clock: ClockTrust,
    /// Matches that could not be pruned, so that each is logged only once.
    said: BTreeSet<MatchId>,
}

impl Pruner {
    /// Creates a pruner, which starts with the match that ended first.
    pub fn new(hall: Hall, retention: Retention) -> Pruner {
        Pruner { hall, retention, after: 0, clock: ClockTrust::default(), said: BTreeSet::new() }
    }

    /// Prunes matches until this future is dropped.
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
        // Rows are in the order in which matches ended. So a match without an end time ended before
        // the next one that has such a time.
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

    /// Returns whether to log that a match could not be pruned. Each match is logged once, up to
    /// [`MAX_SAID`] matches.
    fn is_to_be_said(&mut self, match_id: &MatchId) -> bool {
        self.said.len() < MAX_SAID && self.said.insert(match_id.clone())
    }

    /// Returns whether a match, which ended at `ended` at the latest, is old enough to be pruned.
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
            // The host's clock was wrong when this match ended. Other matches are still pruned.
            Some(age) if age < 0 => Age::Unknown,
            _ => Age::Kept,
        }
    }

    /// Exports a match, and deletes its log. Returns `false` if the match is unreadable, so that it
    /// stays.
    async fn prune(&mut self, row: &MatchRow) -> Result<bool, NotPruned> {
        let match_id = &row.match_id;
        // A partly pruned match was read before its pruning began.
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

    /// Reads the record of a match completely, so that a damaged log is not pruned and can be
    /// repaired.
    async fn read(&self, match_id: &MatchId) -> Result<(), NotPruned> {
        let unreadable = |refusal| NotPruned::Record { match_id: match_id.clone(), refusal };
        let mut record = self.hall.record(match_id).await.map_err(unreadable)?;
        while record.next().await.map_err(unreadable)?.is_some() {}
        Ok(())
    }

    /// Writes a record to a file, which gets its final name once it is complete and durable.
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

/// Whether a match is old enough to be pruned.
enum Age {
    Old,
    /// The match is too young, and so are all that ended later.
    Kept,
    Unknown,
}

/// Runs file operations on a thread that may block, since a file system may be slow.
async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
