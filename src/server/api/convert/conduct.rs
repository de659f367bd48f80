//! Converts requests of seats and arbiters that are not moves.

use super::{bounded, matches::MAX_SEATS};
use referee_games::rules::Points;
use referee_ids::Seat;
use referee_law::{Proposal, ProposalAnswer, Reason, Refusal, Ruling, opening::conduct::MAX_REASON};
use referee_proto::v1::{self, adjudicate};
use referee_store::{read_answer, read_proposal};

use crate::hall::table::Ask;

pub fn asked_proposal(value: i32) -> Result<Proposal, Refusal> {
    let bad = || Refusal::of_field(Reason::BadField, "proposal", &value.to_string(), "a value of Proposal");
    read_proposal(value).ok_or_else(bad)
}

pub fn asked_answer(value: i32) -> Result<ProposalAnswer, Refusal> {
    let bad = || Refusal::of_field(Reason::BadField, "answer", &value.to_string(), "a value of ProposalAnswer");
    read_answer(value).ok_or_else(bad)
}

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
