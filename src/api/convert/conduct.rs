//! What seats and arbiters say beside moves.

use super::{bounded, matches::MAX_SEATS};
use crate::{
    games::rules::Points,
    hall::table::Ask,
    ids::Seat,
    pb::v1::{self, adjudicate},
    referee::{DrawRule, Proposal, ProposalAnswer, Reason, Refusal, ResignRule, Ruling, Sides, conduct::MAX_REASON},
};

/// What is proposed.
pub fn asked_proposal(value: i32) -> Result<Proposal, Refusal> {
    match v1::Proposal::try_from(value) {
        Ok(v1::Proposal::Draw) => Ok(Proposal::Draw),
        Ok(v1::Proposal::Takeback) => Ok(Proposal::Takeback),
        Ok(v1::Proposal::Unspecified) | Err(_) => {
            Err(Refusal::of_field(Reason::BadField, "proposal", &value.to_string(), "a value of Proposal"))
        }
    }
}

/// What is said to a proposal.
pub fn asked_answer(value: i32) -> Result<ProposalAnswer, Refusal> {
    match v1::ProposalAnswer::try_from(value) {
        Ok(v1::ProposalAnswer::Accept) => Ok(ProposalAnswer::Accept),
        Ok(v1::ProposalAnswer::Decline) => Ok(ProposalAnswer::Decline),
        Ok(v1::ProposalAnswer::Unspecified) | Err(_) => {
            Err(Refusal::of_field(Reason::BadField, "answer", &value.to_string(), "a value of ProposalAnswer"))
        }
    }
}

/// How an arbiter ends a match.
pub fn adjudication(asked: v1::Adjudicate) -> Result<Ask, Refusal> {
    let v1::Adjudicate { ruling, reason } = asked;
    if reason.len() > MAX_REASON {
        let expected = format!("at most {MAX_REASON} bytes");
        return Err(Refusal::of_field(Reason::BadField, "reason", &reason, expected));
    }
    let ruling = match ruling {
        Some(adjudicate::Ruling::AsItStands(v1::AsItStands {})) => Ruling::AsItStands,
        Some(adjudicate::Ruling::Points(v1::RuledPoints { points })) => Ruling::Points(ruled_points(&points)?),
        Some(adjudicate::Ruling::Loser(seat)) => {
            let seat = u8::try_from(seat)
                .map(Seat)
                .map_err(|_| Refusal::of_field(Reason::NotSeated, "loser", &seat.to_string(), "a seat of the match"))?;
            Ruling::Loss(seat)
        }
        None => {
            let expected = "one of as_it_stands, points and loser";
            return Err(Refusal::of_field(Reason::BadField, "ruling", "nothing", expected));
        }
    };
    Ok(Ask::Adjudicate { ruling, reason })
}

fn ruled_points(points: &[f64]) -> Result<Vec<Points>, Refusal> {
    bounded(points, "points", ("seats", MAX_SEATS))?;
    let read = |(at, number): (usize, &f64)| {
        Points::from_f64(*number).ok_or_else(|| {
            let expected = "a multiple of one half below 2^52";
            Refusal::of_field(Reason::BadField, format!("points[{at}]"), &number.to_string(), expected)
        })
    };
    points.iter().enumerate().map(read).collect()
}

pub(super) fn asked_resign_rule(asked: &v1::ResignRule) -> ResignRule {
    let v1::ResignRule { moves, score, all_sides } = *asked;
    ResignRule { moves, score, sides: if all_sides { Sides::All } else { Sides::Own } }
}

pub(super) fn asked_draw_rule(asked: &v1::DrawRule) -> DrawRule {
    let v1::DrawRule { moves, score, from_ply } = *asked;
    DrawRule { moves, score, from_ply }
}

pub(super) fn resign_rule(rule: ResignRule) -> v1::ResignRule {
    let ResignRule { moves, score, sides } = rule;
    v1::ResignRule { moves, score, all_sides: sides == Sides::All }
}

pub(super) fn draw_rule(rule: DrawRule) -> v1::DrawRule {
    let DrawRule { moves, score, from_ply } = rule;
    v1::DrawRule { moves, score, from_ply }
}

pub(super) fn proposal(proposal: Proposal) -> v1::Proposal {
    match proposal {
        Proposal::Draw => v1::Proposal::Draw,
        Proposal::Takeback => v1::Proposal::Takeback,
    }
}

pub(super) fn answer(answer: ProposalAnswer) -> v1::ProposalAnswer {
    match answer {
        ProposalAnswer::Accept => v1::ProposalAnswer::Accept,
        ProposalAnswer::Decline => v1::ProposalAnswer::Decline,
    }
}
