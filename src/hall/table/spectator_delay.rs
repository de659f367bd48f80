//! What spectators do not see yet of a match that is played: whatever is younger than the delay. The opening, which tells
//! nothing of the play, is there at once, and everything is when the match is over.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    hall::wall_clock::{MatchClock, TimerInstant},
    ids::{Seq, Viewer},
    referee::{Match, Phase, Time, TurnRequest},
};

/// The delay with which one viewer sees one match.
#[derive(Clone, Copy, Debug)]
pub struct SpectatorDelay {
    delay: Duration,
    clock: MatchClock,
}

/// What a table answers to whoever looks.
pub enum Looked<T> {
    /// What is to be seen, as it was at a moment; `None` for as it is now.
    Seen(T, Option<Time>),
    /// Its newest event is held back: the log up to `horizon` tells what may be seen. `turn` is the turn that is open now.
    Held { horizon: Time, turn: Option<TurnRequest> },
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

    /// The match by `look` at the moment that may be seen, if nothing of it is held back; `None` is now.
    pub fn look<T>(&self, of: &Match, look: impl FnOnce(Option<Time>) -> T) -> Looked<T> {
        let horizon = self.horizon();
        if of.phase() == Phase::Over {
            Looked::Seen(look(None), None)
        } else if of.at() <= horizon || of.seq() == Seq(1) {
            Looked::Seen(look(Some(horizon)), Some(horizon))
        } else {
            Looked::Held { horizon, turn: of.turn() }
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
