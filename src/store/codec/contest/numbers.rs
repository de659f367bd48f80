//! Converts spans and points to numbers of messages and back.

use referee_contests::contest::BadField;
use referee_games::rules::Points;
use referee_ids::Seq;

use crate::limits::BrokenEvent;

/// Converts milliseconds to the signed number of a message.
pub fn write_ms(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// Reads milliseconds.
pub(super) fn ms(seq: Seq, field: &'static str, ms: i64) -> Result<u64, BrokenEvent> {
    u64::try_from(ms).map_err(|_| BrokenEvent::new(seq, field, ms, "0 or more"))
}

/// Returns a span of milliseconds, or its default if it is unset.
pub fn ms_or(field: &'static str, ms: Option<i64>, default: u64) -> Result<u64, BadField> {
    let negative = |ms: i64| BadField { field: field.into(), value: ms.to_string(), expected: "0 or more".to_owned() };
    ms.map_or(Ok(default), |ms| u64::try_from(ms).map_err(|_| negative(ms)))
}

/// Converts a number of halves to points.
pub(super) fn points(halves: i64) -> f64 {
    Points { halves }.as_f64()
}

/// Reads points as a number of halves.
pub(super) fn halves(seq: Seq, field: &'static str, points: f64) -> Result<i64, BrokenEvent> {
    let read =
        Points::from_f64(points).ok_or_else(|| BrokenEvent::new(seq, field, points, "a multiple of one half"))?;
    Ok(read.halves)
}
