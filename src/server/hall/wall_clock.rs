//! The time of matches, and the hall's only source of time besides `host_stalls`.

use std::{
    fmt,
    sync::Arc,
    time::{self, Duration, SystemTime, UNIX_EPOCH},
};

use referee_law::Time;
use tokio::time::Instant;

/// Maximum time by which the wall clock may run ahead of the time that has passed between two
/// batches of deletions. Beyond that, nothing is deleted.
pub const MAX_CLOCK_LEAP: Duration = Duration::from_secs(86_400);

/// A span that is longer than any timer, and safe for the clock of every system.
const FAR: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// The clock of one match. It is monotonic, and was stopped while the server was down. It follows
/// the time of the runtime, so a test that pauses the runtime pauses all matches.
#[derive(Clone, Copy, Debug)]
pub struct MatchClock {
    began: Instant,
    already: Duration,
}

/// An instant of the runtime, for timers.
pub use tokio::time::Instant as TimerInstant;

/// An instant of this process, recorded before its match is known.
#[derive(Clone, Copy, Debug)]
pub struct Moment(Instant);

impl Moment {
    pub fn now() -> Moment {
        Moment(Instant::now())
    }
}

impl From<Moment> for TimerInstant {
    fn from(moment: Moment) -> TimerInstant {
        moment.0
    }
}

impl Moment {
    /// Returns the time from `earlier` to this moment; zero if `earlier` is later.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }
}

impl MatchClock {
    /// Creates a clock that shows `at` now: [`Time::ZERO`] for a new match, or the time of the
    /// newest event for a resumed match.
    pub fn starting_at(at: Time) -> MatchClock {
        MatchClock { began: Instant::now(), already: Duration::from_nanos(at.0) }
    }

    pub fn now(&self) -> Time {
        Time::ZERO.after(self.already + self.began.elapsed())
    }

    /// Returns the time of the match at an instant of this process; [`Time::ZERO`] if the instant
    /// is before the match.
    pub fn time_of(&self, moment: time::Instant) -> Time {
        Time::ZERO.after(self.already + Instant::from_std(moment).saturating_duration_since(self.began))
    }

    /// Returns the time of the match at an earlier moment.
    pub fn time_at(&self, moment: Moment) -> Time {
        Time::ZERO.after(self.already + moment.0.saturating_duration_since(self.began))
    }

    /// Returns the instant at which the match clock shows `at`, for a timer. It is at least the
    /// start, and at most ten years after it.
    pub fn instant_of(&self, at: Time) -> Instant {
        self.began + Duration::from_nanos(at.0).saturating_sub(self.already).min(FAR)
    }
}

/// The trust in the wall clock, which must tell what is old enough to be deleted.
#[derive(Debug, Default)]
pub struct ClockTrust {
    /// Wall clock and moment at the last time that the clock was trusted.
    trusted: Option<(i64, Moment)>,
    /// Whether it was logged that the clock is ahead.
    said_ahead: bool,
}

impl ClockTrust {
    /// Returns whether the wall clock has run ahead by at most [`MAX_CLOCK_LEAP`] since it was last
    /// trusted. A clock that goes back is trusted again. `meanwhile` is for the log: what is not
    /// done as long as the clock is not trusted.
    pub fn trusts(&mut self, now_unix_ms: i64, meanwhile: &str) -> bool {
        let now = Moment::now();
        let (wall, moment) = *self.trusted.get_or_insert((now_unix_ms, now));
        let passed = i64::try_from((now.since(moment) + MAX_CLOCK_LEAP).as_millis()).unwrap_or(i64::MAX);
        let is_ahead = now_unix_ms.saturating_sub(wall) > passed;
        if !is_ahead {
            self.trusted = Some((now_unix_ms, now));
        } else if !self.said_ahead {
            tracing::error!("the host's clock jumped ahead: {meanwhile} until it is back or the server restarts");
        }
        self.said_ahead = is_ahead;
        !is_ahead
    }
}

/// The wall clock of a server: the clock of the system, or another one in tests.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl WallClock {
    /// Creates a clock that shows the value of `unix_ms`.
    pub fn of(unix_ms: impl Fn() -> i64 + Send + Sync + 'static) -> WallClock {
        WallClock(Arc::new(unix_ms))
    }

    pub fn unix_ms(&self) -> i64 {
        (self.0)()
    }
}

impl Default for WallClock {
    fn default() -> WallClock {
        WallClock::of(unix_ms)
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WallClock({})", self.unix_ms())
    }
}

/// Returns the time of the system's clock in milliseconds since 1970 (UTC). It is for people, never
/// for match clocks.
pub fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
