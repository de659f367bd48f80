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
    /// Moves, as events.
    pub moves: bool,
    /// The text of the position, with each turn.
    pub position: bool,
    /// Every legal move, with each turn.
    pub legal: bool,
}

/// A message from a table to a seat's program.
#[derive(Clone, Debug)]
pub enum SeatMessage {
    /// The program has a seat in a match; first message about it, even after a reconnect.
    Seated {
        match_id: MatchId,
        seat: Seat,
        /// State of the match. The events after the program's resume point follow.
        summary: Box<Summary>,
    },
    Event {
        match_id: MatchId,
        /// The event as this seat may see it.
        event: Arc<SeenEvent>,
    },
    /// The seat's turn.
    Turn(Arc<TurnCard>),
    /// Answer to a request over this link.
    Answered(Answered),
    /// Another player of a finished match requests a rematch.
    RematchProposed {
        match_id: MatchId,
        /// Seat of the requesting player.
        seat: Seat,
        /// Time left to agree.
        lapses_in: Duration,
    },
    /// A challenge of or to the program's player is new or has changed.
    Challenge(Arc<Challenge>),
    /// The table of a match is gone without an end; another may continue it. No further message
    /// about it follows here.
    Left { match_id: MatchId, seat: Seat, refusal: Box<Refusal> },
    /// A newer link has replaced this one in all its matches; nothing follows.
    Replaced,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answered {
    pub match_id: MatchId,
    /// The program's id of the request; empty for the answer to a turn.
    pub request_id: RequestId,
    /// The id of the answered turn, if any.
    pub turn_id: Option<Seq>,
    /// The number of the resulting durable event, or the refusal.
    pub result: Result<Seq, Box<Refusal>>,
}

/// A turn put to a seat.
#[derive(Clone, Debug)]
pub struct TurnCard {
    pub opened: Arc<MatchOpened>,
    pub turn_id: Seq,
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Ply of the answer.
    pub ply: u32,
    /// Whether the rules offer a draw claim here.
    pub claimable: bool,
    /// Whether another seat has proposed a draw to this one.
    pub draw_offered: bool,
    /// Position as the seat may see it, as text; empty unless wanted.
    pub position: String,
    /// Points of each seat before this round.
    pub totals: Vec<Points>,
    /// Time left on each clock; `None` for a seat without a limit.
    pub remaining: Vec<Option<Duration>>,
    /// Increment of each seat.
    pub increment: Vec<Duration>,
    /// Time for this move besides the clock.
    pub time: MoveTime,
    /// Every legal move; empty unless wanted.
    pub legal: Vec<String>,
    /// Match clock, for the stamp.
    pub clock: MatchClock,
    /// Where the transport records when it took the turn: the clock runs from there at the latest.
    pub stamp: Arc<SentStamp>,
}

impl TurnCard {
    /// Records that the transport is offered the turn now.
    pub fn offered_now(&self) {
        self.stamp.mark(self.clock.now());
    }
}

/// A moment that one side records once and the other reads.
#[derive(Debug, Default)]
pub struct SentStamp(AtomicU64);

impl SentStamp {
    /// Records the moment; only the first call counts.
    pub fn mark(&self, at: Time) {
        let _ = self.0.compare_exchange(0, at.0.max(1), Ordering::Release, Ordering::Relaxed);
    }

    /// Returns the moment, if recorded.
    pub fn get(&self) -> Option<Time> {
        match self.0.load(Ordering::Acquire) {
            0 => None,
            nanos => Some(Time(nanos)),
        }
    }
}
