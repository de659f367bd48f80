//! What a seat's program is to a table: a bounded line of messages out, and a stamp for when a turn was handed over.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::sync::mpsc;

use super::table::Summary;
use crate::{
    engine::outputs::Outputs,
    games::rules::Points,
    ids::{MatchId, Seat, Seq},
    referee::{MoveTime, SeenEvent, Time},
};

/// The sending end of the line to one program. A program that sits in several matches has one line for all of them.
#[derive(Clone)]
pub struct SeatLink {
    /// Tells two links of one player apart: a later one has a greater number.
    pub id: u64,
    /// Where messages go. It is never waited for: a full line is a program that does not read.
    pub line: mpsc::Sender<SeatMessage>,
    /// What the program wants to be told with a turn.
    pub wants: Wants,
    /// Where a table notes that it gave the program up.
    pub given_up: GivenUp,
    /// Where a transport notes how long the way to the program and back takes.
    pub round_trip: RoundTrip,
    /// Where to look what the program wrote last; nothing of a program elsewhere.
    pub outputs: Option<Outputs>,
}

impl SeatLink {
    /// A link with a number of its own, greater than that of every link that was made before.
    pub fn new(line: mpsc::Sender<SeatMessage>, wants: Wants) -> SeatLink {
        static LAST: AtomicU64 = AtomicU64::new(0);
        SeatLink {
            id: LAST.fetch_add(1, Ordering::Relaxed) + 1,
            line,
            wants,
            given_up: GivenUp::default(),
            round_trip: RoundTrip::default(),
            outputs: None,
        }
    }
}

/// Whether a table gave the program of a link up, because it did not read or did not take its turn. The line may be too
/// full to say so; the transport looks here, and ends.
#[derive(Clone, Debug, Default)]
pub struct GivenUp(Arc<AtomicBool>);

impl GivenUp {
    /// Notes that the program was given up.
    pub fn note(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it was.
    pub fn is_noted(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// How long the way to a program and back was measured to take; nothing where it was not measured.
#[derive(Clone, Debug, Default)]
pub struct RoundTrip(Arc<AtomicU64>);

impl RoundTrip {
    /// Notes a measure, which takes the place of the one before.
    pub fn note(&self, measured: Duration) {
        self.0.store(u64::try_from(measured.as_nanos()).unwrap_or(u64::MAX), Ordering::Release);
    }

    /// What was noted last.
    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Acquire))
    }
}

/// What a program wants to be told with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// The text of the position.
    pub position: bool,
    /// Every legal move.
    pub legal: bool,
}

/// A message from a table to a seat's program.
#[derive(Clone, Debug)]
pub enum SeatMessage {
    /// The program sits in a match; comes first of all about it, also after a reconnect.
    Seated {
        /// The match.
        match_id: MatchId,
        /// Its seat.
        seat: Seat,
        /// Where the match stands. The events after the program's resume point follow this message.
        summary: Box<Summary>,
    },
    /// Something became true.
    Event {
        /// The match.
        match_id: MatchId,
        /// What, as this seat may know it.
        event: Arc<SeenEvent>,
    },
    /// It is the seat's turn.
    Turn(Arc<TurnCard>),
    /// Another player of a match that is over asks for a rematch.
    RematchProposed {
        /// The match.
        match_id: MatchId,
        /// The seat that the other player had in it.
        seat: Seat,
        /// For how long it can be agreed to.
        lapses_in: Duration,
    },
    /// A later link has taken this one's place in all its matches; nothing follows.
    Replaced,
}

/// A turn as it is put to a seat.
#[derive(Clone, Debug)]
pub struct TurnCard {
    /// The match.
    pub match_id: MatchId,
    /// Whose turn it is.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The ply that the answer will have.
    pub ply: u32,
    /// The event by which the position came about: another one when the same ply is asked again after a takeback.
    pub since: Seq,
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
    /// Where the transport notes when the last byte of the turn was handed over: the clock runs from there.
    pub stamp: Arc<SentStamp>,
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
