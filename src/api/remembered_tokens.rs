//! Tokens that the server has drawn, so that a request whose answer was lost gets the same one. Who brings the digest of a secret of
//! its own needs none of this.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::auth::TokenDigest;
use crate::ids::PlayerId;

/// How many of the newest tokens can be given again to the request that they were drawn for.
const REMEMBERED: usize = 256;

/// The newest tokens with the requests that they were drawn for. Kept in memory only.
pub struct RememberedTokens<A>(Mutex<VecDeque<(TokenRequest, A)>>);

/// What asked for a token.
#[derive(Clone, PartialEq, Eq)]
pub enum TokenRequest {
    Register {
        name: PlayerId,
        request_id: String,
    },
    CreateBot {
        owner: PlayerId,
        name: PlayerId,
        request_id: String,
    },
    /// Whoever had the token of this digest.
    Renew {
        old: TokenDigest,
        request_id: String,
    },
}

impl<A> Default for RememberedTokens<A> {
    fn default() -> RememberedTokens<A> {
        RememberedTokens(Mutex::default())
    }
}

impl<A: Clone> RememberedTokens<A> {
    /// What was answered to a request.
    pub fn recall(&self, request: &TokenRequest) -> Option<A> {
        self.newest().iter().find(|(known, _)| known == request).map(|(_, answer)| answer.clone())
    }

    /// Keeps what is answered to a request.
    pub fn remember(&self, request: TokenRequest, answer: A) {
        let mut newest = self.newest();
        if newest.len() == REMEMBERED {
            newest.pop_front();
        }
        newest.push_back((request, answer));
    }

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn newest(&self) -> MutexGuard<'_, VecDeque<(TokenRequest, A)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
