//! The events of one competition in a SQLite file, so that a run that ends anywhere goes on where it was.

use std::{marker::PhantomData, path::Path, sync::Arc};

use anyhow::Context as _;

use super::LocalKind;
use crate::{
    ids::Seq,
    referee::Contest,
    steward::stored::{self, StoredEvents},
    store::{ContestLog, ContestOpened, SqliteStore},
};

/// A file with the events of one competition.
pub struct EventFile<K> {
    store: Arc<dyn ContestLog>,
    contest: Contest,
    of: PhantomData<fn() -> K>,
}

impl<K: LocalKind> EventFile<K> {
    /// Opens the file in a directory, which is made where it is missing; another process that has it open is an error.
    pub fn open(directory: &Path, contest: Contest) -> anyhow::Result<EventFile<K>> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("failed to make the directory {}", directory.display()))?;
        let store = SqliteStore::open(directory)
            .with_context(|| format!("failed to open the {} in {}", K::WORD, directory.display()))?;
        Ok(EventFile { store: Arc::new(store), contest, of: PhantomData })
    }

    /// The competition with its events, as it stands, and the time of its newest event; `None` where it was not opened yet. Whoever had it
    /// before cannot append any more.
    pub async fn resume(&self) -> anyhow::Result<Option<(StoredEvents<K>, K, u64)>> {
        StoredEvents::take_over(Arc::clone(&self.store), self.contest.clone(), |_| ()).await
    }

    /// Opens the competition with its first events.
    pub async fn create(&self, events: &[K::Event]) -> anyhow::Result<()> {
        match StoredEvents::<K>::open(&*self.store, &self.contest, [0; 32], events).await? {
            ContestOpened::New => Ok(()),
            ContestOpened::Before | ContestOpened::Taken => anyhow::bail!("the {} is there already", self.contest),
        }
    }

    /// The next events behind one, at most so many as are read at once; none where there are none.
    pub async fn page(&self, after: Seq) -> anyhow::Result<Vec<K::Event>> {
        stored::page::<K>(&*self.store, &self.contest, after).await
    }
}
