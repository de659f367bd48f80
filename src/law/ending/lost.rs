//! Seats that lose by their own conduct: the match ends, or continues among the others. The law
//! then plays the first legal move at each turn of a lost seat. So no chance is needed, and
//! everyone can recompute the moves.

use std::time::Duration;

use referee_ids::{RequestId, Seat};

use super::{
    end_reason::EndReason,
    evidence::Evidence,
    termination::{Loser, Termination},
};
use crate::{
    clock::Time,
    event::{Fact, MatchEnded, SeatLost},
};

/// The lost seats, each with time and cause, earliest first. Empty in most matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    seats: Vec<Loss>,
}

/// The loss of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    pub seat: Seat,
    /// Moment from which the cause holds, however late the loss was decided.
    pub at: Time,
    pub cause: Termination,
}

impl Lost {
    /// Returns whether this seat has lost.
    pub fn has(&self, seat: Seat) -> bool {
        self.since(seat).is_some()
    }

    /// Returns when this seat lost.
    pub fn since(&self, seat: Seat) -> Option<Time> {
        self.seats.iter().find(|loss| loss.seat == seat).map(|loss| loss.at)
    }

    /// Returns all losses, earliest first.
    pub fn losses(&self) -> &[Loss] {
        &self.seats
    }

    /// Returns the losses with one more; each seat can lose only once.
    pub fn with(mut self, loss: Loss) -> Lost {
        if !self.has(loss.seat) {
            self.seats.push(loss);
        }
        self
    }
}

impl SeatLost {
    /// Returns the loss of a seat by this cause, without a message.
    pub(crate) fn by(seat: Seat, cause: Termination) -> SeatLost {
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

/// Adds the output of the seat's program to every loss among these facts that has none. `of` is
/// called only for losing seats.
pub fn add_evidence<'a>(facts: impl IntoIterator<Item = &'a mut Fact>, of: impl Fn(Seat) -> Option<Evidence>) {
    for fact in facts {
        let (seat, evidence) = match fact {
            Fact::MatchEnded(MatchEnded { verdict, .. }) => match (verdict.seat, verdict.termination.cause().loser) {
                (Some(seat), Loser::Offender) => (seat, &mut verdict.evidence),
                _ => continue,
            },
            Fact::SeatLost(lost) => (lost.seat, &mut lost.evidence),
            _ => continue,
        };
        if evidence.is_none() {
            *evidence = of(seat).and_then(|left| left.bounded()).map(Box::new);
        }
    }
}
