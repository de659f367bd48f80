//! Times and durations of a tournament in its file.

use toml::Value;

use crate::{
    runner::options::engine_words::BadWords, stats::utc::parse_rfc3339, tournament::rules::MAX_PROVISIONAL_MS,
};

/// Default time for which results are provisional: a day, in milliseconds.
const PROVISIONAL_MS: u64 = 24 * 3600 * 1000;

/// Returns when a tournament starts automatically, in milliseconds since 1970 (UTC).
pub(super) fn starts_at(value: &Value) -> Result<i64, BadWords> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Datetime(time) => time.to_string(),
        _ => "no time".to_owned(),
    };
    let expected = "a time with its offset in RFC 3339, such as 2026-12-01T18:00:00Z";
    parse_rfc3339(&text).ok_or_else(|| BadWords::new(format!("starts_at is `{text}`, expected {expected}")))
}

/// Returns how long results are provisional, in milliseconds.
pub(super) fn provisional(text: Option<&str>) -> Result<u64, BadWords> {
    let Some(text) = text else { return Ok(PROVISIONAL_MS) };
    if text == "0" {
        return Ok(0);
    }
    let read = || {
        let unit_ms = match text.chars().next_back()? {
            'd' => PROVISIONAL_MS,
            'h' => 3600 * 1000,
            'm' => 60 * 1000,
            's' => 1000,
            _ => return None,
        };
        let count: u64 = text[..text.len() - 1].parse().ok()?;
        count.checked_mul(unit_ms).filter(|ms| *ms <= MAX_PROVISIONAL_MS)
    };
    let expected = "\"0\", or a number with its unit up to 31 days: \"2d\", \"12h\", \"30m\" or \"45s\"";
    read().ok_or_else(|| BadWords::new(format!("provisional is `{text}`, expected {expected}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_a_time_of_toml_or_a_text() {
        let time = toml::from_str::<toml::Table>("at = 2023-11-14T22:13:20Z").expect("TOML").remove("at").expect("at");
        assert_eq!(starts_at(&time).ok(), Some(1_700_000_000_000));
        assert_eq!(starts_at(&Value::String("2023-11-14T22:13:20Z".to_owned())).ok(), Some(1_700_000_000_000));
        for bad in [Value::Integer(5), Value::String("soon".to_owned())] {
            assert!(starts_at(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_provisional_time_is_a_day_unless_given() {
        for (text, ms) in [(None, PROVISIONAL_MS), (Some("0"), 0), (Some("2d"), 172_800_000), (Some("45s"), 45_000)] {
            assert_eq!(provisional(text).ok(), Some(ms), "{text:?}");
        }
        for bad in ["", "1", "32d", "1w", "-1d", "1\u{fc}", "99999999999999999d"] {
            assert!(provisional(Some(bad)).is_err(), "{bad}");
        }
    }
}
