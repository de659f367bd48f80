//! Decides and applies the loss of a seat: the match ends, or continues among the others.

use referee_ids::Seat;

use crate::{
    clock::Time,
    ending::{
        lost::Loss,
        scoring,
        termination::{Since, Termination},
    },
    event::{Fact, LostSeatPolicy, MatchEnded, SeatLost, Verdict},
    reason::Reason,
    refusal::Refusal,
    state::{Match, Phase},
    turn::Running,
};

impl Match {
    /// Returns the facts of a loss: the end of the match, or its continuation without the seat.
    /// Adds the data of the open turn.
    pub(crate) fn loss(&self, at: Time, mut lost: SeatLost) -> Vec<Fact> {
        let Running { sent, lag, round_trip } = self.running_when(at, lost.received);
        if !self.goes_on_without(lost.seat) {
            let SeatLost { seat, cause, reason, declined, overrun, evidence, received, request_id, .. } = lost;
            let at = self.lost_at(at, (seat, cause), Running { sent, lag, round_trip }, received);
            let all_lost = self.lost().clone().with(Loss { seat, at, cause });
            let verdict = scoring::verdict(cause, Some(seat), reason, self.course().totals(), &all_lost);
            let verdict = Verdict { declined, overrun, evidence, ..verdict };
            return vec![Fact::MatchEnded(MatchEnded {
                verdict,
                sent,
                received,
                lag,
                round_trip,
                request_id,
                seed: None,
                ended_unix_ms: None,
            })];
        }
        if self.turn.is_some_and(|turn| turn.seat == lost.seat) {
            (lost.sent, lost.lag, lost.round_trip) = (sent, lag, round_trip);
        }
        let mut facts = vec![Fact::SeatLost(lost)];
        let after = self.after(at, &facts);
        if after.may_go_on() {
            after.follow(at, after.dealer(), &mut facts);
        }
        facts
    }

    /// Returns whether the match continues after the loss of this seat: at least two other seats
    /// are left.
    pub(crate) fn goes_on_without(&self, seat: Seat) -> bool {
        let others = Seat::all(self.seats.len() as u8).filter(|other| *other != seat && !self.lost().has(*other));
        self.opened.lost_seat_policy == LostSeatPolicy::Substitute && others.count() >= 2
    }

    /// Returns the number of seats in play.
    pub(crate) fn playing(&self) -> usize {
        self.seats.len() - self.lost().losses().len()
    }

    /// Rejects the request of a lost seat.
    pub(crate) fn not_lost(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.lost().has(seat) {
            return Ok(());
        }
        let text = format!("seat {seat} has lost: the match continues without it");
        Err(Refusal::new(Reason::SeatLost, text))
    }

    /// Returns the moment of a loss decided at `at`: when the cause began to hold.
    pub(crate) fn lost_at(
        &self,
        at: Time,
        (seat, cause): (Seat, Termination),
        running: Running,
        received: Option<Time>,
    ) -> Time {
        let since = match cause.cause().since {
            Since::FlagFell => {
                let turn = self.turn.filter(|turn| turn.seat == seat);
                turn.zip(running.sent).and_then(|(turn, sent)| self.flag_of(turn, sent, running.lag))
            }
            Since::GraceOver => self.graces().find(|(away, _)| *away == seat).map(|(_, until)| until),
            Since::WaitOver if self.phase() == Phase::Waiting => Some(self.start_until),
            Since::WaitOver => self.first_move.filter(|(late, _)| *late == seat).map(|(_, until)| until),
            Since::Received => received,
            Since::Decided => None,
        };
        since.map_or(at, |since| since.min(at))
    }

    /// Applies the loss of a seat.
    pub(crate) fn seat_lost(&mut self, lost: &SeatLost) {
        let SeatLost { seat, cause, sent, lag, round_trip, received, .. } = *lost;
        let at = self.lost_at(self.at, (seat, cause), Running { sent, lag, round_trip }, received);
        let loss = Loss { seat, at, cause };
        self.progress.lost = std::mem::take(&mut self.progress.lost).with(loss);
        self.proposals.seat_lost();
        self.turn = self.turn.filter(|turn| turn.seat != lost.seat);
        if self.phase() == Phase::Waiting {
            self.note_who_is_here();
        }
    }
}
