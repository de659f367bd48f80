//! Who calls: bearer tokens of 256 bits from the operating system, kept only as SHA-256 digests and never logged.
//!
//! A token is found by the digest of what was presented, so that no comparison of secrets takes place whose time could tell
//! anything about them.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use tonic::{codegen::http::HeaderMap, metadata::MetadataMap};

use crate::{
    ids::PlayerId,
    referee::{Reason, Refusal},
    store::{Accounts, StoreError},
};

/// What every token begins with, so that one found in a wrong place is known for what it is.
const PREFIX: &str = "referee_";

/// The SHA-256 digest of a token: the only form in which it is kept.
pub type TokenDigest = [u8; 32];

/// A new token with its digest.
pub fn new_token() -> Result<(String, TokenDigest), Refusal> {
    let mut secret = [0_u8; 32];
    getrandom::fill(&mut secret)
        .map_err(|cause| Refusal::new(Reason::HostFault, format!("failed to draw a token: {cause}")))?;
    let mut token = String::from(PREFIX);
    for byte in secret {
        let _ = write!(token, "{byte:02x}");
    }
    let digest = digest(&token);
    Ok((token, digest))
}

/// The digest under which a token is kept.
pub fn digest(token: &str) -> TokenDigest {
    Sha256::digest(token.as_bytes()).into()
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

/// The player who calls; `None` for a call without a token. A token that is not known is refused.
pub async fn caller(accounts: &dyn Accounts, metadata: &MetadataMap) -> Result<Option<PlayerId>, Refusal> {
    known(accounts, presented(metadata)?).await
}

/// The player who calls; a call without a token is refused.
pub async fn player(accounts: &dyn Accounts, metadata: &MetadataMap) -> Result<PlayerId, Refusal> {
    caller(accounts, metadata).await?.ok_or_else(no_token)
}

/// The player of a digest, where there is one; a digest that is not known is refused.
pub async fn known(accounts: &dyn Accounts, digest: Option<TokenDigest>) -> Result<Option<PlayerId>, Refusal> {
    let Some(digest) = digest else {
        return Ok(None);
    };
    let player = accounts.player_of(digest).await.map_err(store_fault)?;
    player.map(Some).ok_or_else(|| unauthenticated("the token is not known"))
}

/// The refusal of a call without a token.
pub fn no_token() -> Refusal {
    unauthenticated("the call carries no token")
}

/// Why a stream ends whose token was renewed.
pub fn renewed() -> Refusal {
    unauthenticated("the token of this stream was renewed: open another with the new one")
}

/// A fault of the store as the refusal that a caller sees. What the store says of it is for the log alone.
pub fn store_fault(fault: StoreError) -> Refusal {
    tracing::error!(%fault, "the store could not be asked for a caller");
    Refusal::new(Reason::StoreUnavailable, "the store could not be asked: try again later")
}

fn unauthenticated(text: &str) -> Refusal {
    Refusal {
        field: "authorization".into(),
        expected: "`Bearer TOKEN`, with the token that Register gave".into(),
        ..Refusal::new(Reason::Unauthenticated, text)
    }
}
