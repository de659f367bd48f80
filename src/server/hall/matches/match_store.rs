//! The part of the store that the hall needs for matches.

use std::sync::Arc;

use referee_games::Catalogue;
use referee_store::{EventLog, MatchIndex};
use tokio::sync::watch;

/// The log and index of matches, with the games of these matches. Clones share them.
#[derive(Clone)]
pub struct MatchStore {
    pub log: Arc<dyn EventLog>,
    pub index: Arc<dyn MatchIndex>,
    pub games: Catalogue,
    /// Notified of new results in the store.
    pub ends: EndSignal,
}

/// A signal that wakes readers waiting for the next result.
#[derive(Clone, Default)]
pub struct EndSignal(Arc<watch::Sender<()>>);

impl EndSignal {
    /// Signals that the end of a match has become durable.
    pub fn tell(&self) {
        self.0.send_replace(());
    }

    /// Subscribes to the ends from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
