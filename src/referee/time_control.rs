//! Time controls, and the one grammar in which they are written.

use std::{fmt, time::Duration};

/// The longest text of a time control that is read, in bytes.
pub const MAX_TIME_CONTROL: usize = 96;
/// The longest time that a time control can name: a leap year.
pub const MAX_SPAN: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// How a seat's time is measured. One grammar for the command line, the protocol and the record: `60+1`, `60`, `st=2`,
/// `inf`, each with ` per=round` where the clock is renewed with every round. Times are seconds with up to nine digits
/// after the point. `60+1 st=5` is a clock and a longest move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What the clock begins with; `None` is no limit.
    pub base: Option<Duration>,
    /// What a move adds, after the flag was tested.
    pub increment: Duration,
    /// The longest that one move may take; `None` is no limit of its own.
    pub move_limit: Option<Duration>,
    /// When the clock begins anew.
    pub renewal: Renewal,
}

/// When a clock begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// Never: one clock for the whole match.
    Match,
    /// With every round.
    Round,
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct BadTimeControl {
    /// What would have been taken.
    pub expected: &'static str,
}

const EXPECTED_CONTROL: BadTimeControl = BadTimeControl {
    expected: "`inf`, `60`, `60+1` or `st=2` (seconds), with ` per=round` if the clock is renewed with every round",
};
const EXPECTED_SPAN: BadTimeControl =
    BadTimeControl { expected: "a time in seconds with at most nine digits after the point, at most 366 days" };
const EXPECTED_SOME: BadTimeControl = BadTimeControl { expected: "a time of more than 0 seconds" };

impl TimeControl {
    /// A clock without any limit.
    pub const UNLIMITED: TimeControl =
        TimeControl { base: None, increment: Duration::ZERO, move_limit: None, renewal: Renewal::Match };

    /// Reads a time control from outside.
    pub fn parse(text: &str) -> Result<TimeControl, BadTimeControl> {
        if text.len() > MAX_TIME_CONTROL {
            return Err(EXPECTED_CONTROL);
        }
        let (text, renewal) = match text.split_once(" per=") {
            None => (text, Renewal::Match),
            Some((rest, "match")) => (rest, Renewal::Match),
            Some((rest, "round")) => (rest, Renewal::Round),
            Some(_) => return Err(BadTimeControl { expected: "`per=round` or `per=match`" }),
        };
        let (clock, limit) = match (text.strip_prefix("st="), text.split_once(" st=")) {
            (Some(limit), _) => ("inf", Some(limit)),
            (None, Some((clock, limit))) => (clock, Some(limit)),
            (None, None) => (text, None),
        };
        let move_limit = limit.map(some_span).transpose()?;
        let (base, increment) = match (clock, clock.split_once('+')) {
            ("inf", _) => (None, Duration::ZERO),
            (_, Some((base, increment))) => (Some(some_span(base)?), span(increment)?),
            (_, None) => (Some(some_span(clock)?), Duration::ZERO),
        };
        Ok(TimeControl { base, increment, move_limit, renewal })
    }
}

/// As it is read back by [`TimeControl::parse`].
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.base, self.move_limit) {
            (None, None) => f.write_str("inf")?,
            (None, Some(limit)) => write!(f, "st={}", Seconds(limit))?,
            (Some(base), limit) => {
                Seconds(base).fmt(f)?;
                if !self.increment.is_zero() {
                    write!(f, "+{}", Seconds(self.increment))?;
                }
                if let Some(limit) = limit {
                    write!(f, " st={}", Seconds(limit))?;
                }
            }
        }
        match self.renewal {
            Renewal::Match => Ok(()),
            Renewal::Round => f.write_str(" per=round"),
        }
    }
}

/// A span as seconds, exact and no longer than it must be.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

fn some_span(text: &str) -> Result<Duration, BadTimeControl> {
    match span(text)? {
        Duration::ZERO => Err(EXPECTED_SOME),
        span => Ok(span),
    }
}

fn span(text: &str) -> Result<Duration, BadTimeControl> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return Err(if text.starts_with(|c: char| c.is_ascii_digit()) { EXPECTED_SPAN } else { EXPECTED_CONTROL });
    }
    let seconds: u64 = whole.parse().map_err(|_| EXPECTED_SPAN)?;
    let nanos: u32 = match fraction.len() {
        1..=9 => format!("{fraction:0<9}").parse().map_err(|_| EXPECTED_SPAN)?,
        _ => return Err(EXPECTED_SPAN),
    };
    let span = Duration::new(seconds, nanos);
    if span > MAX_SPAN { Err(EXPECTED_SPAN) } else { Ok(span) }
}
