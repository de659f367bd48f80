//! A connected player: its streams, what they declared, and its places in matches.

use std::collections::BTreeSet;

use referee_ids::{MatchId, Seq};
use referee_law::AcceptPolicy;

use crate::hall::link::SeatLink;

/// The declaration of a bot in its `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Ids of the games that the bot plays; empty for all games.
    pub games: Vec<String>,
    /// Maximum concurrent matches.
    pub max_matches: u32,
    /// Matches that the bot knows, each with the number of the last event that it has.
    pub resume: Vec<(MatchId, Seq)>,
    /// Name and version of the program; may be empty.
    pub agent: String,
    /// Policy of this stream, in addition to the player's declared policy; `None` adds no
    /// restriction.
    pub accepts: Option<AcceptPolicy>,
}

/// A connected player.
pub(super) struct Bot {
    /// Open streams, each with what its `hello` declared: one of `Play`, or up to
    /// [`ATTENDS_A_PLAYER`] of `Attend`. The last one is the newest, and its declaration counts.
    pub streams: Vec<(SeatLink, Profile)>,
    /// Matches in which the player is seated, at most `max_matches`.
    pub seated: BTreeSet<MatchId>,
}

impl Profile {
    /// Returns whether the bot plays a game; a bot that lists no games plays all.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|plays| plays == game)
    }

    /// Returns the bot's maximum of concurrent matches, at least 1.
    pub fn most(&self) -> usize {
        usize::try_from(self.max_matches.max(1)).unwrap_or(usize::MAX)
    }
}

impl Bot {
    /// Returns what the newest stream declared.
    pub fn profile(&self) -> &Profile {
        // The list is never empty: a bot without a stream is removed while the lobby is locked.
        &self.streams[self.streams.len() - 1].1
    }

    /// Returns whether the player has a free place for a match.
    pub fn has_place(&self) -> bool {
        self.seated.len() < self.profile().most()
    }

    pub fn links(&self) -> Vec<SeatLink> {
        self.streams.iter().map(|(link, _)| link.clone()).collect()
    }

    /// Takes a place for a match, unless the match has one. Returns whether the match has a place
    /// now.
    pub fn takes(&mut self, match_id: &MatchId) -> bool {
        self.seated.contains(match_id) || (self.has_place() && self.seated.insert(match_id.clone()))
    }
}
