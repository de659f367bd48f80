//! Where the hall reads matches.

use crate::{games::Catalogue, store::SharedStore};

/// The store, and the games that it holds matches of. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct MatchStore {
    /// Where the events are.
    pub store: SharedStore,
    /// What their games are found in.
    pub games: Catalogue,
}
