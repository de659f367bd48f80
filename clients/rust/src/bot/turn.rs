//! A turn and its possible answers, which are the same on stdio and on a server.

use std::{
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use crate::pb;

/// A turn of the bot, with the fields of [`pb::Turn`].
#[derive(Clone, Debug)]
pub struct Turn {
    of: pb::Turn,
    state: Arc<AtomicU8>,
}

/// The values of a turn's state: its answer is wanted, at once, or no longer.
const OPEN: u8 = 0;
const HURRIED: u8 = 1;
const CLOSED: u8 = 2;

impl Deref for Turn {
    type Target = pb::Turn;

    fn deref(&self) -> &pb::Turn {
        &self.of
    }
}

impl Turn {
    pub(crate) fn new(of: pb::Turn) -> Turn {
        Turn { of, state: Arc::default() }
    }

    /// Returns the turn after the offered or claimable draw is no longer available.
    pub(crate) fn without_draw(&self) -> Turn {
        Turn::new(pb::Turn { draw_offered: false, claimable: false, ..self.of.clone() })
    }

    /// Asks for the answer at once.
    pub(crate) fn hurry(&self) {
        let _ = self.state.compare_exchange(OPEN, HURRIED, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Notes that an answer comes too late.
    pub(crate) fn close(&self) {
        self.state.store(CLOSED, Ordering::Relaxed);
    }

    /// Returns whether an answer comes too late.
    pub(crate) fn is_closed(&self) -> bool {
        self.state.load(Ordering::Relaxed) == CLOSED
    }

    /// Returns whether `choose` must return now, because the referee wants the move or the turn is
    /// over. The value may change while the bot thinks.
    pub fn must_stop(&self) -> bool {
        self.state.load(Ordering::Relaxed) != OPEN
    }

    /// Returns the maximum time for this move before the bot loses on time; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let clock = match self.unlimited_seats.contains(&self.seat) {
            true => None,
            false => self.remaining_ms.get(self.seat as usize),
        };
        let clock = clock.map(|left| left + self.delay_ms + i64::from(self.periods) * self.period_ms);
        let limits = [clock, self.move_limit_ms, self.round_left_ms, self.match_left_ms];
        let least = limits.into_iter().flatten().min()?;
        Some(Duration::from_millis(least.max(0).unsigned_abs()))
    }
}

/// A move with additional information.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// The notation of the move, one of [`pb::Turn::legal`].
    pub notation: String,
    /// The value of the position for the bot, in hundredths of a point.
    pub score: Option<i64>,
    /// Whether to offer a draw with the move, in a game with draws.
    pub offer_draw: bool,
}

/// The answer to a turn. Use `into()` to convert a notation to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move.
    Move(Move),
    /// Resigns the match.
    Resign,
    /// Accepts the offered draw; only if [`pb::Turn::draw_offered`].
    AcceptDraw,
    /// Claims a draw; only if [`pb::Turn::claimable`].
    ClaimDraw,
}

impl From<Move> for Choice {
    fn from(chosen: Move) -> Choice {
        Choice::Move(chosen)
    }
}

impl From<String> for Choice {
    fn from(notation: String) -> Choice {
        Choice::Move(Move { notation, ..Move::default() })
    }
}

impl From<&str> for Choice {
    fn from(notation: &str) -> Choice {
        notation.to_owned().into()
    }
}

impl From<&String> for Choice {
    fn from(notation: &String) -> Choice {
        notation.clone().into()
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The id of the match.
    pub match_id: String,
    /// The id of the game.
    pub game: String,
    /// The bot's seat, from 0.
    pub seat: u32,
    /// The player of each seat.
    pub players: Vec<String>,
    /// The verdict of the match.
    pub verdict: pb::Verdict,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_the_shortest_limit() {
        let mut of = pb::Turn { seat: 1, remaining_ms: vec![9_000, 5_000], delay_ms: 1_000, ..Default::default() };
        (of.periods, of.period_ms) = (2, 3_000);
        assert_eq!(Turn::new(of.clone()).time_left(), Some(Duration::from_secs(12)));
        of.move_limit_ms = Some(700);
        assert_eq!(Turn::new(of.clone()).time_left(), Some(Duration::from_millis(700)));
        (of.move_limit_ms, of.unlimited_seats) = (None, vec![1]);
        assert_eq!(Turn::new(of).time_left(), None);
    }
}
