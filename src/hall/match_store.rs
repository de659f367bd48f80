//! Where the hall reads and writes matches.

use std::sync::Arc;

use crate::{
    games::Catalogue,
    store::{EventLog, MatchIndex},
};

/// The log and the index of a store, and the games that its matches are of. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct MatchStore {
    /// Where the events are.
    pub log: Arc<dyn EventLog>,
    /// Where the rows are that lists read.
    pub index: Arc<dyn MatchIndex>,
    /// The games that are played here.
    pub games: Catalogue,
}
