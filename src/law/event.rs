//! Events of a match. They are stored; everything else is a fold of them.

use std::{collections::BTreeMap, time::Duration};

use referee_games::{Opening, rules::Points};
use referee_ids::{MatchId, Nonce, PlayerId, RequestId, Seat, Seq};

use super::clock::{Clock, Time, TimeControl};
use crate::{
    ending::{end_reason::EndReason, evidence::Evidence, termination::Termination},
    opening::{
        absence::Graces,
        agreement::Consent,
        conduct::{Conduct, MatchAdjudicated, Proposal, ProposalAnswer},
        law_version::LawVersion,
        luck::{Promise, Seed},
        occasion::Occasion,
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Number of the event in the match, from 1, without gaps.
    pub seq: Seq,
    pub at: Time,
    pub fact: Fact,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The match was opened: the first event of every match. Boxed to keep other events small.
    MatchOpened(Box<MatchOpened>),
    /// A seat is connected.
    SeatConnected {
        seat: Seat,
    },
    /// A seat has disconnected.
    SeatDisconnected {
        seat: Seat,
        /// End of the seat's grace; `None` if only its clock limits its absence.
        grace_until: Option<Time>,
        /// Whether `Attend` held the seat, so that the grace may be [`Graces::attend`].
        attended: bool,
    },
    /// A seat contributed to the deals; never after the first chance.
    NonceGiven {
        seat: Seat,
        /// The nonce; empty if the seat contributes nothing.
        nonce: Nonce,
        /// Id of the request; empty for a program on stdio.
        request_id: RequestId,
    },
    RoundStarted {
        /// The round, from 1.
        round: u32,
        /// The first position of the round, complete, as text.
        position: String,
    },
    MovePlayed(MovePlayed),
    /// A seat sent an illegal or unreadable move and may retry: the turn is re-sent under another
    /// id.
    MoveRefused(MoveRefused),
    /// A flag that fell while the host stalled does not count: the turn is re-sent under another
    /// id.
    FlagVoided(FlagVoided),
    /// The rules moved for a seat that had only one move.
    ForcedMovePlayed {
        seat: Seat,
        /// The round, from 1.
        round: u32,
        /// Ply of the round, from 0; every step counts.
        ply: u32,
        notation: String,
    },
    /// A seat has lost a match that continues without it.
    SeatLost(SeatLost),
    /// The law moved for a seat that has lost: its first legal move.
    MoveSubstituted {
        seat: Seat,
        /// The round, from 1.
        round: u32,
        /// Ply of the round, from 0; every step counts.
        ply: u32,
        notation: String,
    },
    ChanceResolved {
        /// The round, from 1.
        round: u32,
        /// Ply of the round, from 0; every step counts.
        ply: u32,
        /// The complete outcome.
        notation: String,
    },
    RoundEnded {
        /// The round, from 1.
        round: u32,
        /// Cause of the end, in the game's own word.
        cause: String,
        /// Points of each seat in the round.
        points: Vec<Points>,
        /// Points of each seat including this round.
        totals: Vec<Points>,
    },
    /// A seat was sent the turn of its first move in the match.
    FirstMoveDue {
        seat: Seat,
        /// Deadline. A seat that misses it loses by no_show, or the match is aborted.
        until: Time,
    },
    /// A seat proposed something to the others.
    ProposalMade {
        seat: Seat,
        proposal: Proposal,
        /// Id of the request; empty for a program on stdio.
        request_id: RequestId,
    },
    /// A seat answered the proposal of another seat.
    ProposalAnswered {
        seat: Seat,
        proposal: Proposal,
        answer: ProposalAnswer,
        /// Id of the request; empty for a program on stdio.
        request_id: RequestId,
    },
    /// All seats agreed: the round resumes at an earlier position.
    MovesTakenBack {
        /// The round, from 1.
        round: u32,
        /// Number of steps that remain, which is also the ply of the next step.
        ply: u32,
        /// Clock of each seat after the takeback.
        clocks: Vec<Clock>,
    },
    /// An arbiter stopped the clocks; no moves until the match is resumed.
    MatchPaused {
        arbiter: PlayerId,
        /// Id of the request.
        request_id: RequestId,
    },
    /// An arbiter resumed the match. The open turn is sent again, and no clock ran during the
    /// pause.
    MatchResumed {
        arbiter: PlayerId,
        /// Id of the request.
        request_id: RequestId,
    },
    /// An arbiter ended the match; the next event is its end.
    MatchAdjudicated {
        by: MatchAdjudicated,
        /// Id of the request.
        request_id: RequestId,
    },
    /// The host could not continue the match for a while, which is not charged: no clock, grace,
    /// wait or other limit ran. The stall began after the previous event and ended with this one.
    HostStalled(Stall),
    /// The server resumed: no clock ran since the previous event, and no seat is connected.
    ServerRestarted,
    /// The match ended: the last event of every match.
    MatchEnded(MatchEnded),
}

/// The part of an event that a game may hide from some viewers; the rest is public.
#[derive(Debug, PartialEq, Eq)]
pub enum Hideable<'a> {
    Nothing,
    /// A step, in complete notation.
    Step(&'a mut String),
    /// A complete position, as text.
    Position(&'a mut String),
}

impl Fact {
    /// Returns the part of the fact that a game may hide. Every kind of event must be listed here
    /// before a viewer can see it.
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

    /// Returns whether the fact is a step: a move, a forced or substituted move, or chance.
    pub fn is_step(&self) -> bool {
        matches!(
            self,
            Fact::MovePlayed(_)
                | Fact::ForcedMovePlayed { .. }
                | Fact::MoveSubstituted { .. }
                | Fact::ChanceResolved { .. }
        )
    }

    /// Returns whether the fact can open a new turn. If a turn is open after it, its number is that
    /// turn's id.
    pub fn opens_turn(&self) -> bool {
        self.is_step()
            || matches!(
                self,
                Fact::RoundStarted { .. } | Fact::MoveRefused(_) | Fact::FlagVoided(_) | Fact::MovesTakenBack { .. }
            )
    }

    /// Returns the id of the answered request, which may be empty; `None` for events that no
    /// request with an id causes.
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

/// The opening of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOpened {
    pub match_id: MatchId,
    pub game: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    pub time_controls: Vec<TimeControl>,
    /// Player of each seat, seat 0 first.
    pub players: Vec<PlayerId>,
    /// Time of the opening in milliseconds since 1970 (UTC); for people, never for clocks.
    pub opened_unix_ms: i64,
    pub graces: Graces,
    pub illegal_move_policy: IllegalMovePolicy,
    /// Policy when a seat loses and at least two others can continue.
    pub lost_seat_policy: LostSeatPolicy,
    /// Commitment to the deals; `None` in a game without chance.
    pub luck: Option<Promise>,
    pub conduct: Conduct,
    /// The match that this is a rematch of.
    pub rematch_of: Option<MatchId>,
    /// Version of the law.
    pub law: LawVersion,
    /// The player who created the match.
    pub created_by: Option<PlayerId>,
    /// The contest slot of the match.
    pub occasion: Option<Occasion>,
    /// Labels of the creator, by name.
    pub labels: BTreeMap<String, String>,
    /// Start position and moves, in canonical notation.
    pub opening: Opening,
    /// How the player of each seat agreed to the match.
    pub consents: Vec<Consent>,
}

impl MatchOpened {
    /// Returns the first seat of a player; `None` if the player has none.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        (0..).map(Seat).zip(&self.players).find(|(_, seated)| *seated == player).map(|(seat, _)| seat)
    }

    /// Returns whether the player of a seat agreed by policy.
    pub fn is_by_policy(&self, seat: Seat) -> bool {
        self.consents.get(seat.index()) == Some(&Consent::Policy)
    }

    /// Returns whether a player agreed by entering a contest.
    pub fn is_for_contest_of(&self, player: &PlayerId) -> bool {
        let seats = (0..).map(Seat).zip(&self.players).filter(|(_, seated)| *seated == player);
        self.occasion.is_some() && seats.map(|(seat, _)| seat).all(|seat| !self.is_by_policy(seat))
    }
}

/// The penalty for an illegal or unreadable move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMovePolicy {
    /// The move is refused and the clock keeps running, up to this number of times per turn; the
    /// next one loses the match.
    Retry {
        /// From 1 to [`MAX_RETRIES`].
        retries: u32,
    },
    Forfeit,
    /// The law plays the first legal move instead, and the match continues.
    Substitute,
}

