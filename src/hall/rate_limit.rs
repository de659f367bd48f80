//! Rate limits per player, so that repeated actions cost bounded work.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::wall_clock::TimerInstant;
use crate::{ids::PlayerId, referee::Refusal};

/// Players remembered before those with a full burst are forgotten.
const REMEMBERED: usize = 1_024;

/// Rate limit of all players: a burst, then one per interval.
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
    /// Map size at which to forget players.
    look_at: usize,
}

impl RateLimit {
    /// Allows `burst` at once, then one per `interval`. `name` is the limit's name; `does` is the
    /// limited action, such as `connects`.
    pub fn new(name: &'static str, does: &'static str, burst: u32, interval: Duration) -> RateLimit {
        RateLimit {
            name,
            does,
            burst,
            interval,
            used: Mutex::new(Used { free_at: BTreeMap::new(), look_at: REMEMBERED }),
        }
    }

    /// Counts one action. Fails with [`Reason::Limit`](crate::referee::Reason) and the time to wait
    /// if the rate is exceeded.
    pub fn take(&self, player: &PlayerId, now: TimerInstant) -> Result<(), Refusal> {
        // The lock is held briefly, never across an await, and never protects a half-made change.
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let free_at = used.free_at.get(player).copied().unwrap_or(now).max(now) + self.interval;
        let most = now + self.interval * self.burst.max(1);
        if free_at > most {
            let (burst, wait) = (self.burst.max(1), free_at - most);
            let text = format!(
                "{player} {} too often (limit {burst} at once, then one every {} ms): wait {} ms",
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
