//! What a table says to the program of a seat.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{
    games::rules::Points,
    hall::{challenge::Challenge, table::Summary, wall_clock::MatchClock},
    ids::{MatchId, RequestId, Seat, Seq},
    referee::{MatchOpened, MoveTime, Refusal, SeenEvent, Time},
};

/// What a program wants to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// What is played, as events.
    pub moves: bool,
    /// The text of the position, with a turn.
    pub position: bool,
    /// Every legal move, with a turn.
    pub legal: bool,
}

/// A message from a table to a seat's program.
#[derive(Clone, Debug)]
pub enum SeatMessage {
    /// The program sits in a match; comes first of all about it, also after a reconnect.
    Seated {
        match_id: MatchId,
        /// Its seat.
        seat: Seat,
        /// Where the match stands. The events after the program's resume point follow this message.
        summary: Box<Summary>,
    },
    Event {
        match_id: MatchId,
        /// What, as this seat may know it.
        event: Arc<SeenEvent>,
    },
    /// It is the seat's turn.
    Turn(Arc<TurnCard>),
    /// What became of something that the program asked for over its link.
    Answered(Answered),
    /// Another player of a match that is over asks for a rematch.
    RematchProposed {
        match_id: MatchId,
        /// The seat that the other player had in it.
        seat: Seat,
        /// For how long it can be agreed to.
        lapses_in: Duration,
    },
    /// A challenge of the program's player, or to it, is new or stands elsewhere now.
    Challenge(Arc<Challenge>),
    /// The table of a match has gone without an end, and another one may go on with it: nothing more is told of it here.
    Left {
        match_id: MatchId,
        /// Its seat.
        seat: Seat,
        refusal: Box<Refusal>,
    },
    /// A later link has taken this one's place in all its matches; nothing follows.
    Replaced,
}

/// What became of a request.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The match that it was about.
    pub match_id: MatchId,
    /// The program's name for it; empty for the answer to a turn.
    pub request_id: RequestId,
    /// The id of the turn that it answered, if it answered one.
    pub turn_id: Option<Seq>,
    /// The number of the event that it became, which is durable; or why it was declined.
    pub result: Result<Seq, Box<Refusal>>,
}

/// A turn as a seat is asked for it.
#[derive(Clone, Debug)]
pub struct TurnCard {
    /// How the match was set up.
    pub opened: Arc<MatchOpened>,
    pub turn_id: Seq,
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The ply that the answer will have.
    pub ply: u32,
    /// Whether the rules offer the seat a draw to claim here.
    pub claimable: bool,
    /// Whether another seat has proposed a draw, which waits for this one's answer.
    pub draw_offered: bool,
    /// The text of the position as the seat may know it; empty unless wanted.
    pub position: String,
    /// The points of each seat before this round.
    pub totals: Vec<Points>,
    /// What each clock has left; `None` for a seat without a limit.
    pub remaining: Vec<Option<Duration>>,
    /// What each seat gains with a move.
    pub increment: Vec<Duration>,
    /// What the seat has for this move beside its clock.
    pub time: MoveTime,
    /// Every legal move; empty unless wanted.
    pub legal: Vec<String>,
    /// The match's clock, for the stamp.
    pub clock: MatchClock,
    /// Where the transport notes when it was offered the turn: the clock runs from there at the latest.
    pub stamp: Arc<SentStamp>,
}

impl TurnCard {
    /// Notes that the transport is offered the turn now.
    pub fn offered_now(&self) {
        self.stamp.mark(self.clock.now());
    }
}

/// A moment that one side notes once and the other reads.
#[derive(Debug, Default)]
pub struct SentStamp(AtomicU64);

impl SentStamp {
    /// Notes the moment; only the first note counts.
    pub fn mark(&self, at: Time) {
        let _ = self.0.compare_exchange(0, at.0.max(1), Ordering::Release, Ordering::Relaxed);
    }

    /// The moment, once it was noted.
    pub fn get(&self) -> Option<Time> {
        match self.0.load(Ordering::Acquire) {
            0 => None,
            nanos => Some(Time(nanos)),
        }
    }
}
