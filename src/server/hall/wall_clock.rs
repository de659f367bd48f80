//! Match time, and the hall's only time source besides `host_stalls`.

use std::{
    fmt,
    sync::Arc,
    time::{self, Duration, SystemTime, UNIX_EPOCH},
};

use referee_law::Time;
use tokio::time::Instant;

/// Maximum lead of the wall clock over the time passed between two batches of deletions; beyond it
/// nothing is deleted.
pub const MAX_CLOCK_LEAP: Duration = Duration::from_secs(86_400);

/// Later than any timer, and safe for every system's clock.
const FAR: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// The time of one match: monotonic, and stopped while the server was down. It follows the
/// runtime's time, so a test that pauses the runtime pauses every match.
#[derive(Clone, Copy, Debug)]
pub struct MatchClock {
    began: Instant,
    already: Duration,
}

/// A moment of the runtime, for timers.
pub use tokio::time::Instant as TimerInstant;

/// A moment of this process, taken before its match is known.
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
    /// Returns the time from `earlier` to this moment; zero if it is not earlier.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }
}

impl MatchClock {
    /// Creates a clock that shows `at` now: [`Time::ZERO`] for a new match, the newest event's time
    /// for a resumed one.
    pub fn starting_at(at: Time) -> MatchClock {
        MatchClock { began: Instant::now(), already: Duration::from_nanos(at.0) }
    }

    pub fn now(&self) -> Time {
        Time::ZERO.after(self.already + self.began.elapsed())
    }

    /// Returns the match time of a moment of this process; [`Time::ZERO`] before the match.
    pub fn time_of(&self, moment: time::Instant) -> Time {
        Time::ZERO.after(self.already + Instant::from_std(moment).saturating_duration_since(self.began))
    }

    /// Returns the match time of an earlier moment.
    pub fn time_at(&self, moment: Moment) -> Time {
        Time::ZERO.after(self.already + moment.0.saturating_duration_since(self.began))
    }

    /// Returns the moment at which the match time is `at`, for a timer; clamped to the start and to
    /// ten years ahead.
    pub fn instant_of(&self, at: Time) -> Instant {
        self.began + Duration::from_nanos(at.0).saturating_sub(self.already).min(FAR)
    }
}

/// Whether the wall clock may decide what is old enough to be deleted.
#[derive(Debug, Default)]
pub struct ClockTrust {
    /// Wall clock and moment of the last time that it was trusted.
    trusted: Option<(i64, Moment)>,
    /// Whether its lead was logged.
    said_ahead: bool,
}

impl ClockTrust {
    /// Returns whether the wall clock's lead since the last time is at most [`MAX_CLOCK_LEAP`]. A
    /// clock that returns is trusted again. `meanwhile` says in the log what does not happen.
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

/// The wall clock of a server: the system's, or another one in tests.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl WallClock {
    /// Creates a clock that shows what `unix_ms` returns.
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

/// Returns the wall clock in milliseconds since 1970 (UTC): for people, never for match clocks.
pub fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
