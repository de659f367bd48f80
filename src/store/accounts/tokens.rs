//! Stored tokens: digests and scopes.

use std::{fmt, str::FromStr};

use referee_ids::PlayerId;

/// The SHA-256 digest of a secret, the only stored form.
pub type Digest = [u8; 32];

/// A set of [`Scope`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

/// A right of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Take seats, play, and see what a seat sees.
    Play,
    Create,
    /// Manage the account: its tokens and bots.
    Account,
    /// Host: end matches, and make announcements.
    Host,
    /// Administrate accounts; includes [`Scope::Host`].
    Admin,
}

impl Scope {
    pub const ALL: [Scope; 5] = [Scope::Play, Scope::Create, Scope::Account, Scope::Host, Scope::Admin];

    pub fn name(self) -> &'static str {
        match self {
            Scope::Play => "play",
            Scope::Create => "create",
            Scope::Account => "account",
            Scope::Host => "host",
            Scope::Admin => "admin",
        }
    }

    fn bit(self) -> u8 {
        match self {
            Scope::Play => 1,
            Scope::Create => 2,
            Scope::Account => 4,
            Scope::Host => 8,
            Scope::Admin => 16,
        }
    }
}

/// An unknown scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}", Scope::ALL.map(Scope::name).join(", "))]
pub struct UnknownScope;

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(name: &str) -> Result<Scope, UnknownScope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name).ok_or(UnknownScope)
    }
}

impl Scopes {
    /// Returns the scopes of a player's own token.
    pub fn of_player() -> Scopes {
        Scopes::of([Scope::Play, Scope::Create, Scope::Account])
    }

    /// Returns the scopes that only a host can give.
    pub fn of_host() -> Scopes {
        Scopes::of([Scope::Host, Scope::Admin])
    }

    pub fn of(scopes: impl IntoIterator<Item = Scope>) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }

    /// Reads stored bits; unknown bits are ignored.
    pub fn from_bits(bits: u8) -> Scopes {
        Scopes::of(Scope::ALL.into_iter().filter(|scope| bits & scope.bit() != 0))
    }

    /// Returns the bits to store.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether `scope` is included. [`Scope::Admin`] includes [`Scope::Host`].
    pub fn has(self, scope: Scope) -> bool {
        let includes = if scope == Scope::Host { Scope::Admin.bit() } else { 0 };
        self.0 & (scope.bit() | includes) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.0 & scope.bit() != 0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, scope) in self.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " " })?;
            f.write_str(scope.name())?;
        }
        Ok(())
    }
}

/// Public id of a token or an invite: 16 hexadecimal digits, not secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicId(u64);

impl PublicId {
    /// Creates an id from a number without its first bit, since SQLite has signed numbers only.
    pub fn new(number: u64) -> PublicId {
        PublicId(number & (u64::MAX >> 1))
    }

    /// Returns the number, which fits into 63 bits.
    pub fn number(self) -> u64 {
        self.0
    }

    pub fn parse(text: &str) -> Option<PublicId> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        digits.then(|| u64::from_str_radix(text, 16).ok().map(PublicId::new)).flatten()
    }
}

impl fmt::Display for PublicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A token to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    /// Id of the token in lists.
    pub id: PublicId,
    /// Digest of the secret.
    pub digest: Digest,
    /// Label.
    pub name: String,
    pub scopes: Scopes,
    /// Creation time in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Expiry in milliseconds since 1970; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

/// A token as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Id of the token in lists.
    pub id: PublicId,
    pub player: PlayerId,
    /// Label.
    pub name: String,
    pub scopes: Scopes,
    /// Creation time in milliseconds since 1970; 0 if unknown.
    pub created_unix_ms: i64,
    /// Expiry in milliseconds since 1970; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

impl TokenRow {
    /// Returns a new token as it will be listed.
    pub fn of(player: PlayerId, token: &NewToken) -> TokenRow {
        let NewToken { id, name, scopes, created_unix_ms, expires_unix_ms, .. } = token.clone();
        TokenRow { id, player, name, scopes, created_unix_ms, expires_unix_ms }
    }
}

/// The tokens of the player that a new token replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    /// No token.
    Nothing,
    /// This token, which must still exist.
    One(PublicId),
    All,
}

/// The outcome of adding a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenAdded {
    /// The token is new and durable.
    New(TokenRow),
    /// The player already has a token with this digest.
    Before(TokenRow),
    /// Another player's token has this digest.
    Taken,
    /// The player already has the maximum number of tokens.
    Full,
    /// The token to replace no longer exists.
    Gone,
}

/// The tokens of a player to revoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revoked {
    One(PublicId),
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_they_were_written() {
        for scope in Scope::ALL {
            assert_eq!(scope.name().parse(), Ok(scope));
        }
        for unknown in ["", "PLAY", "unspecified"] {
            assert_eq!(unknown.parse::<Scope>(), Err(UnknownScope));
        }
        assert_eq!(UnknownScope.to_string(), "expected one of play, create, account, host, admin");
        let all = Scopes::of(Scope::ALL);
        assert_eq!((Scopes::from_bits(all.bits()), Scopes::from_bits(255)), (all, all));
        assert_eq!(Scopes::of_player().to_string(), "play create account");
        assert!(Scopes::of([Scope::Admin]).has(Scope::Host) && !Scopes::of([Scope::Host]).has(Scope::Admin));
        assert!(!Scopes::of([Scope::Admin]).has(Scope::Play));
    }

    #[test]
    fn a_public_id_is_read_as_it_was_written() {
        for number in [0, 1, u64::MAX >> 1, 0x0123_4567_89ab_cdef] {
            assert_eq!(PublicId::parse(&PublicId::new(number).to_string()), Some(PublicId::new(number)));
        }
        for bad in ["", "0", "+123456789abcdef", "0123456789ABCDEF", "0123456789abcdeg", "00123456789abcdef"] {
            assert_eq!(PublicId::parse(bad), None, "{bad}");
        }
    }
}
