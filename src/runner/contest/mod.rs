//! Contests of local engines: what tournaments and ladders share where a command plays them on this machine.
//!
//! [`carry_through`] plays one, from wherever it stands: [`Engines`] has its matches played for a steward, [`store`] keeps its events.
//! [`LocalKind`] is what there is of a kind of contest beside its rules.

mod engines;
mod run;
pub mod store;

pub use self::{
    engines::Engines,
    run::{Local, began_otherwise, carry_through, changed_rules, changed_setup, setup_text},
};

use crate::{
    contest::{ContestReason, MatchKey},
    contest_steward::{CommandOf, ContestKind, Idle},
    hall::NewLuck,
    referee::Contest,
};

/// A kind of contest that engines of this machine play.
pub trait LocalKind: ContestKind {
    /// Its word for people: `tournament`.
    const WORD: &'static str;
    /// What becomes of the time in which no match is under way.
    const IDLE: Idle;

    /// The contest of this name.
    fn contest(id: String) -> Contest;
    /// Where the luck of a match comes from.
    fn luck(&self, match_key: &MatchKey) -> NewLuck;
    /// The command that puts an entrant out, from 0; `None` if this kind puts failing engines out by itself.
    fn put_out(entrant: usize, reason: ContestReason) -> Option<CommandOf<Self>>;
}
