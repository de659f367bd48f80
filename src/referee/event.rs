//! What became true in a match. These are stored, and everything else is a fold of them.

use std::{collections::BTreeMap, time::Duration};

use super::{
    agreement::Consent,
    clock::{Clock, Time, TimeControl},
    command::Asker,
    conduct::{Conduct, MatchAdjudicated, Proposal, ProposalAnswer},
    end_reason::EndReason,
    evidence::Evidence,
    law_version::LawVersion,
    luck::{Promise, Seed},
    occasion::Occasion,
    termination::Termination,
};
use crate::{
    games::{Opening, rules::Points},
    ids::{MatchId, Nonce, PlayerId, RequestId, Seat, Seq},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number in the match, from 1, without gaps.
    pub seq: Seq,
    pub at: Time,
    pub fact: Fact,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The match was opened; the first event of every match. In a box, so that every other event can be small.
    MatchOpened(Box<MatchOpened>),
    /// A seat is here.
    SeatConnected { seat: Seat },
    /// A seat has gone.
    SeatDisconnected {
        seat: Seat,
        /// Until when it may come back.
        grace_until: Time,
    },
    /// A seat added to the luck of the match; never after the first outcome of chance.
    NonceGiven {
        seat: Seat,
        /// What it adds; empty is nothing.
        nonce: Nonce,
        /// The request that it answered; empty for a program on stdio.
        request_id: RequestId,
    },
    RoundStarted {
        /// Its number, from 1.
        round: u32,
        /// The text of its first position, complete.
        position: String,
    },
    /// A seat moved.
    MovePlayed(MovePlayed),
    /// A seat sent an illegal or unreadable move and may try again: the turn is re-sent under another id.
    MoveRefused(MoveRefused),
    /// A flag that fell while the host stalled counts for nothing: the turn is re-sent under another id.
    FlagVoided(FlagVoided),
    /// The rules moved for a seat that had no choice.
    ForcedMovePlayed {
        seat: Seat,
        /// The round, from 1.
        round: u32,
        /// Its number in the round, from 0; every step counts.
        ply: u32,
        notation: String,
    },
    /// A seat has lost a match that goes on without it.
    SeatLost(SeatLost),
    /// The law moved for a seat that is lost: the first of its legal moves.
    MoveSubstituted {
        seat: Seat,
        /// The round, from 1.
        round: u32,
        /// Its number in the round, from 0; every step counts.
        ply: u32,
        notation: String,
    },
    ChanceResolved {
        /// The round, from 1.
        round: u32,
        /// Its number in the round, from 0; every step counts.
        ply: u32,
        /// The outcome, complete.
        notation: String,
    },
    RoundEnded {
        /// Its number, from 1.
        round: u32,
        /// What ended it, in the game's own word.
        cause: String,
        /// What each seat gained in it.
        points: Vec<Points>,
        /// The points of each seat with this round.
        totals: Vec<Points>,
    },
    /// A seat was asked for its first move of the match.
    FirstMoveDue {
        seat: Seat,
        /// Until when it must come. Later the seat loses by no show, or the match is aborted.
        until: Time,
    },
    /// A seat proposed something to the others.
    ProposalMade {
        seat: Seat,
        proposal: Proposal,
        /// The request that it answered; empty for a program on stdio.
        request_id: RequestId,
    },
    /// A seat answered what another proposed.
    ProposalAnswered {
        seat: Seat,
        proposal: Proposal,
        answer: ProposalAnswer,
        /// The request that it answered; empty for a program on stdio.
        request_id: RequestId,
    },
    /// All seats consented: the round goes on from an earlier position.
    MovesTakenBack {
        /// The round, from 1.
        round: u32,
        /// How many of its steps stand; the number of the next one.
        ply: u32,
        /// What the clock of each seat has now.
        clocks: Vec<Clock>,
    },
    /// An arbiter stopped the clocks: nothing is played until the match goes on.
    MatchPaused {
        arbiter: PlayerId,
        /// The request that it answered.
        request_id: RequestId,
    },
    /// An arbiter lets a paused match go on: the turn that was open is re-sent, and no clock ran since it was opened.
    MatchResumed {
        arbiter: PlayerId,
        /// The request that it answered.
        request_id: RequestId,
    },
    /// An arbiter ended the match, which ends with the event after this one.
    MatchAdjudicated {
        by: MatchAdjudicated,
        /// The request that it answered.
        request_id: RequestId,
    },
    /// The host could not carry the match on for a while, which is charged to nobody: no clock ran in it, and no grace, wait or
    /// other limit. It ended when this event became true, and began after the event before.
    HostStalled(Stall),
    /// The server came back: no clock ran from the event before to this one, and no seat is connected.
    ServerRestarted,
    /// The match ended; the last event of every match.
    MatchEnded(MatchEnded),
}

