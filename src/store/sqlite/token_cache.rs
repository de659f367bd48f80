//! What recently used tokens stand for. Every call carries a token, and a move must not wait behind other reads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

use crate::store::{Digest, Grant};

/// The most tokens in the cache; the least recently used are dropped first.
pub const CACHED_TOKENS: usize = 16_384;

/// What tokens stand for, by their digests.
pub(super) struct TokenCache(Mutex<Entries>);

struct Entries {
    grants: LruCache<Digest, Grant>,
    /// Raised whenever a token or an account changes: what was read from the file before that must not be cached after it.
    generation: u64,
}

impl TokenCache {
    /// An empty one.
    pub fn new() -> TokenCache {
        TokenCache(Mutex::new(Entries { grants: LruCache::new(CACHED_TOKENS), generation: 0 }))
    }

    /// What a token stands for if it is cached, else the generation to pass to [`TokenCache::insert`] with the answer of the file.
    pub fn get(&self, digest: &Digest) -> Result<Grant, u64> {
        let mut entries = self.entries();
        let generation = entries.generation;
        entries.grants.get(digest).cloned().ok_or(generation)
    }

    /// Caches what was read, unless something changed since `generation`.
    pub fn insert(&self, digest: Digest, grant: &Grant, generation: u64) {
        let mut entries = self.entries();
        if entries.generation == generation {
            entries.grants.insert(digest, grant.clone());
        }
    }

    /// Empties the cache, as a token is revoked or an account changes. To be called after the file says so, and before that is
    /// acknowledged.
    pub fn clear(&self) {
        let mut entries = self.entries();
        entries.generation += 1;
        entries.grants.clear();
    }

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ids::PlayerId,
        store::{AccountState, NewToken, PublicId, Scopes, TokenRow},
    };

    #[test]
    fn what_was_read_before_a_token_was_revoked_is_not_cached() {
        let cache = TokenCache::new();
        let token = NewToken {
            id: PublicId::new(1),
            digest: [1; 32],
            name: String::new(),
            scopes: Scopes::of_player(),
            created_unix_ms: 0,
            expires_unix_ms: None,
        };
        let token = TokenRow::of(PlayerId::parse("ann").expect("a name"), &token);
        let ann = Grant { token, state: AccountState::Active };
        let before = cache.get(&[1; 32]).expect_err("nothing is cached");
        cache.insert([1; 32], &ann, before);
        assert_eq!(cache.get(&[1; 32]), Ok(ann.clone()));
        cache.clear();
        let after = cache.get(&[1; 32]).expect_err("it is empty");
        cache.insert([1; 32], &ann, before);
        assert_eq!(cache.get(&[1; 32]), Err(after), "it was read before");
    }
}
