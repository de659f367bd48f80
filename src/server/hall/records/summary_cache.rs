//! Caches snapshots of finished matches, which never change. Concurrent reads fold the log only
//! once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use referee_ids::MatchId;
use referee_law::Refusal;
use tokio::sync::OnceCell;

use crate::hall::table::Snapshot;

/// Approximate maximum size of all snapshots in the cache, in bytes.
pub const SNAPSHOT_BYTES: usize = 32 * 1024 * 1024;
/// Estimated size in bytes of a snapshot without its texts, and of each space, token, hand and
/// legal move.
const BYTES_EACH: usize = 2 * 1024;
const BYTES_A_THING: usize = 96;

/// A cache of snapshots with a limit of entries and a limit of bytes. The least recently used are
/// dropped first.
pub struct SummaryCache {
    most: usize,
    kept: Mutex<Entries>,
}

struct Entries {
    snapshots: LruCache<MatchId, Entry>,
    bytes: usize,
}

#[derive(Default)]
struct Entry {
    /// The snapshot, computed once even if many callers ask at the same time.
    snapshot: Arc<OnceCell<Arc<Snapshot>>>,
    bytes: usize,
}

impl SummaryCache {
    /// Creates a cache for at most `most` snapshots, and at most [`SNAPSHOT_BYTES`].
    pub fn new(most: usize) -> SummaryCache {
        // The capacity is one more than the limit, so that the cache never drops an entry by
        // itself, without subtracting its bytes.
        let snapshots = LruCache::new(most.saturating_add(1));
        SummaryCache { most, kept: Mutex::new(Entries { snapshots, bytes: 0 }) }
    }

    /// Returns the snapshot of a finished match. Computes it by `fold`, once for all concurrent
    /// callers.
    pub async fn get(
        &self,
        match_id: &MatchId,
        fold: impl AsyncFnOnce() -> Result<Snapshot, Refusal>,
    ) -> Result<Arc<Snapshot>, Refusal> {
        let cell = self.cell(match_id);
        let snapshot = cell.get_or_try_init(async || fold().await.map(Arc::new)).await?;
        self.weigh(match_id, weight(snapshot));
        Ok(Arc::clone(snapshot))
    }

    fn cell(&self, match_id: &MatchId) -> Arc<OnceCell<Arc<Snapshot>>> {
        let mut kept = self.kept();
        if let Some(entry) = kept.snapshots.get(match_id) {
            return Arc::clone(&entry.snapshot);
        }
        let entry = Entry::default();
        let cell = Arc::clone(&entry.snapshot);
        kept.snapshots.insert(match_id.clone(), entry);
        kept.make_room(self.most);
        cell
    }

    fn weigh(&self, match_id: &MatchId, bytes: usize) {
        let mut kept = self.kept();
        let Some(entry) = kept.snapshots.peek_mut(match_id).filter(|entry| entry.bytes == 0) else { return };
        entry.bytes = bytes;
        kept.bytes += bytes;
        kept.make_room(self.most);
    }

    /// Locks the cache. The lock is never held across an await or with a half-made change, so a
    /// poisoned lock is ignored.
    fn kept(&self) -> MutexGuard<'_, Entries> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn make_room(&mut self, most: usize) {
        while self.snapshots.len() > most || self.bytes > SNAPSHOT_BYTES {
            let Some((_, oldest)) = self.snapshots.remove_lru() else { return };
            self.bytes -= oldest.bytes;
        }
    }
}

fn weight(of: &Snapshot) -> usize {
    let legal: usize =
        of.legal.iter().map(|(notation, gesture)| notation.len() + gesture.spaces.len() * BYTES_A_THING).sum();
    let scene = &of.picture.scene;
    let things = scene.spaces.len() + scene.tokens.len() + scene.hands.len() + of.legal.len();
    BYTES_EACH + of.position.len() + legal + things * BYTES_A_THING
}
