//! Locks for players that enter or leave contests.

use std::sync::Arc;

use referee_ids::PlayerId;
use tokio::sync::{Mutex, MutexGuard};

/// Number of locks for players that enter or leave. Players that share a lock wait for each other.
const ENTRY_LOCKS: usize = 64;

/// Locks that let each player enter or leave only one contest at a time. Consent and entry are
/// stored separately, and a declined call withdraws the consent that it stored. Clones share the
/// locks.
#[derive(Clone)]
pub(in crate::api) struct EntryLocks(Arc<[Mutex<()>]>);

impl EntryLocks {
    pub fn new() -> EntryLocks {
        EntryLocks((0..ENTRY_LOCKS).map(|_| Mutex::new(())).collect())
    }

    /// Waits until no other call enters or leaves a contest for this player. Other calls wait until
    /// the guard is dropped.
    pub async fn lock(&self, player: &PlayerId) -> MutexGuard<'_, ()> {
        let hash = player.as_str().bytes().fold(0usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        self.0[hash % ENTRY_LOCKS].lock().await
    }
}
