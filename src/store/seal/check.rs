//! Checks a seal against the lines before it.

use std::fmt;

use super::{Chain, Head, PublicKey, Seal, Sealed};

/// Who vouches for a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Unsealed,
    /// The record matches a seal without a signature.
    Unsigned,
    /// This key signed the record; no expected key was given.
    SignedBy(PublicKey),
    /// The expected key signed the record.
    Known(PublicKey),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Known(key) => write!(f, "signed by {key}"),
            Origin::SignedBy(key) => write!(f, "signed by {key}, origin not checked: no --key"),
            Origin::Unsigned => f.write_str("origin not checked: sealed, but not signed"),
            Origin::Unsealed => f.write_str("origin not checked: no seal"),
        }
    }
}

/// A fault of a seal or of the lines before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSeal {
    /// Events are missing at the end.
    #[error("event {} is missing: {sealed} events were sealed, the record has {found}: the record was cut", found + 1)]
    Cut { found: u64, sealed: u64 },
    /// Events follow that were not sealed.
    #[error("event {} was added: {sealed} events were sealed, the record has {found}", sealed + 1)]
    Longer { found: u64, sealed: u64 },
    /// An event differs from the sealed one.
    #[error("event {first}{} differs from the sealed event: the event was changed or moved", upto(*first, *last))]
    Changed {
        /// First event that may differ.
        first: u64,
        /// Last event that may differ.
        last: u64,
    },
    /// The hashes in the seal are inconsistent.
    #[error("the seal after event {events}: its head does not match the chain of events")]
    Head { events: u64 },
    /// The signature belongs to another text.
    #[error(
        "the seal after event {events}: the signature of {key} does not match these events: the record was changed"
    )]
    Signature {
        events: u64,
        /// Key that the seal claims as signer.
        key: PublicKey,
    },
    /// A key other than the expected one signed.
    #[error("the seal after event {events}: signed by {found}, not by {expected}")]
    OtherKey { events: u64, found: PublicKey, expected: PublicKey },
    /// A signature was expected, but there is none.
    #[error("after event {events}: no signature, expected one of {expected}")]
    NotSigned { events: u64, expected: PublicKey },
}

fn upto(first: u64, last: u64) -> String {
    if first == last { String::new() } else { format!(" or one up to {last}") }
}

/// Checks `seal` against the lines of `chain`, and returns the signer. With a `key`, accepts only a
/// signature by this key.
pub fn check(of: Sealed<'_>, chain: &Chain, seal: Option<&Seal>, key: Option<&PublicKey>) -> Result<Origin, BadSeal> {
    let events = chain.head().events;
    if let Some(seal) = seal {
        check_head(chain.head(), &seal.head)?;
    }
    let signed = seal.and_then(|seal| seal.signed.as_ref().map(|(by, signature)| (seal, by, signature)));
    let Some((seal, by, signature)) = signed else {
        return match key {
            Some(expected) => Err(BadSeal::NotSigned { events, expected: *expected }),
            None if seal.is_some() => Ok(Origin::Unsigned),
            None => Ok(Origin::Unsealed),
        };
    };
    if !seal.head.is_signed(of, by, signature) {
        return Err(BadSeal::Signature { events, key: *by });
    }
    match key {
        Some(expected) if expected != by => Err(BadSeal::OtherKey { events, found: *by, expected: *expected }),
        Some(_) => Ok(Origin::Known(*by)),
        None => Ok(Origin::SignedBy(*by)),
    }
}

fn check_head(found: &Head, sealed: &Head) -> Result<(), BadSeal> {
    let stride = sealed.stride.max(found.stride);
    let mut marks = found.marks_at(stride).zip(sealed.marks_at(stride));
    if let Some(index) = marks.position(|(found, sealed)| found != sealed) {
        let last = (index as u64 + 1) * stride;
        return Err(BadSeal::Changed { first: last - stride + 1, last });
    }
    let (found_events, sealed_events) = (found.events, sealed.events);
    if found_events < sealed_events {
        return Err(BadSeal::Cut { found: found_events, sealed: sealed_events });
    }
    if found_events > sealed_events {
        return Err(BadSeal::Longer { found: found_events, sealed: sealed_events });
    }
    if found.hash != sealed.hash {
        // Events after the last mark have no mark to compare.
        let marked = sealed.marks.len() as u64 * sealed.stride;
        return Err(match marked < sealed_events {
            true => BadSeal::Changed { first: marked + 1, last: sealed_events },
            false => BadSeal::Head { events: sealed_events },
        });
    }
    Ok(())
}

impl Head {
    /// Returns the marks at a multiple of the head's own stride.
    fn marks_at(&self, stride: u64) -> impl Iterator<Item = [u8; 4]> + '_ {
        let step = usize::try_from(stride / self.stride).unwrap_or(usize::MAX);
        self.marks.iter().skip(step - 1).step_by(step).copied()
    }
}
