//! The guests who called recently.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use referee_ids::PlayerId;

/// Maximum guests remembered between two searches. If more guests call, their activity is recorded
/// at a later call.
const MOST_SEEN: usize = 16_384;

/// The guests who called since the last search.
#[derive(Default)]
pub struct GuestsSeen(Mutex<BTreeSet<PlayerId>>);

impl GuestsSeen {
    /// Records that a guest calls.
    pub fn see(&self, guest: &PlayerId) {
        let mut seen = self.seen();
        if seen.len() < MOST_SEEN && !seen.contains(guest) {
            seen.insert(guest.clone());
        }
    }

    pub(super) fn take(&self) -> BTreeSet<PlayerId> {
        std::mem::take(&mut self.seen())
    }

    pub(super) fn contains(&self, guest: &PlayerId) -> bool {
        self.seen().contains(guest)
    }

    /// Locks the set. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn seen(&self) -> MutexGuard<'_, BTreeSet<PlayerId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
