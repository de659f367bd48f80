//! The events of one tournament in a SQLite file, so that a run that ends anywhere goes on where it was.

use std::{path::Path, sync::Arc};

use anyhow::Context as _;

use crate::{
    ids::Seq,
    referee::Contest,
    steward::Log,
    store::{
        ContestAppend, ContestLog as _, ContestOpened, Epoch, NewContest, SqliteStore, codec::tournament as codec,
    },
    tournament::{Fact, Tournament, TournamentEvent},
};

/// How many events are read at once.
const PAGE: usize = 1024;

/// The events of one tournament in a file of its own.
pub struct EventFile {
    store: Arc<SqliteStore>,
    contest: Contest,
    epoch: Epoch,
    newest: Seq,
}

impl EventFile {
    /// Opens the file in a directory, which is made where it is missing; another process that has it open is an error.
    pub async fn open(directory: &Path, contest: Contest) -> anyhow::Result<EventFile> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("failed to make the directory {}", directory.display()))?;
        let store = SqliteStore::open(directory)
            .with_context(|| format!("failed to open the tournament in {}", directory.display()))?;
        Ok(EventFile { store: Arc::new(store), contest, epoch: Epoch::FIRST, newest: Seq(0) })
    }

    /// The tournament as it stands, and the time of its newest event; `None` where it was not opened yet. Whoever had it before cannot
    /// append any more.
    pub async fn resume(&mut self) -> anyhow::Result<Option<(Tournament, u64)>> {
        let Some(epoch) = self.store.take_contest_over(&self.contest).await? else { return Ok(None) };
        self.epoch = epoch;
        let mut events: Vec<TournamentEvent> = Vec::new();
        loop {
            let after = events.last().map_or(Seq(0), |event| event.seq);
            let page = self.store.contest_events(&self.contest, after, PAGE).await?;
            if page.is_empty() {
                break;
            }
            for bytes in page {
                events.push(codec::decode(&bytes).with_context(|| format!("the {} is damaged", self.contest))?);
            }
        }
        let tournament = Tournament::replay(&events).with_context(|| {
            format!("the {} is damaged: its {} events do not follow from each other", self.contest, events.len())
        })?;
        self.newest = tournament.seq;
        Ok(Some((tournament, events.last().map_or(0, |event| event.at_ms))))
    }

    /// Opens the tournament with its first events.
    pub async fn create(&mut self, events: &[TournamentEvent], opened_unix_ms: i64) -> anyhow::Result<()> {
        let new = NewContest {
            contest: self.contest.clone(),
            content: [0; 32],
            opened_unix_ms,
            events: events.iter().map(codec::encode).collect(),
        };
        match self.store.open_contest(new).await? {
            ContestOpened::New => {
                self.newest = events.last().map_or(Seq(0), |event| event.seq);
                Ok(())
            }
            ContestOpened::Before | ContestOpened::Taken => anyhow::bail!("the {} is there already", self.contest),
        }
    }
}

impl Log for EventFile {
    async fn append(&mut self, events: &[TournamentEvent]) -> anyhow::Result<()> {
        let Some(last) = events.last() else { return Ok(()) };
        let append = ContestAppend {
            expected: self.newest,
            owner: self.epoch,
            events: events.iter().map(codec::encode).collect(),
            is_over: events.iter().any(|event| matches!(event.fact, Fact::Ended { .. })),
        };
        self.store.append_to_contest(&self.contest, append).await?;
        self.newest = last.seq;
        Ok(())
    }
}
