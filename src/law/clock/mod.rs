//! The clock law. Every time control reduces to a [`Clock`] and the [`Terms`] of each move. The
//! cost of a move follows from these numbers and from its send and receive times alone.

pub(super) mod due;
pub(super) mod earlier_clocks;
pub mod reading;
mod running;
pub mod time_control;
pub mod uncharged;

use std::time::Duration;

pub use time_control::{BadTimeControl, Renewal, TimeControl};
use time_control::{Bonus, Main, Periods, Stage};

/// Match time in nanoseconds since the opening. It stops while the server is down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The opening of the match.
    pub const ZERO: Time = Time(0);

    /// Returns nanoseconds as stored, at most 292 years.
    pub fn nanos(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// Returns the time since `earlier`; zero if `earlier` is later.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// Returns the moment `span` later.
    pub fn after(self, span: Duration) -> Time {
        Time(self.0.saturating_add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)))
    }
}

/// Time rules of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Delay: time for this move only, used before the clock.
    pub free: Duration,
    /// Maximum duration of the move, whatever the clock shows; `None` for no limit.
    pub cap: Option<Duration>,
    /// Time added to the clock after the move, once the flag was tested.
    pub increment: Duration,
    /// Maximum refund of the time used, after the move (Bronstein).
    pub refund: Duration,
    /// Length of a byo-yomi period; zero without periods.
    pub period: Duration,
    /// Margin beyond all limits before the flag falls.
    pub margin: Duration,
}

/// Time left for a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left on the seat's clock, never negative; `None` for a seat without a clock.
    pub left: Option<Duration>,
    /// Number of the stage, from 0; the last stage has no end.
    pub stage: u32,
    /// Moves until the next stage; `None` if none follows.
    pub moves_to_go: Option<u32>,
    /// Byo-yomi periods left.
    pub periods: u32,
    /// Time left for the rest of the round; `None` without a round limit.
    pub round_left: Option<Duration>,
    /// Time left for the rest of the match; `None` without a match limit.
    pub match_left: Option<Duration>,
}

/// When a turn was sent and answered, with the uncharged time in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamps {
    /// When the turn was handed to the seat's transport.
    pub sent: Time,
    /// Arrival of the answer's last byte.
    pub received: Time,
    /// Uncharged time between the two: the measured round trip and stalls of the host.
    pub uncharged: Duration,
}

impl Stamps {
    pub fn charged(&self) -> Duration {
        self.received.since(self.sent).saturating_sub(self.uncharged)
    }
}

/// The effect of a move on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Time charged for the move.
    pub charged: Duration,
    pub clock: Clock,
}

/// The time ran out before the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFell;

impl Clock {
    pub fn new(control: &TimeControl) -> Clock {
        let first = control.stage(0);
        let left = match &control.main {
            Main::Unlimited => None,
            Main::Stages(_) => first.map(|stage| stage.base),
            Main::Hourglass(base) => Some(*base),
        };
        Clock {
            left,
            stage: 0,
            moves_to_go: first.and_then(|stage| stage.moves),
            periods: first.and_then(|stage| stage.periods).map_or(0, |periods| periods.count),
            round_left: control.round_limit,
            match_left: control.match_limit,
        }
    }

    /// Returns the clock at the start of the next round.
    pub fn renewed(self, control: &TimeControl) -> Clock {
        let fresh = Clock { match_left: self.match_left, ..Clock::new(control) };
        match control.renewal {
            Renewal::Match => Clock { round_left: fresh.round_left, ..self },
            Renewal::Round => fresh,
            Renewal::Carried => {
                let carried = self.left.unwrap_or_default();
                Clock { left: fresh.left.map(|left| left.saturating_add(carried)), ..fresh }
            }
        }
    }

