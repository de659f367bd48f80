//! Every loss is caused by the loser, not by another seat or by the host.

use std::time::Duration;

use referee::{
    hall::table::Ask,
    ids::{RequestId, Seat, Seq},
    law::{Absence, EndReason, Event, Fact, Match, Phase, Termination, turn::MAX_VOID_FLAGS},
};

use super::case::{BACK, Case};
use crate::invariant::Invariant;
use crate::{takeaway::PANICS, world::DEPARTURES};

/// Time for which a store may fail before the match ends as a fault of the host.
const STORE_PATIENCE: Duration = Duration::from_secs(600);

pub fn judge(case: &Case<'_>, live: &Match, event: &Event, breaks: &mut impl FnMut(Invariant, String)) {
    let (cause, seat) = match &event.fact {
        Fact::SeatLost(lost) => (lost.cause, Some(lost.seat)),
        Fact::MatchEnded(ended) => (ended.verdict.termination, ended.verdict.seat),
        Fact::FlagVoided(voided) => {
            let at = case.when(event.seq, event.at);
            let opened = case.turn(live, event.seq, at).map_or(Duration::ZERO, |turn| turn.opened);
            if case.frozen(opened, at).is_zero() {
                let of = format!("match {}: event {}", case.log.match_id, event.seq);
                breaks(
                    Invariant::Verdicts,
                    format!("{of} voids the flag of seat {}, and nothing stood still", voided.seat),
                );
            }
            return;
        }
        _ => return,
    };
    let at = case.when(event.seq, event.at);
    let why = match (cause, seat) {
        (Termination::Flag, Some(seat)) => flag(case, live, event.seq, seat, at),
        (Termination::Disconnect, Some(seat)) => disconnect(case, live, event.seq, seat, at),
        (Termination::IllegalMove, Some(seat)) => said(case, seat, "played nothing illegal", |ask| match ask {
            Ask::PlayMove { notation, .. } => notation == "no-move",
            _ => false,
        }),
        (Termination::Resignation, Some(seat)) => said(case, seat, "did not resign", |ask| *ask == Ask::Resign),
        (Termination::ProtocolError, Some(seat)) => match case.conduct(seat).misbehaved.is_empty() {
            true => Err("it did not break the protocol".to_owned()),
            false => Ok(()),
        },
        (Termination::Claim, Some(seat)) => match &event.fact {
            Fact::MatchEnded(ended) => claim(case, live, event.seq, seat, &ended.request_id),
            _ => Ok(()),
        },
        (Termination::NoShow, Some(seat)) => no_show(case, live, seat, at),
        (Termination::Unattended, _) => unattended(case, live, at),
        (Termination::Abort, _) if is_asked(event) => abort(case, live, at),
        (Termination::HostFault, _) => host_fault(case),
        // Ends by the board, by the rules or by all seats together are not caused by a single seat.
        _ => Ok(()),
    };
    if let Err(why) = why {
        let of = format!("match {}: event {}", case.log.match_id, event.seq);
        let against = seat.map(|seat| format!(" against seat {seat}")).unwrap_or_default();
        breaks(Invariant::Verdicts, format!("{of} is {}{against} at {at:?}: {why}", cause.word()));
    }
}

fn said(case: &Case<'_>, seat: Seat, not: &str, is_it: impl Fn(&Ask) -> bool) -> Result<(), String> {
    match case.arrivals(seat).any(|arrival| is_it(&arrival.ask)) {
        true => Ok(()),
        false => Err(format!("it {not}")),
    }
}

