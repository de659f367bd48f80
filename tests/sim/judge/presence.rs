//! Players that have left are reported as absent, and their grace period begins.

use std::time::Duration;

use referee::{
    ids::Seat,
    law::{Event, Fact, Match},
};

use super::case::{BACK, Case};
use crate::invariant::Invariant;
use crate::world::DEPARTURES;

/// Checks that the match does not report a seat as connected long after it left.
pub fn judge(case: &Case<'_>, live: &Match, event: &Event, breaks: &mut impl FnMut(Invariant, String)) {
    let at = case.when(event.seq, event.at);
    if let Fact::SeatDisconnected { seat, .. } = &event.fact
        && live.departures(*seat) >= DEPARTURES
    {
        let of = format!("match {}: event {}", case.log.match_id, event.seq);
        breaks(Invariant::Bounded, format!("{of}: seat {seat} goes though it has gone {DEPARTURES} times"));
    }
    for seat in Seat::all(live.opened().players.len() as u8).filter(|seat| live.connected(*seat)) {
        if matches!(&event.fact, Fact::SeatDisconnected { seat: gone, .. } if *gone == seat) {
            continue;
        }
        let here = case.here(seat, at);
        let gone = here.iter().filter(|span| span.began <= at).map(|span| span.ended.unwrap_or(Duration::MAX)).max();
        let Some(gone) = gone.filter(|gone| gone.saturating_add(BACK) < at) else { continue };
        if case.came(event.seq) < gone && case.is_quiet(gone.saturating_sub(BACK), at) {
            let of = format!("match {}: event {}", case.log.match_id, event.seq);
            breaks(Invariant::Presence, format!("{of} finds seat {seat} here at {at:?}, which has gone at {gone:?}"));
        }
    }
}
