//! What a takeback takes back: a move of the seat that asked for it, all that followed, and what was earned by these moves.
//! The time that was thought is spent.

use std::collections::VecDeque;

use super::{
    clock::Clock,
    conduct::{MAX_TAKEBACKS, Stakes},
    event::LawVersion,
    refusal::{Reason, Refusal},
    state::Match,
    time_control::Main,
};
use crate::{games::rules::Turn, ids::Seat};

/// Of how many moves of a round, the newest ones, the clocks are kept in mind on which they were made. One that is taken back
/// after so many others leaves its clock as it is.
const CLOCKS_KEPT: usize = 2 * MAX_TAKEBACKS as usize;

/// The clocks on which the newest moves of a round were made, the oldest first: ply, seat and clock.
#[derive(Clone, Debug, Default)]
pub(super) struct EarlierClocks(VecDeque<(u32, Seat, Clock)>);

impl EarlierClocks {
    /// Keeps the clock on which a seat made a move.
    pub fn keep(&mut self, ply: u32, seat: Seat, clock: Clock) {
        if self.0.len() == CLOCKS_KEPT {
            self.0.pop_front();
        }
        self.0.push_back((ply, seat, clock));
    }

    /// Forgets all: another round begins.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Forgets the moves from a ply on, the newest first.
    fn taken_back(&mut self, from: u32) -> impl Iterator<Item = (Seat, Clock)> {
        let kept = self.0.partition_point(|(ply, ..)| *ply < from);
        let gone: Vec<_> = self.0.drain(kept..).collect();
        gone.into_iter().rev().map(|(_, seat, clock)| (seat, clock))
    }
}

impl Match {
    /// Whether moves of this match can be taken back at all.
    pub(super) fn may_take_back(&self) -> bool {
        let facts = self.course().game().facts();
        self.opened.conduct.stakes != Stakes::Rated && !facts.hidden && !facts.chance
    }

    /// The number in the round of the last move of `seat`.
    pub(super) fn ply_to_take_back(&self, seat: Seat) -> Result<u32, Refusal> {
        let closed = |text: &str| Err(Refusal::new(Reason::TakebackClosed, text));
        let facts = self.course().game().facts();
        if self.opened.conduct.stakes == Stakes::Rated {
            return closed("in a rated match what was played stands");
        }
        if facts.hidden || facts.chance {
            return closed("in a game with luck or hidden hands what was played stands");
        }
        if self.proposals.takebacks >= MAX_TAKEBACKS {
            return closed("no more is taken back in one match (limit MAX_TAKEBACKS)");
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

    /// Takes back what was played in the round from a ply on.
    pub(super) fn take_back(&mut self, round: u32, ply: u32) {
        let Some(mut before) = self.round_from_start() else { return };
        self.round_moves.truncate(ply as usize);
        for step in &self.round_moves {
            // They were played from this same position.
            let _ = before.play(step);
        }
        self.progress.course = before;
        self.memory.taken_back(round, ply);
        self.proposals.taken_back();
        self.progress.reports.forget();
        self.take_back_what_was_earned(ply);
        self.stepped = (self.seq, self.at);
        self.open_turn();
    }

    /// A clock has no more than before the first of its moves that is taken back, and its stage and its moves are counted from
    /// there again. What an hourglass lost others have, so that it stays as it is.
    fn take_back_what_was_earned(&mut self, ply: u32) {
        let taken_back = self.earlier_clocks.taken_back(ply);
        if self.opened.law < LawVersion::V3 {
            return;
        }
        for (seat, before) in taken_back {
            let control = self.opened.time_controls.get(seat.index());
            let (Some(control), Some(state)) = (control, self.seats.get_mut(seat.index())) else { continue };
            if matches!(control.main, Main::Hourglass(_)) {
                continue;
            }
            let now = state.clock;
            state.clock = Clock {
                left: now.left.zip(before.left).map(|(now, before)| now.min(before)),
                periods: if now.stage == before.stage { now.periods.min(before.periods) } else { before.periods },
                stage: before.stage,
                moves_to_go: before.moves_to_go,
                ..now
            };
        }
    }
}
