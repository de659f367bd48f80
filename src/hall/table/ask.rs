//! What seats and arbiters ask of a match, before it is known who asks.

use crate::{
    ids::{MatchId, Nonce, PlayerId, RequestId, Seq},
    referee::{Asker, Command, MatchAdjudicated, Proposal, ProposalAnswer, Reason, Refusal, Ruling, Time},
};

/// What a caller asks of a match; who asks comes from its link or its token, not from its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    PlayMove {
        /// The id of the turn.
        turn_id: Seq,
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
        proposal: Proposal,
    },
    /// Answer what another seat proposed.
    AnswerProposal {
        proposal: Proposal,
        answer: ProposalAnswer,
        /// When it came, by [`super::TableStub::clock`].
        received: Time,
    },
    /// Claim the draw that the rules offer.
    ClaimDraw {
        /// When it came, by [`super::TableStub::clock`].
        received: Time,
    },
    Resign,
    /// Call the match off; also an arbiter may.
    Abort,
    /// Stop the clocks. This and what follows is for arbiters and for the host of the match's contest, who do not
    /// sit in the match.
    Pause,
    /// Let the match go on.
    Resume,
    Adjudicate {
        ruling: Ruling,
        reason: String,
    },
}

impl Ask {
    /// Whether an arbiter may ask it, who does not sit in the match.
    pub fn is_ruling(&self) -> bool {
        matches!(self, Ask::Abort | Ask::Pause | Ask::Resume | Ask::Adjudicate { .. })
    }

    /// The id of the turn that it answers, if it answers one.
    pub fn turn_id(&self) -> Option<Seq> {
        match self {
            Ask::PlayMove { turn_id, .. } => Some(*turn_id),
            _ => None,
        }
    }

    /// The same, which came at `received`.
    pub fn received_at(mut self, moment: Time) -> Ask {
        if let Ask::PlayMove { received, .. } | Ask::AnswerProposal { received, .. } | Ask::ClaimDraw { received } =
            &mut self
        {
            *received = moment;
        }
        self
    }

    /// As a command of whoever asks; see [`Ask::refusal_to`] for what it may not ask.
    pub(in crate::hall) fn into_command(
        self,
        match_id: &MatchId,
        asker: Asker,
        request_id: RequestId,
    ) -> Result<Command, Refusal> {
        Ok(match (self, asker) {
            (Ask::PlayMove { turn_id, notation, score: _, received }, Asker::Seat(seat)) => {
                Command::PlayMove { seat, turn_id, notation, received }
            }
            (Ask::GiveNonce { nonce }, Asker::Seat(seat)) => Command::GiveNonce { seat, nonce, request_id },
            (Ask::Propose { proposal }, Asker::Seat(seat)) => Command::Propose { seat, proposal, request_id },
            (Ask::AnswerProposal { proposal, answer, received }, Asker::Seat(seat)) => {
                Command::AnswerProposal { seat, proposal, answer, request_id, received }
            }
            (Ask::ClaimDraw { received }, Asker::Seat(seat)) => Command::ClaimDraw { seat, request_id, received },
            (Ask::Resign, Asker::Seat(seat)) => Command::Resign { seat, request_id },
            (Ask::Abort, by) => Command::Abort { by, request_id },
            (Ask::Pause, Asker::Arbiter(arbiter)) => Command::Pause { arbiter, request_id },
            (Ask::Resume, Asker::Arbiter(arbiter)) => Command::Resume { arbiter, request_id },
            (Ask::Adjudicate { ruling, reason }, Asker::Arbiter(arbiter)) => {
                Command::Adjudicate { by: MatchAdjudicated { arbiter, ruling, reason }, request_id }
            }
            (Ask::Pause | Ask::Resume | Ask::Adjudicate { .. }, Asker::Seat(_)) => return Err(not_arbiter()),
            (ask, Asker::Arbiter(arbiter)) => return Err(ask.refusal_to(&arbiter, match_id)),
        })
    }

    /// The refusal to a player who may not ask it: [`Reason::Forbidden`] where an arbiter alone may, otherwise [`Reason::NotSeated`].
    pub fn refusal_to(&self, player: &PlayerId, match_id: &MatchId) -> Refusal {
        match self {
            Ask::Pause | Ask::Resume | Ask::Adjudicate { .. } => not_arbiter(),
            _ => {
                let or_rules = if self.is_ruling() { format!(", or {RULES}") } else { String::new() };
                let expected = format!("a match in which {player} sits{or_rules}");
                Refusal::of_field(Reason::NotSeated, "match_id", match_id.as_str(), expected)
            }
        }
    }
}

/// Who rules on matches, for people.
const RULES: &str = "one that you may rule on: as an arbiter (`referee serve --arbiter NAME`), or as the host that \
                     created its contest, with a token with the scope `host`";

/// The refusal of a ruling by a seat, or by a player that is neither arbiter nor host of the contest.
fn not_arbiter() -> Refusal {
    let text = format!("a ruling needs a match in which you do not sit, and {RULES}");
    Refusal::new(Reason::Forbidden, text)
}
