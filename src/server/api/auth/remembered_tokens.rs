//! Remembers the tokens created here, so that a repeated request gets the same token if the first
//! answer was lost. Callers that send the digest of their own secret do not need this.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::TokenDigest;
use referee_ids::PlayerId;

/// Maximum remembered tokens.
const REMEMBERED: usize = 256;
/// Minimum length in bytes of a request id that returns a secret again. Whoever knows the id gets
/// the secret, so the id must be too long to guess.
const MIN_SECRET_REQUEST_ID: usize = 16;

/// The newest tokens with their requests, kept only in memory.
pub struct RememberedTokens<A>(Mutex<VecDeque<(TokenRequest, A)>>);

#[derive(Clone, PartialEq, Eq)]
pub enum TokenRequest {
    Register {
        /// The name to register; `None` for a guest.
        name: Option<PlayerId>,
        request_id: String,
        /// Digest of the caller's own secret, in every variant; empty if the caller has none.
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
    /// A renewal of the token with this digest.
    Renew {
        old: TokenDigest,
        request_id: String,
    },
}

impl TokenRequest {
    /// Returns the request, to be remembered by `request_id`; `None` if the id is short enough to
    /// guess.
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
    /// Returns the answer to the same request earlier.
    pub fn recall(&self, request: Option<&TokenRequest>) -> Option<A> {
        let request = request?;
        self.newest().iter().find(|(known, _)| known == request).map(|(_, answer)| answer.clone())
    }

    /// Remembers the answer to a request; does nothing without a request.
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
