//! How long a bot thinks by its clock.

use std::time::Duration;

/// How many moves the rest of a match is taken to have, when a clock is shared out among them.
const MOVES_AHEAD: u32 = 30;
/// What is kept back of every clock for the way there and back, and for a machine that is busy with something else.
const MARGIN: Duration = Duration::from_millis(50);

/// The time that a seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// What is left on its clock; `None` without a limit.
    pub remaining: Option<Duration>,
    /// What it gains with every move.
    pub increment: Duration,
    /// The longest that this move may take, where moves have a limit of their own.
    pub move_limit: Option<Duration>,
}

impl Allowance {
    /// How long to think about this move; `None` without a limit.
    pub fn to_think(&self) -> Option<Duration> {
        let of_clock = self.remaining.map(|remaining| {
            let share = remaining / MOVES_AHEAD + self.increment * 3 / 4;
            share.min(remaining.saturating_sub(MARGIN) / 2)
        });
        let of_move = self.move_limit.map(|limit| limit.saturating_sub(MARGIN) * 4 / 5);
        of_clock.into_iter().chain(of_move).min()
    }
}
