//! How long the logs of matches are kept that are over: after a number of days they are pruned, if the host says so, and before that
//! written to files.
//!
//! What is left of a pruned match is its row, its opening and its end: lists and results show it as before.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{task::spawn_blocking, time::sleep};

use super::{
    Hall, Health,
    wall_clock::{Moment, unix_ms},
};
use crate::{
    ids::MatchId,
    referee::{Reason, Refusal},
    store::{MatchRow, MatchState, Pruning, StoreError},
};

/// How often it is looked whether a match is to be pruned.
pub const PRUNE_EVERY: Duration = Duration::from_secs(60);
/// How long to wait before the next batch while there is one.
pub const BATCH_PAUSE: Duration = Duration::from_secs(1);
/// How many matches are pruned in one batch at the most.
pub const MATCHES_A_BATCH: usize = 64;
/// How many events are dropped in one transaction at the most, so that appends do not wait for long behind it.
pub const EVENTS_A_TRANSACTION: usize = 1_000;

/// How far the wall clock may go ahead of the time that has passed between two batches; nothing is pruned by one that goes further.
pub const MAX_CLOCK_LEAP: Duration = Duration::from_secs(86_400);
/// How many matches that are not pruned are told of in the log.
const MAX_SAID: usize = 1_024;

/// How long to keep what, and where to write it before it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// How long after its end the log of a match is kept.
    pub keep: Duration,
    /// The directory where each match is written as its signed record, `MATCH.jsonl`, before its log is dropped; it is there.
    pub export: Option<PathBuf>,
}

/// Why a batch was not finished. The next one goes on with the same match.
#[derive(Debug, thiserror::Error)]
pub enum NotPruned {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record could not be read.
    #[error("failed to read the record of {match_id}: {refusal}")]
    Record { match_id: MatchId, refusal: Refusal },
    /// A record could not be written.
    #[error("failed to write {}: {cause}", path.display())]
    Export { path: PathBuf, cause: io::Error },
}

/// What came of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// All that is old enough is pruned.
    Done(usize),
    Full(usize),
    /// The hall is starting or stopping, or its store fails: nothing more was pruned.
    Hindered(usize),
}

/// Prunes what is old enough, a batch at a time.
pub struct Pruner {
    hall: Hall,
    retention: Retention,
    /// The number of the result behind which the next batch begins: those before are pruned, or cannot be.
    after: u64,
    /// The wall clock at the last batch it was trusted at, and the moment that was.
    trusted: Option<(i64, Moment)>,
    /// What was said of matches that are not pruned; each is said once.
    said: BTreeSet<MatchId>,
    /// Whether it was said that the clock is ahead.
    said_ahead: bool,
}

impl Pruner {
    /// One that begins with the match that ended first.
    pub fn new(hall: Hall, retention: Retention) -> Pruner {
        Pruner { hall, retention, after: 0, trusted: None, said: BTreeSet::new(), said_ahead: false }
    }

    /// Goes on for as long as it is polled.
    pub async fn run(mut self) {
        loop {
            let pause = match self.batch(unix_ms()).await {
                Ok(Batch::Full(_)) => BATCH_PAUSE,
                Ok(Batch::Done(_) | Batch::Hindered(_)) => PRUNE_EVERY,
                Err(error) => {
                    tracing::error!(%error, "failed to prune matches: it is tried again");
                    PRUNE_EVERY
                }
            };
            sleep(pause).await;
        }
    }

    /// Prunes the next matches that ended long enough before `now_unix_ms`, [`MATCHES_A_BATCH`] of them at the most.
    pub async fn batch(&mut self, now_unix_ms: i64) -> Result<Batch, NotPruned> {
        if !self.trusts_clock(now_unix_ms) {
            return Ok(Batch::Hindered(0));
        }
        let mut pruned = 0;
        let rows = self.hall.index().unpruned(self.after, MATCHES_A_BATCH).await?;
        let is_full = rows.len() == MATCHES_A_BATCH;
        // Rows are in the order of ending: who does not say when it ended did so before the next one that does.
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

    /// Whether the wall clock has gone ahead no further than time has since the last batch, but for [`MAX_CLOCK_LEAP`]. It is trusted again
    /// once it is back.
    fn trusts_clock(&mut self, now_unix_ms: i64) -> bool {
        let now = Moment::now();
        let (wall, moment) = *self.trusted.get_or_insert((now_unix_ms, now));
        let passed = i64::try_from((now.since(moment) + MAX_CLOCK_LEAP).as_millis()).unwrap_or(i64::MAX);
        let is_ahead = now_unix_ms.saturating_sub(wall) > passed;
        if !is_ahead {
            self.trusted = Some((now_unix_ms, now));
        } else if !self.said_ahead {
            tracing::error!(
                "the host's clock has leapt ahead: no match is pruned until it is back, or the server starts anew"
            );
        }
        self.said_ahead = is_ahead;
        !is_ahead
    }

    /// Whether nothing was said of this match yet; there is an end to how many are remembered, behind which nothing is said.
    fn is_to_be_said(&mut self, match_id: &MatchId) -> bool {
        self.said.len() < MAX_SAID && self.said.insert(match_id.clone())
    }

    /// Whether a match is to be pruned that ended at `ended` at the latest.
    fn age(&mut self, row: &MatchRow, ended: Option<i64>, now_unix_ms: i64) -> Age {
        if row.state != MatchState::Over {
            return Age::Unknown;
        }
        let Some(ended) = ended else {
            let match_id = &row.match_id;
            if self.is_to_be_said(match_id) {
                tracing::warn!(%match_id, "a match does not say when it ended, nor do those behind it: it is kept");
            }
            return Age::Unknown;
        };
        let keep_ms = i64::try_from(self.retention.keep.as_millis()).unwrap_or(i64::MAX);
        match now_unix_ms.checked_sub(ended) {
            Some(age) if age >= keep_ms => Age::Old,
            // The host's clock was wrong then: it holds up no other.
            Some(age) if age < 0 => Age::Unknown,
            _ => Age::Kept,
        }
    }

    /// Writes one match to its file, and drops its log. `false` if it cannot be read, so that it stays as it is.
    async fn prune(&mut self, row: &MatchRow) -> Result<bool, NotPruned> {
        let match_id = &row.match_id;
        // One whose log began to go before was read before.
        if !row.pruned {
            let read = match &self.retention.export {
                Some(directory) => self.export(directory, match_id).await,
                None => self.read(match_id).await,
            };
            match read {
                Err(NotPruned::Record { refusal, .. }) if refusal.reason == Reason::HostFault => {
                    if self.is_to_be_said(match_id) {
                        tracing::error!(%match_id, "a match cannot be read: it is neither exported nor pruned");
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

    /// Reads the record of a match to its end, so that what is damaged stays for whoever may mend it.
    async fn read(&self, match_id: &MatchId) -> Result<(), NotPruned> {
        let unreadable = |refusal| NotPruned::Record { match_id: match_id.clone(), refusal };
        let mut record = self.hall.record(match_id).await.map_err(unreadable)?;
        while record.next().await.map_err(unreadable)?.is_some() {}
        Ok(())
    }

    /// Writes the record of a match to a file, which has its name once it is whole and durable.
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

/// Whether a match is to be pruned.
enum Age {
    Old,
    /// Not yet, nor those that ended behind it.
    Kept,
    Unknown,
}

/// Works on files beside what else is done: a file system may take its time.
async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
