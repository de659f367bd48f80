//! How often a player may come in: whoever connects again and again costs a bounded amount of work.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::wall_clock::TimerInstant;
use crate::{
    ids::PlayerId,
    referee::{Reason, Refusal},
};

/// How many players are remembered at least, before those who may come in at once are forgotten.
const REMEMBERED: usize = 1_024;

/// The entrances of all players. A player may come in so many times at once, and then once in every interval.
pub struct Entrances {
    at_once: u32,
    every: Duration,
    used: Mutex<Used>,
}

struct Used {
    /// When each player has all its entrances back.
    free_at: BTreeMap<PlayerId, TimerInstant>,
    /// How many players are remembered until it is looked whom to forget.
    look_at: usize,
}

impl Entrances {
    /// So many at once, and one more in every interval.
    pub fn new(at_once: u32, every: Duration) -> Entrances {
        Entrances { at_once, every, used: Mutex::new(Used { free_at: BTreeMap::new(), look_at: REMEMBERED }) }
    }

    /// Takes one entrance. [`Reason::Limit`] with the time to wait when there is none left.
    pub fn take(&self, player: &PlayerId, now: TimerInstant) -> Result<(), Refusal> {
        // A lookup under a lock that is never held across an await; what is under it is never half changed.
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let free_at = used.free_at.get(player).copied().unwrap_or(now).max(now) + self.every;
        let most = now + self.every * self.at_once.max(1);
        if free_at > most {
            let text = format!(
                "{player} connects too often: {} times at once and then every {} ms (limit `entrances`); wait {} ms",
                self.at_once.max(1),
                self.every.as_millis(),
                (free_at - most).as_millis().max(1),
            );
            return Err(Refusal::new(Reason::Limit, text));
        }
        if used.free_at.len() >= used.look_at {
            used.free_at.retain(|_, free_at| *free_at > now);
            used.look_at = REMEMBERED.max(2 * used.free_at.len());
        }
        used.free_at.insert(player.clone(), free_at);
        Ok(())
    }
}
