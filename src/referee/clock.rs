//! Time controls and the clock law.

use std::{fmt, time::Duration};

/// A moment of a match, in nanoseconds since it was opened. It stands still while the server is down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment the match was opened.
    pub const ZERO: Time = Time(0);

    /// How long from `earlier` to this moment; nothing if it was not earlier.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// The moment `span` later.
    pub fn after(self, span: Duration) -> Time {
        Time(self.0.saturating_add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)))
    }
}

/// How a seat's time is measured. One grammar for the command line, the protocol and the record:
/// `60+1`, `60`, `st=2`, `inf`, each with ` per=round` where the clock is renewed with every round.
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

impl TimeControl {
    /// Reads a time control from outside.
    pub fn parse(_text: &str) -> Result<TimeControl, BadTimeControl> {
        todo!()
    }
}

/// As it is read back by [`TimeControl::parse`].
impl fmt::Display for TimeControl {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}
