//! Limits the number of log lines about a failing store. Ten thousand tables may fail at every
//! attempt, and the log may be on the full disk.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::hall::{
    limits::rate::{Pace, Rate},
    wall_clock::TimerInstant,
};

/// Maximum lines per second; also the burst.
const PACE: Pace = Pace { burst: 10, interval: Duration::from_millis(100) };

/// The limiter, shared by the whole process.
static LINES: LazyLock<Lines> = LazyLock::new(Lines::default);

#[derive(Default)]
struct Lines {
    rate: Rate<()>,
    left_out: AtomicU64,
}

impl Lines {
    fn may_write(&self) -> Option<u64> {
        match self.rate.take(&[((), PACE)], TimerInstant::now()) {
            Ok(()) => Some(self.left_out.swap(0, Ordering::Relaxed)),
            Err(_) => {
                self.left_out.fetch_add(1, Ordering::Relaxed);
                None
            }
        }
    }
}

/// Returns the number of lines that were suppressed since the last one, if a line may be written
/// now; otherwise `None`.
pub(in crate::hall) fn may_write() -> Option<u64> {
    LINES.may_write()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn ten_lines_a_second_are_written_and_the_others_counted() {
        let lines = Lines::default();
        let written = |_: u32| lines.may_write();
        assert_eq!((0..1000).filter_map(written).collect::<Vec<_>>(), [0; 10]);
        tokio::time::advance(Duration::from_millis(100)).await;
        assert_eq!((0..1000).filter_map(written).collect::<Vec<_>>(), [990]);
    }
}
