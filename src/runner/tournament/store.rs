//! The events of one tournament in a SQLite file, so that a run that ends anywhere goes on where it was.

use std::{path::Path, sync::Arc};

use anyhow::Context as _;

use crate::{
    referee::Contest,
    steward::stored::StoredEvents,
    store::{ContestLog, ContestOpened, SqliteStore},
    tournament::{Tournament, TournamentEvent},
};

/// A file with the events of one tournament.
pub struct EventFile {
    store: Arc<dyn ContestLog>,
    contest: Contest,
}

impl EventFile {
    /// Opens the file in a directory, which is made where it is missing; another process that has it open is an error.
    pub fn open(directory: &Path, contest: Contest) -> anyhow::Result<EventFile> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("failed to make the directory {}", directory.display()))?;
        let store = SqliteStore::open(directory)
            .with_context(|| format!("failed to open the tournament in {}", directory.display()))?;
        Ok(EventFile { store: Arc::new(store), contest })
    }

    /// The tournament with its events, as it stands, and the time of its newest event; `None` where it was not opened yet. Whoever had it
    /// before cannot append any more.
    pub async fn resume(&self) -> anyhow::Result<Option<(StoredEvents<Tournament>, Tournament, u64)>> {
        StoredEvents::take_over(Arc::clone(&self.store), self.contest.clone(), |_| ()).await
    }

    /// Opens the tournament with its first events.
    pub async fn create(&self, events: &[TournamentEvent]) -> anyhow::Result<()> {
        match StoredEvents::<Tournament>::open(&*self.store, &self.contest, [0; 32], events).await? {
            ContestOpened::New => Ok(()),
            ContestOpened::Before | ContestOpened::Taken => anyhow::bail!("the {} is there already", self.contest),
        }
    }
}
