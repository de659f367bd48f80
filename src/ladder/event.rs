//! How a ladder is opened and entered. What becomes true in it is a [`crate::contest::Fact`].

use super::rules::Rules;
pub use crate::contest::{AfterVoid, Anchor, Declaration, EncounterKey, MatchKey, MatchResult, Paired};
use crate::{
    contest::{self, Entrant, Opening},
    ids::PlayerId,
};

/// An event of a ladder.
pub type LadderEvent = contest::Event<LadderOpened>;
/// What became true in a ladder.
pub type Fact = contest::Fact<LadderOpened>;
/// What is asked of a ladder.
pub type Command = contest::Command<LadderOpened>;

/// How a ladder was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderOpened {
    /// What it is called.
    pub name: String,
    /// When, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Its rules.
    pub rules: Rules,
    /// What the order of openings follows from, if they are shuffled. No player may know it. The deals do
    /// not follow from it: each match has its own.
    pub deal_seed: [u8; 32],
}

/// A player that enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unlike those of all others, those who left included.
    pub name: String,
    /// Its owner.
    pub owner: PlayerId,
    /// Its earlier version, an entrant of the same owner.
    pub version_of: Option<Entrant>,
    /// The ratings that are known before all matches.
    pub anchors: Vec<Anchor>,
    /// What it plays.
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
