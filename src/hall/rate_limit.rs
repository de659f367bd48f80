//! How often a player may do something, so that doing it again and again costs a bounded amount of work.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::wall_clock::TimerInstant;
use crate::{ids::PlayerId, referee::Refusal};

/// How many players are remembered at least, before those who need not wait are forgotten.
const REMEMBERED: usize = 1_024;

/// The rate limit of all players: a burst, and then once in every interval.
pub struct RateLimit {
    name: &'static str,
    does: &'static str,
    burst: u32,
    interval: Duration,
    used: Mutex<Used>,
}

struct Used {
    /// When each player has its whole burst back.
    free_at: BTreeMap<PlayerId, TimerInstant>,
    /// How many players are remembered until it is looked whom to forget.
    look_at: usize,
}

impl RateLimit {
    /// `burst` times at once, and once more in every `interval`. `name` is the limit's, and `does` is what it limits: `connects`.
    pub fn new(name: &'static str, does: &'static str, burst: u32, interval: Duration) -> RateLimit {
        RateLimit {
            name,
            does,
            burst,
            interval,
            used: Mutex::new(Used { free_at: BTreeMap::new(), look_at: REMEMBERED }),
        }
    }

    /// Counts one time. [`Reason::Limit`](crate::referee::Reason) with the time to wait when the rate is exceeded.
    pub fn take(&self, player: &PlayerId, now: TimerInstant) -> Result<(), Refusal> {
        // A lookup under a lock that is never held across an await; what is under it is never half changed.
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let free_at = used.free_at.get(player).copied().unwrap_or(now).max(now) + self.interval;
        let most = now + self.interval * self.burst.max(1);
        if free_at > most {
            let (burst, wait) = (self.burst.max(1), free_at - most);
            let text = format!(
                "{player} {} too often: {burst} times at once and then every {} ms; wait {} ms",
                self.does,
                self.interval.as_millis(),
                wait.as_millis().max(1),
            );
            return Err(Refusal::limit(self.name, burst, text).retry_after(wait));
        }
        if used.free_at.len() >= used.look_at {
            used.free_at.retain(|_, free_at| *free_at > now);
            used.look_at = REMEMBERED.max(2 * used.free_at.len());
        }
        used.free_at.insert(player.clone(), free_at);
        Ok(())
    }
}
