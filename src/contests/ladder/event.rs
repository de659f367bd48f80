//! How a ladder is opened and entered. What becomes true in it is a [`crate::contest::Fact`].

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

/// How a ladder was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderOpened {
    /// Its display name.
    pub name: String,
    /// When, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Its rules.
    pub rules: Rules,
    /// The seed of the order of openings, if they are shuffled. It is secret from players. Deals do
    /// not depend on it: each match has its own.
    pub deal_seed: [u8; 32],
}

/// A player that enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unique among all entrants, including those that left.
    pub name: String,
    /// Its owner.
    pub owner: PlayerId,
    /// Its earlier version, an entrant of the same owner.
    pub version_of: Option<Entrant>,
    /// The ratings that are known before all matches.
    pub anchors: Vec<Anchor>,
    /// Its categories.
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
