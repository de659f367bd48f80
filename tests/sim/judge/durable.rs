//! Acknowledged commands are stored exactly once, and each caller has its own quota.

use std::collections::BTreeMap;

use referee::{
    ids::{RequestId, Seat, Seq},
    law::{EndReason, Event, Fact, Reason, Termination},
};

use super::case::Case;
use crate::{
    invariant::Invariant,
    program::may_be_asked_again,
    truth::{Arrival, Reply},
    world::LANE,
};

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
    for reply in case.truth.replies.of(match_id).iter().filter(|reply| turn_of(case, reply).is_none()) {
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
            // An abort records its author only in its reason.
            Fact::MatchEnded(ended) if ended.verdict.seat.is_none() => ended.request_id == reply.request_id,
            _ => false,
        };
        if !fits && of_request.get(&id).is_none_or(|events| !events.contains(&seq)) {
            breaks(Invariant::AcknowledgedIsDurable, format!("{of} as event {seq}, which is {:?}", event.fact));
        }
    }
    turns(case, breaks);
    lanes(case, breaks);
}

/// Checks that the first answer decides a turn, and that all other commands with its id get the
/// same reply.
fn turns(case: &Case<'_>, breaks: &mut impl FnMut(Invariant, String)) {
    let match_id = &case.log.match_id;
    let mut decided: BTreeMap<(Seat, Seq), Vec<Result<Seq, Reason>>> = BTreeMap::new();
    case.replay(|live, event| {
        let Some(turn) = live.turn() else { return };
        let is_late = |cause| matches!(cause, Termination::Flag | Termination::IllegalMove);
        let (seat, reply) = match &event.fact {
            Fact::MovePlayed(moved) => (moved.seat, Ok(event.seq)),
            Fact::MoveRefused(refused) if refused.reason == EndReason::NotLegal => {
                (refused.seat, Err(Reason::IllegalMove))
            }
            Fact::MoveRefused(refused) => (refused.seat, Err(Reason::UnreadableMove)),
            Fact::SeatLost(lost) if lost.received.is_some() && is_late(lost.cause) => (lost.seat, Ok(event.seq)),
            Fact::MatchEnded(ended) if ended.received.is_some() && is_late(ended.verdict.termination) => {
                (turn.seat, Ok(event.seq))
            }
            _ => return,
        };
        decided.entry((seat, turn.id)).or_default().push(reply);
    });
    for ((seat, id), replies) in decided.iter().filter(|(_, replies)| replies.len() > 1) {
        breaks(Invariant::Once, format!("match {match_id}: turn {id} of seat {seat} was decided as {replies:?}"));
    }
    let mut told: BTreeMap<(Seat, Seq), Result<Seq, Reason>> = BTreeMap::new();
    for reply in case.truth.replies.of(match_id) {
        let Some(id) = turn_of(case, reply) else { continue };
        let of = format!("match {match_id}: turn {id} of seat {} was answered by {:?}", reply.seat, reply.result);
        let is_decision =
            reply.result.is_ok() || matches!(reply.result, Err(Reason::IllegalMove | Reason::UnreadableMove));
        if is_decision {
            let known = decided.get(&(reply.seat, id)).is_some_and(|replies| replies.contains(&reply.result));
            let before = *told.entry((reply.seat, id)).or_insert(reply.result);
            if !known {
                breaks(Invariant::AcknowledgedIsDurable, format!("{of}, which is not in the log"));
            } else if before != reply.result {
                breaks(Invariant::SameReply, format!("{of}, and before by {before:?}"));
            }
        } else if let (Some(before), Err(reason)) = (told.get(&(reply.seat, id)), reply.result)
            && !may_be_asked_again(reason)
        {
            breaks(Invariant::SameReply, format!("{of}, and before by {before:?}"));
        }
    }
}

/// Returns the id of the turn that a request answered, if any.
fn turn_of(case: &Case<'_>, reply: &Reply) -> Option<Seq> {
    let arrivals = case.truth.arrivals.of(&case.log.match_id).iter();
    let its = |arrival: &&Arrival| (arrival.seat, &arrival.request_id) == (reply.seat, &reply.request_id);
    arrivals.filter(its).find_map(|arrival| arrival.ask.turn_id())
}

/// Checks that callers below their quota are never rejected for too many waiting commands.
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

/// Returns the author and the id of the request that an event records.
fn request_of(event: &Event) -> Option<(Seat, &RequestId)> {
    match &event.fact {
        Fact::NonceGiven { seat, request_id, .. }
        | Fact::ProposalMade { seat, request_id, .. }
        | Fact::ProposalAnswered { seat, request_id, .. } => Some((*seat, request_id)),
        Fact::SeatLost(lost) => Some((lost.seat, &lost.request_id)),
        Fact::MatchEnded(ended) => Some((ended.verdict.seat?, &ended.request_id)),
        _ => None,
    }
}
