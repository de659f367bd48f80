//! New tokens, and why a player gets none.

use referee_law::{Reason, Refusal};
use referee_store::{NewToken, Scope, Scopes};

use super::{Identity, new_public_id, new_token};
use crate::{api::convert, hall::wall_clock::unix_ms};

/// Name of a player's first token.
pub const FIRST: &str = "first";

/// A token to store, with its secret if the server has drawn it.
pub(in crate::api) struct Drawn {
    pub secret: String,
    pub token: NewToken,
}

impl Drawn {
    /// Creates a token with the digest `brought`, or with a new secret if `brought` is empty.
    pub fn new(brought: &[u8], name: String, scopes: Scopes, expires_unix_ms: Option<i64>) -> Result<Drawn, Refusal> {
        let (secret, digest) = match convert::token_digest(brought)? {
            Some(digest) => (String::new(), digest),
            None => new_token()?,
        };
        let (id, created_unix_ms) = (new_public_id()?, unix_ms());
        Ok(Drawn { secret, token: NewToken { id, digest, name, scopes, created_unix_ms, expires_unix_ms } })
    }
}

/// Rejects scopes that the giver does not have. Only administrators can give the scopes of hosts.
pub(in crate::api) fn given_by(giver: &Identity, scopes: Scopes) -> Result<(), Refusal> {
    if giver.has(Scope::Admin) {
        return Ok(());
    }
    let is_hosts = |scope: Scope| Scopes::of_host().has(scope);
    scopes.iter().try_for_each(|scope| giver.demand(if is_hosts(scope) { Scope::Admin } else { scope }))
}

/// Returns the refusal of a digest that another token has.
pub(in crate::api) fn digest_taken() -> Refusal {
    Refusal::of_field(Reason::BadField, "token_digest", "", "the digest of an unused secret")
}

/// Returns the refusal of a further token of a player. `remedy` says what the caller can do.
pub(in crate::api) fn too_many_tokens(most: usize, remedy: &str) -> Refusal {
    Refusal::limit("tokens_per_player", most, format!("limit reached: {most} tokens of one player; {remedy}"))
}
