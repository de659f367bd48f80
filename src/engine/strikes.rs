//! Counts the consecutive failures of each engine, over all concurrent matches.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// Pause after the first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MOST_PAUSE: Duration = Duration::from_secs(5);

/// For each engine, the number of failures since it last completed a match.
pub struct Strikes {
    most: u32,
    counts: Vec<AtomicU32>,
}

/// The consecutive failures of one engine.
#[derive(Clone, Copy)]
pub struct Strike<'a> {
    most: u32,
    count: &'a AtomicU32,
}

impl Strikes {
    /// Starts with no failures. After `most` consecutive failures an engine is disqualified for the
    /// rest of the run.
    pub fn new(engines: usize, most: u32) -> Strikes {
        Strikes { most, counts: (0..engines).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Returns the failures of the engine with this number, from 0.
    pub fn of(&self, engine: usize) -> Strike<'_> {
        Strike { most: self.most, count: &self.counts[engine] }
    }
}

impl Strike<'_> {
    /// Records a failure. Returns the number of consecutive failures.
    pub fn failed(self) -> u32 {
        self.count.fetch_add(1, Ordering::Relaxed).saturating_add(1)
    }

    /// Records a completed match, which ends a row of failures. A disqualified engine stays
    /// disqualified.
    pub fn behaved(self) {
        let forget = |count| (count < self.most).then_some(0);
        // The update fails if the engine is disqualified.
        let _ = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, forget);
    }

    /// Returns whether the engine is disqualified.
    pub fn is_out(self) -> bool {
        self.count.load(Ordering::Relaxed) >= self.most
    }

    /// Returns the number of consecutive failures.
    pub fn failed_so_often(self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// Returns the pause before the engine is started again.
    pub fn pause(self) -> Duration {
        pause_after(self.count.load(Ordering::Relaxed))
    }
}

/// Returns the pause after this number of consecutive failures.
fn pause_after(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    if failures == 0 { Duration::ZERO } else { (FIRST_PAUSE * 2u32.pow(doublings)).min(MOST_PAUSE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit() {
        let pauses: Vec<u128> = (0..9).map(|failures| pause_after(failures).as_millis()).collect();
        assert_eq!(pauses, [0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
        assert_eq!(pause_after(u32::MAX), MOST_PAUSE);
    }

    #[test]
    fn only_consecutive_failures_count_and_removal_is_permanent() {
        let strikes = Strikes::new(2, 2);
        let (bad, good) = (strikes.of(0), strikes.of(1));
        assert_eq!(bad.failed(), 1);
        bad.behaved();
        assert_eq!((bad.failed(), bad.is_out()), (1, false));
        assert_eq!((bad.failed(), bad.is_out()), (2, true));
        bad.behaved();
        assert!(bad.is_out() && !good.is_out());
    }
}
