//! The ranking at the end of a match.

use std::time::Duration;

use referee_games::rules::Points;
use referee_ids::Seat;

use super::{end_reason::EndReason, lost::Lost, termination::Termination};
use crate::{
    clock::Time,
    event::{MatchEnded, Verdict},
};

/// Returns the place of each seat. Seats that did not lose are ranked by points. The lost seats
/// follow, whatever their points: a later loss ranks higher, and simultaneous losses rank equally.
/// Empty if the match does not count.
pub fn places(termination: Termination, seat: Option<Seat>, totals: &[Points], lost: &Lost) -> Vec<u32> {
    if !termination.counts() {
        return Vec::new();
    }
    // A seat that did not lose ranks as if it lost after all others. A loss by ruling happens just
    // now.
    let (never, just_now) = (Time(u64::MAX), Time(u64::MAX - 1));
    let ruled = seat.filter(|_| termination.loses());
    let rank = |(seat, points): (Seat, &Points)| match lost.since(seat) {
        None if ruled == Some(seat) => (just_now, Points::ZERO),
        None => (never, *points),
        Some(at) => (at, Points::ZERO),
    };
    let ranks: Vec<(Time, Points)> = Seat::all(totals.len() as u8).zip(totals).map(rank).collect();
    ranks.iter().map(|own| 1 + ranks.iter().filter(|other| *other > own).count() as u32).collect()
}

/// Returns an end without a message.
pub(crate) fn unasked_end(verdict: Verdict) -> MatchEnded {
    let (lag, round_trip) = (Duration::ZERO, Duration::ZERO);
    MatchEnded {
        verdict,
        sent: None,
        received: None,
        lag,
        round_trip,
        request_id: Default::default(),
        seed: None,
        ended_unix_ms: None,
    }
}

/// Returns a verdict with the places. `lost` must include the seat that caused the end, if that
/// seat lost.
pub(crate) fn verdict(
    termination: Termination,
    seat: Option<Seat>,
    reason: EndReason,
    totals: &[Points],
    lost: &Lost,
) -> Verdict {
    let places = places(termination, seat, totals, lost);
    let totals = totals.to_vec();
    Verdict { termination, seat, reason, declined: None, overrun: None, evidence: None, totals, places }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::lost::Loss;

    #[test]
    fn a_lost_seat_ranks_below_all_others() {
        let totals = [4, 1, 4, 0].map(Points::whole);
        let lost = |seats: &[(u8, u64)]| {
            let loss = |&(seat, at)| Loss { seat: Seat(seat), at: Time(at), cause: Termination::Flag };
            seats.iter().map(loss).fold(Lost::default(), Lost::with)
        };
        let ranked = |seats: &[(u8, u64)]| places(Termination::Normal, None, &totals, &lost(seats));
        assert_eq!(ranked(&[]), [1, 3, 1, 4]);
        assert_eq!(ranked(&[(0, 7)]), [4, 2, 1, 3]);
        assert_eq!(ranked(&[(3, 7)]), [1, 3, 1, 4]);
        assert_eq!(ranked(&[(1, 7)]), [1, 4, 1, 3]);
        assert_eq!(ranked(&[(0, 7), (2, 8)]), [4, 1, 3, 2], "the longer survivor ranks first");
        assert_eq!(ranked(&[(0, 7), (2, 7)]), [3, 1, 3, 2], "lost at one moment");
        assert_eq!(ranked(&[(0, 7), (2, 8), (1, 8)]), [4, 2, 2, 1]);
        assert_eq!(places(Termination::Adjudication, Some(Seat(0)), &totals, &lost(&[(2, 8)])), [3, 1, 4, 2]);
        assert!(places(Termination::Abort, None, &totals, &lost(&[(1, 1)])).is_empty());
        assert!(places(Termination::HostFault, None, &totals, &lost(&[])).is_empty());
    }
}
