//! Names of objects, so that crates can refer to each other's objects without depending on each
//! other.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

use std::{borrow::Borrow, fmt, ops::RangeInclusive, sync::Arc};

/// Maximum length of the name of a player, in bytes.
pub const MAX_PLAYER_NAME: usize = 32;
/// Maximum length of a display name, in characters.
pub const MAX_DISPLAY_NAME: usize = 64;
/// Maximum length of the id of a match, in bytes.
pub const MAX_MATCH_ID: usize = 64;
/// Maximum length of a request id, in bytes.
pub const MAX_REQUEST_ID: usize = 64;
/// Maximum combining marks on one character: Hebrew and Vietnamese need three.
const MAX_MARKS: usize = 3;
/// Maximum length of a nonce, in bytes.
pub const MAX_NONCE: usize = 64;

/// A numbered place in a match, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the seat as an index into lists with one item per seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns every seat of a match of `count`, seat 0 first.
    pub fn all(count: u8) -> impl Iterator<Item = Seat> {
        (0..count).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The viewer of a match, which decides what is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// A player of the match, who sees its own hand.
    Seat(Seat),
    /// Anyone else, who sees the public part.
    Spectator,
    /// A player trusted by the host who has no seat in the match: sees everything, even during
    /// play.
    Arbiter,
}

impl Viewer {
    /// Returns whether this viewer may know the information that only `seat` knows.
    pub fn knows_hand_of(self, seat: Seat) -> bool {
        self == Viewer::Arbiter || self == Viewer::Seat(seat)
    }
}

/// The number of an event in its match, from 1; 0 precedes the first event. Streams resume after
/// this number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub u64);

impl Seq {
    /// Returns the number of the next event.
    pub fn next(self) -> Seq {
        Seq(self.0 + 1)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not a valid name of the required kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct BadName {
    /// The accepted form.
    pub expected: &'static str,
}

/// The id of a match: 1 to 64 lower-case letters, digits and `-`. Every message about a match
/// contains it, so cloning must be cheap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(Arc<str>);

impl MatchId {
    /// Parses an id from outside.
    pub fn parse(text: &str) -> Result<MatchId, BadName> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if text.is_empty() || text.len() > MAX_MATCH_ID || !text.bytes().all(fits) {
            return Err(BadName { expected: "1 to 64 of the letters a-z, digits and `-`" });
        }
        Ok(MatchId(text.into()))
    }

    /// Makes an id of these bytes: 5 bits of each, as letters and digits that are hard to confuse,
    /// such as `pemm-7sn7-ahhr`.
    pub fn of_bytes(bytes: [u8; 12]) -> MatchId {
        const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut id = String::with_capacity(14);
        for (place, byte) in bytes.into_iter().enumerate() {
            if place > 0 && place % 4 == 0 {
                id.push('-');
            }
            id.push(char::from(LETTERS[usize::from(byte % 32)]));
        }
        MatchId(id.into())
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The name of a player, which is also its id: a letter, then letters, digits, `-` and `_`; at most
/// 32 in total.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(String);

/// Allows looking up a text among player names.
impl Borrow<str> for PlayerId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PlayerId {
    /// Parses a name from outside.
    pub fn parse(text: &str) -> Result<PlayerId, BadName> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
        let begins = text.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
        if !begins || text.len() > MAX_PLAYER_NAME || !text.bytes().all(fits) {
            return Err(BadName {
                expected: "1 to 32 of the letters a-z, digits, `-` and `_`, beginning with a letter",
            });
        }
        Ok(PlayerId(text.to_owned()))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Trims a text from outside, and returns it if it is one line with a number of characters in
/// `length` and no hidden ones. Otherwise returns the expected form.
pub fn shown_text(text: &str, length: RangeInclusive<usize>) -> Result<&str, String> {
    let text = text.trim();
    if length.contains(&text.chars().count()) && text.chars().all(is_printing) && !has_pile_of_marks(text) {
        return Ok(text);
    }
    let (from, to) = (length.start(), length.end());
    Err(format!("{from} to {to} characters on one line, all of them printing, at most 3 marks over one"))
}

/// Returns whether more combining marks pile up on a character than in any script.
fn has_pile_of_marks(text: &str) -> bool {
    let is_mark = |c: char| {
        matches!(
            c,
            '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
                | '\u{64b}'..='\u{65f}' | '\u{6d6}'..='\u{6ed}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
                | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}'
                | '\u{fe20}'..='\u{fe2f}'
        )
    };
    let mut pile = 0;
    text.chars().any(|c| {
        pile = if is_mark(c) { pile + 1 } else { 0 };
        pile > MAX_MARKS
    })
}

/// Returns whether a character of untrusted text may be shown unchanged. It must be visible, end no
/// line, and neither control a terminal nor change the writing direction (UAX #9, UAX #31).
pub fn is_printing(c: char) -> bool {
    let steers = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    !c.is_control() && !steers
}

/// A caller's id for its request, so that a repeat gets the first answer; empty without an id.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(String);

impl RequestId {
    /// Parses a request id from outside.
    pub fn parse(text: &str) -> Result<RequestId, BadName> {
        if text.len() > MAX_REQUEST_ID || !text.chars().all(is_printing) {
            return Err(BadName { expected: "at most 64 bytes of printing characters" });
        }
        Ok(RequestId(text.to_owned()))
    }

    /// Returns the request id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the caller gave no id.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A seat's contribution to the luck of its match: printing ASCII characters without blanks, at
/// most 64; empty without a contribution.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nonce(String);

impl Nonce {
    /// Parses a nonce from outside.
    pub fn parse(text: &str) -> Result<Nonce, BadName> {
        if text.len() > MAX_NONCE || !text.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(BadName { expected: "at most 64 printing ASCII characters without blanks" });
        }
        Ok(Nonce(text.to_owned()))
    }

    /// Returns the nonce as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{RequestId, is_printing};

    #[test]
    fn what_steers_or_hides_is_not_printing() {
        for c in ['a', 'é', '字', '😀', ' ', '\u{301}', '\u{200d}', '\u{a0}'] {
            assert!(is_printing(c), "{c:?}");
        }
        for c in
            ['\n', '\x1b', '\u{9b}', '\u{202e}', '\u{2066}', '\u{2028}', '\u{200b}', '\u{feff}', '\u{e0041}', '\u{ad}']
        {
            assert!(!is_printing(c), "{c:?}");
        }
        assert!(RequestId::parse("a\u{202e}b").is_err());
    }
}