/// Maximum refused moves per turn under [`IllegalMovePolicy::Retry`].
pub const MAX_RETRIES: u32 = 16;

/// Consequence for a match when a seat loses by its own conduct and at least two others can
/// continue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LostSeatPolicy {
    /// The law plays the first legal move at each turn of the lost seat, to the end of the match.
    #[default]
    Substitute,
    /// The match ends immediately.
    End,
}

/// A move, with the times from which its clock was charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePlayed {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Ply of the round, from 0; every step counts.
    pub ply: u32,
    /// The move in canonical notation.
    pub notation: String,
    /// The seat's text, cut to 200 characters, if it was illegal or unreadable: then the law played
    /// the first legal move instead.
    pub declined: Option<String>,
    /// When the turn was handed to the seat's transport.
    pub sent: Time,
    /// Arrival of the answer's last byte.
    pub received: Time,
    /// Time not charged as measured round trip.
    pub lag: Duration,
    /// How long the clock waited for the measured round trip beyond [`super::turn::PATIENCE`].
    pub round_trip: Duration,
    /// Time charged to the clock.
    pub charged: Duration,
    /// Clock of the seat after the move, increment included.
    pub clock: Clock,
    /// Score that the seat's program reported, in hundredths of a point; kept if a rule uses it.
    pub score: Option<i64>,
    /// Charged time of the turn in which the host stalled.
    pub stalled: Duration,
}

