//! The store of matches as the hall uses it.

use std::sync::Arc;

use referee_games::Catalogue;
use referee_store::{EventLog, MatchIndex};
use tokio::sync::watch;

/// Log and index of a store, with the games of its matches. Cloning shares it.
#[derive(Clone)]
pub struct MatchStore {
    pub log: Arc<dyn EventLog>,
    pub index: Arc<dyn MatchIndex>,
    pub games: Catalogue,
    /// Signals new results in the store.
    pub ends: EndSignal,
}

/// Wakes readers that wait for the next result.
#[derive(Clone, Default)]
pub struct EndSignal(Arc<watch::Sender<()>>);

impl EndSignal {
    /// Signals that the end of a match is durable.
    pub fn tell(&self) {
        self.0.send_replace(());
    }

    /// Subscribes to signals from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
