//! Takebacks. A takeback undoes a move of the proposing seat, all that followed, and the points of
//! these moves. Thinking time stays spent.

use referee_games::rules::Turn;
use referee_ids::Seat;

use crate::{
    clock::{Clock, time_control::Main},
    opening::conduct::{MAX_TAKEBACKS, Stakes},
    reason::Reason,
    refusal::Refusal,
    state::Match,
};

impl Match {
    /// Checks whether this match allows takebacks.
    pub(crate) fn may_take_back(&self) -> bool {
        let facts = self.course().game().facts();
        self.opened.conduct.stakes != Stakes::Rated && !facts.hidden && !facts.chance
    }

    /// Returns the ply of the last move of `seat`.
    pub(crate) fn ply_to_take_back(&self, seat: Seat) -> Result<u32, Refusal> {
        let closed = |text: &str| Err(Refusal::new(Reason::TakebackClosed, text));
        let facts = self.course().game().facts();
        if self.opened.conduct.stakes == Stakes::Rated {
            return closed("rated matches allow no takebacks");
        }
        if facts.hidden || facts.chance {
            return closed("games with chance or hidden hands allow no takebacks");
        }
        if self.proposals.takebacks >= MAX_TAKEBACKS {
            return closed(&format!("too many takebacks in this match (limit {MAX_TAKEBACKS})"));
        }
        let mut last = None;
        if let Some(mut round) = self.round_from_start() {
            for (ply, step) in (0..).zip(self.round_moves()) {
                if round.turn() == Turn::Seat(seat) {
                    last = Some(ply);
                }
                if round.play(step).is_err() {
                    break;
                }
            }
        }
        last.map_or_else(|| closed("the seat has not moved in this round"), Ok)
    }

    /// Takes back the steps of the round from a ply on, and sets these clocks.
    pub(crate) fn take_back(&mut self, ply: u32, clocks: &[Clock]) {
        let Some(mut before) = self.round_from_start() else { return };
        self.round_moves.truncate(ply as usize);
        for step in &self.round_moves {
            // The steps were legal from the same position, so playing them cannot fail.
            let _ = before.play(step);
        }
        self.progress.course = before;
        self.proposals.taken_back();
        self.progress.reports.forget();
        self.earlier_clocks.forget_from(ply);
        for (state, clock) in self.seats.iter_mut().zip(clocks) {
            state.clock = *clock;
        }
        self.stepped();
        self.open_turn();
    }

    /// Returns each clock after the moves from a ply on are taken back: its value before the first
    /// of these moves, minus the time used since. Increments and stages are undone, and moves are
    /// counted from the earlier number. Hourglass time stays with the other seats.
    pub(crate) fn clocks_without_moves_from(&self, ply: u32) -> Vec<Clock> {
        let seats = Seat::all(self.seats.len() as u8).zip(&self.seats).zip(&self.opened.time_controls);
        seats
            .map(|((seat, state), control)| {
                let mut its_own = self.earlier_clocks.from(ply).filter(|earlier| earlier.seat == seat).peekable();
                match its_own.peek() {
                    Some(first) if !matches!(control.main, Main::Hourglass(_)) => {
                        let clock = first.clock;
                        its_own.fold(clock, |clock, earlier| clock.shows(control, earlier.charged))
                    }
                    _ => state.clock,
                }
            })
            .collect()
    }
}
