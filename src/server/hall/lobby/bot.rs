//! A connected player: its streams, what it declared, and its places.

use std::collections::BTreeSet;

use referee_ids::{MatchId, Seq};
use referee_law::AcceptPolicy;

use crate::hall::link::SeatLink;

/// The declaration of a bot in its `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Ids of its games; empty means all.
    pub games: Vec<String>,
    /// Maximum concurrent matches.
    pub max_matches: u32,
    /// Known matches, each with the last event the bot has.
    pub resume: Vec<(MatchId, Seq)>,
    /// Program and version; may be empty.
    pub agent: String,
    /// Policy for this stream, within the player's declared one; `None` adds no restriction.
    pub accepts: Option<AcceptPolicy>,
}

/// A connected player.
pub(super) struct Bot {
    /// Its open streams, each with what its `hello` declared: one `Play`, or up to
    /// [`ATTENDS_A_PLAYER`] of `Attend`. The newest one, which is the last, decides.
    pub streams: Vec<(SeatLink, Profile)>,
    /// Matches in which it is seated, at most `max_matches`.
    pub seated: BTreeSet<MatchId>,
}

impl Profile {
    /// Returns whether it plays a game; a bot that lists none plays all.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|plays| plays == game)
    }

    /// Returns its maximum of concurrent matches, at least 1.
    pub fn most(&self) -> usize {
        usize::try_from(self.max_matches.max(1)).unwrap_or(usize::MAX)
    }
}

impl Bot {
    /// Returns what its newest stream declared.
    pub fn profile(&self) -> &Profile {
        // A bot without a stream is removed under the same lock.
        &self.streams[self.streams.len() - 1].1
    }

    /// Returns whether it has a free place.
    pub fn has_place(&self) -> bool {
        self.seated.len() < self.profile().most()
    }

    pub fn links(&self) -> Vec<SeatLink> {
        self.streams.iter().map(|(link, _)| link.clone()).collect()
    }

    /// Takes a place for a match; returns whether there was one.
    pub fn takes(&mut self, match_id: &MatchId) -> bool {
        self.seated.contains(match_id) || (self.has_place() && self.seated.insert(match_id.clone()))
    }
}
