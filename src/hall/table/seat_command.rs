//! What seats and arbiters ask of a table.

use crate::{
    ids::{Nonce, PlayerId, RequestId, Seat},
    referee::{AbortedBy, Command, MatchAdjudicated, Proposal, ProposalAnswer, Ruling, Time},
};

/// What a seat's program asks; the seat comes from its link, not from its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatCommand {
    /// Answer a turn.
    PlayMove {
        /// The round of the turn that it answers.
        round: u32,
        /// The ply of the turn that it answers.
        ply: u32,
        /// The move.
        notation: String,
        /// What the program reported that the position is worth to it, in hundredths of a point.
        score: Option<i64>,
        /// When the last byte of the answer came, by [`super::TableStub::clock`].
        received: Time,
    },
    /// Add to the luck of the match before its first outcome of chance.
    GiveNonce {
        /// What; empty is nothing, and says that nobody need wait for it.
        nonce: Nonce,
    },
    /// Propose something to all other seats.
    Propose {
        /// What.
        proposal: Proposal,
    },
    /// Answer what another seat proposed.
    AnswerProposal {
        /// To which proposal.
        proposal: Proposal,
        /// What to say.
        answer: ProposalAnswer,
        /// When it came, by [`super::TableStub::clock`].
        received: Time,
    },
    /// Claim the draw that the rules offer.
    ClaimDraw {
        /// When it came, by [`super::TableStub::clock`].
        received: Time,
    },
    /// Give the match up.
    Resign,
    /// Call the match off.
    Abort,
}

/// What an arbiter asks, whom the host trusts and who does not sit in the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArbiterCommand {
    /// Stop the clocks.
    Pause,
    /// Let the match go on.
    Resume,
    /// End the match.
    Adjudicate {
        /// How.
        ruling: Ruling,
        /// Why.
        reason: String,
    },
    /// Call the match off.
    Abort,
}

impl SeatCommand {
    /// The same, which came at `received`.
    pub fn received_at(mut self, moment: Time) -> SeatCommand {
        if let SeatCommand::PlayMove { received, .. }
        | SeatCommand::AnswerProposal { received, .. }
        | SeatCommand::ClaimDraw { received } = &mut self
        {
            *received = moment;
        }
        self
    }

    /// As a command of this seat.
    pub(in crate::hall) fn into_command(self, seat: Seat, request_id: RequestId) -> Command {
        match self {
            SeatCommand::PlayMove { round, ply, notation, score: _, received } => {
                Command::PlayMove { seat, round, ply, notation, request_id, received }
            }
            SeatCommand::GiveNonce { nonce } => Command::GiveNonce { seat, nonce, request_id },
            SeatCommand::Propose { proposal } => Command::Propose { seat, proposal, request_id },
            SeatCommand::AnswerProposal { proposal, answer, received } => {
                Command::AnswerProposal { seat, proposal, answer, request_id, received }
            }
            SeatCommand::ClaimDraw { received } => Command::ClaimDraw { seat, request_id, received },
            SeatCommand::Resign => Command::Resign { seat, request_id },
            SeatCommand::Abort => Command::Abort { by: AbortedBy::Seat(seat), request_id },
        }
    }
}

impl ArbiterCommand {
    /// As a command of this arbiter.
    pub(in crate::hall) fn into_command(self, arbiter: PlayerId, request_id: RequestId) -> Command {
        match self {
            ArbiterCommand::Pause => Command::Pause { arbiter, request_id },
            ArbiterCommand::Resume => Command::Resume { arbiter, request_id },
            ArbiterCommand::Adjudicate { ruling, reason } => {
                Command::Adjudicate { by: MatchAdjudicated { arbiter, ruling, reason }, request_id }
            }
            ArbiterCommand::Abort => Command::Abort { by: AbortedBy::Arbiter(arbiter), request_id },
        }
    }
}
