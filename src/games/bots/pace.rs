//! How long a bot thinks, by its clock.

use std::time::Duration;

/// Assumed number of remaining moves of a match, among which a clock is divided.
const MOVES_AHEAD: u32 = 30;
/// Time reserved on every clock for the connection and for a busy machine.
const MARGIN: Duration = Duration::from_millis(50);

/// The time that a seat has for its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left on the seat's clock; `None` without a clock.
    pub remaining: Option<Duration>,
    /// The increment per move.
    pub increment: Duration,
    /// Delay: time for this move only, used before the clock.
    pub delay: Duration,
    /// Maximum time refunded after this move.
    pub refund: Duration,
    /// Maximum time for this move, if moves have a separate limit.
    pub move_limit: Option<Duration>,
    /// Number of moves until time is added to the clock; `None` if none will be added.
    pub moves_to_go: Option<u32>,
    /// Number of byo-yomi periods after the clock.
    pub periods: u32,
    /// Length of each period.
    pub period: Duration,
    /// The rest of further budgets, shared by all later moves.
    pub budgets: [Option<Duration>; 2],
}

impl TimeLeft {
    /// Returns how long to think about this move; `None` without a limit.
    pub fn to_think(&self) -> Option<Duration> {
        let of_clock = self.remaining.map(|remaining| self.of_clock(remaining));
        let of_move = self.move_limit.map(nearly_all);
        let of_budgets = self.budgets.into_iter().flatten().map(|left| share(left, MOVES_AHEAD));
        of_clock.into_iter().chain(of_move).chain(of_budgets).min()
    }

    fn of_clock(&self, remaining: Duration) -> Duration {
        let given = self.delay.max(if self.periods > 0 { self.period } else { Duration::ZERO });
        if self.periods > 0 && remaining <= given {
            // A period is used up only at its end, so a move may take nearly all of it.
            return nearly_all(remaining + given);
        }
        let shared = match self.moves_to_go {
            None => share(remaining, MOVES_AHEAD),
            // Time is added only after all these moves, and each of them needs the margin.
            Some(moves) => (remaining / moves.max(1)).saturating_sub(MARGIN),
        };
        let gained = (self.increment + self.refund) * 3 / 4;
        let of_clock = (shared + gained).min(remaining.saturating_sub(MARGIN) / 2);
        of_clock + nearly_all(self.delay)
    }
}

/// Returns the share of each of `moves` moves in a common budget.
fn share(left: Duration, moves: u32) -> Duration {
    (left / moves).min(left.saturating_sub(MARGIN) / 2)
}

/// Returns the time to use for a move with a separate limit.
fn nearly_all(limit: Duration) -> Duration {
    limit.saturating_sub(MARGIN) * 4 / 5
}
