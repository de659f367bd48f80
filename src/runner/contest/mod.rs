//! Competitions of local engines: what tournaments and ladders share where a command plays them on this machine.
//!
//! [`carry_through`] plays one, from wherever it stands: [`Engines`] has its matches played for a steward, [`store`] keeps its events.
//! [`LocalKind`] is what there is of a kind of competition beside its rules.

mod engines;
mod run;
pub mod store;

pub use self::{
    engines::Engines,
    run::{Local, began_otherwise, carry_through, changed_rules, changed_setup, setup_text},
};

use super::finished::Finished;
use crate::{
    contest::ContestReason,
    hall::NewLuck,
    referee::Contest,
    steward::{Competition, Idle},
};

/// A kind of competition that engines of this machine play.
pub trait LocalKind: Competition {
    /// Its word for people: `tournament`.
    const WORD: &'static str;
    /// What becomes of the time in which no match is under way.
    const IDLE: Idle;

    /// The contest of this name.
    fn contest(id: String) -> Contest;
    /// What is played in a match that is to be played.
    fn fixture(&self, scheduled: &Self::Scheduled) -> Fixture;
    /// The command that puts an entrant out, from 0; `None` if this kind puts failing engines out by itself.
    fn put_out(entrant: usize, reason: ContestReason) -> Option<Self::Command>;
    /// What a match came to.
    fn result_of(finished: &Finished) -> Result<Self::MatchResult, Self::VoidMatch>;
}

/// Who plays what where: a match as its competition knows it.
pub struct Fixture {
    /// The numbers of the entrants on seat 0, 1, ...
    pub entrants: Vec<usize>,
    /// The number of its encounter, from 0.
    pub encounter: u32,
    /// The number of its opening in the order of the set, from 0.
    pub opening: u64,
    /// The number of the match and its attempt in the encounter, from 0.
    pub pairing: u32,
    /// Where its luck comes from.
    pub luck: NewLuck,
}
