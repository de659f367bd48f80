//! The timer of a table.

use std::pin::Pin;

use tokio::time::Sleep;

use crate::hall::wall_clock::TimerInstant;

/// The one timer of a table. It is rescheduled only to fire earlier; if it fires too early, the
/// table checks and sets it again. Most moves postpone the deadline, so they do not touch it.
pub(super) struct Timer<'a> {
    pub sleep: Pin<&'a mut Sleep>,
    /// When it fires; `None` if it is not set.
    pub rings: Option<TimerInstant>,
}

impl Timer<'_> {
    /// Makes it fire by this moment at the latest.
    pub fn ring_by(&mut self, by: Option<TimerInstant>) {
        if let Some(by) = by.filter(|by| self.rings.is_none_or(|rings| *by < rings)) {
            self.sleep.as_mut().reset(by);
            self.rings = Some(by);
        }
    }
}
