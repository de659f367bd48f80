//! Creates tokens on the server's machine, without a running server.

use std::path::Path;

use anyhow::Context as _;
use referee_ids::PlayerId;
use referee_store::{AuditEntry, Scopes, TokenAdded, sqlite::add_host_token};

use super::drawn_tokens::Drawn;
use crate::hall::wall_clock::unix_ms;

/// Name of the actor in the audit.
const ACTOR: &str = "host";

/// Creates a token for `player` in a data directory, even while a server is using it. Adds the
/// player if missing, and returns the secret of the token.
pub fn host_token(data: &Path, player: &PlayerId, name: String, scopes: Scopes) -> anyhow::Result<String> {
    let Drawn { secret, token } = Drawn::new(&[], name, scopes, None)?;
    let audit = AuditEntry {
        at_unix_ms: unix_ms(),
        actor: ACTOR.to_owned(),
        token: None,
        action: "create_token".to_owned(),
        subject: format!("{player} ({scopes})"),
        reason: "on the server's machine".to_owned(),
    };
    match add_host_token(data, player, &token, &audit).with_context(|| format!("failed to give {player} a token"))? {
        TokenAdded::New(_) => Ok(secret),
        TokenAdded::Full => anyhow::bail!("too many tokens of {player}: revoke some first"),
        TokenAdded::Before(_) | TokenAdded::Taken | TokenAdded::Gone => anyhow::bail!("the token already exists"),
    }
}
