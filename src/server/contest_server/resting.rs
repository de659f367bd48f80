//! Contests that rest: tournaments whose results are provisional. They have no steward and use no
//! memory, so there may be thousands of them. A request wakes a contest, and so does the time when
//! something is due.

use std::{sync::Arc, time::Duration};

use referee_law::{Contest, Refusal};
use tokio::time::sleep;

use super::{Contests, Kind, Running};

/// Maximum resting contests that are awake at the same time.
pub const MAX_WOKEN: usize = 64;
/// Interval for reading the next due time from the store. Another server may have let a contest
/// rest, and the wall clock may change.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// Delay before a due contest that could not be woken is tried again.
const LOOK_SOON: Duration = Duration::from_secs(1);
/// Delay before a contest whose steward is about to end is tried again.
const WAKE_AGAIN: Duration = Duration::from_millis(20);
/// Maximum attempts to wake a contest whose steward is about to end.
const WAKE_ATTEMPTS: usize = 100;

impl<K: Kind> Contests<K> {
    /// Wakes resting contests when they are due, until the server stops.
    pub(super) async fn wake_in_time(self) {
        let mut stopping = self.inner.stopping.subscribe();
        loop {
            // The notice is registered before the check, so that a contest that starts to rest
            // during the check is noticed.
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

    /// Wakes the contests that are due. Returns the time until the next one is due.
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

    /// Returns a contest with a steward, once it has been read. Wakes a contest that rests.
    pub(super) async fn running_or_woken(&self, contest: &Contest) -> Result<Option<Arc<Running<K>>>, Refusal> {
        for _ in 0..WAKE_ATTEMPTS {
            match self.running(contest).await {
                Some(running) if !running.commands.is_closed() => return Ok(Some(running)),
                // The steward has just ended, and it will be known in a moment whether the contest
                // rests or is over.
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
    /// Returns whether the contest rests, although it has a steward at the moment.
    pub(super) fn rests(&self) -> bool {
        self.see(|seen| K::of(seen.of).rests()).unwrap_or(false)
    }
}
