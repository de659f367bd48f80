//! Contests that rest: tournaments whose results are provisional. No steward carries them and
//! nothing of them is in memory, so that there may be thousands. A request or its next due time
//! resumes one.

use std::{sync::Arc, time::Duration};

use referee_law::{Contest, Refusal};
use tokio::time::sleep;

use super::{Contests, Kind, Running};

/// Maximum idle contests woken at once.
pub const MAX_WOKEN: usize = 64;
/// Interval for querying the store for the next time: another server may have made a contest idle,
/// and the wall clock may change.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// Retry delay for a due contest that could not be woken.
const LOOK_SOON: Duration = Duration::from_secs(1);
/// How soon it is tried again to wake one whose steward is about to end.
const WAKE_AGAIN: Duration = Duration::from_millis(20);
/// How often that is tried.
const WAKE_ATTEMPTS: usize = 100;

impl<K: Kind> Contests<K> {
    /// Wakes idle contests when they are due, until the server stops.
    pub(super) async fn wake_in_time(self) {
        let mut stopping = self.inner.stopping.subscribe();
        loop {
            // Registered before the check: a contest that becomes idle meanwhile is found
            // immediately.
            let rested = self.inner.rested.notified();
            let wait = self.wake_due().await;
            tokio::select! {
                biased;
                _ = stopping.wait_for(|stop| *stop) => return,
                () = rested => {}
                () = sleep(wait) => {}
            }
        }
    }

    /// Wakes the due contests; returns the time until the next is due.
    async fn wake_due(&self) -> Duration {
        let resting = match self.inner.contests.resting_contests(K::WORD, MAX_WOKEN).await {
            Ok(resting) => resting,
            Err(error) => {
                tracing::error!(%error, "failed to list the idle contests: retrying");
                return LOOK_SOON;
            }
        };
        let now = self.inner.hall.limits().wall_clock.unix_ms();
        let mut next = LOOK_AGAIN;
        for (contest, until_unix_ms) in resting {
            let wait = u64::try_from(until_unix_ms.saturating_sub(now)).unwrap_or(0);
            if wait > 0 {
                return next.min(Duration::from_millis(wait));
            }
            if self.woken() < MAX_WOKEN {
                self.carry(contest);
            }
            next = LOOK_SOON;
        }
        next
    }

    /// Returns a running contest once it has been read; wakes an idle one.
    pub(super) async fn running_or_woken(&self, contest: &Contest) -> Result<Option<Arc<Running<K>>>, Refusal> {
        for _ in 0..WAKE_ATTEMPTS {
            match self.running(contest).await {
                Some(running) if !running.commands.is_closed() => return Ok(Some(running)),
                // Its steward has just ended: whether it rests or is over is known in a moment.
                Some(_) => sleep(WAKE_AGAIN).await,
                None if !K::of(&*self.finished(contest).await?).rests() => return Ok(None),
                None if self.woken() >= MAX_WOKEN => {
                    let text = format!("too many idle {}s are open", K::WORD);
                    return Err(Refusal::limit(K::WOKEN_LIMIT, MAX_WOKEN, text).retry_after(LOOK_SOON));
                }
                None => self.carry(contest.clone()),
            }
        }
        Ok(self.running(contest).await)
    }

    fn woken(&self) -> usize {
        self.carried().iter().filter(|running| running.rests()).count()
    }
}

impl<K: Kind> Running<K> {
    /// Whether it rests, though it is carried on.
    pub(super) fn rests(&self) -> bool {
        self.see(|seen| K::of(seen.of).rests()).unwrap_or(false)
    }
}
