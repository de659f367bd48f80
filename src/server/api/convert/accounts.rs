//! Converts accounts, tokens, and administration.

use std::borrow::Cow;

use referee_ids::{MAX_DISPLAY_NAME, shown_text};
use referee_law::{Reason, Refusal};
use referee_proto::v1;
use referee_store::{AccountState, Announcement, AuditRow, Digest, Invite, PublicId, Scope, Scopes, TokenRow};

use crate::api::auth;

/// Maximum length of a display name or a label in characters.
pub const SHOWN_TEXT: usize = MAX_DISPLAY_NAME;
/// Maximum length of a reason, note or announcement in characters.
const REASON_TEXT: usize = 500;

pub fn account_state(state: &AccountState) -> v1::PlayerState {
    match state {
        AccountState::Active => v1::PlayerState::Active,
        AccountState::Retired => v1::PlayerState::Retired,
        AccountState::Banned { .. } => v1::PlayerState::Banned,
    }
}

/// Converts a token for a list.
pub fn token(row: &TokenRow) -> v1::Token {
    v1::Token {
        token_id: row.id.to_string(),
        player: row.player.to_string(),
        name: row.name.clone(),
        scopes: row.scopes.iter().map(|scope| shown_scope(scope).into()).collect(),
        created_unix_ms: row.created_unix_ms,
        expires_unix_ms: row.expires_unix_ms,
    }
}

fn shown_scope(scope: Scope) -> v1::Scope {
    match scope {
        Scope::Play => v1::Scope::Play,
        Scope::Create => v1::Scope::Create,
        Scope::Account => v1::Scope::Account,
        Scope::Host => v1::Scope::Host,
        Scope::Admin => v1::Scope::Admin,
    }
}

pub fn scopes(asked: &[i32]) -> Result<Scopes, Refusal> {
    let read = |(at, scope): (usize, &i32)| {
        let known = Scope::ALL.into_iter().find(|known| i32::from(shown_scope(*known)) == *scope);
        let field = || format!("scopes[{at}]");
        known.ok_or_else(|| Refusal::of_field(Reason::BadField, field(), &scope.to_string(), "a scope"))
    };
    Ok(Scopes::of(asked.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?))
}

/// Parses the digest of the caller's own secret; `None` if it is not given.
pub fn token_digest(bytes: &[u8]) -> Result<Option<Digest>, Refusal> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let length = format!("{} bytes", bytes.len());
    let refused = |value: &str, expected| Refusal::of_field(Reason::BadField, "token_digest", value, expected);
    let read = Digest::try_from(bytes).map_err(|_| refused(&length, "the 32 bytes of a SHA-256"))?;
    // A player with an empty token would belong to everyone.
    if read == auth::digest("") {
        return Err(refused("the digest of an empty secret", "the digest of 32 random bytes"));
    }
    Ok(Some(read))
}

/// Parses the id of a token or an invite.
pub fn public_id(text: &str, field: &'static str) -> Result<PublicId, Refusal> {
    let bad = || Refusal::of_field(Reason::BadField, field, text, "16 of the digits 0-9 and a-f");
    PublicId::parse(text).ok_or_else(bad)
}

/// Checks that a time, in milliseconds since 1970, is in the future.
pub fn expiry(asked: Option<i64>, field: &'static str, now_unix_ms: i64) -> Result<Option<i64>, Refusal> {
    match asked {
        Some(at) if at <= now_unix_ms => {
            let expected = format!("a time after now, which is {now_unix_ms}");
            Err(Refusal::of_field(Reason::BadField, field, &at.to_string(), expected))
        }
        asked => Ok(asked),
    }
}

pub fn display_name(text: &str) -> Result<String, Refusal> {
    shown(text, "display_name", 0..=SHOWN_TEXT)
}

/// Checks a token's label.
pub fn own_text(text: &str, field: &'static str) -> Result<String, Refusal> {
    shown(text, field, 0..=SHOWN_TEXT)
}

/// Checks a reason, note or announcement.
pub fn reason_text(text: &str, field: &'static str) -> Result<String, Refusal> {
    shown(text, field, 1..=REASON_TEXT)
}

/// Checks a printable text of one line.
fn shown(
    text: &str,
    field: impl Into<Cow<'static, str>>,
    length: std::ops::RangeInclusive<usize>,
) -> Result<String, Refusal> {
    let read = shown_text(text, length).map(str::to_owned);
    read.map_err(|expected| Refusal::of_field(Reason::BadField, field, text.trim(), expected))
}

/// Converts an invite for a list.
pub fn invite(invite: Invite) -> v1::Invite {
    let Invite { id, note, uses, used, created_unix_ms, expires_unix_ms } = invite;
    v1::Invite { invite_id: id.to_string(), note, uses, used, created_unix_ms, expires_unix_ms }
}

pub fn announcement(announcement: Announcement) -> v1::Announcement {
    let Announcement { number, new } = announcement;
    v1::Announcement { number, text: new.text, created_unix_ms: new.created_unix_ms, until_unix_ms: new.until_unix_ms }
}

pub fn audit_entry(row: AuditRow) -> v1::AuditEntry {
    let AuditRow { number, entry } = row;
    v1::AuditEntry {
        number,
        at_unix_ms: entry.at_unix_ms,
        actor: entry.actor,
        token_id: entry.token.map(|id| id.to_string()).unwrap_or_default(),
        action: entry.action,
        subject: entry.subject,
        reason: entry.reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_text_hides_nothing() {
        assert_eq!(display_name("  Ada L.  "), Ok("Ada L.".to_owned()));
        assert_eq!(display_name("نرد"), Ok("نرد".to_owned()));
        assert_eq!(display_name(""), Ok(String::new()));
        for bad in ["a\nb", "a\u{202e}b", "a\u{200b}b", &"x".repeat(65)] {
            assert_eq!(display_name(bad).map_err(|no| no.field), Err("display_name".into()), "{bad:?}");
        }
        let pile = format!("a{}", "\u{301}".repeat(60));
        for bad in ["so\u{ad}ft", &pile] {
            assert_eq!(display_name(bad).map_err(|no| no.field), Err("display_name".into()), "{bad:?}");
        }
        assert_eq!(display_name("Vie\u{323}\u{302}t").as_deref(), Ok("Vie\u{323}\u{302}t"));
        assert!(reason_text(" ", "reason").is_err() && reason_text("why not", "reason").is_ok());
    }
}
