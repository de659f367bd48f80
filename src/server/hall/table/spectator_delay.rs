//! Hides the newest part of a live match from spectators: all events that are younger than the
//! delay. The opening reveals nothing, so it is visible immediately. After the end, everything is
//! visible.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_ids::{Seq, Viewer};
use referee_law::{Match, Phase, Time};

use crate::hall::wall_clock::{MatchClock, TimerInstant};

/// The delay for one viewer of a match.
#[derive(Clone, Copy, Debug)]
pub struct SpectatorDelay {
    delay: Duration,
    clock: MatchClock,
}

/// The time up to which a viewer may see a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    Now,
    /// The viewer may see the present match, since nothing has happened after this time.
    Unchanged(Time),
    /// The viewer may see the log up to this time, since more has happened after it.
    Held(Time),
}

impl SpectatorDelay {
    /// Returns the delay for `viewer`. Returns `None` for a seat or an arbiter, and if the delay is
    /// zero.
    pub fn of(viewer: Viewer, delay: Duration, clock: MatchClock) -> Option<SpectatorDelay> {
        (viewer == Viewer::Spectator && !delay.is_zero()).then_some(SpectatorDelay { delay, clock })
    }

    /// Returns the newest time of the match that is visible.
    pub fn horizon(&self) -> Time {
        earlier(self.clock.now(), self.delay)
    }

    /// Returns when an event at the time `held` becomes visible. For `None`, returns the earliest
    /// time at which an event that has not happened yet can become visible.
    pub fn due(&self, held: Option<Time>) -> TimerInstant {
        self.clock.instant_of(held.unwrap_or_else(|| self.clock.now()).after(self.delay))
    }

    /// Returns the time up to which this match is visible.
    pub fn horizon_of(&self, of: &Match) -> Horizon {
        let horizon = self.horizon();
        if of.phase() == Phase::Over {
            Horizon::Now
        } else if of.at() <= horizon || of.seq() == Seq(1) {
            Horizon::Unchanged(horizon)
        } else {
            Horizon::Held(horizon)
        }
    }
}

/// The match at the newest time that was shown to delayed viewers. The next view continues from
/// that state.
#[derive(Default)]
pub struct Released(Mutex<Option<Arc<Match>>>);

impl Released {
    /// Returns the match at that time; `None` if that time is after `horizon`, or nothing was shown
    /// yet.
    pub fn up_to(&self, horizon: Time) -> Option<Match> {
        let newest = self.newest().clone()?;
        (newest.at() <= horizon).then(|| Match::clone(&newest))
    }

    /// Keeps the match in this state, unless a later one is known.
    pub fn keep(&self, of: &Match) {
        let mut newest = self.newest();
        if newest.as_ref().is_none_or(|known| known.seq() < of.seq()) {
            *newest = Some(Arc::new(of.clone()));
        }
    }

    /// Locks the match. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn newest(&self) -> MutexGuard<'_, Option<Arc<Match>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the time that is `span` earlier, but at least the opening.
pub fn earlier(moment: Time, span: Duration) -> Time {
    Time::ZERO.after(moment.since(Time::ZERO.after(span)))
}
