//! Match digests in contest events: 32 hexadecimal digits, or empty.

use referee_contests::stats::{MatchDigest, weight};
use referee_ids::Seq;

use crate::limits::BrokenEvent;

/// Writes a digest; empty if unknown.
pub(super) fn write(digest: Option<MatchDigest>) -> String {
    digest.as_ref().map_or(String::new(), weight::hex)
}

/// Reads a digest of the event with this number.
pub(super) fn read(seq: Seq, text: &str) -> Result<Option<MatchDigest>, BrokenEvent> {
    let broken = || BrokenEvent::new(seq, "match_counted.digest", text, "32 hexadecimal digits, or nothing");
    if text.is_empty() { Ok(None) } else { weight::of_hex(text).map(Some).ok_or_else(broken) }
}
