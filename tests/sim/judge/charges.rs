//! Seats are charged for their own time only, and get no time for free.

use std::time::Duration;

use referee::{
    hall::table::Ask,
    law::{Event, Fact, Match, turn::PATIENCE},
};

use super::case::{BACK, Case};
use crate::invariant::Invariant;

/// The tolerance of a stamp. The first stamp of a match is 1 ns after its opening.
const ROUNDED: Duration = Duration::from_nanos(1);

pub fn judge(case: &Case<'_>, live: &Match, event: &Event, breaks: &mut impl FnMut(Invariant, String)) {
    let Fact::MovePlayed(moved) = &event.fact else { return };
    let decided = case.when(event.seq, event.at);
    let Some(turn) = case.turn(live, event.seq, decided) else { return };
    let came = |at| at == case.when(event.seq, moved.received);
    let is_answer =
        |ask: &Ask| matches!(ask, Ask::PlayMove { turn_id, .. } if live.turn().is_some_and(|turn| turn.id == *turn_id));
    let mut arrivals = case.arrivals(moved.seat).filter(|arrival| is_answer(&arrival.ask));
    // An answer that arrives before its turn opens counts from the opening.
    if !arrivals.any(|arrival| came(arrival.at)) && !came(turn.opened) {
        let what = format!("match {}: event {} says that it came when nothing came", case.log.match_id, event.seq);
        breaks(Invariant::Stamps, what);
    }
    let received = case.when(event.seq, moved.received);
    // A move substituted for an illegal one has no legal answer.
    let answered = match moved.declined {
        None => case.answered(live, moved.seat, turn.opened, Some(received)).unwrap_or(received),
        Some(_) => received,
    };
    let Some(turn) = case.turn(live, event.seq, answered) else { return };
    let own = answered.saturating_sub(turn.starts).saturating_sub(case.troubled(turn.starts, answered));
    let most = own + case.unnoted(turn.starts, answered) + if turn.is_prompt { Duration::ZERO } else { BACK };
    let of = format!("match {}: event {}", case.log.match_id, event.seq);
    if moved.charged > most {
        let (charged, offered) = (moved.charged, turn.offered);
        breaks(
            Invariant::Charges,
            format!("{of} charges {charged:?}, its own part was {own:?}: offered {offered:?}, answered {answered:?}"),
        );
    }
    // Without faults, the clock runs from the offer or from the end of the patience.
    let is_quiet = case.is_quiet(turn.opened.saturating_sub(BACK), answered);
    let here = case
        .here(moved.seat, answered)
        .iter()
        .any(|span| span.began + BACK <= turn.opened && span.ended.is_none_or(|ended| ended >= answered));
    let starts = turn.offered.unwrap_or(answered).min(turn.opened + PATIENCE + case.plan.latency * 4);
    let least = answered.saturating_sub(starts);
    if is_quiet && here && !turn.came_back && moved.charged + ROUNDED < least {
        breaks(Invariant::FreeTime, format!("{of} charges {:?}, though {least:?} was its own", moved.charged));
    }
}
