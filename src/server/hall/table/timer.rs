//! The timer of a table.

use std::pin::Pin;

use tokio::time::Sleep;

use crate::hall::wall_clock::TimerInstant;

/// The only timer of a table. It is set again only in order to ring earlier. If it rings too early,
/// the table checks its deadlines, and sets it again. Most moves postpone the deadline, so they do
/// not touch the timer.
pub(super) struct Timer<'a> {
    pub sleep: Pin<&'a mut Sleep>,
    /// Time at which the timer rings; `None` if it is not set.
    pub rings: Option<TimerInstant>,
}

impl Timer<'_> {
    /// Makes the timer ring at `by` at the latest.
    pub fn ring_by(&mut self, by: Option<TimerInstant>) {
        if let Some(by) = by.filter(|by| self.rings.is_none_or(|rings| *by < rings)) {
            self.sleep.as_mut().reset(by);
            self.rings = Some(by);
        }
    }
}
