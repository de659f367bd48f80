//! Match time, and the only place of the hall beside `host_stalls` that asks what time it is.

use std::{
    fmt,
    sync::Arc,
    time::{self, Duration, SystemTime, UNIX_EPOCH},
};

use tokio::time::Instant;

use crate::referee::Time;

/// Further ahead than any timer is set, and near enough for every system's clock.
const FAR: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// The time of one match: monotonic, and standing still while the server was down. It is the runtime's time, so that a
/// test that pauses it pauses every match.
#[derive(Clone, Copy, Debug)]
pub struct MatchClock {
    began: Instant,
    already: Duration,
}

/// A moment of the runtime, for a timer.
pub use tokio::time::Instant as TimerInstant;

/// A moment of this process, noted before it is known which match it concerns.
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
    /// How long from `earlier` to this moment; nothing if it was not earlier.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }
}

/// The runtime's time since a moment, as limiters take it.
#[derive(Clone, Copy, Debug)]
pub struct SinceMoment(pub Moment);

impl governor::clock::Clock for SinceMoment {
    type Instant = governor::nanos::Nanos;

    fn now(&self) -> governor::nanos::Nanos {
        Moment::now().since(self.0).into()
    }
}

impl MatchClock {
    /// A clock that shows `at` now: [`Time::ZERO`] for a new match, the time of the newest event for one brought back.
    pub fn starting_at(at: Time) -> MatchClock {
        MatchClock { began: Instant::now(), already: Duration::from_nanos(at.0) }
    }

    pub fn now(&self) -> Time {
        Time::ZERO.after(self.already + self.began.elapsed())
    }

    /// The match's time at a moment of this process; [`Time::ZERO`] for one before the match.
    pub fn time_of(&self, moment: time::Instant) -> Time {
        Time::ZERO.after(self.already + Instant::from_std(moment).saturating_duration_since(self.began))
    }

    /// The match's time at a moment that was noted before.
    pub fn time_at(&self, moment: Moment) -> Time {
        Time::ZERO.after(self.already + moment.0.saturating_duration_since(self.began))
    }

    /// The moment of this process at which the match's time is `at`, for a timer; the beginning if it was
    /// before, ten years on if it is later.
    pub fn instant_of(&self, at: Time) -> Instant {
        self.began + Duration::from_nanos(at.0).saturating_sub(self.already).min(FAR)
    }
}

/// The wall clock of a server: the system's, unless a test or the simulator has another one.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl WallClock {
    /// A clock that shows what `unix_ms` returns.
    pub fn of(unix_ms: impl Fn() -> i64 + Send + Sync + 'static) -> WallClock {
        WallClock(Arc::new(unix_ms))
    }

    /// Milliseconds since 1970 (UTC).
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

/// The wall clock, in milliseconds since 1970 (UTC): for people, never for a match's clock.
pub fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