/// What of an event a game may hide from some of its viewers; what else an event says anybody may know.
#[derive(Debug, PartialEq, Eq)]
pub enum Hideable<'a> {
    Nothing,
    /// A step, in its complete notation.
    Step(&'a mut String),
    /// The text of a complete position.
    Position(&'a mut String),
}

impl Fact {
    /// What of it a game may hide. Every kind of event has to say so here, before a viewer is shown one.
    pub(super) fn hideable(&mut self) -> Hideable<'_> {
        match self {
            Fact::MovePlayed(MovePlayed { notation, .. })
            | Fact::ForcedMovePlayed { notation, .. }
            | Fact::MoveSubstituted { notation, .. }
            | Fact::ChanceResolved { notation, .. } => Hideable::Step(notation),
            Fact::RoundStarted { position, .. } => Hideable::Position(position),
            Fact::MatchOpened(_)
            | Fact::SeatConnected { .. }
            | Fact::SeatDisconnected { .. }
            | Fact::NonceGiven { .. }
            | Fact::MoveRefused(_)
            | Fact::FlagVoided(_)
            | Fact::SeatLost(_)
            | Fact::RoundEnded { .. }
            | Fact::FirstMoveDue { .. }
            | Fact::ProposalMade { .. }
            | Fact::ProposalAnswered { .. }
            | Fact::MovesTakenBack { .. }
            | Fact::MatchPaused { .. }
            | Fact::MatchResumed { .. }
            | Fact::MatchAdjudicated { .. }
            | Fact::HostStalled(_)
            | Fact::ServerRestarted
            | Fact::MatchEnded(_) => Hideable::Nothing,
        }
    }

    /// Whether something was played: a move, one that the rules forced or the law chose, or chance.
    pub fn is_step(&self) -> bool {
        matches!(
            self,
            Fact::MovePlayed(_)
                | Fact::ForcedMovePlayed { .. }
                | Fact::MoveSubstituted { .. }
                | Fact::ChanceResolved { .. }
        )
    }

    /// Whether a turn that is open after it is another one than before: the number of such an event is the id of the turn.
    pub fn opens_turn(&self) -> bool {
        self.is_step()
            || matches!(
                self,
                Fact::RoundStarted { .. } | Fact::MoveRefused(_) | Fact::FlagVoided(_) | Fact::MovesTakenBack { .. }
            )
    }

    /// The name of the request that it answered, which may be empty; `None` for what no named request brings.
    pub fn request_id(&self) -> Option<&RequestId> {
        match self {
            Fact::NonceGiven { request_id, .. }
            | Fact::ProposalMade { request_id, .. }
            | Fact::ProposalAnswered { request_id, .. }
            | Fact::MatchPaused { request_id, .. }
            | Fact::MatchResumed { request_id, .. }
            | Fact::MatchAdjudicated { request_id, .. } => Some(request_id),
            Fact::SeatLost(lost) => Some(&lost.request_id),
            Fact::MatchEnded(ended) => Some(&ended.request_id),
            _ => None,
        }
    }
}

