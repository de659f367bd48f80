//! How long a bot thinks by its clock.

use std::time::Duration;

/// How many moves the rest of a match is taken to have, when a clock is shared out among them.
const MOVES_AHEAD: u32 = 30;
/// What is kept back of every clock for the way there and back, and for a machine that is busy with something else.
const MARGIN: Duration = Duration::from_millis(50);

/// The time that a seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLeft {
    /// What is left on its clock; `None` without a clock.
    pub remaining: Option<Duration>,
    /// What it gains with every move.
    pub increment: Duration,
    /// What of this move is used up before the clock is touched.
    pub delay: Duration,
    /// What is given back after this move, as far as it took it.
    pub refund: Duration,
    /// The longest that this move may take, where moves have a limit of their own.
    pub move_limit: Option<Duration>,
    /// How many moves until more is added to the clock; `None` where nothing is.
    pub moves_to_go: Option<u32>,
    /// How many periods of byo-yomi come after the clock.
    pub periods: u32,
    /// How long each of them is.
    pub period: Duration,
    /// What is left of further budgets that all moves share.
    pub budgets: [Option<Duration>; 2],
}

impl TimeLeft {
    /// How long to think about this move; `None` without a limit.
    pub fn to_think(&self) -> Option<Duration> {
        let of_clock = self.remaining.map(|remaining| self.of_clock(remaining));
        let of_move = self.move_limit.map(nearly_all);
        let of_budgets = self.budgets.into_iter().flatten().map(|left| share(left, MOVES_AHEAD));
        of_clock.into_iter().chain(of_move).chain(of_budgets).min()
    }

    fn of_clock(&self, remaining: Duration) -> Duration {
        let given = self.delay.max(if self.periods > 0 { self.period } else { Duration::ZERO });
        if self.periods > 0 && remaining <= given {
            // A period is lost with its end alone.
            return nearly_all(remaining + given);
        }
        let shared = match self.moves_to_go {
            None => share(remaining, MOVES_AHEAD),
            // More comes only after all these moves, and each of them has its way there and back.
            Some(moves) => (remaining / moves.max(1)).saturating_sub(MARGIN),
        };
        let gained = (self.increment + self.refund) * 3 / 4;
        let of_clock = (shared + gained).min(remaining.saturating_sub(MARGIN) / 2);
        of_clock + nearly_all(self.delay)
    }
}

/// What each of `moves` moves takes of what all of them share.
fn share(left: Duration, moves: u32) -> Duration {
    (left / moves).min(left.saturating_sub(MARGIN) / 2)
}

/// What a move takes that has this for itself.
fn nearly_all(limit: Duration) -> Duration {
    limit.saturating_sub(MARGIN) * 4 / 5
}
