//! Decides when a delivery is tried again, and how often.

use std::time::Duration;

/// The timing of attempts to deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Time limit for one attempt, from connecting to the head of the answer.
    pub attempt_within: Duration,
    /// Maximum delay after the first failed attempt. The maximum of each further delay is twice as
    /// long.
    pub first: Duration,
    pub most: Duration,
    /// Number of attempts for one event before it is given up.
    pub attempts: u32,
}

impl Default for Retry {
    /// Returns a default with which all attempts together take two to four days.
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
    /// Returns the delay after attempt number `attempts`, from 1: between half of its maximum and
    /// the maximum. `luck` chooses the point in between, so that webhooks that failed together are
    /// not retried together.
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
