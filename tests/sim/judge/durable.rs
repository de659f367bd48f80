//! What was acknowledged is durable, once; and whoever asks has its own place.

use std::collections::BTreeMap;

use referee::{
    hall::table::Ask,
    ids::{RequestId, Seat, Seq},
    referee::{Event, Fact, Reason, Termination},
};

use super::case::Case;
use crate::invariant::Invariant;
use crate::world::LANE;

pub fn judge(case: &Case<'_>, breaks: &mut impl FnMut(Invariant, String)) {
    let match_id = &case.log.match_id;
    let mut of_request: BTreeMap<(Seat, &str), Vec<Seq>> = BTreeMap::new();
    for event in &case.log.events {
        if let Some((seat, id)) = request_of(event).filter(|(_, id)| !id.is_empty()) {
            of_request.entry((seat, id.as_str())).or_default().push(event.seq);
        }
    }
    for ((seat, id), events) in &of_request {
        if events.len() > 1 {
            breaks(Invariant::Once, format!("match {match_id}: request {id} of seat {seat} became events {events:?}"));
        }
    }
    let mut first = BTreeMap::new();
    for reply in case.truth.replies.of(match_id) {
        let Ok(seq) = reply.result else { continue };
        let id = (reply.seat, reply.request_id.as_str());
        let before = *first.entry(id).or_insert(seq);
        let of = format!("match {match_id}: request {} of seat {} was acknowledged", reply.request_id.as_str(), id.0);
        if before != seq {
            breaks(Invariant::Once, format!("{of} as event {before}, and then as event {seq}"));
        }
        let Some(event) = case.event(seq) else {
            breaks(Invariant::AcknowledgedIsDurable, format!("{of} as event {seq}, which is not in the log"));
            continue;
        };
        let fits = match &event.fact {
            Fact::FlagVoided(voided) => voided.seat == reply.seat,
            // A first move that came too late is answered by what that cost.
            Fact::SeatLost(lost) if lost.cause == Termination::NoShow => lost.seat == reply.seat,
            Fact::MatchEnded(ended) if ended.verdict.termination == Termination::NoShow => {
                ended.verdict.seat == Some(reply.seat)
            }
            // It says whose doing it was in words alone.
            Fact::MatchEnded(ended) if ended.verdict.seat.is_none() => ended.request_id == reply.request_id,
            _ => false,
        };
        if !fits && of_request.get(&id).is_none_or(|events| !events.contains(&seq)) && !repeats(case, reply.seat, id.1)
        {
            breaks(Invariant::AcknowledgedIsDurable, format!("{of} as event {seq}, which is {:?}", event.fact));
        }
    }
    lanes(case, breaks);
}

/// Whether a request was an answer to a turn that had been answered with the same move: it is told the first event.
fn repeats(case: &Case<'_>, seat: Seat, id: &str) -> bool {
    let moves = case.arrivals(seat).filter_map(|arrival| match &arrival.ask {
        Ask::PlayMove { round, ply, notation, .. } => Some((arrival.request_id.as_str(), (round, ply, notation))),
        _ => None,
    });
    let moves: Vec<_> = moves.collect();
    let its = moves.iter().find(|(of, _)| *of == id);
    its.is_some_and(|(_, turn)| moves.iter().any(|(of, other)| *of != id && other == turn))
}

/// Nobody is told that too much waits who has not asked so much.
fn lanes(case: &Case<'_>, breaks: &mut impl FnMut(Invariant, String)) {
    let all = case.truth.replies.of(&case.log.match_id);
    for reply in all {
        if reply.result != Err(Reason::Limit) {
            continue;
        }
        let server = reply.server;
        let asked = case.arrivals(reply.seat).filter(|asked| asked.server == server && asked.at <= reply.at);
        let answered = |id: &RequestId| {
            all.iter().any(|other| {
                other.seat == reply.seat
                    && other.request_id == *id
                    && other.at < reply.at
                    && other.result != Err(Reason::Limit)
            })
        };
        let waiting = asked.filter(|asked| !answered(&asked.request_id)).count();
        if waiting <= LANE {
            let id = reply.request_id.as_str();
            let what = format!("request {id} of seat {} found no place while {waiting} waited", reply.seat);
            breaks(Invariant::OwnLane, format!("match {}: {what}", case.log.match_id));
        }
    }
}

/// Whose request an event says that it was.
fn request_of(event: &Event) -> Option<(Seat, &RequestId)> {
    match &event.fact {
        Fact::MovePlayed(moved) => Some((moved.seat, &moved.request_id)),
        Fact::NonceGiven { seat, request_id, .. }
        | Fact::ProposalMade { seat, request_id, .. }
        | Fact::ProposalAnswered { seat, request_id, .. } => Some((*seat, request_id)),
        Fact::SeatLost(lost) => Some((lost.seat, &lost.request_id)),
        Fact::MatchEnded(ended) => Some((ended.verdict.seat?, &ended.request_id)),
        _ => None,
    }
}
