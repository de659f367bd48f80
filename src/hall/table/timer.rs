//! When a table is to look at its match again.

use std::pin::Pin;

use tokio::time::Sleep;

use crate::hall::wall_clock::TimerInstant;

/// The one timer of a table. It is set anew only to ring earlier; when it rings too early, the table looks and sets it
/// again. Moves mostly put the deadline off, so that most moves do not touch it.
pub(super) struct Timer<'a> {
    pub sleep: Pin<&'a mut Sleep>,
    /// When it rings; `None` where it is not set.
    pub rings: Option<TimerInstant>,
}

impl Timer<'_> {
    /// Has it ring by this moment at the latest.
    pub fn ring_by(&mut self, by: Option<TimerInstant>) {
        if let Some(by) = by.filter(|by| self.rings.is_none_or(|rings| *by < rings)) {
            self.sleep.as_mut().reset(by);
            self.rings = Some(by);
        }
    }
}
