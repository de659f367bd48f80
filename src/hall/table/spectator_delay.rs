//! What spectators do not see yet of a match that is played: whatever is younger than the delay. The opening, which tells
//! nothing of the play, is there at once, and everything is when the match is over.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    hall::wall_clock::{MatchClock, TimerInstant},
    ids::{Seq, Viewer},
    referee::{Match, Phase, Time},
};

/// The delay with which one viewer sees one match.
#[derive(Clone, Copy, Debug)]
pub struct SpectatorDelay {
    delay: Duration,
    clock: MatchClock,
}

/// Which moment of a match may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    Now,
    /// This one, since which nothing has happened.
    Unchanged(Time),
    /// This one, since which something has: the log up to it tells what may be seen.
    Held(Time),
}

impl SpectatorDelay {
    /// What is held back from `viewer` where spectators see a match `delay` late; `None` for a seat and an arbiter, and
    /// where there is no delay.
    pub fn of(viewer: Viewer, delay: Duration, clock: MatchClock) -> Option<SpectatorDelay> {
        (viewer == Viewer::Spectator && !delay.is_zero()).then_some(SpectatorDelay { delay, clock })
    }

    /// The newest moment of the match that may be seen now.
    pub fn horizon(&self) -> Time {
        earlier(self.clock.now(), self.delay)
    }

    /// When an event that happened at `held` may be seen. For `None`, the soonest that one may be which has not happened yet.
    pub fn due(&self, held: Option<Time>) -> TimerInstant {
        self.clock.instant_of(held.unwrap_or_else(|| self.clock.now()).after(self.delay))
    }

    /// Which moment may be seen of a match that stands like this.
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

/// How a match stood at the newest moment that somebody who sees it late has looked at, so that the next look goes on from
/// there.
#[derive(Default)]
pub struct Released(Mutex<Option<Arc<Match>>>);

impl Released {
    /// The match as it stood then; `None` if that is after `horizon`, or nobody has looked.
    pub fn up_to(&self, horizon: Time) -> Option<Match> {
        let newest = self.newest().clone()?;
        (newest.at() <= horizon).then(|| Match::clone(&newest))
    }

    /// Keeps how it stands at a moment, unless a later one is known.
    pub fn keep(&self, of: &Match) {
        let mut newest = self.newest();
        if newest.as_ref().is_none_or(|known| known.seq() < of.seq()) {
            *newest = Some(Arc::new(of.clone()));
        }
    }

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn newest(&self) -> MutexGuard<'_, Option<Arc<Match>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The moment `span` before another; the opening if that is nearer.
pub fn earlier(moment: Time, span: Duration) -> Time {
    Time::ZERO.after(moment.since(Time::ZERO.after(span)))
}
