//! What a store keeps of tokens: their digests, and what they may be used for.

use std::{fmt, str::FromStr};

use crate::{ids::PlayerId, store::AccountState};

/// The SHA-256 digest of a secret: the only form in which one is kept.
pub type Digest = [u8; 32];

/// What a token may be used for: any set of [`Scope`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

/// One use of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// To take seats, to play, and to see what a seat sees.
    Play,
    Create,
    /// To manage the account itself: its tokens, and its bots.
    Account,
    /// To host: to end matches, and to announce.
    Host,
    /// To administrate accounts; includes [`Scope::Host`].
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

/// A word that is no scope.
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
    /// What a player's own token has.
    pub fn of_player() -> Scopes {
        Scopes::of([Scope::Play, Scope::Create, Scope::Account])
    }

    /// What a host alone can give.
    pub fn of_host() -> Scopes {
        Scopes::of([Scope::Host, Scope::Admin])
    }

    pub fn of(scopes: impl IntoIterator<Item = Scope>) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }

    /// The scopes of their number in a store; bits that are not known are ignored.
    pub fn from_bits(bits: u8) -> Scopes {
        Scopes::of(Scope::ALL.into_iter().filter(|scope| bits & scope.bit() != 0))
    }

    /// Their number in a store.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Whether `scope` is one of them; who administrates hosts too.
    pub fn has(self, scope: Scope) -> bool {
        let includes = if scope == Scope::Host { Scope::Admin.bit() } else { 0 };
        self.0 & (scope.bit() | includes) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.0 & scope.bit() != 0)
    }

    /// Whether there is none.
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

/// What a token or an invite is called in lists: 16 hexadecimal digits, and no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicId(u64);

impl PublicId {
    /// The id of this number without its first bit, since SQLite knows signed numbers only.
    pub fn new(number: u64) -> PublicId {
        PublicId(number & (u64::MAX >> 1))
    }

    /// Its number, which fits into 63 bits.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Reads an id from outside.
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

/// A token to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    /// What it is called in lists.
    pub id: PublicId,
    /// The digest of its secret.
    pub digest: Digest,
    /// Its owner's word for it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Scopes,
    /// When it was made, in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// From when on it is refused; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

/// A token as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// What it is called in lists.
    pub id: PublicId,
    pub player: PlayerId,
    /// Its owner's word for it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Scopes,
    /// When it was made, in milliseconds since 1970; 0 where that was not noted.
    pub created_unix_ms: i64,
    /// From when on it is refused; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

impl TokenRow {
    /// A token as lists will show it.
    pub fn of(player: PlayerId, token: &NewToken) -> TokenRow {
        let NewToken { id, name, scopes, created_unix_ms, expires_unix_ms, .. } = token.clone();
        TokenRow { id, player, name, scopes, created_unix_ms, expires_unix_ms }
    }
}

/// What a token that was presented stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The token; one that has expired is found too.
    pub token: TokenRow,
    pub state: AccountState,
}

/// Which tokens of the player a new one takes the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    /// None.
    Nothing,
    /// This one, which must still be there.
    One(PublicId),
    All,
}

/// What became of a token that was to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenAdded {
    /// It is new and durable.
    New(TokenRow),
    /// The player has a token of this digest already: this one.
    Before(TokenRow),
    /// Another player's token has this digest.
    Taken,
    /// The player has as many as it may.
    Full,
    /// The token whose place it was to take is not there any more.
    Gone,
}

/// Which tokens of a player are revoked.
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
