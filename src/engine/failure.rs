//! Engine failures.

use std::time::Instant;

use super::evidence::Evidence;

/// A failure of an engine. Its text contains all that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{evidence}")]
pub struct EngineFailure {
    /// The kind of failure, for programs.
    pub cause: FailureCause,
    /// The failure in one line, to be read after the engine's name.
    pub what: String,
    pub evidence: Evidence,
    pub seen: Instant,
}

impl EngineFailure {
    /// Returns the failure of an engine disqualified after repeated failures.
    pub fn quarantined() -> EngineFailure {
        let what = "it was disqualified after repeated failures".to_owned();
        EngineFailure { cause: FailureCause::NotStarted, what, evidence: Evidence::default(), seen: Instant::now() }
    }
}

/// Hint for an engine that is running but has sent nothing.
pub const NOTHING_CAME: &str = "it is running but has sent nothing: did you flush after every line?";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The engine failed to start.
    NotStarted,
    /// The engine did not answer in time, or does not read its input.
    Silent,
    /// The engine broke the protocol.
    Garbled,
    /// The engine closed its output or input while running.
    Closed,
    Ended,
}
