//! Messages from a table to the program of a seat.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use referee_games::rules::Points;
use referee_ids::{MatchId, RequestId, Seat, Seq};
use referee_law::{MatchOpened, MoveTime, Refusal, SeenEvent, Time};

use crate::hall::{challenges::challenge::Challenge, table::Summary, wall_clock::MatchClock};

/// The messages that a program wants to receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// Moves, sent as events.
    pub moves: bool,
    /// The position as text, sent with each turn.
    pub position: bool,
    /// All legal moves, sent with each turn.
    pub legal: bool,
}

/// A message from a table to a seat's program.
#[derive(Clone, Debug)]
pub enum SeatMessage {
    /// The program has a seat in a match. This is the first message about the match, even after a
    /// reconnect.
    Seated {
        match_id: MatchId,
        seat: Seat,
        /// State of the match. The events that the program does not know follow.
        summary: Box<Summary>,
    },
    Event {
        match_id: MatchId,
        /// The event as this seat may see it.
        event: Arc<SeenEvent>,
    },
    /// It is this seat's turn.
    Turn(Arc<TurnCard>),
    /// The answer to a request on this link.
    Answered(Answered),
    /// Another player of a finished match has requested a rematch.
    RematchProposed {
        match_id: MatchId,
        /// Seat of the requesting player.
        seat: Seat,
        /// Time left to agree.
        lapses_in: Duration,
    },
    /// A challenge that concerns the program's player is new, or has changed.
    Challenge(Arc<Challenge>),
    /// The table of a match is gone, but the match is not over and may be continued by another
    /// table. No further message about it follows on this link.
    Left { match_id: MatchId, seat: Seat, refusal: Box<Refusal> },
    /// A newer link has replaced this one in all its matches, so nothing follows.
    Replaced,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answered {
    pub match_id: MatchId,
    /// The program's id of the request; empty if this answers a turn.
    pub request_id: RequestId,
    /// Id of the turn that was answered; `None` for another request.
    pub turn_id: Option<Seq>,
    /// Number of the event that the request caused, or the refusal.
    pub result: Result<Seq, Box<Refusal>>,
}

/// A turn for the program of a seat.
#[derive(Clone, Debug)]
pub struct TurnCard {
    pub opened: Arc<MatchOpened>,
    pub turn_id: Seq,
    pub seat: Seat,
    /// Number of the round, from 1.
    pub round: u32,
    /// Ply of the move to make.
    pub ply: u32,
    /// Whether the rules offer the claim of a draw here.
    pub claimable: bool,
    /// Whether another seat has proposed a draw to this seat.
    pub draw_offered: bool,
    /// Position as text, as the seat may see it; empty unless the program wants it.
    pub position: String,
    /// Points of each seat before this round.
    pub totals: Vec<Points>,
    /// Time left on each clock; `None` for a seat without a time limit.
    pub remaining: Vec<Option<Duration>>,
    /// Increment of each seat.
    pub increment: Vec<Duration>,
    /// Time limits of this move besides the clock.
    pub time: MoveTime,
    /// All legal moves; empty unless the program wants them.
    pub legal: Vec<String>,
    /// Clock of the match, for the stamp.
    pub clock: MatchClock,
    /// The time at which the transport takes the turn is recorded here. The clock starts then at
    /// the latest.
    pub stamp: Arc<SentStamp>,
}

impl TurnCard {
    /// Records that the turn is offered to the transport now.
    pub fn offered_now(&self) {
        self.stamp.mark(self.clock.now());
    }
}

/// A time that one side records once, and the other side reads.
#[derive(Debug, Default)]
pub struct SentStamp(AtomicU64);

impl SentStamp {
    /// Records the time. Only the first call counts.
    pub fn mark(&self, at: Time) {
        let _ = self.0.compare_exchange(0, at.0.max(1), Ordering::Release, Ordering::Relaxed);
    }

    /// Returns the recorded time; `None` if it was not recorded yet.
    pub fn get(&self) -> Option<Time> {
        match self.0.load(Ordering::Acquire) {
            0 => None,
            nanos => Some(Time(nanos)),
        }
    }
}
