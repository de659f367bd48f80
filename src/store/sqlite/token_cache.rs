//! A cache of recently used tokens. Every call reads a token, and a move must not wait behind other
//! reads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

use crate::{Digest, Grant};

/// Maximum cached tokens; the least recently used are dropped first.
pub const CACHED_TOKENS: usize = 16_384;

/// The rights of tokens by digest.
pub(super) struct TokenCache(Mutex<Entries>);

struct Entries {
    grants: LruCache<Digest, Grant>,
    /// Incremented whenever a token or an account changes. Results read under an older generation
    /// must not be cached.
    generation: u64,
}

impl TokenCache {
    pub fn new() -> TokenCache {
        TokenCache(Mutex::new(Entries { grants: LruCache::new(CACHED_TOKENS), generation: 0 }))
    }

    /// Returns the rights of a cached token; otherwise the generation to pass to
    /// [`TokenCache::insert`].
    pub fn get(&self, digest: &Digest) -> Result<Grant, u64> {
        let mut entries = self.entries();
        let generation = entries.generation;
        entries.grants.get(digest).cloned().ok_or(generation)
    }

    /// Caches the rights of a token, unless a token or an account has changed since `generation`.
    pub fn insert(&self, digest: Digest, grant: &Grant, generation: u64) {
        let mut entries = self.entries();
        if entries.generation == generation {
            entries.grants.insert(digest, grant.clone());
        }
    }

    /// Clears the cache after a revocation or a change of an account. Call it after the write and
    /// before the acknowledgement.
    pub fn clear(&self) {
        let mut entries = self.entries();
        entries.generation += 1;
        entries.grants.clear();
    }

    /// Locks the cache. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccountState, NewToken, PublicId, Scopes, TokenRow};
    use referee_ids::PlayerId;

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
        let ann = Grant { token, state: AccountState::Active, is_guest: false };
        let before = cache.get(&[1; 32]).expect_err("nothing is cached");
        cache.insert([1; 32], &ann, before);
        assert_eq!(cache.get(&[1; 32]), Ok(ann.clone()));
        cache.clear();
        let after = cache.get(&[1; 32]).expect_err("it is empty");
        cache.insert([1; 32], &ann, before);
        assert_eq!(cache.get(&[1; 32]), Err(after), "it was read before");
    }
}
