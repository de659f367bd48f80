//! Requests of seats and arbiters to a match, before the caller is identified.

use referee_ids::{MatchId, Nonce, PlayerId, RequestId, Seq};
use referee_law::{Asker, Command, MatchAdjudicated, Proposal, ProposalAnswer, Reason, Refusal, Ruling, Time};

/// A request to a match; the caller comes from its link or token, not from its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    PlayMove {
        turn_id: Seq,
        notation: String,
        /// Evaluation reported by the program, in hundredths of a point.
        score: Option<i64>,
        /// Arrival of the answer's last byte, by [`super::TableStub::clock`].
        received: Time,
    },
    /// Contribute to the deals before the first chance of the match.
    GiveNonce {
        /// Empty means that the match need not wait for this seat.
        nonce: Nonce,
    },
    /// Propose something to all other seats.
    Propose {
        proposal: Proposal,
    },
    /// Answer another seat's proposal.
    AnswerProposal {
        proposal: Proposal,
        answer: ProposalAnswer,
        /// Arrival, by [`super::TableStub::clock`].
        received: Time,
    },
    /// Claim the draw that the rules offer.
    ClaimDraw {
        /// Arrival, by [`super::TableStub::clock`].
        received: Time,
    },
    Resign,
    /// Abort the match; arbiters and its contest may too.
    Abort,
    /// Stop the clocks. This and the following are for arbiters and for the host of the match's
    /// contest, if they do not play in it.
    Pause,
    /// Resume the match.
    Resume,
    Adjudicate {
        ruling: Ruling,
        reason: String,
    },
}

impl Ask {
    /// Returns whether an arbiter may ask it.
    pub fn is_ruling(&self) -> bool {
        matches!(self, Ask::Abort | Ask::Pause | Ask::Resume | Ask::Adjudicate { .. })
    }

    /// Returns the id of the answered turn, if any.
    pub fn turn_id(&self) -> Option<Seq> {
        match self {
            Ask::PlayMove { turn_id, .. } => Some(*turn_id),
            _ => None,
        }
    }

    /// Sets the arrival time.
    pub fn received_at(mut self, moment: Time) -> Ask {
        if let Ask::PlayMove { received, .. } | Ask::AnswerProposal { received, .. } | Ask::ClaimDraw { received } =
            &mut self
        {
            *received = moment;
        }
        self
    }

    /// Converts it to a command of this caller; see [`Ask::refusal_to`] for what is not allowed.
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
            (Ask::Pause | Ask::Resume | Ask::Adjudicate { .. }, Asker::Seat(_)) | (_, Asker::Contest) => {
                return Err(not_arbiter());
            }
            (ask, Asker::Arbiter(arbiter)) => return Err(ask.refusal_to(&arbiter, match_id)),
        })
    }

    /// Rejects a player who may not ask it: [`Reason::Forbidden`] if only an arbiter may, otherwise
    /// [`Reason::NotSeated`].
    pub fn refusal_to(&self, player: &PlayerId, match_id: &MatchId) -> Refusal {
        match self {
            Ask::Pause | Ask::Resume | Ask::Adjudicate { .. } => not_arbiter(),
            _ => {
                let or_rules = if self.is_ruling() { format!(", or {RULES}") } else { String::new() };
                let expected = format!("a match that {player} plays{or_rules}");
                Refusal::of_field(Reason::NotSeated, "match_id", match_id.as_str(), expected)
            }
        }
    }
}

/// Describes who may rule on matches.
const RULES: &str = "one that you may rule on: as an arbiter (`referee serve --arbiter NAME`), or as the host that \
                     created its contest, with a token with the scope `host`";

/// Rejects a ruling by a seat, or by a player who is neither arbiter nor the contest's host.
fn not_arbiter() -> Refusal {
    let text = format!("a ruling needs a match that you do not play, and {RULES}");
    Refusal::new(Reason::Forbidden, text)
}
