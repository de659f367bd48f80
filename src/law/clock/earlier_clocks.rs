//! Clocks before the newest moves of a round, for takebacks.

use std::{collections::VecDeque, time::Duration};

use referee_ids::Seat;

use super::Clock;
use crate::opening::conduct::MAX_TAKEBACKS;

/// Maximum newest moves of a round whose clocks are kept. If an older move is taken back, its clock
/// stays unchanged.
const CLOCKS_KEPT: usize = 2 * MAX_TAKEBACKS as usize;

/// Clocks before the newest moves of a round, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct EarlierClocks(VecDeque<EarlierClock>);

/// The clock before a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EarlierClock {
    /// Ply of the move in its round.
    pub ply: u32,
    pub seat: Seat,
    pub clock: Clock,
    /// Time charged for the move.
    pub charged: Duration,
}

impl EarlierClocks {
    /// Keeps the clock before a move.
    pub fn keep(&mut self, earlier: EarlierClock) {
        if self.0.len() == CLOCKS_KEPT {
            self.0.pop_front();
        }
        self.0.push_back(earlier);
    }

    /// Clears all clocks for a new round.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the moves from a ply on.
    pub fn from(&self, ply: u32) -> impl Iterator<Item = &EarlierClock> {
        self.0.iter().skip_while(move |earlier| earlier.ply < ply)
    }

    /// Drops the moves from a ply on.
    pub fn forget_from(&mut self, ply: u32) {
        self.0.retain(|earlier| earlier.ply < ply);
    }
}
