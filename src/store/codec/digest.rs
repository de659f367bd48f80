//! What matches are told from each other by, in events of contests: 32 hexadecimal digits, or none.

use crate::{
    ids::Seq,
    stats::{MatchDigest, weight},
    store::limits::BrokenEvent,
};

/// A digest as text; empty if it is not known.
pub(super) fn write(digest: Option<MatchDigest>) -> String {
    digest.as_ref().map_or(String::new(), weight::hex)
}

/// The digest of a text in the event of this number.
pub(super) fn read(seq: Seq, text: &str) -> Result<Option<MatchDigest>, BrokenEvent> {
    let broken = || BrokenEvent::new(seq, "match_counted.digest", text, "32 hexadecimal digits, or nothing");
    if text.is_empty() { Ok(None) } else { weight::of_hex(text).map(Some).ok_or_else(broken) }
}