/// How a match was set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOpened {
    pub match_id: MatchId,
    pub game: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// The time control of each seat.
    pub time_controls: Vec<TimeControl>,
    /// The player of each seat, seat 0 first.
    pub players: Vec<PlayerId>,
    /// When, in milliseconds since 1970 (UTC); for people, never for a clock.
    pub opened_unix_ms: i64,
    /// How long a seat may stay away.
    pub disconnect_grace: Duration,
    /// How long the match waits for its seats before it is called off.
    pub start_grace: Duration,
    /// What an illegal or unreadable move costs.
    pub illegal_move_policy: IllegalMovePolicy,
    /// What becomes of the match when a seat loses it and at least two others play on.
    pub lost_seat_policy: LostSeatPolicy,
    /// What is promised of its luck; `None` in a game without chance, and in logs from before seeds were promised.
    pub luck: Option<Promise>,
    /// How it is conducted; what logs from before say nothing of is as by default.
    pub conduct: Conduct,
    /// The match that it is the rematch of.
    pub rematch_of: Option<MatchId>,
    /// By which version of the law its clocks run.
    pub law: LawVersion,
    /// Who made it; `None` in logs from before it was told.
    pub created_by: Option<PlayerId>,
    /// What it was scheduled for.
    pub occasion: Option<Occasion>,
    /// The words of who made it, by their names.
    pub labels: BTreeMap<String, String>,
    /// Where it begins, in canonical notation.
    pub opening: Opening,
    /// How the player of each seat agreed; empty in logs from before this was recorded.
    pub consents: Vec<Consent>,
}

impl MatchOpened {
    /// The seat where a player sits, the first one of several; `None` where it does not.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        (0..).map(Seat).zip(&self.players).find(|(_, seated)| *seated == player).map(|(seat, _)| seat)
    }

    /// As whom a player asks for something in this match: as its seat, or, where it does not sit, as an arbiter, if it is one.
    pub fn asker(&self, player: &PlayerId, is_arbiter: bool) -> Option<Asker> {
        let arbiter = || is_arbiter.then(|| Asker::Arbiter(player.clone()));
        self.seat_of(player).map(Asker::Seat).or_else(arbiter)
    }
}

/// What an illegal or unreadable move costs the seat whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMovePolicy {
    /// It is refused and the clock runs on, up to this number of times in one turn; the next one loses the match.
    Retry {
        /// How many times, from 1 to [`MAX_RETRIES`].
        retries: u32,
    },
    Forfeit,
    /// The law plays the first legal move in its place, and the match goes on.
    Substitute,
}

/// The most illegal or unreadable moves of one turn that can be refused under [`IllegalMovePolicy::Retry`].
pub const MAX_RETRIES: u32 = 16;

/// What becomes of a match when a seat loses it by its own conduct and at least two others play on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LostSeatPolicy {
    /// The law plays the first legal move at each of its turns, to the end of the match.
    #[default]
    Substitute,
    /// The match ends as it stands.
    End,
}

/// A move with the times that its clock was charged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePlayed {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Its number in the round, from 0; every step counts.
    pub ply: u32,
    /// The move, in its canonical notation.
    pub notation: String,
    /// What the seat sent in its place where that was illegal or unreadable, cut to 200 characters: the law played the first
    /// legal move for it.
    pub declined: Option<String>,
    /// When the turn was handed to the seat's transport.
    pub sent: Time,
    /// When the last byte of the answer came.
    pub received: Time,
    /// How much of the time between was not charged, because it was measured as round-trip time.
    pub lag: Duration,
    /// For how much of the seat's measured round trip beyond [`super::turn::PATIENCE`] its clock waited.
    pub round_trip: Duration,
    /// What the clock was charged.
    pub charged: Duration,
    /// What the seat has left, with any increment.
    pub clock: Clock,
    /// What the seat's program reported that the position was worth to it, in hundredths of a point; kept where a rule of
    /// the match asks for it.
    pub score: Option<i64>,
    /// For how long of the turn the host stalled; charged like the rest.
    pub stalled: Duration,
}

