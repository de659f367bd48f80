//! The opening of a tournament. [`crate::contest::Fact`] lists all other facts.

use super::rules::Rules;
use crate::contest::{self, Opening};
pub use crate::contest::{
    AfterVoid, Award, EncounterKey, EntryRemoval, MAX_MATCH_SETUP, MatchKey, MatchResult, Paired, end_in_words,
    is_cancelled,
};

/// An event of a tournament.
pub type TournamentEvent = contest::Event<TournamentOpened>;
/// A fact of a tournament.
pub type Fact = contest::Fact<TournamentOpened>;
/// A command to a tournament.
pub type Command = contest::Command<TournamentOpened>;

/// The opening of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentOpened {
    /// The display name of the tournament.
    pub name: String,
    /// The time of the opening, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// The rules of the tournament.
    pub rules: Rules,
    /// The match settings, opaque to the tournament: the game, its options, the clocks.
    pub match_setup: String,
    /// The seed of all deals. No player may know the seed before the end.
    pub deal_seed: [u8; 32],
}

impl Opening for TournamentOpened {
    /// The name of the entrant.
    type Entry = String;

    fn name(&self) -> &str {
        &self.name
    }

    fn opened_unix_ms(&self) -> i64 {
        self.opened_unix_ms
    }

    fn deal_seed(&self) -> &[u8; 32] {
        &self.deal_seed
    }
}
