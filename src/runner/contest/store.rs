//! The events of one contest in a SQLite file, so that an interrupted run can resume.

use std::{marker::PhantomData, path::Path, sync::Arc};

use anyhow::Context as _;

use crate::{
    contest::{ContestKind, EventOf},
    contest_steward::stored::{self, StoredEvents},
    ids::Seq,
    law::Contest,
    runner::options::engine_words::BadWords,
    store::{ContestLog, ContestOpened, SqliteStore, codec::contest::StoredOpening},
};

/// Name of the event store in the directory of a contest.
const EVENTS: &str = "events";

/// A file with the events of one contest.
pub struct EventFile<K> {
    store: Arc<dyn ContestLog>,
    contest: Contest,
    of: PhantomData<fn() -> K>,
}

impl<K: ContestKind<Opened: StoredOpening>> EventFile<K> {
    /// Opens the file in the directory of a contest, and creates it if missing. Fails if another
    /// process has opened the file. Fails with [`BadWords`] if it contains the events of another
    /// contest, because records and reports would be mixed up.
    pub async fn open(directory: &Path, contest: Contest) -> anyhow::Result<EventFile<K>> {
        let events = directory.join(EVENTS);
        std::fs::create_dir_all(&events)
            .with_context(|| format!("failed to make the directory {}", events.display()))?;
        let store = SqliteStore::open(&events)
            .with_context(|| format!("failed to open the {} in {}", K::WORD, events.display()))?;
        let store = Arc::clone(store.tables());
        for kind in Contest::KINDS {
            // The directory contains at most one contest.
            if let Some(other) = store.contests(kind, None, 1).await?.into_iter().find(|row| row.contest != contest) {
                let directory = directory.display();
                let text = format!("{directory} belongs to the {}, not to the {contest}:", other.contest);
                return Err(BadWords::new(text + " give another directory with --directory").into());
            }
        }
        Ok(EventFile { store, contest, of: PhantomData })
    }

    /// Returns the contest with its events, its state, and the time of its newest event; `None` if
    /// it does not exist yet. Earlier owners can no longer append events.
    pub async fn resume(&self) -> anyhow::Result<Option<(StoredEvents<K>, K, u64)>> {
        StoredEvents::take_over(Arc::clone(&self.store), self.contest.clone(), |_| ()).await
    }

    /// Opens the contest with its first events.
    pub async fn create(&self, events: &[EventOf<K>]) -> anyhow::Result<()> {
        match StoredEvents::<K>::open(&*self.store, &self.contest, [0; 32], events).await? {
            ContestOpened::New => Ok(()),
            ContestOpened::Before | ContestOpened::Taken => anyhow::bail!("the {} already exists", self.contest),
        }
    }

    /// Returns the events after `after`, at most a page; empty if there are none.
    pub async fn page(&self, after: Seq) -> anyhow::Result<Vec<EventOf<K>>> {
        stored::page::<K>(&*self.store, &self.contest, after, stored::EVENTS_A_PAGE).await
    }
}