/// An illegal or unreadable move that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRefused {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Ply of the repeated turn.
    pub ply: u32,
    /// The seat's text, cut to 200 characters.
    pub declined: String,
    /// [`EndReason::NotLegal`] or [`EndReason::Unreadable`]; [`EndReason::Plain`] for viewers who
    /// could learn a hand from it.
    pub reason: EndReason,
    /// Arrival of the last byte of the refused move.
    pub received: Time,
}

/// A flag that does not count because the host stalled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagVoided {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Ply of the repeated turn.
    pub ply: u32,
    /// When the turn was handed to the seat's transport.
    pub sent: Time,
    /// Time not charged as measured round trip.
    pub lag: Duration,
    /// How long the clock waited for the measured round trip beyond [`super::turn::PATIENCE`].
    pub round_trip: Duration,
    /// Stalls of the host, earliest first, without overlap.
    pub stalls: Vec<Stall>,
}

/// A stall of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// Last moment at which the host was seen running.
    pub began: Time,
    /// First moment at which the host was seen running again.
    pub ended: Time,
}

/// How a seat lost a match that continues without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLost {
    pub seat: Seat,
    /// The cause; only causes by which a seat loses.
    pub cause: Termination,
    pub reason: EndReason,
    /// The seat's text, cut to 200 characters, if the seat lost by an illegal or unreadable move.
    pub declined: Option<String>,
    /// Overrun of the limit, for a flag and a grace; measured as in [`Verdict::overrun`].
    pub overrun: Option<Duration>,
    /// Output of the seat's program, if observed.
    pub evidence: Option<Box<Evidence>>,
    /// When the seat's turn was handed to its transport, if the seat was to move.
    pub sent: Option<Time>,
    /// Arrival of the message that lost the match, if there was one.
    pub received: Option<Time>,
    /// Time not charged as measured round trip.
    pub lag: Duration,
    /// How long the turn's clock waited for the measured round trip beyond
    /// [`super::turn::PATIENCE`]; zero if the clock started earlier.
    pub round_trip: Duration,
    /// Id of the answered request; empty without a request.
    pub request_id: RequestId,
}

impl SeatLost {
    /// Returns the reason as a sentence.
    pub fn detail(&self) -> String {
        self.reason.sentence(self.declined.as_deref())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnded {
    pub verdict: Verdict,
    /// When the running turn was handed to the seat's transport, if a turn was running.
    pub sent: Option<Time>,
    /// Arrival of the message that ended the match, if a seat sent one.
    pub received: Option<Time>,
    /// Time of the running turn not charged as measured round trip.
    pub lag: Duration,
    /// How long that turn's clock waited for the measured round trip beyond
    /// [`super::turn::PATIENCE`]; zero if the clock started earlier.
    pub round_trip: Duration,
    /// Id of the answered request; empty without a request.
    pub request_id: RequestId,
    /// The committed seed, public from now on.
    pub seed: Option<Seed>,
    /// Time of the end in milliseconds since 1970 (UTC); for people, never for clocks. The shell
    /// adds this field before the event is stored.
    pub ended_unix_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub termination: Termination,
    /// The seat that caused the end by its own conduct, claimed a draw, or lost by adjudication;
    /// `None` for all other ends.
    pub seat: Option<Seat>,
    pub reason: EndReason,
    /// The seat's text, cut to 200 characters, if an illegal or unreadable move ended the match.
    pub declined: Option<String>,
    /// Overrun of the limit, for a flag and a grace. It is measured at the arrival of the answer's
    /// last byte or, without an answer, when the referee ended the match.
    pub overrun: Option<Duration>,
    /// Output of the seat's program, if observed.
    pub evidence: Option<Box<Evidence>>,
    pub totals: Vec<Points>,
    /// Place of each seat: 1 is first, and seats can share a place. Empty if the match does not
    /// count.
    pub places: Vec<u32>,
}

impl Verdict {
    /// Returns the reason as a sentence.
    pub fn detail(&self) -> String {
        self.reason.sentence(self.declined.as_deref())
    }

    /// Returns the points of a seat in halves; 0 if the seat has none.
    pub fn halves(&self, seat: usize) -> i64 {
        self.totals.get(seat).map_or(0, |points| points.halves)
    }
}
