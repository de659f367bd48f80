//! How often each engine has failed in a row, over all matches that are played at once.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// The pause after the first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MOST_PAUSE: Duration = Duration::from_secs(5);

/// The failures of all engines since each last got through a match.
pub struct Strikes {
    most: u32,
    counts: Vec<AtomicU32>,
}

/// What is known of one engine's failures.
#[derive(Clone, Copy)]
pub struct Strike<'a> {
    most: u32,
    count: &'a AtomicU32,
}

impl Strikes {
    /// No failures yet, for this number of engines. With `most` of them in a row an engine is out, for the rest of the run.
    pub fn new(engines: usize, most: u32) -> Strikes {
        Strikes { most, counts: (0..engines).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Those of one engine, from 0.
    pub fn of(&self, engine: usize) -> Strike<'_> {
        Strike { most: self.most, count: &self.counts[engine] }
    }
}

impl Strike<'_> {
    /// Notes a failure; gives how many that makes in a row.
    pub fn failed(self) -> u32 {
        self.count.fetch_add(1, Ordering::Relaxed).saturating_add(1)
    }

    /// Notes that it got through a match. Whoever is out stays out.
    pub fn behaved(self) {
        let forget = |count| (count < self.most).then_some(0);
        // It is refused where the engine is out.
        let _ = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, forget);
    }

    /// Whether it is not started any more.
    pub fn is_out(self) -> bool {
        self.count.load(Ordering::Relaxed) >= self.most
    }

    /// How many failures in a row it has.
    pub fn failed_so_often(self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// How long to wait before it is started again.
    pub fn pause(self) -> Duration {
        pause_after(self.count.load(Ordering::Relaxed))
    }
}

/// How long to wait before an engine that failed so often in a row is started again.
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
    fn only_failures_in_a_row_count_and_whoever_is_out_stays_out() {
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