/// Checks that the time of the seat was over when it answered, or when it was judged.
fn flag(case: &Case<'_>, live: &Match, seq: Seq, seat: Seat, at: Duration) -> Result<(), String> {
    let Some(turn) = case.turn(live, seq, at) else { return Err("no turn was open".to_owned()) };
    let until = case.answered(live, seat, turn.opened, None).unwrap_or(at).min(at);
    let Some(turn) = case.turn(live, seq, until) else { return Err("no turn was open".to_owned()) };
    let opened = case.log.events[..seq.0 as usize - 1].iter().filter(|event| matches!(event.fact, Fact::FlagVoided(_)));
    if opened.count() >= MAX_VOID_FLAGS as usize {
        // A seat that never answers loses after several void flags, even if the host stalls every
        // time.
        return Ok(());
    }
    let since = live.turn().and_then(|turn| case.began(turn.id)).map_or(live.at(), |event| event.at);
    let budget = live.clock(seat, since).zip(live.terms(seat)).and_then(|(clock, terms)| clock.budget(&terms));
    let Some(budget) = budget else { return Err("it has no limit".to_owned()) };
    let lost = case.troubled(turn.starts, until) + case.frozen(turn.starts, until);
    let own = until.saturating_sub(turn.starts).saturating_sub(lost);
    let most = own + case.unnoted(turn.starts, until) + if turn.is_prompt { Duration::ZERO } else { BACK };
    match most >= budget {
        true => Ok(()),
        false => {
            let offered = turn.offered;
            Err(format!("of {budget:?} it had used {own:?}: offered {offered:?}, answered or judged {until:?}"))
        }
    }
}

/// Checks that the seat to move had time left when its claim arrived.
fn claim(case: &Case<'_>, live: &Match, seq: Seq, seat: Seat, id: &RequestId) -> Result<(), String> {
    let Some(at) = case.arrivals(seat).filter(|arrival| arrival.request_id == *id).map(|arrival| arrival.at).min()
    else {
        return Err("nothing came".to_owned());
    };
    let (Some(turn), Some(asked)) = (case.turn(live, seq, at), live.turn()) else { return Ok(()) };
    let since = case.began(asked.id).map_or(live.at(), |event| event.at);
    let terms = live.terms(asked.seat);
    let budget = live.clock(asked.seat, since).zip(terms).and_then(|(clock, terms)| clock.budget(&terms));
    let own = at.saturating_sub(turn.starts);
    match budget.is_some_and(|budget| own > budget + Duration::from_nanos(1)) && case.is_quiet(turn.opened, at) {
        true => Err(format!("of {budget:?} seat {} had used {own:?} when it came", asked.seat)),
        false => Ok(()),
    }
}

/// Checks that the seat was away for its whole grace period.
fn disconnect(case: &Case<'_>, live: &Match, seq: Seq, seat: Seat, at: Duration) -> Result<(), String> {
    let Some(Fact::MatchOpened(opened)) = case.log.events.first().map(|event| &event.fact) else { return Ok(()) };
    if opened.graces.absence == Absence::ClockOnly && opened.time_controls[0].for_first_move().is_some() {
        return Err("only its clock limits its absence".to_owned());
    }
    let came = case.came(seq);
    let (mut from, mut until) = (came, at);
    for span in case.here(seat, at).iter().filter(|span| span.began <= at) {
        match span.ended.filter(|ended| *ended < at) {
            Some(ended) => from = from.max(ended),
            None => until = until.min(span.began),
        }
    }
    let lost = case.troubled(from, until) + case.frozen(from, until);
    let away = until.saturating_sub(from).saturating_sub(lost);
    // If no seat is connected, no seat is to blame.
    let others = || Seat::all(live.opened().players.len() as u8).filter(|of| *of != seat && !live.lost().has(*of));
    let was_here = |of| case.here(of, at).iter().any(|span| span.touches(at.saturating_sub(BACK), at));
    if case.is_quiet(from, at) && !others().any(was_here) {
        return Err("no other seat was here".to_owned());
    }
    if live.departures(seat) >= DEPARTURES {
        // The seat may not reconnect any more.
        return Ok(());
    }
    let slack = if case.is_quiet(from, at) { Duration::ZERO } else { BACK };
    match away + slack >= opened.graces.disconnect {
        true => Ok(()),
        false => Err(format!(
            "it was away for {away:?}, from {from:?} to {until:?}, and may be for {:?}",
            opened.graces.disconnect
        )),
    }
}

