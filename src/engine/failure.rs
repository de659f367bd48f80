//! How an engine fails.

use std::time::Instant;

use super::evidence::Evidence;

/// How an engine failed: it did not start, broke the protocol, fell silent, or ended. As a text it is all that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{evidence}")]
pub struct EngineFailure {
    /// What kind of failure it is, for programs.
    pub cause: FailureCause,
    /// What it did, in one line, after the name that it gave itself.
    pub what: String,
    pub evidence: Evidence,
    pub seen: Instant,
}

impl EngineFailure {
    /// The failure of an engine that has failed too often to be started again.
    pub fn quarantined() -> EngineFailure {
        let what = "it was disqualified after repeated failures".to_owned();
        EngineFailure { cause: FailureCause::NotStarted, what, evidence: Evidence::default(), seen: Instant::now() }
    }
}

/// What to say of an engine that runs and of which not one byte has come.
pub const NOTHING_CAME: &str = "it is running but has sent nothing: did you flush after every line?";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The program could not be started.
    NotStarted,
    /// It did not say in time what it was waited for, or does not read its input.
    Silent,
    /// It wrote something that the protocol does not allow.
    Garbled,
    /// It closed its output or its input and went on running.
    Closed,
    Ended,
}
