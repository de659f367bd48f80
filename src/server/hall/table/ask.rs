//! Requests to a match, before the match knows whether a seat or an arbiter makes them.

use referee_ids::{MatchId, Nonce, PlayerId, RequestId, Seq};
use referee_law::{Asker, Command, MatchAdjudicated, Proposal, ProposalAnswer, Reason, Refusal, Ruling, Time};

/// A request to a match. The caller is not part of it, since it follows from the link or the token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    PlayMove {
        turn_id: Seq,
        notation: String,
        /// Evaluation by the program in hundredths of a point; `None` if it reports none.
        score: Option<i64>,
        /// Arrival of the answer's last byte, as a time of [`super::TableStub::clock`].
        received: Time,
    },
    /// Contribute a nonce to the deals, before the first chance of the match.
    GiveNonce {
        /// The nonce; if empty, the match need not wait for this seat.
        nonce: Nonce,
    },
    /// Make a proposal to all other seats.
    Propose {
        proposal: Proposal,
    },
    /// Answer the proposal of another seat.
    AnswerProposal {
        proposal: Proposal,
        answer: ProposalAnswer,
        /// Arrival of the answer, as a time of [`super::TableStub::clock`].
        received: Time,
    },
    /// Claim the draw that the rules offer.
    ClaimDraw {
        /// Arrival of the claim, as a time of [`super::TableStub::clock`].
        received: Time,
    },
    Resign,
    /// Abort the match. Arbiters and the contest of the match may also do so.
    Abort,
    /// Stop the clocks. This and the following requests are for arbiters, and for the host of the
    /// match's contest, if they do not play in the match.
    Pause,
    Resume,
    Adjudicate {
        ruling: Ruling,
        reason: String,
    },
}

impl Ask {
    /// Returns whether an arbiter may make this request.
    pub fn is_ruling(&self) -> bool {
        matches!(self, Ask::Abort | Ask::Pause | Ask::Resume | Ask::Adjudicate { .. })
    }

    /// Returns the id of the turn that is answered; `None` if this answers no turn.
    pub fn turn_id(&self) -> Option<Seq> {
        match self {
            Ask::PlayMove { turn_id, .. } => Some(*turn_id),
            _ => None,
        }
    }

    /// Sets the arrival time of a request that has one.
    pub fn received_at(mut self, moment: Time) -> Ask {
        if let Ask::PlayMove { received, .. } | Ask::AnswerProposal { received, .. } | Ask::ClaimDraw { received } =
            &mut self
        {
            *received = moment;
        }
        self
    }

    /// Converts the request to a command of this caller. If the caller may not make it, fails;
    /// [`Ask::refusal_to`] has the reasons.
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

    /// Returns the refusal for a player who may not make this request: [`Reason::Forbidden`] if
    /// only arbiters may, otherwise [`Reason::NotSeated`].
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

/// Text that tells which matches a player may rule on.
const RULES: &str = "one that you may rule on: as an arbiter (`referee serve --arbiter NAME`), or as the host that \
                     created its contest, with a token with the scope `host`";

/// Returns the refusal of a ruling by a seat, or by a player who is neither an arbiter nor the host
/// of the contest.
fn not_arbiter() -> Refusal {
    let text = format!("a ruling needs a match that you do not play, and {RULES}");
    Refusal::new(Reason::Forbidden, text)
}
