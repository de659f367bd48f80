//! What seats and arbiters do beside moves: facts into messages and back.

use std::time::Duration;

use super::{
    read::{Reader, points},
    write::{halves, nanos, number},
};
use crate::{
    ids::PlayerId,
    pb::log::{self, adjudicated, event::Event as Kind},
    referee::{Adjudicated, Conduct, DrawRule, Fact, Proposal, ResignRule, Response, Ruling, Sides, Stakes, Time},
    store::limits::BrokenEvent,
};

/// One of these facts as the message that is stored.
pub fn write(fact: &Fact) -> Kind {
    match fact {
        Fact::FirstMoveDue { seat, until } => {
            Kind::FirstMoveDue(log::FirstMoveDue { seat: number(*seat), until_ns: until.0 })
        }
        Fact::Proposed { seat, proposal: of, request_id } => Kind::Proposed(log::Proposed {
            seat: number(*seat),
            proposal: proposal(*of).into(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::Responded { seat, proposal: of, response: said, request_id } => Kind::Responded(log::Responded {
            seat: number(*seat),
            proposal: proposal(*of).into(),
            response: response(*said).into(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::TakenBack { round, ply } => Kind::TakenBack(log::TakenBack { round: *round, ply: *ply }),
        Fact::Paused { arbiter, request_id } => {
            Kind::Paused(log::Paused { arbiter: arbiter.to_string(), request_id: request_id.as_str().to_owned() })
        }
        Fact::Unpaused { arbiter, request_id } => {
            Kind::Unpaused(log::Unpaused { arbiter: arbiter.to_string(), request_id: request_id.as_str().to_owned() })
        }
        Fact::Adjudicated { by, request_id } => Kind::Adjudicated(log::Adjudicated {
            arbiter: by.arbiter.to_string(),
            ruling: Some(match &by.ruling {
                Ruling::AsItStands => adjudicated::Ruling::AsItStands(true),
                Ruling::Points(points) => adjudicated::Ruling::Points(log::RuledPoints { halves: halves(points) }),
                Ruling::Loss(seat) => adjudicated::Ruling::Loser(number(*seat)),
            }),
            reason: by.reason.clone(),
            request_id: request_id.as_str().to_owned(),
        }),
        _ => unreachable!("the caller hands in no other fact"),
    }
}

/// How a match is conducted; nothing where it is as by default, as in logs from before.
pub fn write_conduct(conduct: &Conduct) -> Option<log::Conduct> {
    let Conduct { stakes, first_move_grace, max_plies, resign, draw } = conduct;
    let resign = resign.map(|ResignRule { moves, score, sides }| log::ResignRule {
        moves,
        score,
        all_sides: sides == Sides::All,
    });
    let draw = draw.map(|DrawRule { moves, score, from_ply }| log::DrawRule { moves, score, from_ply });
    let rated = *stakes == Stakes::Rated;
    let first_move_grace_ns = first_move_grace.map(nanos);
    let message = log::Conduct { rated, max_plies: *max_plies, resign, draw, first_move_grace_ns };
    (message != log::Conduct::default()).then_some(message)
}

/// How a match is conducted.
pub fn read_conduct(conduct: log::Conduct) -> Conduct {
    let log::Conduct { rated, max_plies, resign, draw, first_move_grace_ns } = conduct;
    let first_move_grace = first_move_grace_ns.map(Duration::from_nanos);
    let resign = resign.map(|log::ResignRule { moves, score, all_sides }| ResignRule {
        moves,
        score,
        sides: if all_sides { Sides::All } else { Sides::Own },
    });
    let draw = draw.map(|log::DrawRule { moves, score, from_ply }| DrawRule { moves, score, from_ply });
    Conduct { stakes: if rated { Stakes::Rated } else { Stakes::Casual }, first_move_grace, max_plies, resign, draw }
}

impl Reader {
    /// One of these facts from its message.
    pub fn conduct_fact(&self, kind: Kind) -> Result<Fact, BrokenEvent> {
        Ok(match kind {
            Kind::FirstMoveDue(log::FirstMoveDue { seat, until_ns }) => {
                Fact::FirstMoveDue { seat: self.seat("first_move_due.seat", seat)?, until: Time(until_ns) }
            }
            Kind::Proposed(log::Proposed { seat, proposal, request_id }) => Fact::Proposed {
                seat: self.seat("proposed.seat", seat)?,
                proposal: self.proposal("proposed.proposal", proposal)?,
                request_id: self.request_id("proposed.request_id", &request_id)?,
            },
            Kind::Responded(log::Responded { seat, proposal, response, request_id }) => Fact::Responded {
                seat: self.seat("responded.seat", seat)?,
                proposal: self.proposal("responded.proposal", proposal)?,
                response: self.response(response)?,
                request_id: self.request_id("responded.request_id", &request_id)?,
            },
            Kind::TakenBack(log::TakenBack { round, ply }) => Fact::TakenBack { round, ply },
            Kind::Paused(log::Paused { arbiter, request_id }) => Fact::Paused {
                arbiter: self.arbiter("paused.arbiter", &arbiter)?,
                request_id: self.request_id("paused.request_id", &request_id)?,
            },
            Kind::Unpaused(log::Unpaused { arbiter, request_id }) => Fact::Unpaused {
                arbiter: self.arbiter("unpaused.arbiter", &arbiter)?,
                request_id: self.request_id("unpaused.request_id", &request_id)?,
            },
            Kind::Adjudicated(said) => Fact::Adjudicated {
                request_id: self.request_id("adjudicated.request_id", &said.request_id)?,
                by: self.adjudicated(said)?,
            },
            _ => unreachable!("the caller hands in no other event"),
        })
    }

    fn adjudicated(&self, said: log::Adjudicated) -> Result<Adjudicated, BrokenEvent> {
        let ruling = match said.ruling {
            Some(adjudicated::Ruling::AsItStands(true)) => Ruling::AsItStands,
            Some(adjudicated::Ruling::Points(ruled)) => Ruling::Points(points(ruled.halves)),
            Some(adjudicated::Ruling::Loser(seat)) => Ruling::Loss(self.seat("adjudicated.loser", seat)?),
            Some(adjudicated::Ruling::AsItStands(false)) | None => {
                return Err(self.broken("adjudicated.ruling", "", "a ruling that this program knows"));
            }
        };
        let arbiter = self.arbiter("adjudicated.arbiter", &said.arbiter)?;
        Ok(Adjudicated { arbiter, ruling, reason: said.reason })
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

    fn response(&self, value: i32) -> Result<Response, BrokenEvent> {
        match log::Response::try_from(value) {
            Ok(log::Response::Accept) => Ok(Response::Accept),
            Ok(log::Response::Decline) => Ok(Response::Decline),
            Ok(log::Response::Unspecified) | Err(_) => {
                Err(self.broken("responded.response", value, "a response that this program knows"))
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

fn response(response: Response) -> log::Response {
    match response {
        Response::Accept => log::Response::Accept,
        Response::Decline => log::Response::Decline,
    }
}
