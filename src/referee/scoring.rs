//! Who ranks where when a match has ended.

use std::time::Duration;

use super::{
    event::{Ended, Verdict},
    termination::Termination,
};
use crate::{
    games::{course, rules::Points},
    ids::Seat,
};

/// The place of each seat: by points, a lost seat behind all others; none where the match counts for nobody.
pub fn places(termination: Termination, seat: Option<Seat>, totals: &[Points]) -> Vec<u32> {
    if !termination.counts() {
        return Vec::new();
    }
    let Some(lost) = seat.filter(|_| termination.loses()) else {
        return course::places(totals);
    };
    let others: Vec<Points> = Seat::all(totals.len() as u8)
        .zip(totals)
        .filter_map(|(seat, points)| (seat != lost).then_some(*points))
        .collect();
    let mut places = course::places(&others);
    places.insert(lost.index().min(places.len()), totals.len() as u32);
    places
}

/// An end that nobody's message brought.
pub(super) fn unasked_end(verdict: Verdict) -> Ended {
    Ended { verdict, sent: None, received: None, lag: Duration::ZERO, request_id: Default::default(), seed: None }
}

/// A verdict with the places that follow from it.
pub(super) fn verdict(termination: Termination, seat: Option<Seat>, detail: String, totals: &[Points]) -> Verdict {
    let places = places(termination, seat, totals);
    Verdict { termination, seat, detail, overrun: None, evidence: None, totals: totals.to_vec(), places }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_seat_ranks_behind_all_others() {
        let totals = [4, 1, 4, 0].map(Points::whole);
        assert_eq!(places(Termination::Board, None, &totals), [1, 3, 1, 4]);
        assert_eq!(places(Termination::Flag, Some(Seat(0)), &totals), [4, 2, 1, 3]);
        assert_eq!(places(Termination::Resignation, Some(Seat(3)), &totals), [1, 3, 1, 4]);
        assert_eq!(places(Termination::Disconnect, Some(Seat(1)), &totals), [1, 4, 1, 3]);
        assert!(places(Termination::Abort, None, &totals).is_empty());
        assert!(places(Termination::HostFault, None, &totals).is_empty());
    }
}