/// An illegal or unreadable move that cost its seat nothing but time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRefused {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The number of the step that is asked for again.
    pub ply: u32,
    /// What the seat sent, cut to 200 characters.
    pub declined: String,
    /// [`EndReason::NotLegal`] or [`EndReason::Unreadable`]; [`EndReason::Plain`] for viewers to whom it could tell a hand.
    pub reason: EndReason,
    /// When the last byte of it came.
    pub received: Time,
}

/// A flag that counts for nothing, since the host stalled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagVoided {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The number of the step that is asked for again.
    pub ply: u32,
    /// When the turn was handed to the seat's transport.
    pub sent: Time,
    /// How much of the time between was not charged, because it was measured as round-trip time.
    pub lag: Duration,
    /// For how much of the seat's measured round trip beyond [`super::turn::PATIENCE`] its clock waited.
    pub round_trip: Duration,
    /// When the host stalled, the earliest first, apart from each other.
    pub stalls: Vec<Stall>,
}

/// A time in which the host stalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// When it was last seen to go on.
    pub began: Time,
    /// When it was seen to go on again.
    pub ended: Time,
}

/// How a seat lost a match that goes on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLost {
    pub seat: Seat,
    /// By what; one of those that lose.
    pub cause: Termination,
    pub reason: EndReason,
    /// What the seat sent that lost it the match because it was illegal or unreadable, cut to 200 characters.
    pub declined: Option<String>,
    /// By how much the limit was overstepped, for a flag and a grace; measured as in [`Verdict::overrun`].
    pub overrun: Option<Duration>,
    /// What its program left behind, where it was seen.
    pub evidence: Option<Box<Evidence>>,
    /// When its turn was handed to its transport, where it was its turn.
    pub sent: Option<Time>,
    /// When what lost it the match came, where something did.
    pub received: Option<Time>,
    /// How much of the time between was not charged, because it was measured as round-trip time.
    pub lag: Duration,
    /// How much of the seat's measured round trip the clock of the turn waited for beyond [`super::turn::PATIENCE`]; zero where it
    /// started before that.
    pub round_trip: Duration,
    /// The request that it answered; empty where it was none.
    pub request_id: RequestId,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnded {
    pub verdict: Verdict,
    /// When the turn that was running was handed to its transport, where one was.
    pub sent: Option<Time>,
    /// When what ended the match came from a seat, where it did.
    pub received: Option<Time>,
    /// How much of the turn that was running was not charged, because it was measured as round-trip time.
    pub lag: Duration,
    /// How much of the seat's measured round trip the clock of that turn waited for beyond [`super::turn::PATIENCE`]; zero where it
    /// started before that.
    pub round_trip: Duration,
    /// The request that it answered; empty where it was none.
    pub request_id: RequestId,
    /// The seed that the opening promised, which anyone may know now.
    pub seed: Option<Seed>,
    /// When, in milliseconds since 1970 (UTC); for people, never for a clock. The law does not know it: the shell adds it before
    /// the event is stored. `None` in logs from before it was told.
    pub ended_unix_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub termination: Termination,
    /// The seat that caused it by its own conduct, the one that claimed, or the one that an adjudication lets lose; `None`
    /// for all other ends.
    pub seat: Option<Seat>,
    pub reason: EndReason,
    /// What the seat sent that ended the match because it was illegal or unreadable, cut to 200 characters; `None` for all
    /// else, and in logs from before it was kept.
    pub declined: Option<String>,
    /// By how much the limit was overstepped, for a flag and a grace; `None` for all else, and in logs from before it was
    /// kept. An answer is measured when its last byte came, silence when the referee ended it.
    pub overrun: Option<Duration>,
    /// What the program of the seat left behind, where it was seen.
    pub evidence: Option<Box<Evidence>>,
    /// The points of each seat.
    pub totals: Vec<Points>,
    /// The place of each seat: 1 is first, equal places are shared. Empty where the match counts for nobody.
    pub places: Vec<u32>,
}

impl Verdict {
    /// The points of a seat, in halves; 0 where it has none.
    pub fn halves(&self, seat: usize) -> i64 {
        self.totals.get(seat).map_or(0, |points| points.halves)
    }
}
