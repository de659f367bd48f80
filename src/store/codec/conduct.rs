//! Converts facts about the conduct of seats and arbiters to messages and back.

use referee_ids::PlayerId;
use referee_law::{Fact, MatchAdjudicated, Proposal, ProposalAnswer, Ruling};
use referee_proto::v1::{self, match_adjudicated, match_event::Event as Kind};

use super::{
    read::Reader,
    write::{number, numbers, write_clock},
};
use crate::limits::BrokenEvent;

/// Converts a fact of conduct to a message.
pub fn write(fact: &Fact) -> Kind {
    match fact {
        Fact::FirstMoveDue { seat, until } => {
            Kind::FirstMoveDue(v1::FirstMoveDue { seat: number(*seat), until_ns: until.nanos() })
        }
        Fact::ProposalMade { seat, proposal: of, request_id } => Kind::ProposalMade(v1::ProposalMade {
            seat: number(*seat),
            proposal: write_proposal(*of).into(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::ProposalAnswered { seat, proposal: of, answer: said, request_id } => {
            Kind::ProposalAnswered(v1::ProposalAnswered {
                seat: number(*seat),
                proposal: write_proposal(*of).into(),
                answer: write_answer(*said).into(),
                request_id: request_id.as_str().to_owned(),
            })
        }
        Fact::MovesTakenBack { round, ply, clocks } => Kind::MovesTakenBack(v1::MovesTakenBack {
            round: *round,
            ply: *ply,
            clocks: clocks.iter().map(write_clock).collect(),
        }),
        Fact::MatchPaused { arbiter, request_id } => Kind::MatchPaused(v1::MatchPaused {
            arbiter: arbiter.to_string(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::MatchResumed { arbiter, request_id } => Kind::MatchResumed(v1::MatchResumed {
            arbiter: arbiter.to_string(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::MatchAdjudicated { by, request_id } => Kind::MatchAdjudicated(v1::MatchAdjudicated {
            arbiter: by.arbiter.to_string(),
            ruling: Some(match &by.ruling {
                Ruling::AsItStands => match_adjudicated::Ruling::AsItStands(v1::AsItStands {}),
                Ruling::Points(points) => {
                    match_adjudicated::Ruling::Points(v1::RuledPoints { points: numbers(points) })
                }
                Ruling::Loss(seat) => match_adjudicated::Ruling::Loser(number(*seat)),
            }),
            reason: by.reason.clone(),
            request_id: request_id.as_str().to_owned(),
        }),
        _ => unreachable!("the caller hands in no other fact"),
    }
}

impl Reader {
    /// Converts a message to a fact of conduct.
    pub fn conduct_fact(&self, kind: Kind) -> Result<Fact, BrokenEvent> {
        Ok(match kind {
            Kind::FirstMoveDue(v1::FirstMoveDue { seat, until_ns }) => Fact::FirstMoveDue {
                seat: self.seat("first_move_due.seat", seat)?,
                until: self.time("first_move_due.until_ns", until_ns)?,
            },
            Kind::ProposalMade(v1::ProposalMade { seat, proposal, request_id }) => Fact::ProposalMade {
                seat: self.seat("proposal_made.seat", seat)?,
                proposal: self.proposal("proposal_made.proposal", proposal)?,
                request_id: self.request_id("proposal_made.request_id", &request_id)?,
            },
            Kind::ProposalAnswered(v1::ProposalAnswered { seat, proposal, answer, request_id }) => {
                Fact::ProposalAnswered {
                    seat: self.seat("proposal_answered.seat", seat)?,
                    proposal: self.proposal("proposal_answered.proposal", proposal)?,
                    answer: self.answer(answer)?,
                    request_id: self.request_id("proposal_answered.request_id", &request_id)?,
                }
            }
            Kind::MovesTakenBack(v1::MovesTakenBack { round, ply, clocks }) => Fact::MovesTakenBack {
                round,
                ply,
                clocks: clocks.iter().map(|clock| self.clock(clock)).collect::<Result<_, _>>()?,
            },
            Kind::MatchPaused(v1::MatchPaused { arbiter, request_id }) => Fact::MatchPaused {
                arbiter: self.arbiter("match_paused.arbiter", &arbiter)?,
                request_id: self.request_id("match_paused.request_id", &request_id)?,
            },
            Kind::MatchResumed(v1::MatchResumed { arbiter, request_id }) => Fact::MatchResumed {
                arbiter: self.arbiter("match_resumed.arbiter", &arbiter)?,
                request_id: self.request_id("match_resumed.request_id", &request_id)?,
            },
            Kind::MatchAdjudicated(said) => Fact::MatchAdjudicated {
                request_id: self.request_id("match_adjudicated.request_id", &said.request_id)?,
                by: self.adjudicated(said)?,
            },
            _ => unreachable!("the caller hands in no other event"),
        })
    }

    fn adjudicated(&self, said: v1::MatchAdjudicated) -> Result<MatchAdjudicated, BrokenEvent> {
        let ruling = match said.ruling {
            Some(match_adjudicated::Ruling::AsItStands(v1::AsItStands {})) => Ruling::AsItStands,
            Some(match_adjudicated::Ruling::Points(ruled)) => {
                Ruling::Points(self.points("match_adjudicated.points", &ruled.points)?)
            }
            Some(match_adjudicated::Ruling::Loser(seat)) => Ruling::Loss(self.seat("match_adjudicated.loser", seat)?),
            None => {
                return Err(self.broken("match_adjudicated.ruling", "", "a known ruling"));
            }
        };
        let arbiter = self.arbiter("match_adjudicated.arbiter", &said.arbiter)?;
        Ok(MatchAdjudicated { arbiter, ruling, reason: said.reason })
    }

    fn proposal(&self, field: &'static str, value: i32) -> Result<Proposal, BrokenEvent> {
        read_proposal(value).ok_or_else(|| self.broken(field, value, "a known proposal"))
    }

    fn answer(&self, value: i32) -> Result<ProposalAnswer, BrokenEvent> {
        let bad = || self.broken("proposal_answered.answer", value, "a known answer");
        read_answer(value).ok_or_else(bad)
    }

    fn arbiter(&self, field: &'static str, name: &str) -> Result<PlayerId, BrokenEvent> {
        PlayerId::parse(name).map_err(|bad| self.broken(field, name, bad.expected))
    }
}

pub fn read_proposal(value: i32) -> Option<Proposal> {
    match v1::Proposal::try_from(value).ok()? {
        v1::Proposal::Draw => Some(Proposal::Draw),
        v1::Proposal::Takeback => Some(Proposal::Takeback),
        v1::Proposal::Unspecified => None,
    }
}

/// Reads an answer to a proposal.
pub fn read_answer(value: i32) -> Option<ProposalAnswer> {
    match v1::ProposalAnswer::try_from(value).ok()? {
        v1::ProposalAnswer::Accept => Some(ProposalAnswer::Accept),
        v1::ProposalAnswer::Decline => Some(ProposalAnswer::Decline),
        v1::ProposalAnswer::Unspecified => None,
    }
}

fn write_proposal(proposal: Proposal) -> v1::Proposal {
    match proposal {
        Proposal::Draw => v1::Proposal::Draw,
        Proposal::Takeback => v1::Proposal::Takeback,
    }
}

fn write_answer(answer: ProposalAnswer) -> v1::ProposalAnswer {
    match answer {
        ProposalAnswer::Accept => v1::ProposalAnswer::Accept,
        ProposalAnswer::Decline => v1::ProposalAnswer::Decline,
    }
}
