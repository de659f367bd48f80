//! What a match can be asked to do.

use super::{
    clock::Time,
    conduct::{MatchAdjudicated, Proposal, ProposalAnswer},
    event::Event,
    evidence::Evidence,
    memory::reply_to_turn,
    refusal::Refusal,
};
use crate::ids::{Nonce, PlayerId, RequestId, Seat, Seq};

/// Something asked of a match. Who asks has been settled before: the seat comes from the caller's token or pipe, never
/// from its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A seat's program is there. The match starts when all are.
    Connect { seat: Seat },
    /// A seat's program has gone. Its grace begins.
    Disconnect { seat: Seat },
    /// A seat adds to the luck of the match, before its first outcome of chance, once.
    GiveNonce {
        seat: Seat,
        /// What; empty is nothing, and says that nobody need wait for it.
        nonce: Nonce,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// A seat answers its turn.
    PlayMove {
        seat: Seat,
        /// The turn that it answers, see [`super::TurnRequest::id`].
        turn_id: Seq,
        /// The move as it was written.
        notation: String,
        /// When the last byte of the answer came.
        received: Time,
    },
    /// A seat gives the match up.
    Resign {
        seat: Seat,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// Aborts the match: a seat until every seat has moved, unless the match is rated, scheduled or
    /// dealt; an arbiter at any time.
    Abort {
        by: Asker,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// A seat proposes something to all others.
    Propose {
        seat: Seat,
        proposal: Proposal,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// A seat answers what another proposed.
    AnswerProposal {
        seat: Seat,
        proposal: Proposal,
        answer: ProposalAnswer,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
        /// When it came: after the flag of the open turn it is too late.
        received: Time,
    },
    /// A seat claims the draw that the rules offer in this position.
    ClaimDraw {
        seat: Seat,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
        /// When it came: after the flag of the open turn it is too late.
        received: Time,
    },
    /// An arbiter stops the clocks.
    Pause {
        arbiter: PlayerId,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// An arbiter lets a paused match go on.
    Resume {
        arbiter: PlayerId,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// An arbiter ends the match.
    Adjudicate {
        by: MatchAdjudicated,
        /// The caller's name for the request; empty where it has none.
        request_id: RequestId,
    },
    /// A seat's program broke the protocol or ended, as its transport saw it.
    Misbehave { seat: Seat, detail: String, evidence: Evidence, received: Time },
    /// The deadline has come: see whether a flag fell or a grace is over. Harmless when none has.
    Expire,
    /// The host could not carry the match on until now, and can again: the time is charged to nobody. To be said before what was
    /// decided on meanwhile is decided again. Harmless when the match is over.
    NoteStall {
        /// Since when; what lies before the newest event of the match is not counted.
        began: Time,
    },
    /// The server came back: nobody is connected, and no clock ran since the last event.
    Restart,
    /// The host failed the match: it counts for nobody.
    Fault { detail: String },
}

/// Who asks something of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A seat.
    Seat(Seat),
    /// An arbiter or a host.
    Arbiter(PlayerId),
}

impl From<Seat> for Asker {
    fn from(seat: Seat) -> Asker {
        Asker::Seat(seat)
    }
}

impl Command {
    /// The seat that the command is about, where it is about one.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Command::Connect { seat }
            | Command::Disconnect { seat }
            | Command::GiveNonce { seat, .. }
            | Command::PlayMove { seat, .. }
            | Command::Resign { seat, .. }
            | Command::Propose { seat, .. }
            | Command::AnswerProposal { seat, .. }
            | Command::ClaimDraw { seat, .. }
            | Command::Misbehave { seat, .. } => Some(*seat),
            Command::Abort { by: Asker::Seat(seat), .. } => Some(*seat),
            Command::Abort { by: Asker::Arbiter(_), .. }
            | Command::Pause { .. }
            | Command::Resume { .. }
            | Command::Adjudicate { .. }
            | Command::Expire
            | Command::NoteStall { .. }
            | Command::Restart
            | Command::Fault { .. } => None,
        }
    }

    /// Who asks for it; `None` for what the referee's own host says.
    pub fn asker(&self) -> Option<Asker> {
        match self {
            Command::Pause { arbiter, .. } | Command::Resume { arbiter, .. } => Some(Asker::Arbiter(arbiter.clone())),
            Command::Adjudicate { by, .. } => Some(Asker::Arbiter(by.arbiter.clone())),
            Command::Abort { by, .. } => Some(by.clone()),
            other => other.seat().map(Asker::Seat),
        }
    }

    /// What these events, of which time may have brought some about before, reply to it: the number of the one that it became,
    /// or a refusal. `None` for an answer to a turn that none of them answers: it is to be decided again after them.
    pub fn reply(&self, events: &[Event]) -> Option<Result<Seq, Refusal>> {
        if let Command::PlayMove { seat, .. } = self {
            return events.iter().filter_map(reply_to_turn).find(|(of, _)| of == seat).map(|(_, reply)| reply);
        }
        let named = self.request_id().filter(|id| !id.as_str().is_empty());
        let own = named.and_then(|id| events.iter().find(|event| event.fact.request_id() == Some(id)));
        own.or(events.first()).map(|event| Ok(event.seq))
    }

    /// The caller's name for it; `None` for an answer to a turn, and for what the referee's own host says.
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
