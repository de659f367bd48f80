//! The entrants seen since the start, and how long matches have waited for the others.
//!
//! An entrant is seen when it appears in a match that counts. An entrant that advances without a
//! match, by a bye or because its opponent left, is seen when it is connected:
//! [`Fact::EntrantSeen`]. Until then, the advance does not count.

use std::collections::{BTreeMap, BTreeSet};

use crate::contest::{Entrant, MatchKey};

/// The seen entrants, and the waits of matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    pub seen: BTreeSet<Entrant>,
    /// Unseen entrants that have points or an advance without a match.
    pub at_stake: BTreeSet<Entrant>,
    pub waits: BTreeMap<MatchKey, Wait>,
}

/// The stored wait of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    pub waited_ms: u64,
    /// When the wait had this length, in milliseconds since the tournament was opened.
    pub at_ms: u64,
}

impl Presence {
    /// Returns whether an entrant was seen since the start.
    pub fn is_seen(&self, entrant: Entrant) -> bool {
        self.seen.contains(&entrant)
    }

    /// Marks unseen entrants that have points or an advance without a match.
    pub fn stake(&mut self, entrants: impl Iterator<Item = Entrant>) {
        self.at_stake.extend(entrants.filter(|entrant| !self.seen.contains(entrant)));
    }
}
