//! The clock law. Every time control comes down to the [`Terms`] of each move; what a move costs is computed from these
//! numbers alone, so that a further kind of time control is another way to fill them and no other law.

use std::time::Duration;

pub use super::time_control::{BadTimeControl, Renewal, TimeControl};

/// How far beyond its budget a move may come. It widens the test of the flag and is never added to a clock.
pub const MARGIN: Duration = Duration::ZERO;

/// A moment of a match, in nanoseconds since it was opened. It stands still while the server is down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment the match was opened.
    pub const ZERO: Time = Time(0);

    /// How long from `earlier` to this moment; nothing if it was not earlier.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// The moment `span` later.
    pub fn after(self, span: Duration) -> Time {
        Time(self.0.saturating_add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)))
    }
}

/// By how much `moment` oversteps a budget whose flag falls at `flag`: the moment before that was the last in time.
pub fn overrun(flag: Time, moment: Time) -> Duration {
    moment.since(Time(flag.0.saturating_sub(1)))
}

/// What one move is played under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Given to this move alone and used up before the clock is touched (a delay).
    pub free: Duration,
    /// The longest that the move may take whatever the clock has; `None` is no limit of its own.
    pub cap: Option<Duration>,
    /// Added to the clock after the move, once the flag was tested.
    pub increment: Duration,
    /// Of what the move took, as much as this is given back after it (Bronstein).
    pub refund: Duration,
}

impl TimeControl {
    /// What a move is played under.
    pub fn terms(&self) -> Terms {
        Terms { cap: self.move_limit, increment: self.increment, ..Terms::default() }
    }
}

/// What a seat's clock has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// `None` for a seat without a limit over its moves. There is no less than nothing.
    pub left: Option<Duration>,
}

/// What a move did to a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// How long the move took.
    pub charged: Duration,
    /// The clock after it.
    pub clock: Clock,
}

/// The time was over before the answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFell;

impl Clock {
    /// A clock that begins.
    pub fn new(control: &TimeControl) -> Clock {
        Clock { left: control.base }
    }

    /// How long the next move may take; `None` is for ever. A move that takes exactly this long is in time.
    pub fn budget(self, terms: &Terms) -> Option<Duration> {
        let banked = self.left.map(|left| left.saturating_add(terms.free));
        match (banked, terms.cap) {
            (Some(banked), Some(cap)) => Some(banked.min(cap)),
            (banked, cap) => banked.or(cap),
        }
    }

    /// The first moment that is too late for an answer to a turn that was sent at `sent`; `None` is never.
    pub fn flag_at(self, terms: &Terms, sent: Time) -> Option<Time> {
        let budget = self.budget(terms)?;
        Some(sent.after(budget.saturating_add(MARGIN)).after(Duration::from_nanos(1)))
    }

    /// What an answer received at `received` costs. The flag is tested before anything is credited.
    pub fn charge(self, terms: &Terms, sent: Time, received: Time) -> Result<Charge, FlagFell> {
        let charged = received.since(sent);
        if self.flag_at(terms, sent).is_some_and(|flag| received >= flag) {
            return Err(FlagFell);
        }
        let credit = terms.increment.saturating_add(terms.refund.min(charged));
        let left = self.left.map(|left| left.saturating_sub(charged.saturating_sub(terms.free)).saturating_add(credit));
        Ok(Charge { charged, clock: Clock { left } })
    }

    /// What the clock shows at `now` in a turn that was sent at `sent`.
    pub fn shows(self, terms: &Terms, sent: Time, now: Time) -> Option<Duration> {
        self.left.map(|left| left.saturating_sub(now.since(sent).saturating_sub(terms.free)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn at(ms: u64) -> Time {
        Time(ms * 1_000_000)
    }

    fn clock(left: u64) -> Clock {
        Clock { left: Some(ms(left)) }
    }

    #[test]
    fn a_delay_is_used_up_first() {
        let terms = Terms { free: ms(30), ..Terms::default() };
        assert_eq!(clock(100).budget(&terms), Some(ms(130)));
        assert_eq!(clock(100).charge(&terms, at(0), at(20)), Ok(Charge { charged: ms(20), clock: clock(100) }));
        assert_eq!(clock(100).charge(&terms, at(0), at(50)), Ok(Charge { charged: ms(50), clock: clock(80) }));
        assert_eq!(clock(100).charge(&terms, at(0), at(130)), Ok(Charge { charged: ms(130), clock: clock(0) }));
        assert_eq!(clock(100).charge(&terms, at(0), Time(130_000_001)), Err(FlagFell));
        assert_eq!(clock(100).shows(&terms, at(5), at(45)), Some(ms(90)));
    }

    #[test]
    fn a_refund_gives_back_no_more_than_was_taken() {
        let terms = Terms { refund: ms(30), ..Terms::default() };
        assert_eq!(clock(100).charge(&terms, at(0), at(20)), Ok(Charge { charged: ms(20), clock: clock(100) }));
        assert_eq!(clock(100).charge(&terms, at(0), at(50)), Ok(Charge { charged: ms(50), clock: clock(80) }));
        assert_eq!(clock(100).charge(&terms, at(0), at(110)), Err(FlagFell), "the flag is tested before any credit");
    }

    #[test]
    fn a_cap_holds_beside_a_clock() {
        let terms = Terms { cap: Some(ms(40)), increment: ms(5), ..Terms::default() };
        assert_eq!(clock(100).budget(&terms), Some(ms(40)));
        assert_eq!(clock(10).budget(&terms), Some(ms(10)));
        assert_eq!(Clock { left: None }.budget(&terms), Some(ms(40)));
        assert_eq!(Clock { left: None }.budget(&Terms::default()), None);
        let charge = Clock { left: None }.charge(&terms, at(0), at(40));
        assert_eq!(charge, Ok(Charge { charged: ms(40), clock: Clock { left: None } }));
        assert_eq!(Clock { left: None }.charge(&terms, at(0), Time(40_000_001)), Err(FlagFell));
    }

    #[test]
    fn an_answer_that_came_before_the_question_costs_nothing() {
        let charge = clock(100).charge(&Terms::default(), at(50), at(20));
        assert_eq!(charge, Ok(Charge { charged: ms(0), clock: clock(100) }));
    }

    #[test]
    fn the_end_of_time_is_no_overflow() {
        let terms = Terms { increment: Duration::MAX, refund: Duration::MAX, ..Terms::default() };
        let charge = Clock { left: Some(Duration::MAX) }.charge(&terms, at(0), Time(u64::MAX - 1));
        assert_eq!(charge.map(|c| c.clock.left), Ok(Some(Duration::MAX)));
    }
}
