//! Times in UTC, as text.

/// Seconds in a day.
const DAY: i64 = 86_400;

/// Formats a time in milliseconds since 1970, in UTC to the second: `2026-11-22 21:30:00`.
pub fn utc(unix_ms: i64) -> String {
    let seconds = unix_ms.div_euclid(1000);
    let (days, of_day) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// Returns the date of a day since 1970, by H. Hinnant's `civil_from_days`: years begin in March,
/// so a leap day is the last day of a year.
fn civil(days: i64) -> (i64, i64, i64) {
    let since = days + 719_468;
    let era = since.div_euclid(146_097);
    let of_era = since.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// Parses a time in RFC 3339 and returns milliseconds since 1970 (UTC): `2026-11-22T21:30:00Z`,
/// `2026-11-22 22:30:00+01:00`. Fractions of a second are cut off.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |range: std::ops::Range<usize>| -> Option<i64> {
        let digits = text.get(range)?;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let has = |at: usize, any: &[u8]| bytes.get(at).is_some_and(|byte| any.contains(byte));
    let is_shaped = has(4, b"-") && has(7, b"-") && has(10, b"Tt ") && has(13, b":") && has(16, b":");
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let rest = text.get(19..)?;
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let end = fraction.bytes().take_while(u8::is_ascii_digit).count();
            (end > 0).then(|| &fraction[end..])?
        }
        None => rest,
    };
    let of_day = hour * 3600 + minute * 60 + second - offset_seconds(rest)?;
    let days = days_of(year, month, day);
    let is_real = hour < 24 && minute < 60 && second < 60 && civil(days) == (year, month, day);
    (is_shaped && is_real).then(|| (days * DAY + of_day) * 1000)
}

/// Returns how many seconds a local time is ahead of UTC: `Z`, `+01:00`, `-03:30`.
fn offset_seconds(text: &str) -> Option<i64> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let two = |digits: &str, most: i64| -> Option<i64> {
        let is_two = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
        digits.parse().ok().filter(|number| is_two && *number <= most)
    };
    Some(sign * (two(hours, 23)? * 3600 + two(minutes, 59)? * 60))
}

/// Returns the number of a date's day since 1970, by H. Hinnant's `days_from_civil`.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let march_year = year - i64::from(month <= 2);
    let era = march_year.div_euclid(400);
    let of_era = march_year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::{parse_rfc3339, utc};

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, unix_ms) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2000-02-29T00:00:00z", Some(951_782_400_000)),
            ("2023-11-14 22:13:20.999Z", Some(1_700_000_000_000)),
            ("2023-11-14T23:43:20+01:30", Some(1_700_000_000_000)),
            ("2023-11-14T19:13:20-03:00", Some(1_700_000_000_000)),
            ("2100-02-29T00:00:00Z", None),
            ("2023-13-01T00:00:00Z", None),
            ("2023-11-14T24:00:00Z", None),
            ("2023-11-14T22:13:20", None),
            ("2023-11-14T22:13:20.Z", None),
            ("2023-11-14T22:13:20+1:00", None),
            ("2023-11-14", None),
            ("20231114T221320Z", None),
            ("2023-11-14T22:13:2\u{e9}Z", None),
            ("", None),
        ] {
            assert_eq!(parse_rfc3339(text), unix_ms, "{text}");
        }
    }

    #[test]
    fn times_are_those_of_other_calendars() {
        for (unix_ms, text) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400_000, "2000-02-29 00:00:00"),
            (1_700_000_000_999, "2023-11-14 22:13:20"),
            (4_107_542_399_000, "2100-02-28 23:59:59"),
            (4_107_542_400_000, "2100-03-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(utc(unix_ms), text);
        }
    }
}
