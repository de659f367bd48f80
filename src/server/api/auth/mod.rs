//! Authenticates callers by bearer tokens: 256 random bits, stored only as SHA-256 digests and
//! never logged.
//!
//! A token is found by the digest of the presented secret, so no comparison of secrets can leak
//! timing.

pub(super) mod callers;
pub(super) mod commander;
pub(super) mod drawn_tokens;
pub(super) mod host_token;
pub(super) mod known_tokens;
pub(super) mod looker;
pub mod public_calls;
pub(super) mod registrations;
pub(super) mod remembered_tokens;
pub(super) mod rulings;
pub(super) mod sealed;
pub(super) mod typed_codes;

use std::fmt::Write as _;

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_store::{AccountState, Accounts, AuditEntry, PublicId, Scope, StoreError, TokenRow};
use sha2::{Digest as _, Sha256};
use tonic::{codegen::http::HeaderMap, metadata::MetadataMap};

use crate::hall::wall_clock::unix_ms;
use known_tokens::has_expired;

/// Prefix of every token, so that a leaked token is recognisable.
const TOKEN_PREFIX: &str = "referee_";
/// Prefix of every invite code.
const INVITE_PREFIX: &str = "invite_";

/// The SHA-256 digest of a token, the only stored form.
pub type TokenDigest = [u8; 32];

/// A caller with the rights of its token.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The token; its player is the caller.
    pub token: TokenRow,
    /// Whether the caller is a guest.
    pub is_guest: bool,
}

impl Identity {
    pub fn player(&self) -> &PlayerId {
        &self.token.player
    }

    /// Returns whether the token has this scope.
    pub fn has(&self, scope: Scope) -> bool {
        self.token.scopes.has(scope)
    }

    /// Rejects a token without this scope.
    pub fn demand(&self, scope: Scope) -> Result<(), Refusal> {
        if self.has(scope) {
            return Ok(());
        }
        let (needed, has) = (scope.name(), self.token.scopes.to_string());
        let expected = format!("a token with the scope `{needed}`");
        let text = format!("this token lacks the scope `{needed}`: it has `{has}`");
        Err(Refusal { text, ..Refusal::of_field(Reason::MissingScope, "scope", &has, expected) })
    }

    /// Creates an audit entry for an action of this caller.
    pub fn audit(&self, action: &str, subject: String, reason: String) -> AuditEntry {
        let (actor, token) = (self.player().to_string(), Some(self.token.id));
        AuditEntry { at_unix_ms: unix_ms(), actor, token, action: action.to_owned(), subject, reason }
    }

    /// Returns the player if the token may see what the player's seats see.
    pub fn seeing_as(&self) -> Option<PlayerId> {
        self.has(Scope::Play).then(|| self.player().clone())
    }
}

pub fn new_token() -> Result<(String, TokenDigest), Refusal> {
    new_secret(TOKEN_PREFIX)
}

pub fn new_invite_code() -> Result<(String, TokenDigest), Refusal> {
    new_secret(INVITE_PREFIX)
}

fn new_secret(prefix: &str) -> Result<(String, TokenDigest), Refusal> {
    let mut secret = [0_u8; 32];
    getrandom::fill(&mut secret).map_err(no_luck)?;
    let mut text = String::from(prefix);
    for byte in secret {
        let _ = write!(text, "{byte:02x}");
    }
    let digest = digest(&text);
    Ok((text, digest))
}

/// Creates a public id of a token or an invite.
pub fn new_public_id() -> Result<PublicId, Refusal> {
    getrandom::u64().map(PublicId::new).map_err(no_luck)
}

fn no_luck(cause: getrandom::Error) -> Refusal {
    Refusal::new(Reason::HostFault, format!("no random numbers for a token: {cause}"))
}

/// Returns the digest of a secret.
pub fn digest(secret: &str) -> TokenDigest {
    Sha256::digest(secret.as_bytes()).into()
}

/// Returns the digest of a call's token; `None` without a token.
pub fn presented(metadata: &MetadataMap) -> Result<Option<TokenDigest>, Refusal> {
    presented_in(metadata.as_ref())
}

/// Returns the digest of the token in HTTP headers; `None` without a token.
pub fn presented_in(headers: &HeaderMap) -> Result<Option<TokenDigest>, Refusal> {
    let Some(value) = headers.get("authorization") else {
        return Ok(None);
    };
    let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).map(str::trim);
    let token = token.filter(|token| !token.is_empty());
    // Even a malformed value may contain a secret, so the refusal does not repeat it.
    token.map(|token| Some(digest(token))).ok_or_else(|| unauthenticated("the header is not `Bearer TOKEN`"))
}

/// Identifies the caller; `None` without a token. Rejects unknown tokens.
pub async fn caller(accounts: &dyn Accounts, metadata: &MetadataMap) -> Result<Option<Identity>, Refusal> {
    known(accounts, presented(metadata)?).await
}

/// Identifies the caller with this digest, if given. Rejects unknown and expired tokens, and the
/// tokens of barred players.
pub async fn known(accounts: &dyn Accounts, digest: Option<TokenDigest>) -> Result<Option<Identity>, Refusal> {
    let Some(digest) = digest else {
        return Ok(None);
    };
    let grant = accounts.grant(digest).await.map_err(store_fault)?;
    let grant = grant.ok_or_else(|| unauthenticated("unknown token"))?;
    if has_expired(&grant.token, unix_ms()) {
        return Err(expired());
    }
    match barred(&grant.state) {
        Some(refusal) => Err(refusal),
        None => Ok(Some(Identity { token: grant.token, is_guest: grant.is_guest })),
    }
}

/// Returns the reason why a player in this state may not call; `None` if the player may.
pub fn barred(state: &AccountState) -> Option<Refusal> {
    match state {
        AccountState::Active => None,
        AccountState::Retired => {
            Some(Refusal::new(Reason::PlayerRetired, "this player is retired: its owner may revive it"))
        }
        AccountState::Banned { reason } => {
            Some(Refusal::new(Reason::PlayerBanned, format!("this player is banned: {reason}")))
        }
    }
}

/// Returns the refusal of a call without a token.
pub fn no_token() -> Refusal {
    unauthenticated("missing token")
}

/// Returns the refusal that ends a stream whose token was renewed.
pub fn renewed() -> Refusal {
    unauthenticated("the token of this stream was renewed: open a new stream with the new token")
}

/// Returns the refusal that ends a stream whose token was revoked.
pub fn revoked() -> Refusal {
    unauthenticated("the token of this stream was revoked")
}

/// Returns the refusal of an expired token.
pub fn expired() -> Refusal {
    Refusal { reason: Reason::TokenExpired, ..unauthenticated("the token has expired") }
}

/// Maps a store failure to a refusal. The details go only to the log.
pub fn store_fault(fault: StoreError) -> Refusal {
    tracing::error!(%fault, "the store could not look up a caller");
    Refusal::new(Reason::StoreUnavailable, "the store failed: retry later")
}

fn unauthenticated(text: &str) -> Refusal {
    Refusal {
        field: "authorization".into(),
        expected: "`Bearer TOKEN`, with the token from Register".into(),
        ..Refusal::new(Reason::Unauthenticated, text)
    }
}
