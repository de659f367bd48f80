//! Where the hall reads and writes matches.

use std::sync::Arc;

use tokio::sync::watch;

use crate::{
    games::Catalogue,
    store::{EventLog, MatchIndex},
};

/// The log and the index of a store, and the games that its matches are of. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct MatchStore {
    pub log: Arc<dyn EventLog>,
    /// Where the rows are that lists read.
    pub index: Arc<dyn MatchIndex>,
    /// The games that are played here.
    pub games: Catalogue,
    /// Says that the store has another result.
    pub ends: EndSignal,
}

/// Wakes those who wait for the next result.
#[derive(Clone, Default)]
pub struct EndSignal(Arc<watch::Sender<()>>);

impl EndSignal {
    /// Says that the end of a match is durable.
    pub fn tell(&self) {
        self.0.send_replace(());
    }

    /// To wait for what is told from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
