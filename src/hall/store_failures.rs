//! Limits the log lines about a failing store: ten thousand tables may fail at every attempt, and
//! the log may be on the full disk.

use std::{
    num::NonZeroU32,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use governor::{
    Quota, RateLimiter,
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{InMemoryState, NotKeyed},
};

use super::wall_clock::{Moment, SinceMoment};

/// Maximum lines per second, also the burst.
const LINES_A_SECOND: NonZeroU32 = NonZeroU32::new(10).expect("10 is more than 0");

/// One log for the whole process.
static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);

struct Lines {
    rate: RateLimiter<NotKeyed, InMemoryState, SinceMoment, NoOpMiddleware<Nanos>>,
    left_out: AtomicU64,
}

impl Lines {
    fn new() -> Lines {
        let rate = RateLimiter::direct_with_clock(Quota::per_second(LINES_A_SECOND), SinceMoment(Moment::now()));
        Lines { rate, left_out: AtomicU64::new(0) }
    }

    fn may_write(&self) -> Option<u64> {
        match self.rate.check() {
            Ok(()) => Some(self.left_out.swap(0, Ordering::Relaxed)),
            Err(_) => {
                self.left_out.fetch_add(1, Ordering::Relaxed);
                None
            }
        }
    }
}

/// Returns the number of suppressed lines since the last one, if a line may be written now.
pub(super) fn may_write() -> Option<u64> {
    LINES.may_write()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn ten_lines_a_second_are_written_and_the_others_counted() {
        let lines = Lines::new();
        let written = |_: u32| lines.may_write();
        assert_eq!((0..1000).filter_map(written).collect::<Vec<_>>(), [0; 10]);
        tokio::time::advance(Duration::from_millis(100)).await;
        assert_eq!((0..1000).filter_map(written).collect::<Vec<_>>(), [990]);
    }
}
