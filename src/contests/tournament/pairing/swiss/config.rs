//! The pairing settings of a tournament.

use referee_ids::Seat;

use super::acceleration::Acceleration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissConfig {
    /// The announced number of stages. The last stage has special rules for entrants with more than
    /// half of the points.
    pub stages: u32,
    /// The drawn seat of the first entrant in the first stage: 0 or 1.
    pub initial_seat: Seat,
    /// Whether strong entrants meet earlier.
    pub acceleration: Acceleration,
    /// The number of entries before the first stage. Only these entrants can be accelerated,
    /// regardless of later entries.
    pub entrants_at_start: usize,
}
