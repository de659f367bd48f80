//! The output of a pairing system: encounters, seats, and reasons.

pub mod arena;
pub mod berger;
pub mod bracket;
pub mod double_elimination;
pub mod king_of_the_hill;
pub mod knockout;
pub mod swiss;

pub use crate::contest::{ContestReason, Entrant, points_in_words, points_with_unit};

/// Maximum entrants of a tournament that is paired in stages.
pub const MAX_ENTRANTS: usize = 2048;
/// Maximum stages of a tournament.
pub const MAX_STAGES: usize = 128;

/// A pairing of entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The entrants by seat.
    pub entrants: Vec<Entrant>,
    /// Why these entrants meet, and on these seats.
    pub reason: ContestReason,
}

/// An entrant without an encounter in a stage, because the number of entrants is odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bye {
    pub entrant: Entrant,
    /// Why this entrant has the bye.
    pub reason: ContestReason,
}

/// One stage of pairings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// The encounters, in publication order.
    pub pairings: Vec<Pairing>,
    /// The entrants without an opponent.
    pub byes: Vec<Bye>,
}
