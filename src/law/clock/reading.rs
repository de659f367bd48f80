//! Clock readings, which contain everything that a client needs to count down.

use std::time::Duration;

use referee_ids::Seat;

use super::{Clock, Terms, Time, TimeControl};
use crate::state::Match;

/// State of a seat's clock at a moment.
///
/// A running clock uses `delay_left` first, then `clock.left`, then `period_left`, and then further
/// periods while `clock.periods` is more than one. `move_left` and the limits of round and match
/// run from the start. The flag falls when all of the first group, or any of the second, is used
/// up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left. The running byo-yomi period counts as one of `clock.periods`.
    pub clock: Clock,
    /// Terms of the seat's open or next move.
    pub terms: Terms,
    /// Maximum duration of a move, if moves have a separate limit.
    pub move_limit: Option<Duration>,
    /// Whether the seat's turn is open and its clock runs, or starts in `starts_in`.
    pub running: bool,
    /// Maximum time until the clock starts, if it is not running yet.
    pub starts_in: Duration,
    /// Delay left of the open or next move.
    pub delay_left: Duration,
    /// Time left of the running or next period; zero without periods.
    pub period_left: Duration,
    /// Time left of `move_limit`.
    pub move_left: Option<Duration>,
}

impl ClockReading {
    /// Returns a reading with only the time left.
    pub fn of_left(left: Option<Duration>) -> ClockReading {
        ClockReading { clock: Clock { left, ..Clock::default() }, ..ClockReading::default() }
    }
}

impl Clock {
    /// Returns the reading after `taken` of the open turn; `None` for a stopped clock.
    pub fn reading(self, control: &TimeControl, taken: Option<Duration>) -> ClockReading {
        let terms = self.terms(control);
        let used = taken.unwrap_or_default();
        let over = self.left.map_or(Duration::ZERO, |left| used.saturating_sub(terms.free).saturating_sub(left));
        ClockReading {
            clock: self.shows(control, used),
            terms,
            move_limit: control.move_limit,
            running: taken.is_some(),
            starts_in: Duration::ZERO,
            delay_left: terms.free.saturating_sub(used),
            period_left: period_left(terms.period, self.periods, over),
            move_left: control.move_limit.map(|limit| limit.saturating_sub(used)),
        }
    }
}

/// Returns the time left of a period after `over` beyond the clock. A period used to its last
/// moment has no time left but is not used up.
fn period_left(period: Duration, periods: u32, over: Duration) -> Duration {
    if periods == 0 || period.is_zero() || over.is_zero() {
        return if periods == 0 { Duration::ZERO } else { period };
    }
    let ended = (over.as_nanos() - 1) / period.as_nanos();
    if ended >= u128::from(periods) {
        return Duration::ZERO;
    }
    let ended = u32::try_from(ended).unwrap_or(u32::MAX);
    period.saturating_mul(ended.saturating_add(1)).saturating_sub(over)
}

impl Match {
    /// Returns the clock reading of a seat at `now`; `None` for an unknown seat.
    pub fn clock_reading(&self, seat: Seat, now: Time) -> Option<ClockReading> {
        let clock = self.seats.get(seat.index())?.clock;
        let start = self.turn.filter(|turn| turn.seat == seat).and_then(|turn| self.starts_at(turn));
        let taken = start.map(|start| self.uncharged.elapsed(start, now));
        let starts_in = start.map_or(Duration::ZERO, |start| start.since(now));
        Some(ClockReading { starts_in, ..clock.reading(&self.opened.time_controls[seat.index()], taken) })
    }

    /// Returns every seat's clock reading at `now`, seat 0 first.
    pub fn clock_readings(&self, now: Time) -> Vec<ClockReading> {
        Seat::all(self.seats.len() as u8).filter_map(|seat| self.clock_reading(seat, now)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Counts a reading down by `ran`, like a GUI without knowledge of the law.
    fn counted_down(shown: ClockReading, ran: Duration) -> ClockReading {
        let mut now = shown;
        let mut rest = ran;
        let mut take = |from: &mut Duration| {
            let taken = rest.min(*from);
            *from -= taken;
            rest -= taken;
        };
        take(&mut now.delay_left);
        let Some(left) = &mut now.clock.left else { return with_limits(now, ran) };
        take(left);
        take(&mut now.period_left);
        while !rest.is_zero() && now.clock.periods > 1 {
            now.clock.periods -= 1;
            now.period_left = now.terms.period;
            let taken = rest.min(now.period_left);
            now.period_left -= taken;
            rest -= taken;
        }
        with_limits(now, ran)
    }

    fn with_limits(mut now: ClockReading, ran: Duration) -> ClockReading {
        let less = |left: Option<Duration>| left.map(|left| left.saturating_sub(ran));
        now.move_left = less(now.move_left);
        (now.clock.round_left, now.clock.match_left) = (less(now.clock.round_left), less(now.clock.match_left));
        now
    }

    #[test]
    fn counting_down_from_a_reading_gives_the_next() {
        let controls = [
            "inf",
            "1",
            "1+0.2",
            "1d0.3",
            "1b0.2",
            "2/1:1+0.1",
            "1/3x0.5",
            "0/2x0.5",
            "1d0.2 st=0.9",
            "st=1",
            "st=0.2 bank=1",
            "5 round=1 match=2",
            "hourglass=1",
        ];
        for text in controls {
            let control = TimeControl::parse(text).expect("a time control");
            let clock = Clock::new(&control);
            for taken in (0..3000).step_by(50).map(ms) {
                for ran in (0..3000).step_by(70).map(ms) {
                    let seen = counted_down(clock.reading(&control, Some(taken)), ran);
                    let later = clock.reading(&control, Some(taken + ran));
                    assert_eq!(
                        ClockReading { terms: later.terms, ..seen },
                        later,
                        "{text} after {taken:?} and {ran:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_clock_that_does_not_run_shows_what_the_next_move_has() {
        let control = TimeControl::parse("1/3x0.5 st=2").expect("a time control");
        let shown = Clock::new(&control).reading(&control, None);
        assert_eq!((shown.running, shown.clock.left, shown.clock.periods), (false, Some(ms(1000)), 3));
        assert_eq!((shown.period_left, shown.move_left), (ms(500), Some(ms(2000))));
    }
}
