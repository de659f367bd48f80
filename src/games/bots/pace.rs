//! How long a bot thinks by its clock.

use std::time::Duration;

/// How many moves the rest of a match is taken to have, when a clock is shared out among them.
const MOVES_AHEAD: u32 = 30;
/// Time reserved on every clock for the connection and for a busy machine.
const MARGIN: Duration = Duration::from_millis(50);

/// The time that a seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left on its clock; `None` without a clock.
    pub remaining: Option<Duration>,
    /// The increment per move.
    pub increment: Duration,
    /// The time of this move that is used before the clock runs.
    pub delay: Duration,
    /// Maximum time refunded after this move.
    pub refund: Duration,
    /// Maximum time for this move, if moves have their own limit.
    pub move_limit: Option<Duration>,
    /// The number of moves until time is added to the clock; `None` if none is.
    pub moves_to_go: Option<u32>,
    /// How many periods of byo-yomi come after the clock.
    pub periods: u32,
    /// How long each of them is.
    pub period: Duration,
    /// The rest of further budgets that all moves share.
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

/// The share of each of `moves` moves in a common budget.
fn share(left: Duration, moves: u32) -> Duration {
    (left / moves).min(left.saturating_sub(MARGIN) / 2)
}

/// The time for a move with its own limit.
fn nearly_all(limit: Duration) -> Duration {
    limit.saturating_sub(MARGIN) * 4 / 5
}
