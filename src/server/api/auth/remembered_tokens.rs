//! Tokens created here, so that a repeated request gets the same one if its answer was lost.
//! Callers that send the digest of their own secret do not need it.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::TokenDigest;
use referee_ids::PlayerId;

/// Maximum tokens that can be returned again.
const REMEMBERED: usize = 256;
/// Minimum bytes of a request id that returns a secret again: anyone who knows the id gets it, so
/// it must be too long to guess.
const MIN_SECRET_REQUEST_ID: usize = 16;

/// Newest tokens with their requests, in memory only.
pub struct RememberedTokens<A>(Mutex<VecDeque<(TokenRequest, A)>>);

/// A request for a token.
#[derive(Clone, PartialEq, Eq)]
pub enum TokenRequest {
    Register {
        /// `None` for a guest.
        name: Option<PlayerId>,
        request_id: String,
        /// Digest of the caller's own secret; empty if it has none. Here and below.
        token_digest: Vec<u8>,
    },
    Recover {
        player: PlayerId,
        /// Digest of the recovery code.
        code: TokenDigest,
        request_id: String,
        token_digest: Vec<u8>,
    },
    Redeem {
        /// Digest of the device code.
        code: TokenDigest,
        request_id: String,
        token_digest: Vec<u8>,
    },
    CreateBot {
        owner: PlayerId,
        name: PlayerId,
        request_id: String,
    },
    /// Renewal of the token with this digest.
    Renew {
        old: TokenDigest,
        request_id: String,
    },
}

impl TokenRequest {
    /// Returns the request that is remembered by `request_id`; `None` if the id can be guessed.
    pub fn by_secret_id(request_id: String, of: impl FnOnce(String) -> TokenRequest) -> Option<TokenRequest> {
        (request_id.len() >= MIN_SECRET_REQUEST_ID).then(|| of(request_id))
    }
}

impl<A> Default for RememberedTokens<A> {
    fn default() -> RememberedTokens<A> {
        RememberedTokens(Mutex::default())
    }
}

impl<A: Clone> RememberedTokens<A> {
    /// Returns the earlier answer to a request.
    pub fn recall(&self, request: Option<&TokenRequest>) -> Option<A> {
        let request = request?;
        self.newest().iter().find(|(known, _)| known == request).map(|(_, answer)| answer.clone())
    }

    /// Remembers the answer to a request, if there is one to remember it by.
    pub fn remember(&self, request: Option<TokenRequest>, answer: &A) {
        let Some(request) = request else { return };
        let mut newest = self.newest();
        if newest.len() == REMEMBERED {
            newest.pop_front();
        }
        newest.push_back((request, answer.clone()));
    }

    /// Locks the list. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn newest(&self) -> MutexGuard<'_, VecDeque<(TokenRequest, A)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
