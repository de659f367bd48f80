//! Recomputes a match from its events alone: every legality, every clock charge, every point.

use super::event::Event;
use crate::ids::Seq;

/// A place where the record and the law disagree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq}: {text}")]
pub struct Discrepancy {
    /// Which event; the one that should follow where one is missing.
    pub seq: Seq,
    /// What was recorded and what the law says.
    pub text: String,
}

/// What a verified record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many events.
    pub events: u64,
    /// How many moves of seats.
    pub moves: u64,
    /// How many rounds have ended.
    pub rounds: u32,
    /// Whether the match has ended.
    pub over: bool,
}

/// Recomputes everything that the events say.
pub fn verify(_events: &[Event]) -> Result<Verified, Discrepancy> {
    todo!()
}
