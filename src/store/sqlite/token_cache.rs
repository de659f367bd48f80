//! The players of recently used tokens. Every call carries a token, and a move must not wait behind other reads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

use crate::ids::PlayerId;

/// The most tokens in the cache; the least recently used are dropped first.
pub const CACHED_TOKENS: usize = 16_384;

/// Players by the digests of their tokens.
pub(super) struct TokenCache(Mutex<Entries>);

struct Entries {
    players: LruCache<[u8; 32], PlayerId>,
    /// Raised whenever a token is revoked: what was read from the file before that must not be cached after it.
    generation: u64,
}

impl TokenCache {
    /// An empty one.
    pub fn new() -> TokenCache {
        TokenCache(Mutex::new(Entries { players: LruCache::new(CACHED_TOKENS), generation: 0 }))
    }

    /// The player of a token if it is cached, else the generation to pass to [`TokenCache::insert`] with the answer of the file.
    pub fn get(&self, digest: &[u8; 32]) -> Result<PlayerId, u64> {
        let mut entries = self.entries();
        let generation = entries.generation;
        entries.players.get(digest).cloned().ok_or(generation)
    }

    /// Caches what was read, unless a token was revoked since `generation`.
    pub fn insert(&self, digest: [u8; 32], player: &PlayerId, generation: u64) {
        let mut entries = self.entries();
        if entries.generation == generation {
            entries.players.insert(digest, player.clone());
        }
    }

    /// Empties the cache, as a token is revoked. To be called after the file says so, and before that is acknowledged.
    pub fn clear(&self) {
        let mut entries = self.entries();
        entries.generation += 1;
        entries.players.clear();
    }

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_token_was_revoked_is_not_cached() {
        let cache = TokenCache::new();
        let ann = PlayerId::parse("ann").expect("a name");
        let before = cache.get(&[1; 32]).expect_err("nothing is cached");
        cache.insert([1; 32], &ann, before);
        assert_eq!(cache.get(&[1; 32]), Ok(ann.clone()));
        cache.clear();
        let after = cache.get(&[1; 32]).expect_err("it is empty");
        cache.insert([1; 32], &ann, before);
        assert_eq!(cache.get(&[1; 32]), Err(after), "it was read before");
    }
}
