//! Spans of time as people write them.

use std::time::Duration;

use crate::hall::wall_clock::unix_ms;

/// Reads a span: `90d`, `12h`, `30m` or `45s`.
pub fn parse_span(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number with its unit: 90d, 12h, 30m or 45s".to_owned();
    let unit = text.chars().next_back().ok_or_else(expected)?;
    let seconds = match unit {
        'd' => 24 * 60 * 60,
        'h' => 60 * 60,
        'm' => 60,
        's' => 1,
        _ => return Err(expected()),
    };
    let count: u64 = text[..text.len() - 1].parse().map_err(|_| expected())?;
    let span = count.checked_mul(seconds).filter(|span| (1..=MOST).contains(span));
    span.map(Duration::from_secs).ok_or_else(|| "expected at least a second and at most a hundred years".to_owned())
}

/// The longest span, in seconds.
const MOST: u64 = 100 * 365 * 24 * 60 * 60;

/// Returns the end of a span that begins now, in milliseconds since 1970.
pub fn ahead(span: Duration) -> i64 {
    unix_ms().saturating_add(i64::try_from(span.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_with_their_units() {
        for (text, seconds) in [("90d", 7_776_000), ("12h", 43_200), ("30m", 1_800), ("45s", 45)] {
            assert_eq!(parse_span(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for bad in ["", "90", "d", "-1d", "1.5h", "0s", "1w", "99999999999999999d", "40000d", "1ü"] {
            assert!(parse_span(bad).is_err(), "{bad}");
        }
        assert!(ahead(Duration::from_secs(60)) > unix_ms());
    }
}
