//! Which player a token belongs to, for those that were asked for lately: every call carries one, and moves must not wait for
//! what else is read.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

use crate::ids::PlayerId;

/// How many tokens are remembered.
pub const KNOWN_TOKENS: usize = 16_384;

/// The players of the tokens that were asked for last.
pub(super) struct TokenCache(Mutex<Known>);

struct Known {
    players: LruCache<[u8; 32], PlayerId>,
    /// Raised whenever a token may have lost its meaning: what was read before that is not remembered.
    generation: u64,
}

impl TokenCache {
    /// An empty one.
    pub fn new() -> TokenCache {
        TokenCache(Mutex::new(Known { players: LruCache::new(KNOWN_TOKENS), generation: 0 }))
    }

    /// The player of a token if it is known, else what to hand to [`TokenCache::keep`] with the answer of the file.
    pub fn find(&self, digest: &[u8; 32]) -> Result<PlayerId, u64> {
        let mut known = self.known();
        let generation = known.generation;
        known.players.get(digest).cloned().ok_or(generation)
    }

    /// Remembers what was read, unless a token has lost its meaning since.
    pub fn keep(&self, digest: [u8; 32], player: &PlayerId, generation: u64) {
        let mut known = self.known();
        if known.generation == generation {
            known.players.insert(digest, player.clone());
        }
    }

    /// Forgets everything: a token loses its meaning. To be called after the file says so, before that is acknowledged.
    pub fn forget(&self) {
        let mut known = self.known();
        known.generation += 1;
        known.players.clear();
    }

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_token_lost_its_meaning_is_not_remembered() {
        let cache = TokenCache::new();
        let ann = PlayerId::parse("ann").expect("a name");
        let before = cache.find(&[1; 32]).expect_err("nothing is known");
        cache.keep([1; 32], &ann, before);
        assert_eq!(cache.find(&[1; 32]), Ok(ann.clone()));
        cache.forget();
        let after = cache.find(&[1; 32]).expect_err("it is forgotten");
        cache.keep([1; 32], &ann, before);
        assert_eq!(cache.find(&[1; 32]), Err(after), "it was read before");
    }
}
