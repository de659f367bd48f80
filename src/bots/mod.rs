//! The house's bots: what a program may play, chosen by luck, by one look ahead, or by search. Quiet: luck is an
//! argument, and thinking is bounded by a number of positions, not by time.

use crate::games::Round;
use crate::ids::Seat;

/// Which bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any legal move.
    Random,
    /// The move after which the game's own appraisal is best.
    Greedy,
    /// Alpha-beta search over the typed rules.
    Search,
}

/// How hard a bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many positions it may look at.
    pub nodes: u64,
}

/// A move for `seat`, whose turn it is: the same arguments give the same move. `None` when there is none.
pub fn choose(_kind: Kind, _round: &dyn Round, _seat: Seat, _budget: Budget, _seed: u64) -> Option<String> {
    todo!()
}