    /// Returns the terms of the next move.
    pub fn terms(self, control: &TimeControl) -> Terms {
        let stage = control.stage(self.stage);
        let bonus = stage.map_or(Bonus::None, |stage| stage.bonus);
        let of = |own: bool| if own { bonus.span() } else { Duration::ZERO };
        Terms {
            free: of(matches!(bonus, Bonus::Delay(_))),
            cap: [control.move_limit, self.round_left, self.match_left].into_iter().flatten().min(),
            increment: of(matches!(bonus, Bonus::Increment(_))),
            refund: of(matches!(bonus, Bonus::Refund(_))),
            period: stage.and_then(|stage| stage.periods).map_or(Duration::ZERO, |periods| periods.each),
            margin: control.margin,
        }
    }

    /// Returns the maximum duration of the next move, without margin; `None` if unlimited. A move
    /// of exactly this duration is in time.
    pub fn budget(self, terms: &Terms) -> Option<Duration> {
        let periods = terms.period.saturating_mul(self.periods);
        let banked = self.left.map(|left| left.saturating_add(terms.free).saturating_add(periods));
        match (banked, terms.cap) {
            (Some(banked), Some(cap)) => Some(banked.min(cap)),
            (banked, cap) => banked.or(cap),
        }
    }

    /// Returns the shortest duration that is too long for an answer with the uncharged time `lag`;
    /// `None` if unlimited.
    pub fn flag_after(self, control: &TimeControl, lag: Duration) -> Option<Duration> {
        let budget = self.budget(&self.terms(control))?;
        Some(budget.saturating_add(control.margin).saturating_add(lag).saturating_add(Duration::from_nanos(1)))
    }

    /// Charges an answer. The flag is tested before anything is credited.
    pub fn charge(self, control: &TimeControl, stamps: Stamps) -> Result<Charge, FlagFell> {
        let terms = self.terms(control);
        let charged = stamps.charged();
        if self.budget(&terms).is_some_and(|budget| charged > budget.saturating_add(terms.margin)) {
            return Err(FlagFell);
        }
        Ok(Charge { charged, clock: self.after(&terms, charged).next_stage(control) })
    }

    /// Returns the clock after a move in time.
    fn after(self, terms: &Terms, charged: Duration) -> Clock {
        let spent = charged.saturating_sub(terms.free);
        let credit = terms.increment.saturating_add(terms.refund.min(charged));
        let rest = |left: Option<Duration>| left.map(|left| left.saturating_sub(charged));
        let over = self.left.map_or(Duration::ZERO, |left| spent.saturating_sub(left));
        Clock {
            left: self.left.map(|left| left.saturating_sub(spent).saturating_add(credit)),
            periods: self.periods_after(terms, over),
            round_left: rest(self.round_left),
            match_left: rest(self.match_left),
            ..self
        }
    }

    /// Returns the periods left after a move that took `over` beyond the clock. A move that ends
    /// exactly at the end of a period has not used the period up. A move within the margin keeps
    /// the last period.
    fn periods_after(self, terms: &Terms, over: Duration) -> u32 {
        if terms.period.is_zero() || over.is_zero() {
            return self.periods;
        }
        let used = (over.as_nanos() - 1) / terms.period.as_nanos();
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        self.periods.saturating_sub(used).max(self.periods.min(1))
    }

    /// Counts the move. After the last move of the stage, starts the next stage.
    fn next_stage(self, control: &TimeControl) -> Clock {
        match self.moves_to_go {
            None => self,
            Some(moves @ 2..) => Clock { moves_to_go: Some(moves - 1), ..self },
            Some(_) => {
                let last = match &control.main {
                    Main::Stages(stages) => stages.len().saturating_sub(1) as u32,
                    Main::Unlimited | Main::Hourglass(_) => 0,
                };
                let stage = last.min(self.stage.saturating_add(1));
                let Some(Stage { moves, base, periods, .. }) = control.stage(stage) else { return self };
                Clock {
                    left: self.left.map(|left| left.saturating_add(*base)),
                    stage,
                    moves_to_go: *moves,
                    periods: periods.map_or(0, |Periods { count, .. }| count),
                    ..self
                }
            }
        }
    }

    /// Returns the clock with the time that another hourglass used added.
    pub fn given(self, span: Duration) -> Clock {
        Clock { left: self.left.map(|left| left.saturating_add(span)), ..self }
    }

