//! Seats that lose a match by their own conduct: the match ends, or goes on among the others while the law plays the turns of
//! the lost seat, always the first legal move, so that no chance is needed and anybody can recompute it.

use std::time::Duration;

use super::{
    clock::Time,
    end_reason::EndReason,
    event::{Fact, LostSeatPolicy, MatchEnded, SeatLost, Verdict},
    reason::Reason,
    refusal::Refusal,
    scoring,
    state::{Match, Phase},
    termination::{Since, Termination},
    turn::Running,
};
use crate::ids::{RequestId, Seat};

/// The seats that are lost, each with when and by what, the earliest first. Empty in nearly every match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    seats: Vec<Loss>,
}

/// The loss of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which seat.
    pub seat: Seat,
    /// Since when: since its cause holds, however late that was decided.
    pub at: Time,
    pub cause: Termination,
}

impl Lost {
    /// Whether this seat is among them.
    pub fn has(&self, seat: Seat) -> bool {
        self.since(seat).is_some()
    }

    /// When this seat was lost.
    pub fn since(&self, seat: Seat) -> Option<Time> {
        self.seats.iter().find(|loss| loss.seat == seat).map(|loss| loss.at)
    }

    /// All of them, the earliest first.
    pub fn losses(&self) -> &[Loss] {
        &self.seats
    }

    /// The same with one more; a seat is lost once.
    pub fn with(mut self, loss: Loss) -> Lost {
        if !self.has(loss.seat) {
            self.seats.push(loss);
        }
        self
    }
}

impl SeatLost {
    /// A loss by this cause that no message brought.
    pub(super) fn by(seat: Seat, cause: Termination) -> SeatLost {
        let request_id = RequestId::default();
        SeatLost {
            seat,
            cause,
            reason: EndReason::Plain,
            declined: None,
            overrun: None,
            evidence: None,
            sent: None,
            received: None,
            lag: Duration::ZERO,
            round_trip: Duration::ZERO,
            request_id,
        }
    }
}

impl Match {
    /// The seats that are lost while the others play on.
    pub fn lost(&self) -> &Lost {
        &self.progress.lost
    }

    /// What becomes true when a seat loses the match: its end, or that it goes on without the seat. Whose turn it was is
    /// filled in here.
    pub(super) fn loss(&self, at: Time, mut lost: SeatLost) -> Vec<Fact> {
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

    /// Whether the match goes on when this seat is lost: at least two others are not.
    pub(super) fn goes_on_without(&self, seat: Seat) -> bool {
        let others = Seat::all(self.seats.len() as u8).filter(|other| *other != seat && !self.lost().has(*other));
        self.opened.lost_seat_policy == LostSeatPolicy::Substitute && others.count() >= 2
    }

    /// How many seats are not lost.
    pub(super) fn playing(&self) -> usize {
        self.seats.len() - self.lost().losses().len()
    }

    /// Refuses what a lost seat asks for.
    pub(super) fn not_lost(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.lost().has(seat) {
            return Ok(());
        }
        let text = format!("seat {seat} has lost: the match continues without it");
        Err(Refusal::new(Reason::SeatLost, text))
    }

    /// Since when a seat is lost by what is decided at `at`: since the cause holds, however late it is decided.
    pub(super) fn lost_at(
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

    /// Takes the loss of a seat in.
    pub(super) fn seat_lost(&mut self, lost: &SeatLost) {
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