/// Returns whether a seat was connected long enough for its table to know it.
fn is_here(case: &Case<'_>, seat: Seat, at: Duration) -> bool {
    case.here(seat, at).iter().any(|span| span.touches(at, at) && span.began + BACK < at)
}

/// Checks a no-show. Before the start, the seat must be missing while another one is connected.
/// Later, it must have been asked for its first move without answering.
fn no_show(case: &Case<'_>, live: &Match, seat: Seat, at: Duration) -> Result<(), String> {
    if live.phase() == Phase::Waiting {
        let is_quiet = case.is_quiet(at.saturating_sub(BACK * 2), at);
        return match is_quiet && is_here(case, seat, at) {
            true => Err("it was here".to_owned()),
            false => Ok(()),
        };
    }
    let is_asked = live.turn().is_some_and(|turn| turn.seat == seat);
    match is_asked {
        true => Ok(()),
        false => Err("it was not asked for a first move".to_owned()),
    }
}

/// Checks an unattended match: it must not have started, and a seat must be missing. In a contest,
/// all seats must be missing.
fn unattended(case: &Case<'_>, live: &Match, at: Duration) -> Result<(), String> {
    let mut seats = Seat::all(live.opened().players.len() as u8).filter(|seat| !live.lost().has(*seat));
    // The arrival of a seat during a fault of the host is recorded soon afterwards.
    let is_quiet = case.is_quiet(at.saturating_sub(BACK * 2), at);
    let could_go_on = match live.opened().occasion {
        Some(_) => seats.any(|seat| is_here(case, seat, at)),
        None => seats.all(|seat| is_here(case, seat, at)),
    };
    match live.phase() == Phase::Waiting && (!is_quiet || !could_go_on) {
        true => Ok(()),
        false => Err("it could have gone on: those it needs were there".to_owned()),
    }
}

/// Returns whether a request caused an end. Ends caused by time alone are judged by their
/// deadlines.
pub fn is_asked(event: &Event) -> bool {
    matches!(&event.fact, Fact::MatchEnded(ended) if !ended.request_id.as_str().is_empty())
}

/// Returns whether the contest of a match aborted it. Such ends are judged with the contest.
pub fn is_by_contest(event: &Event) -> bool {
    matches!(&event.fact, Fact::MatchEnded(ended) if ended.verdict.reason == EndReason::NotCounted)
}

fn abort(case: &Case<'_>, live: &Match, at: Duration) -> Result<(), String> {
    let seats = || Seat::all(live.opened().players.len() as u8);
    let asked = seats().any(|seat| case.arrivals(seat).any(|arrival| arrival.ask == Ask::Abort));
    let is_here = |seat: Seat| is_here(case, seat, at);
    let others = || seats().filter(|seat| !live.lost().has(*seat));
    let facts = live.course().game().facts();
    if live.phase() == Phase::Live && facts.hidden && facts.chance && others().any(is_here) {
        return Err("hands were dealt, and a seat was there".to_owned());
    }
    match asked {
        true => Ok(()),
        false => Err("no seat called it off".to_owned()),
    }
}

fn host_fault(case: &Case<'_>) -> Result<(), String> {
    let seats = Seat::all(case.log.opened().map_or(0, |opened| opened.players.len() as u8));
    let poisons = |seat| {
        let is_poison = |ask: &Ask| matches!(ask, Ask::PlayMove { notation, .. } if notation == PANICS);
        case.arrivals(seat).filter(|arrival| is_poison(&arrival.ask)).count()
    };
    let panics = case.log.fate.panics + seats.map(poisons).sum::<usize>();
    let failed = case.troubled(Duration::ZERO, Duration::MAX);
    match panics >= 2 || failed > STORE_PATIENCE {
        true => Ok(()),
        false => Err(format!("its table panicked {panics} times, and the store failed for {failed:?}")),
    }
}
