//! A cache of the owners of tokens, so that a call can be counted for its player before the store
//! is read.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use referee_ids::PlayerId;
use referee_store::{Digest, TokenRow};

use crate::hall::wall_clock::unix_ms;

/// Maximum cached tokens; the least recently used are dropped first.
const KNOWN: usize = 16_384;

/// The owners of some tokens. They only decide who pays for a call: the service reads the rights of
/// the token from the store.
pub struct KnownTokens(Mutex<Known>);

struct Known {
    tokens: LruCache<Digest, TokenRow>,
    /// Incremented whenever tokens are forgotten. Results read under an older generation must not
    /// be cached.
    generation: u64,
}

impl Default for KnownTokens {
    fn default() -> KnownTokens {
        KnownTokens(Mutex::new(Known { tokens: LruCache::new(KNOWN), generation: 0 }))
    }
}

impl KnownTokens {
    /// Returns the player of a cached token that has not expired; otherwise the generation to pass
    /// to [`KnownTokens::insert`].
    pub fn player_of(&self, digest: &Digest) -> Result<PlayerId, u64> {
        let mut known = self.known();
        let generation = known.generation;
        let row = known.tokens.get(digest).filter(|row| !has_expired(row, unix_ms()));
        row.map(|row| row.player.clone()).ok_or(generation)
    }

    /// Caches a token that the store returned, unless tokens were forgotten since `generation`.
    pub fn insert(&self, digest: Digest, row: TokenRow, generation: u64) {
        let mut known = self.known();
        if known.generation != generation {
            return;
        }
        known.tokens.insert(digest, row);
    }

    /// Forgets the tokens of a player, after a revocation or ban.
    pub fn forget(&self, player: &PlayerId) {
        let mut known = self.known();
        known.generation += 1;
        known.tokens.retain(|_, row| row.player != *player);
    }

    /// Locks the cache. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a token has expired at this time, in milliseconds since 1970.
pub fn has_expired(token: &TokenRow, now_unix_ms: i64) -> bool {
    token.expires_unix_ms.is_some_and(|expires| expires <= now_unix_ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_store::{PublicId, Scopes};

    fn token(player: &str, expires_unix_ms: Option<i64>) -> TokenRow {
        TokenRow {
            id: PublicId::new(1),
            player: PlayerId::parse(player).expect("a name"),
            name: String::new(),
            scopes: Scopes::of_player(),
            created_unix_ms: 0,
            expires_unix_ms,
        }
    }

    #[test]
    fn a_token_that_was_forgotten_or_has_expired_is_nobodys() {
        let known = KnownTokens::default();
        let before = known.player_of(&[1; 32]).expect_err("nothing is known");
        known.insert([1; 32], token("ann", None), before);
        known.insert([2; 32], token("bob", Some(unix_ms() + 60_000)), before);
        known.insert([3; 32], token("cid", Some(unix_ms())), before);
        assert!(known.player_of(&[1; 32]).is_ok() && known.player_of(&[2; 32]).is_ok());
        assert!(known.player_of(&[3; 32]).is_err(), "it has expired");
        known.forget(&PlayerId::parse("ann").expect("a name"));
        assert!(known.player_of(&[1; 32]).is_err() && known.player_of(&[2; 32]).is_ok());
        known.insert([1; 32], token("ann", None), before);
        assert!(known.player_of(&[1; 32]).is_err(), "it was read before");
    }
}
