//! What seats and arbiters do beside moves: facts into messages and back.

use std::time::Duration;

use super::{
    read::{Reader, points},
    write::{halves, nanos, number},
};
use crate::{
    ids::PlayerId,
    pb::log::{self, event::Event as Kind, match_adjudicated},
    referee::{
        Conduct, DrawRule, Fact, MatchAdjudicated, Proposal, ProposalAnswer, ResignRule, Ruling, Sides, Stakes, Time,
    },
    store::limits::BrokenEvent,
};

/// One of these facts as the message that is stored.
pub fn write(fact: &Fact) -> Kind {
    match fact {
        Fact::FirstMoveDue { seat, until } => {
            Kind::FirstMoveDue(log::FirstMoveDue { seat: number(*seat), until_ns: until.0 })
        }
        Fact::ProposalMade { seat, proposal: of, request_id } => Kind::ProposalMade(log::ProposalMade {
            seat: number(*seat),
            proposal: proposal(*of).into(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::ProposalAnswered { seat, proposal: of, answer: said, request_id } => {
            Kind::ProposalAnswered(log::ProposalAnswered {
                seat: number(*seat),
                proposal: proposal(*of).into(),
                answer: answer(*said).into(),
                request_id: request_id.as_str().to_owned(),
            })
        }
        Fact::MovesTakenBack { round, ply } => Kind::MovesTakenBack(log::MovesTakenBack { round: *round, ply: *ply }),
        Fact::MatchPaused { arbiter, request_id } => Kind::MatchPaused(log::MatchPaused {
            arbiter: arbiter.to_string(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::MatchResumed { arbiter, request_id } => Kind::MatchResumed(log::MatchResumed {
            arbiter: arbiter.to_string(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::MatchAdjudicated { by, request_id } => Kind::MatchAdjudicated(log::MatchAdjudicated {
            arbiter: by.arbiter.to_string(),
            ruling: Some(match &by.ruling {
                Ruling::AsItStands => match_adjudicated::Ruling::AsItStands(true),
                Ruling::Points(points) => {
                    match_adjudicated::Ruling::Points(log::RuledPoints { points_halves: halves(points) })
                }
                Ruling::Loss(seat) => match_adjudicated::Ruling::Loser(number(*seat)),
            }),
            reason: by.reason.clone(),
            request_id: request_id.as_str().to_owned(),
        }),
        _ => unreachable!("the caller hands in no other fact"),
    }
}

/// How a match is conducted; nothing where it is as by default, as in logs from before.
pub fn write_conduct(conduct: &Conduct) -> Option<log::Conduct> {
    let Conduct { stakes, first_move_grace, max_plies, resign_rule, draw_rule } = conduct;
    let resign_rule = resign_rule.map(|ResignRule { moves, score, sides }| log::ResignRule {
        moves,
        score,
        all_sides: sides == Sides::All,
    });
    let draw_rule = draw_rule.map(|DrawRule { moves, score, from_ply }| log::DrawRule { moves, score, from_ply });
    let rated = *stakes == Stakes::Rated;
    let first_move_grace_ns = first_move_grace.map(nanos);
    let message = log::Conduct { rated, max_plies: *max_plies, resign_rule, draw_rule, first_move_grace_ns };
    (message != log::Conduct::default()).then_some(message)
}

/// How a match is conducted.
pub fn read_conduct(conduct: log::Conduct) -> Conduct {
    let log::Conduct { rated, max_plies, resign_rule, draw_rule, first_move_grace_ns } = conduct;
    let first_move_grace = first_move_grace_ns.map(Duration::from_nanos);
    let resign_rule = resign_rule.map(|log::ResignRule { moves, score, all_sides }| ResignRule {
        moves,
        score,
        sides: if all_sides { Sides::All } else { Sides::Own },
    });
    let draw_rule = draw_rule.map(|log::DrawRule { moves, score, from_ply }| DrawRule { moves, score, from_ply });
    Conduct {
        stakes: if rated { Stakes::Rated } else { Stakes::Casual },
        first_move_grace,
        max_plies,
        resign_rule,
        draw_rule,
    }
}

impl Reader {
    /// One of these facts from its message.
    pub fn conduct_fact(&self, kind: Kind) -> Result<Fact, BrokenEvent> {
        Ok(match kind {
            Kind::FirstMoveDue(log::FirstMoveDue { seat, until_ns }) => {
                Fact::FirstMoveDue { seat: self.seat("first_move_due.seat", seat)?, until: Time(until_ns) }
            }
            Kind::ProposalMade(log::ProposalMade { seat, proposal, request_id }) => Fact::ProposalMade {
                seat: self.seat("proposal_made.seat", seat)?,
                proposal: self.proposal("proposal_made.proposal", proposal)?,
                request_id: self.request_id("proposal_made.request_id", &request_id)?,
            },
            Kind::ProposalAnswered(log::ProposalAnswered { seat, proposal, answer, request_id }) => {
                Fact::ProposalAnswered {
                    seat: self.seat("proposal_answered.seat", seat)?,
                    proposal: self.proposal("proposal_answered.proposal", proposal)?,
                    answer: self.answer(answer)?,
                    request_id: self.request_id("proposal_answered.request_id", &request_id)?,
                }
            }
            Kind::MovesTakenBack(log::MovesTakenBack { round, ply }) => Fact::MovesTakenBack { round, ply },
            Kind::MatchPaused(log::MatchPaused { arbiter, request_id }) => Fact::MatchPaused {
                arbiter: self.arbiter("match_paused.arbiter", &arbiter)?,
                request_id: self.request_id("match_paused.request_id", &request_id)?,
            },
            Kind::MatchResumed(log::MatchResumed { arbiter, request_id }) => Fact::MatchResumed {
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

    fn adjudicated(&self, said: log::MatchAdjudicated) -> Result<MatchAdjudicated, BrokenEvent> {
        let ruling = match said.ruling {
            Some(match_adjudicated::Ruling::AsItStands(true)) => Ruling::AsItStands,
            Some(match_adjudicated::Ruling::Points(ruled)) => Ruling::Points(points(ruled.points_halves)),
            Some(match_adjudicated::Ruling::Loser(seat)) => Ruling::Loss(self.seat("match_adjudicated.loser", seat)?),
            Some(match_adjudicated::Ruling::AsItStands(false)) | None => {
                return Err(self.broken("match_adjudicated.ruling", "", "a ruling that this program knows"));
            }
        };
        let arbiter = self.arbiter("match_adjudicated.arbiter", &said.arbiter)?;
        Ok(MatchAdjudicated { arbiter, ruling, reason: said.reason })
    }

    fn proposal(&self, field: &'static str, value: i32) -> Result<Proposal, BrokenEvent> {
        match log::Proposal::try_from(value) {
            Ok(log::Proposal::Draw) => Ok(Proposal::Draw),
            Ok(log::Proposal::Takeback) => Ok(Proposal::Takeback),
            Ok(log::Proposal::Unspecified) | Err(_) => {
                Err(self.broken(field, value, "a proposal that this program knows"))
            }
        }
    }

    fn answer(&self, value: i32) -> Result<ProposalAnswer, BrokenEvent> {
        match log::ProposalAnswer::try_from(value) {
            Ok(log::ProposalAnswer::Accept) => Ok(ProposalAnswer::Accept),
            Ok(log::ProposalAnswer::Decline) => Ok(ProposalAnswer::Decline),
            Ok(log::ProposalAnswer::Unspecified) | Err(_) => {
                Err(self.broken("proposal_answered.answer", value, "a answer that this program knows"))
            }
        }
    }

    fn arbiter(&self, field: &'static str, name: &str) -> Result<PlayerId, BrokenEvent> {
        PlayerId::parse(name).map_err(|bad| self.broken(field, name, bad.expected))
    }
}

fn proposal(proposal: Proposal) -> log::Proposal {
    match proposal {
        Proposal::Draw => log::Proposal::Draw,
        Proposal::Takeback => log::Proposal::Takeback,
    }
}

fn answer(answer: ProposalAnswer) -> log::ProposalAnswer {
    match answer {
        ProposalAnswer::Accept => log::ProposalAnswer::Accept,
        ProposalAnswer::Decline => log::ProposalAnswer::Decline,
    }
}
