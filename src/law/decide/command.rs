//! Commands to a match, and what they become.

use referee_ids::{Nonce, PlayerId, RequestId, Seat, Seq};

use crate::{
    clock::Time,
    ending::evidence::Evidence,
    event::{Event, MatchOpened},
    opening::conduct::{MatchAdjudicated, Proposal, ProposalAnswer},
};

/// A command to a match. The asking seat comes from the caller's token or pipe, never from the
/// message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A seat's program has connected. The match starts once all seats are connected.
    Connect { seat: Seat },
    /// A seat's program has disconnected. Its grace begins.
    Disconnect {
        seat: Seat,
        /// Whether `Attend` held the seat.
        attended: bool,
    },
    /// A seat contributes to the deals, once, before the first chance.
    GiveNonce {
        seat: Seat,
        /// The nonce; empty if the match need not wait for this seat.
        nonce: Nonce,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// A seat answers its turn.
    PlayMove {
        seat: Seat,
        /// The answered turn, see [`crate::TurnRequest::id`].
        turn_id: Seq,
        /// The move as received.
        notation: String,
        /// Arrival of the answer's last byte.
        received: Time,
    },
    /// A seat resigns.
    Resign {
        seat: Seat,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// Aborts the match: a seat until every seat has moved, unless the match is rated, scheduled or
    /// dealt; an arbiter or the contest at any time.
    Abort {
        by: Asker,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// A seat makes a proposal to all other seats.
    Propose {
        seat: Seat,
        proposal: Proposal,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// A seat answers the proposal of another seat.
    AnswerProposal {
        seat: Seat,
        proposal: Proposal,
        answer: ProposalAnswer,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
        /// Arrival of the answer: after the flag of the open turn it is too late.
        received: Time,
    },
    /// A seat claims the draw that the rules offer in this position.
    ClaimDraw {
        seat: Seat,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
        /// Arrival of the claim: after the flag of the open turn it is too late.
        received: Time,
    },
    /// An arbiter stops the clocks.
    Pause {
        arbiter: PlayerId,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// An arbiter resumes a paused match.
    Resume {
        arbiter: PlayerId,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// An arbiter ends the match.
    Adjudicate {
        by: MatchAdjudicated,
        /// The caller's id of the request; may be empty.
        request_id: RequestId,
    },
    /// A seat's program broke the protocol or ended, as its transport observed.
    Misbehave { seat: Seat, detail: String, evidence: Evidence, received: Time },
    /// A deadline has passed: check flags and graces. Harmless if none is due.
    Expire,
    /// The host could not continue the match until now; the time is not charged. Submit this
    /// command before deciding other commands again. Harmless if the match is over.
    NoteStall {
        /// Start of the stall; time before the newest event is not counted.
        began: Time,
    },
    /// The server resumed: no seat is connected, and no clock ran since the last event.
    Restart,
    /// The host failed; the match does not count.
    Fault { detail: String },
}

/// The sender of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    Seat(Seat),
    /// An arbiter or a host.
    Arbiter(PlayerId),
    /// The contest of the match, which no longer counts its result.
    Contest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These events, in this order; empty if nothing happens.
    Events(Vec<Event>),
    /// The command is a repeat that became this event earlier; nothing is stored.
    Repeat {
        /// Number of the first event of the original command.
        seq: Seq,
    },
}

impl From<Seat> for Asker {
    fn from(seat: Seat) -> Asker {
        Asker::Seat(seat)
    }
}

impl MatchOpened {
    /// Returns the role in which a player acts in this match: as its seat, otherwise as an arbiter
    /// if it is one.
    pub fn asker(&self, player: &PlayerId, is_arbiter: bool) -> Option<Asker> {
        let arbiter = || is_arbiter.then(|| Asker::Arbiter(player.clone()));
        self.seat_of(player).map(Asker::Seat).or_else(arbiter)
    }
}

impl Command {
    /// Returns the seat that the command is about, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Command::Connect { seat }
            | Command::Disconnect { seat, .. }
            | Command::GiveNonce { seat, .. }
            | Command::PlayMove { seat, .. }
            | Command::Resign { seat, .. }
            | Command::Propose { seat, .. }
            | Command::AnswerProposal { seat, .. }
            | Command::ClaimDraw { seat, .. }
            | Command::Misbehave { seat, .. } => Some(*seat),
            Command::Abort { by: Asker::Seat(seat), .. } => Some(*seat),
            Command::Abort { by: Asker::Arbiter(_) | Asker::Contest, .. }
            | Command::Pause { .. }
            | Command::Resume { .. }
            | Command::Adjudicate { .. }
            | Command::Expire
            | Command::NoteStall { .. }
            | Command::Restart
            | Command::Fault { .. } => None,
        }
    }

    /// Returns the sender of the command; `None` for the host itself.
    pub fn asker(&self) -> Option<Asker> {
        match self {
            Command::Pause { arbiter, .. } | Command::Resume { arbiter, .. } => Some(Asker::Arbiter(arbiter.clone())),
            Command::Adjudicate { by, .. } => Some(Asker::Arbiter(by.arbiter.clone())),
            Command::Abort { by, .. } => Some(by.clone()),
            other => other.seat().map(Asker::Seat),
        }
    }

    /// Returns the caller's id of the request; `None` for an answer to a turn, and for the host
    /// itself.
    pub fn request_id(&self) -> Option<&RequestId> {
        match self {
            Command::GiveNonce { request_id, .. }
            | Command::Resign { request_id, .. }
            | Command::Abort { request_id, .. }
            | Command::Propose { request_id, .. }
            | Command::AnswerProposal { request_id, .. }
            | Command::ClaimDraw { request_id, .. }
            | Command::Pause { request_id, .. }
            | Command::Resume { request_id, .. }
            | Command::Adjudicate { request_id, .. } => Some(request_id),
            Command::Connect { .. }
            | Command::Disconnect { .. }
            | Command::PlayMove { .. }
            | Command::Misbehave { .. }
            | Command::Expire
            | Command::NoteStall { .. }
            | Command::Restart
            | Command::Fault { .. } => None,
        }
    }
}
