//! What the law is told that is no event. A match that is brought back from its log knows none of it; the event that follows
//! from it carries what of it counts, so that a log can be verified.

use std::time::Duration;

use super::{
    clock::Time,
    event::Stall,
    state::Match,
    turn::{MAX_ROUND_TRIP, MAX_STALLS, MIN_STALL},
};
use crate::ids::{Seat, Seq};

/// Something that the shell tells a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The turn was offered to the seat's transport: its clock runs from here, unless it does already because the seat was
    /// away, or the turn was due for longer than [`PATIENCE`](super::turn::PATIENCE) and its round trip. The first of a turn
    /// counts.
    Offered {
        /// Whose turn it is; of any other seat this is ignored.
        seat: Seat,
        at: Time,
    },
    /// The host stalled for a while. What overlaps a stall that is known is one with it, and what only touches it is another:
    /// whoever looked between the two knew the first alone. One that is shorter than [`MIN_STALL`], or ended before the newest
    /// event and before the turn opened, is ignored.
    Stalled(Stall),
    /// The round trip to a seat's program was measured. Of a move as much is not charged, up to the seat's allowance, and the
    /// clock of a turn that was not offered yet waits for it, up to [`MAX_ROUND_TRIP`].
    RoundTrip { seat: Seat, took: Duration },
    /// A seat's program reports with its answer to a turn what the position is worth to it. It counts where that turn is open,
    /// and in place of what was reported before.
    Score {
        seat: Seat,
        /// The id of the turn.
        turn_id: Seq,
        /// In hundredths of a point; `None` where it reports nothing.
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

    /// Since when it matters whether the host stalled: what ended before is ignored.
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

/// Adds a stall to those that are known.
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
