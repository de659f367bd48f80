//! Who calls: bearer tokens of 256 bits from the operating system, kept only as SHA-256 digests and never logged.
//!
//! A token is found by the digest of what was presented, so that no comparison of secrets takes place whose time could tell
//! anything about them.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use tonic::{codegen::http::HeaderMap, metadata::MetadataMap};

use super::known_tokens::has_expired;
use crate::{
    hall::wall_clock::unix_ms,
    ids::PlayerId,
    referee::{Reason, Refusal},
    store::{AccountState, Accounts, AuditEntry, PublicId, Scope, StoreError, TokenRow},
};

/// What every token begins with, so that one found in a wrong place is known for what it is.
const TOKEN_PREFIX: &str = "referee_";
/// The same of the code of an invite.
const INVITE_PREFIX: &str = "invite_";

/// The SHA-256 digest of a token: the only form in which it is kept.
pub type TokenDigest = [u8; 32];

/// Who calls, and what the token is good for by which it does.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The token; its player is who calls.
    pub token: TokenRow,
}

impl Identity {
    pub fn player(&self) -> &PlayerId {
        &self.token.player
    }

    /// Whether the token may be used for this.
    pub fn has(&self, scope: Scope) -> bool {
        self.token.scopes.has(scope)
    }

    /// Refuses a token that may not be used for this.
    pub fn demand(&self, scope: Scope) -> Result<(), Refusal> {
        if self.has(scope) {
            return Ok(());
        }
        let (needed, has) = (scope.name(), self.token.scopes.to_string());
        let expected = format!("a token with the scope `{needed}`");
        let text = format!("this token lacks the scope `{needed}`: it has `{has}`");
        Err(Refusal { text, ..Refusal::of_field(Reason::MissingScope, "scope", &has, expected) })
    }

    /// An entry of the audit: that the caller does this now.
    pub fn audit(&self, action: &str, subject: String, reason: String) -> AuditEntry {
        let (actor, token) = (self.player().to_string(), Some(self.token.id));
        AuditEntry { at_unix_ms: unix_ms(), actor, token, action: action.to_owned(), subject, reason }
    }

    /// Who calls, where the token is good for seeing what a seat sees.
    pub fn seeing_as(&self) -> Option<PlayerId> {
        self.has(Scope::Play).then(|| self.player().clone())
    }
}

/// A new token with its digest.
pub fn new_token() -> Result<(String, TokenDigest), Refusal> {
    new_secret(TOKEN_PREFIX)
}

/// A new code of an invite with its digest.
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

/// A new name of a token or an invite in lists.
pub fn new_public_id() -> Result<PublicId, Refusal> {
    getrandom::u64().map(PublicId::new).map_err(no_luck)
}

fn no_luck(cause: getrandom::Error) -> Refusal {
    Refusal::new(Reason::HostFault, format!("no random numbers for a token: {cause}"))
}

/// The digest under which a secret is kept.
pub fn digest(secret: &str) -> TokenDigest {
    Sha256::digest(secret.as_bytes()).into()
}

/// The digest of the token that a call carries; `None` when it carries none.
pub fn presented(metadata: &MetadataMap) -> Result<Option<TokenDigest>, Refusal> {
    presented_in(metadata.as_ref())
}

/// The same of the headers of a call that is no message yet.
pub fn presented_in(headers: &HeaderMap) -> Result<Option<TokenDigest>, Refusal> {
    let Some(value) = headers.get("authorization") else {
        return Ok(None);
    };
    let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).map(str::trim);
    // The value is a secret even where it is malformed: the refusal does not repeat it.
    token.map(|token| Some(digest(token))).ok_or_else(|| unauthenticated("the header is not `Bearer TOKEN`"))
}

/// Who calls; `None` for a call without a token. A token that is not known is refused.
pub async fn caller(accounts: &dyn Accounts, metadata: &MetadataMap) -> Result<Option<Identity>, Refusal> {
    known(accounts, presented(metadata)?).await
}

/// Who calls with a token that may be used for `scope`; a call without a token is refused.
pub async fn player(accounts: &dyn Accounts, metadata: &MetadataMap, scope: Scope) -> Result<Identity, Refusal> {
    let identity = caller(accounts, metadata).await?.ok_or_else(no_token)?;
    identity.demand(scope)?;
    Ok(identity)
}

/// Whose a digest is, where there is one. One that is not known or has expired is refused, and so is the token of a player who may
/// not play.
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
        None => Ok(Some(Identity { token: grant.token })),
    }
}

/// Why a player in this state may not call; `None` where it may.
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

/// The refusal of a call without a token.
pub fn no_token() -> Refusal {
    unauthenticated("missing token")
}

/// Why a stream ends whose token was renewed.
pub fn renewed() -> Refusal {
    unauthenticated("the token of this stream was renewed: open a new stream with the new token")
}

/// Why a stream ends whose token was revoked.
pub fn revoked() -> Refusal {
    unauthenticated("the token of this stream was revoked")
}

/// The refusal of a token whose time is over.
pub fn expired() -> Refusal {
    Refusal { reason: Reason::TokenExpired, ..unauthenticated("the token has expired") }
}

/// A fault of the store as the refusal that a caller sees. What the store says of it is for the log alone.
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
