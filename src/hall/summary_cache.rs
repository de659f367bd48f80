//! What is told of matches that are over: it never changes again, so that a look at one need not fold its log each time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use tokio::sync::OnceCell;

use super::table::Snapshot;
use crate::{ids::MatchId, referee::Refusal};

/// How many bytes all snapshots that are kept may take, roughly.
pub const SNAPSHOT_BYTES: usize = 32 * 1024 * 1024;
/// What a snapshot takes beside its texts, and each thing that is to be seen.
const BYTES_EACH: usize = 2 * 1024;
const BYTES_A_THING: usize = 96;

/// The snapshots of matches that are over. Those that were asked for last are kept, as many as there is room for.
pub struct SummaryCache {
    most: usize,
    kept: Mutex<StoreFuture>,
}

struct StoreFuture {
    snapshots: LruCache<MatchId, Entry>,
    bytes: usize,
}

#[derive(Default)]
struct Entry {
    /// Filled once, however many ask at the same time.
    snapshot: Arc<OnceCell<Arc<Snapshot>>>,
    bytes: usize,
}

impl SummaryCache {
    /// Room for this many snapshots, within [`SNAPSHOT_BYTES`].
    pub fn new(most: usize) -> SummaryCache {
        // One more than is kept, so that none is let go of before it was counted.
        let snapshots = LruCache::new(most.saturating_add(1));
        SummaryCache { most, kept: Mutex::new(StoreFuture { snapshots, bytes: 0 }) }
    }

    /// The snapshot of a match that is over, made by `fold` where none is kept; only once, however many ask meanwhile.
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

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn kept(&self) -> MutexGuard<'_, StoreFuture> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoreFuture {
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
    let things = of.scene.spaces.len() + of.scene.tokens.len() + of.scene.hands.len() + of.legal.len();
    BYTES_EACH + of.position.len() + legal + things * BYTES_A_THING
}
