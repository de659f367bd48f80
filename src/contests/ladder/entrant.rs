//! The state of an entrant.

use super::{event::Entry, rules::DAY_MS};
use crate::contest::{Entrant, Status};

/// An entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantState {
    /// The entry, with the present categories.
    pub entry: Entry,
    /// When the entrant entered, in milliseconds since the ladder was opened.
    pub entered_ms: u64,
    /// The status of the entrant.
    pub status: Status,
    /// The number of encounters in progress.
    pub in_flight: u32,
    /// Since when the entrant waits, in milliseconds since the opening: since it was last paired,
    /// or became free.
    pub waiting_since_ms: u64,
    /// The number of consecutive faults.
    pub faults_in_a_row: u32,
    /// The number of quarantines that are not forgotten.
    pub quarantines: u32,
    pub(super) owner: u32,
    pub(super) clean_in_a_row: u32,
    /// The quarantine during which the entrant left. Leaving and returning does not end a
    /// quarantine.
    pub(super) left_as: Option<Status>,
    /// The day of the entrant's last encounter, from 0, and its matches on that day.
    pub(super) today: (u64, u32),
    pub(super) recent: Vec<Entrant>,
    /// The pairings of the entrant by category.
    pub(super) tallies: Vec<Tally>,
}

/// The pairings of an entrant in a category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub encounters: u32,
    pub above_minus_below: i32,
    /// The smallest number among the entrants that encounters connect with this one.
    pub component: u32,
}

impl EntrantState {
    /// Returns the number of matches of an entrant on the day of `now_ms`.
    pub fn matches_today(&self, now_ms: u64) -> u32 {
        if self.today.0 == now_ms / DAY_MS { self.today.1 } else { 0 }
    }
}