    /// Returns the clock to show after `taken` of the open turn.
    pub fn shows(self, control: &TimeControl, taken: Duration) -> Clock {
        let terms = self.terms(control);
        let unpaid = Terms { increment: Duration::ZERO, refund: Duration::ZERO, ..terms };
        self.after(&unpaid, taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Returns the clocks after moves of these durations in milliseconds, as `left/periods@stage`;
    /// `flag` if one was too late.
    fn played(text: &str, moves: &[u64]) -> Vec<String> {
        let control = TimeControl::parse(text).expect("a time control");
        let mut clock = Clock::new(&control);
        let mut play = |took: &u64| {
            let stamps = Stamps { sent: Time(7), received: Time(7).after(ms(*took)), uncharged: Duration::ZERO };
            match clock.charge(&control, stamps) {
                Err(FlagFell) => "flag".to_owned(),
                Ok(charge) => {
                    assert_eq!(charge.charged, ms(*took));
                    clock = charge.clock;
                    let left = clock.left.map_or("-".to_owned(), |left| left.as_millis().to_string());
                    format!("{left}/{}@{}", clock.periods, clock.stage)
                }
            }
        };
        moves.iter().map(&mut play).collect()
    }

    #[test]
    fn every_kind_of_clock_is_charged_by_its_law() {
        let cases: &[(&str, &[u64], &[&str])] = &[
            ("1", &[400, 600, 1], &["600/0@0", "0/0@0", "flag"]),
            ("1+0.2", &[1000, 200, 201], &["200/0@0", "200/0@0", "flag"]),
            ("1d0.2", &[100, 200, 300, 1100, 201], &["1000/0@0", "1000/0@0", "900/0@0", "0/0@0", "flag"]),
            ("st=0.2 bank=1", &[100, 200, 300, 1100, 201], &["1000/0@0", "1000/0@0", "900/0@0", "0/0@0", "flag"]),
            ("1b0.2", &[100, 300, 901], &["1000/0@0", "900/0@0", "flag"]),
            ("1b0.2", &[1000, 200], &["200/0@0", "200/0@0"]),
            ("2/1:1/2+0.1:0.5", &[300, 300, 100, 100], &["700/0@0", "2400/0@1", "2900/0@2", "2800/0@2"]),
            ("2/1", &[300, 300, 1400, 1], &["700/0@0", "1400/0@0", "0/0@0", "flag"]),
            ("2/1", &[300, 300, 1400, 0, 1], &["700/0@0", "1400/0@0", "0/0@0", "1000/0@0", "999/0@0"]),
            ("1/3x0.5", &[1000, 500, 501, 500], &["0/3@0", "0/3@0", "0/2@0", "0/2@0"]),
            ("1/3x0.5", &[2500, 500, 501], &["0/1@0", "0/1@0", "flag"]),
            ("1/3x0.5", &[2501], &["flag"]),
            ("0/1x0.5", &[500, 500, 501], &["0/1@0", "0/1@0", "flag"]),
            ("1/1:0/2x0.5", &[100, 1400, 1000], &["900/2@1", "0/2@1", "0/1@1"]),
            ("st=1", &[1000, 1000, 1001], &["-/0@0", "-/0@0", "flag"]),
            ("1 st=0.4", &[400, 401], &["600/0@0", "flag"]),
            ("inf match=1", &[600, 400, 1], &["-/0@0", "-/0@0", "flag"]),
            ("5+1 round=1", &[600, 401], &["5400/0@0", "flag"]),
            ("1 margin=0.1", &[1100, 100, 101], &["0/0@0", "0/0@0", "flag"]),
            ("0/2x0.5 margin=0.1", &[1100, 501, 600, 601], &["0/1@0", "0/1@0", "0/1@0", "flag"]),
            ("hourglass=1", &[400, 600, 1], &["600/0@0", "0/0@0", "flag"]),
            ("nodes=5", &[600_000, 600_001], &["-/0@0", "flag"]),
            ("nodes=5 st=1", &[1000, 1001], &["-/0@0", "flag"]),
            ("1d/move", &[86_400_000, 86_400_001], &["-/0@0", "flag"]),
        ];
        for (text, moves, clocks) in cases {
            assert_eq!(played(text, moves), *clocks, "{text} {moves:?}");
        }
    }

    #[test]
    fn what_the_way_took_is_not_charged() {
        let control = TimeControl::parse("1").expect("a time control");
        let stamps =
            |received, lag| Stamps { sent: Time(0), received: Time(0).after(ms(received)), uncharged: ms(lag) };
        let clock = Clock::new(&control);
        let charge = clock.charge(&control, stamps(1100, 100)).expect("in time");
        assert_eq!((charge.charged, charge.clock.left), (ms(1000), Some(ms(0))));
        assert_eq!(clock.charge(&control, stamps(1101, 100)), Err(FlagFell));
        assert_eq!(clock.flag_after(&control, ms(100)), Some(Duration::from_nanos(1_100_000_001)));
        assert_eq!(clock.charge(&control, stamps(20, 100)).expect("in time").clock.left, Some(ms(1000)));
    }

    #[test]
    fn a_running_clock_shows_what_is_left() {
        let shows = |text: &str, took| {
            let control = TimeControl::parse(text).expect("a time control");
            let shown = Clock::new(&control).shows(&control, ms(took));
            (shown.left.map(|left| left.as_millis()), shown.periods)
        };
        assert_eq!(shows("1+5", 400), (Some(600), 0));
        assert_eq!(shows("1d0.3", 400), (Some(900), 0));
        assert_eq!(shows("1b0.3", 400), (Some(600), 0));
        assert_eq!(shows("1/3x0.5", 1700), (Some(0), 2));
        assert_eq!(shows("1/3x0.5", 99_999), (Some(0), 1));
        assert_eq!(shows("1", 99_999), (Some(0), 0));
    }

    #[test]
    fn another_round_renews_what_is_renewed() {
        let renewed = |text: &str| {
            let control = TimeControl::parse(text).expect("a time control");
            let stamps = Stamps { sent: Time(0), received: Time(0).after(ms(300)), uncharged: Duration::ZERO };
            let clock = Clock::new(&control).charge(&control, stamps).expect("in time").clock.renewed(&control);
            let millis = |span: Option<Duration>| span.map(|span| span.as_millis());
            (millis(clock.left), millis(clock.round_left), millis(clock.match_left), clock.moves_to_go)
        };
        assert_eq!(renewed("5/1 round=2 match=4"), (Some(700), Some(2000), Some(3700), Some(4)));
        assert_eq!(renewed("5/1 round=2 match=4 per=round"), (Some(1000), Some(2000), Some(3700), Some(5)));
        assert_eq!(renewed("5/1 round=2 match=4 per=carried"), (Some(1700), Some(2000), Some(3700), Some(5)));
        assert_eq!(renewed("inf per=carried"), (None, None, None, None));
    }

    #[test]
    fn an_answer_that_came_before_the_question_costs_nothing() {
        let control = TimeControl::parse("1").expect("a time control");
        let stamps = Stamps { sent: Time(50), received: Time(20), uncharged: Duration::ZERO };
        let charge = Clock::new(&control).charge(&control, stamps).expect("in time");
        assert_eq!((charge.charged, charge.clock.left), (ms(0), Some(ms(1000))));
    }

    #[test]
    fn the_end_of_time_is_no_overflow() {
        let control = TimeControl::parse("1/1000x31622400 match=1").expect("a time control");
        let terms =
            Terms { increment: Duration::MAX, refund: Duration::MAX, period: Duration::MAX, ..Terms::default() };
        let clock = Clock { left: Some(Duration::MAX), periods: u32::MAX, ..Clock::new(&control) };
        assert_eq!(clock.budget(&terms), Some(Duration::MAX));
        assert_eq!(clock.after(&terms, Duration::MAX).left, Some(Duration::MAX));
        assert_eq!(clock.given(Duration::MAX).left, Some(Duration::MAX));
        let late = Stamps { sent: Time(0), received: Time(u64::MAX), uncharged: Duration::ZERO };
        assert_eq!(Clock::new(&control).charge(&control, late), Err(FlagFell));
    }
}
