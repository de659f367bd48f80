//! The opening of a ladder, and its entries. [`crate::contest::Fact`] lists all other facts.

use referee_ids::PlayerId;

use super::rules::Rules;
use crate::contest::{self, Entrant, Opening};
pub use crate::contest::{AfterVoid, Anchor, Declaration, EncounterKey, MatchKey, MatchResult, Paired};

/// An event of a ladder.
pub type LadderEvent = contest::Event<LadderOpened>;
/// A fact of a ladder.
pub type Fact = contest::Fact<LadderOpened>;
/// A command to a ladder.
pub type Command = contest::Command<LadderOpened>;

/// The opening of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderOpened {
    /// The display name of the ladder.
    pub name: String,
    /// The time of the opening, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// The rules of the ladder.
    pub rules: Rules,
    /// The seed of the order of openings, if they are shuffled. Players may not know the seed.
    /// Deals do not depend on it: each match has a separate deal.
    pub deal_seed: [u8; 32],
}

/// The entry of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the entrant, unique among all entrants, including those that left.
    pub name: String,
    /// The owner of the entrant.
    pub owner: PlayerId,
    /// The earlier version of this entrant, an entrant of the same owner.
    pub version_of: Option<Entrant>,
    /// The known ratings of the entrant before all matches.
    pub anchors: Vec<Anchor>,
    /// The categories of the entrant.
    pub declaration: Declaration,
}

impl Opening for LadderOpened {
    type Entry = Entry;

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
