//! Rates by key: how often each player, owner or address did something recently. Each limit of this
//! kind is the maximum of one rate. The algorithm is the generic cell rate algorithm (ITU-T I.371).

use std::{
    collections::BTreeMap,
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::hall::wall_clock::TimerInstant;
use referee_ids::PlayerId;
use referee_law::Refusal;

/// Maximum keys of one rate. While as many have counted recently, no further key can.
const MOST_KEYS: usize = 65_536;
/// Number of keys at which a rate looks for keys that it can forget.
const FORGET_FROM: usize = 1_024;
/// Delay before a caller retries if there are too many keys.
const RETRY_KEYS: Duration = Duration::from_secs(60);

/// The maximum of a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Number of times that are allowed without waiting.
    pub burst: u32,
    /// Interval after which one further time is allowed.
    pub interval: Duration,
}

impl Pace {
    /// Allows `times` times per period, which is also the burst.
    pub fn per(period: Duration, times: NonZeroU32) -> Pace {
        Pace { burst: times.get(), interval: period / times.get() }
    }
}

/// A rate: recent counts by key.
pub struct Rate<K>(Mutex<Counted<K>>);

struct Counted<K> {
    /// The time at which each key has its whole burst again. A key that has it now may be missing.
    free_at: BTreeMap<K, TimerInstant>,
    forget_from: usize,
}

/// The reason why something was not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TooOften<K> {
    /// One key has reached its maximum.
    Key { key: K, pace: Pace, wait: Duration },
    /// Too many keys have counted recently.
    Keys,
}

impl<K> Default for Rate<K> {
    fn default() -> Rate<K> {
        Rate(Mutex::new(Counted { free_at: BTreeMap::new(), forget_from: FORGET_FROM }))
    }
}

impl<K: Ord + Clone> Rate<K> {
    /// Counts one time for each key. Counts nothing if one of the keys has reached its maximum.
    pub fn take(&self, bounds: &[(K, Pace)], now: TimerInstant) -> Result<(), TooOften<K>> {
        let mut counted = self.counted();
        counted.has_room(bounds, now)?;
        for (key, pace) in bounds {
            let free_at = counted.next(key, *pace, now);
            counted.free_at.insert(key.clone(), free_at);
        }
        Ok(())
    }

    /// Undoes one count of [`Rate::take`] for each key.
    pub fn give_back(&self, bounds: &[(K, Pace)]) {
        let mut counted = self.counted();
        for (key, pace) in bounds {
            if let Some(free_at) = counted.free_at.get_mut(key) {
                *free_at -= pace.interval;
            }
        }
    }

    /// Checks whether [`Rate::take`] would succeed, without counting.
    pub fn has_room(&self, bounds: &[(K, Pace)], now: TimerInstant) -> Result<(), TooOften<K>> {
        self.counted().has_room(bounds, now)
    }

    /// Locks the counts. The lock is held for a few lookups, never across an await, and never
    /// protects a half-made change.
    fn counted(&self) -> MutexGuard<'_, Counted<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rate<PlayerId> {
    /// Counts one time for a player now. In a refusal, `name` is the name of the limit, and `does`
    /// describes what it limits, such as `connects`.
    pub fn take_of(&self, player: &PlayerId, pace: Pace, name: &'static str, does: &str) -> Result<(), Refusal> {
        let taken = self.take(&[(player.clone(), pace)], TimerInstant::now());
        taken.map_err(|refused| {
            refused.refusal(|player, Pace { burst, interval }| {
                let every_ms = interval.as_millis();
                (name, format!("{player} {does} too often (limit {burst} in a burst, then one every {every_ms} ms)"))
            })
        })
    }
}

impl<K: Ord + Clone> Counted<K> {
    fn has_room(&mut self, bounds: &[(K, Pace)], now: TimerInstant) -> Result<(), TooOften<K>> {
        if self.free_at.len() + bounds.len() > self.forget_from {
            self.free_at.retain(|_, free_at| *free_at > now);
            self.forget_from = (2 * self.free_at.len()).clamp(FORGET_FROM, MOST_KEYS);
            if self.free_at.len() + bounds.len() > MOST_KEYS {
                return Err(TooOften::Keys);
            }
        }
        for (key, pace) in bounds {
            let wait = self.next(key, *pace, now).saturating_duration_since(now + pace.interval * pace.burst.max(1));
            if !wait.is_zero() {
                return Err(TooOften::Key { key: key.clone(), pace: *pace, wait });
            }
        }
        Ok(())
    }

    /// Returns when a key has its whole burst again, after one more time.
    fn next(&self, key: &K, pace: Pace, now: TimerInstant) -> TimerInstant {
        self.free_at.get(key).copied().unwrap_or(now).max(now) + pace.interval
    }
}

impl<K> TooOften<K> {
    /// Converts this to a refusal. `limit` returns the name and the text for the limit that a key
    /// has reached.
    pub fn refusal(self, limit: impl FnOnce(&K, Pace) -> (&'static str, String)) -> Refusal {
        match self {
            TooOften::Key { key, pace, wait } => {
                let (name, text) = limit(&key, pace);
                Refusal::limit(name, pace.burst, text).retry_after(wait)
            }
            TooOften::Keys => {
                let text = format!("too many callers at the same time (limit {MOST_KEYS})");
                Refusal::limit("rated_callers", MOST_KEYS, text).retry_after(RETRY_KEYS)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { burst: 2, interval: Duration::from_secs(10) };

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_free_and_comes_back_one_by_one() {
        let (rate, now) = (Rate::default(), TimerInstant::now());
        let take = |at| rate.take(&[("ann", PACE)], at);
        assert!(take(now).is_ok() && take(now).is_ok());
        let wait = Duration::from_secs(10);
        assert_eq!(take(now), Err(TooOften::Key { key: "ann", pace: PACE, wait }));
        assert!(take(now + wait).is_ok() && take(now + wait).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn all_keys_are_counted_or_none() {
        let (rate, now) = (Rate::default(), TimerInstant::now());
        let once = Pace { burst: 1, ..PACE };
        rate.take(&[("here", once)], now).expect("the first");
        for _ in 0..9 {
            rate.take(&[("ann", PACE), ("here", once)], now).expect_err("the address has had its turn");
        }
        assert!(rate.take(&[("ann", PACE)], now).is_ok() && rate.take(&[("ann", PACE)], now).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_was_never_counted() {
        let (rate, now) = (Rate::default(), TimerInstant::now());
        for _ in 0..9 {
            rate.take(&[("ann", PACE)], now).expect("it is free again");
            rate.give_back(&[("ann", PACE)]);
        }
        assert!(rate.take(&[("ann", PACE)], now).is_ok() && rate.take(&[("ann", PACE)], now).is_ok());
        assert!(rate.take(&[("ann", PACE)], now).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn keys_are_bounded_and_forgotten_when_they_are_free() {
        let (rate, now) = (Rate::default(), TimerInstant::now());
        for key in 0..MOST_KEYS {
            rate.take(&[(key, PACE)], now).expect("there is room");
        }
        assert_eq!(rate.take(&[(MOST_KEYS, PACE)], now), Err(TooOften::Keys));
        rate.take(&[(MOST_KEYS, PACE)], now + PACE.interval).expect("the others are free again");
        assert_eq!(rate.counted().free_at.len(), 1);
    }
}
