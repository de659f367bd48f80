//! Delays between attempts to connect.

use std::time::Duration;

/// Delays between attempts to connect. They double each time, with jitter, so the clients of a
/// restarted server do not all reconnect together.
#[derive(Clone, Debug)]
pub struct Retry {
    /// The delay before the second attempt.
    pub first: Duration,
    /// Maximum delay.
    pub most: Duration,
    /// Maximum consecutive failed attempts; `None` for any number.
    pub attempts: Option<u32>,
}

impl Default for Retry {
    fn default() -> Retry {
        Retry { first: Duration::from_millis(50), most: Duration::from_secs(5), attempts: None }
    }
}

impl Retry {
    /// Returns the delay after `failed` consecutive attempts; `None` if no further attempt is
    /// allowed.
    pub(crate) fn wait(&self, failed: u32) -> Option<Duration> {
        if self.attempts.is_some_and(|attempts| failed >= attempts) {
            return None;
        }
        if failed == 0 {
            return Some(Duration::ZERO);
        }
        let doubled = self.first.saturating_mul(1_u32 << (failed - 1).min(16)).min(self.most);
        let luck = getrandom::u32().unwrap_or(0) % 512;
        Some(doubled.mul_f64(0.75 + f64::from(luck) / 1024.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_the_most_and_end() {
        let retry = Retry { attempts: Some(30), ..Retry::default() };
        assert_eq!(retry.wait(0), Some(Duration::ZERO));
        let second = retry.wait(1).expect("there are more attempts");
        assert!(second >= retry.first.mul_f64(0.75) && second <= retry.first.mul_f64(1.25));
        let late = retry.wait(29).expect("there is one more attempt");
        assert!(late >= retry.most.mul_f64(0.75) && late <= retry.most.mul_f64(1.25));
        assert_eq!(retry.wait(30), None);
    }
}
