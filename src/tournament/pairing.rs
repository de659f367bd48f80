//! What a pairing system gives: who meets whom, on which seats, and why.

pub use crate::contest::{ContestReason, Entrant, points_in_words, points_with_unit};

/// The most entrants of a tournament that is paired stage by stage.
pub const MAX_ENTRANTS: usize = 2048;
/// The most stages of a tournament.
pub const MAX_STAGES: usize = 128;

/// Entrants that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who sits on seat 0, 1, ...
    pub entrants: Vec<Entrant>,
    /// Why they meet, and on these seats.
    pub reason: ContestReason,
}

/// An entrant that meets nobody in a stage, because the others come out even without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bye {
    /// Who that is.
    pub entrant: Entrant,
    /// Why it is this one.
    pub reason: ContestReason,
}

/// One wave of pairings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Who meets whom, the pairing that is published first before all others.
    pub pairings: Vec<Pairing>,
    /// Who has nobody to meet.
    pub byes: Vec<Bye>,
}
