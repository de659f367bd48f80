//! The part of a live match that spectators do not see yet: everything younger than the delay. The
//! opening, which reveals nothing, is visible at once; everything is after the end.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_ids::{Seq, Viewer};
use referee_law::{Match, Phase, Time};

use crate::hall::wall_clock::{MatchClock, TimerInstant};

/// The delay of one viewer and match.
#[derive(Clone, Copy, Debug)]
pub struct SpectatorDelay {
    delay: Duration,
    clock: MatchClock,
}

/// The moment of a match that may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    Now,
    /// Nothing has happened since this moment.
    Unchanged(Time),
    /// Something has happened since: the log up to this moment shows what may be seen.
    Held(Time),
}

impl SpectatorDelay {
    /// Returns the delay for `viewer`; `None` for a seat or an arbiter, and without a delay.
    pub fn of(viewer: Viewer, delay: Duration, clock: MatchClock) -> Option<SpectatorDelay> {
        (viewer == Viewer::Spectator && !delay.is_zero()).then_some(SpectatorDelay { delay, clock })
    }

    /// Returns the newest visible moment of the match.
    pub fn horizon(&self) -> Time {
        earlier(self.clock.now(), self.delay)
    }

    /// Returns when an event of `held` becomes visible; for `None`, the earliest time for an event
    /// that has not happened yet.
    pub fn due(&self, held: Option<Time>) -> TimerInstant {
        self.clock.instant_of(held.unwrap_or_else(|| self.clock.now()).after(self.delay))
    }

    /// Returns the visible moment of this match.
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

/// The match at the newest moment shown to delayed viewers, so that the next view continues from
/// there.
#[derive(Default)]
pub struct Released(Mutex<Option<Arc<Match>>>);

impl Released {
    /// Returns the match at that moment; `None` if it is after `horizon` or nothing was shown.
    pub fn up_to(&self, horizon: Time) -> Option<Match> {
        let newest = self.newest().clone()?;
        (newest.at() <= horizon).then(|| Match::clone(&newest))
    }

    /// Keeps the match at a moment, unless a later one is known.
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

/// Returns the moment `span` earlier, at least the opening.
pub fn earlier(moment: Time, span: Duration) -> Time {
    Time::ZERO.after(moment.since(Time::ZERO.after(span)))
}
