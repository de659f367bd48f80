//! When a delivery is tried, and how often.

use std::time::Duration;

/// When a delivery is tried, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// How long one attempt may take, from the connection to the head of the answer.
    pub attempt_within: Duration,
    /// How long to wait after the first attempt that failed, at the most. Each further wait is up
    /// to twice as long.
    pub first: Duration,
    pub most: Duration,
    /// How often one event is tried before it is given up.
    pub attempts: u32,
}

impl Default for Retry {
    /// Two to four days in all.
    fn default() -> Retry {
        Retry {
            attempt_within: Duration::from_secs(15),
            first: Duration::from_secs(5),
            most: Duration::from_secs(8 * 60 * 60),
            attempts: 24,
        }
    }
}

impl Retry {
    /// The delay after the `attempts`-th attempt, from 1: between half and all of the maximum.
    /// `luck` chooses the point between, so that webhooks that failed together do not retry
    /// together.
    pub fn wait(&self, attempts: u32, luck: u32) -> Duration {
        let doublings = attempts.saturating_sub(1).min(31);
        let longest = self.first.saturating_mul(1 << doublings).min(self.most);
        longest / 2 + (longest / 2).mul_f64(f64::from(luck) / f64::from(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_are_spread_over_their_upper_half() {
        let retry = Retry::default();
        let seconds = |attempts, luck| retry.wait(attempts, luck).as_secs_f64();
        for (attempts, longest) in
            [(1, 5.0), (2, 10.0), (3, 20.0), (13, 20_480.0), (14, 28_800.0), (u32::MAX, 28_800.0)]
        {
            assert_eq!((seconds(attempts, 0), seconds(attempts, u32::MAX)), (longest / 2.0, longest), "{attempts}");
        }
        let all = |luck| (1..retry.attempts).map(|attempts| seconds(attempts, luck)).sum::<f64>() / 86_400.0;
        assert!(all(0) > 1.8 && all(u32::MAX) < 4.0, "{} to {} days", all(0), all(u32::MAX));
    }
}
