//! Transient inputs of the law, such as round-trip times. They are not logged. The event that
//! follows records their effect, so a log can be verified.

use std::time::Duration;

use referee_ids::{Seat, Seq};

use super::{
    clock::Time,
    event::Stall,
    state::Match,
    turn::{MAX_ROUND_TRIP, MAX_STALLS, MIN_STALL},
};

/// A transient input from the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The turn was offered to the seat's transport, which starts its clock. The clock already runs
    /// if the seat was disconnected, or if the turn waited longer than
    /// [`PATIENCE`](super::turn::PATIENCE) plus the round trip. Only the first offer counts.
    Offered {
        /// The seat; ignored unless it is the seat to move.
        seat: Seat,
        at: Time,
    },
    /// The host stalled. A stall that overlaps a known one is merged with it; a stall that only
    /// touches a known one stays separate. Ignored if shorter than [`MIN_STALL`], or if it ended
    /// before the newest event and the turn's opening.
    Stalled(Stall),
    /// The round trip to a seat's program was measured. Up to the seat's allowance, it is not
    /// charged to a move. The clock of a turn not yet offered waits for it, up to
    /// [`MAX_ROUND_TRIP`].
    RoundTrip { seat: Seat, took: Duration },
    /// A seat's program reported its evaluation with an answer. Counts only for the open turn, and
    /// replaces an earlier report.
    Score {
        seat: Seat,
        turn_id: Seq,
        /// The score in hundredths of a point; `None` if the program did not report one.
        score: Option<i64>,
    },
}

impl Match {
    pub fn note(&mut self, note: Note) {
        match note {
            Note::Offered { seat, at } => {
                if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
                    turn.asked.get_or_insert(at.max(turn.opened));
                }
            }
            Note::Stalled(stall) => self.note_stalled(stall),
            Note::RoundTrip { seat, took } => {
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.round_trip = took;
                }
                if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat && turn.asked.is_none()) {
                    turn.round_trip = turn.round_trip.max(took.min(MAX_ROUND_TRIP));
                }
            }
            Note::Score { seat, turn_id, score } => {
                let is_open = turn_id == self.turn_id;
                if let Some(turn) = self.turn.as_mut().filter(|turn| is_open && turn.seat == seat) {
                    turn.score = score;
                }
            }
        }
    }

    /// Returns the time since which stalls matter: stalls that ended earlier are ignored.
    pub fn stalls_matter_since(&self) -> Time {
        self.turn.map_or(self.at, |turn| turn.opened.min(self.at))
    }

    fn note_stalled(&mut self, stall: Stall) {
        if stall.ended.since(stall.began) < MIN_STALL {
            return;
        }
        if self.turn.is_some_and(|turn| stall.ended > turn.opened) {
            add(&mut self.stalls, stall);
        }
        if stall.ended > self.at {
            add(&mut self.host_stalls, Stall { began: stall.began.max(self.at), ..stall });
        }
    }
}

/// Adds a stall to the known ones.
fn add(stalls: &mut Vec<Stall>, mut stall: Stall) {
    stalls.retain(|known| {
        let apart = known.ended <= stall.began || stall.ended <= known.began;
        if !apart {
            stall = Stall { began: stall.began.min(known.began), ended: stall.ended.max(known.ended) };
        }
        apart
    });
    if stalls.len() < MAX_STALLS {
        let at = stalls.partition_point(|known| known.began < stall.began);
        stalls.insert(at, stall);
    }
}
