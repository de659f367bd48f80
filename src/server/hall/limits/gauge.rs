//! Counts by key, such as a player, an owner or an address. Each limit of this kind is the maximum
//! of a count.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Delay before a caller retries to get a place that is freed only when a match, a stream or a wait
/// ends.
pub const RETRY_WHEN_FULL: Duration = Duration::from_secs(5);

/// The counts. Clones share them.
pub struct Gauge<K>(Arc<Mutex<BTreeMap<K, usize>>>);

/// An amount that is counted under some keys. Dropping it takes the amount off the counts.
pub struct Taken<K: Ord> {
    gauge: Gauge<K>,
    keys: Vec<K>,
    count: usize,
}

/// A key whose count has reached its maximum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Full<K> {
    pub key: K,
    pub has: usize,
    pub most: usize,
}

impl<K> Clone for Gauge<K> {
    fn clone(&self) -> Gauge<K> {
        Gauge(Arc::clone(&self.0))
    }
}

impl<K> Default for Gauge<K> {
    fn default() -> Gauge<K> {
        Gauge(Arc::default())
    }
}

impl<K: Ord + Clone> Gauge<K> {
    /// Adds `count` under each key. Adds nothing if a count would exceed its maximum, and returns
    /// the first such key.
    pub fn take(&self, count: usize, bounds: &[(K, usize)]) -> Result<Taken<K>, Full<K>> {
        let (keys, most): (Vec<K>, Vec<usize>) = bounds.iter().cloned().unzip();
        let mut taken = self.nothing(keys);
        taken.grow(count, &most)?;
        Ok(taken)
    }

    /// Starts with an amount of 0 under these keys, to be increased later.
    pub fn nothing(&self, keys: Vec<K>) -> Taken<K> {
        Taken { gauge: self.clone(), keys, count: 0 }
    }

    /// Checks whether [`Gauge::take`] would succeed, without adding anything.
    pub fn has_room(&self, count: usize, bounds: &[(K, usize)]) -> Result<(), Full<K>> {
        let counts = self.counts();
        bounds.iter().try_for_each(|(key, most)| has_room(&counts, count, key, *most))
    }
}

impl<K: Ord> Gauge<K> {
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.counts().is_empty()
    }

    /// Locks the counts. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn counts(&self) -> MutexGuard<'_, BTreeMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord + Clone> Taken<K> {
    /// Adds `more` under the same keys, as [`Gauge::take`] does. `most` has the maximum of each
    /// key.
    pub fn grow(&mut self, more: usize, most: &[usize]) -> Result<(), Full<K>> {
        let mut counts = self.gauge.counts();
        self.keys.iter().zip(most).try_for_each(|(key, most)| has_room(&counts, more, key, *most))?;
        if more > 0 {
            self.keys.iter().for_each(|key| *counts.entry(key.clone()).or_default() += more);
        }
        self.count += more;
        Ok(())
    }
}

impl<K: Ord> Taken<K> {
    pub fn count(&self) -> usize {
        self.count
    }

    /// Takes the whole amount off the counts.
    pub fn give_back(&mut self) {
        if self.count == 0 {
            return;
        }
        let mut counts = self.gauge.counts();
        for key in &self.keys {
            let Some(count) = counts.get_mut(key) else { continue };
            *count = count.saturating_sub(self.count);
            if *count == 0 {
                counts.remove(key);
            }
        }
        drop(counts);
        self.count = 0;
    }
}

impl<K: Ord> Drop for Taken<K> {
    fn drop(&mut self) {
        self.give_back();
    }
}

fn has_room<K: Ord + Clone>(counts: &BTreeMap<K, usize>, more: usize, key: &K, most: usize) -> Result<(), Full<K>> {
    let has = counts.get(key).copied().unwrap_or(0);
    if more == 0 || has + more <= most { Ok(()) } else { Err(Full { key: key.clone(), has, most }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_have_room_or_nothing_is_taken() {
        let gauge = Gauge::default();
        let two = gauge.take(2, &[("ann", 3), ("here", 9)]).expect("there is room");
        let full = gauge.take(2, &[("here", 9), ("ann", 3)]).err();
        assert_eq!(full, Some(Full { key: "ann", has: 2, most: 3 }));
        assert_eq!(gauge.counts().get("here"), Some(&2), "nothing was taken");
        let mut one = gauge.take(1, &[("ann", 3)]).expect("the third");
        assert!(one.grow(1, &[3]).is_err() && one.count() == 1);
        drop(two);
        assert!(one.grow(2, &[3]).is_ok() && one.count() == 3);
        drop(one);
        assert!(gauge.counts().is_empty(), "keys without a count are dropped");
    }
}
