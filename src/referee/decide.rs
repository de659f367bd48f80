//! Every `if` of the law.

use super::{clock::Time, command::Command, event::Event, refusal::Refusal, state::Match};
use crate::games::rules::Entropy;

/// How many illegal or unreadable moves of one turn are refused under [`super::IllegalPolicy::Refuse`]; the next one
/// ends the match.
pub const MAX_REFUSED_TRIES: u32 = 16;

/// What a command became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These events, in this order; empty when there was nothing to do.
    Events(Vec<Event>),
    /// The command came before and became this event then; nothing is to be stored.
    Repeat {
        /// The event of the first time.
        seq: crate::ids::Seq,
    },
}

impl Match {
    /// What `command` becomes at `now`. Changes nothing.
    pub fn decide(&self, _now: Time, _entropy: &Entropy, _command: &Command) -> Result<Decision, Refusal> {
        todo!()
    }
}
