//! Seat assignment (FIDE Handbook C.04.3, article 5.2). Seat 0 is white.

use referee_ids::Seat;

use super::history::{Player, Strength};
use crate::contest::SeatRule;

/// Returns the seat of the first of two players, and the rule that assigned it.
pub(super) fn seat(a: &Player, b: &Player, initial: Seat) -> (Seat, SeatRule) {
    let other = |seat: Seat| Seat(1 - seat.0);
    let (mine, theirs) = match (a.preference, b.preference) {
        (None, None) => {
            let higher = if a.rank() < b.rank() { a } else { b };
            let drawn = if higher.is_odd { initial } else { other(initial) };
            return (if higher.entrant == a.entrant { drawn } else { other(drawn) }, SeatRule::Drawn);
        }
        (Some(mine), None) => return (mine.seat, SeatRule::Both),
        (None, Some(theirs)) => return (other(theirs.seat), SeatRule::Both),
        (Some(mine), Some(theirs)) if mine.seat != theirs.seat => return (mine.seat, SeatRule::Both),
        (Some(mine), Some(theirs)) => (mine, theirs),
    };
    let weight = |strength: Strength, player: &Player| match strength {
        Strength::Absolute => (strength, player.difference.abs()),
        _ => (strength, 0),
    };
    let (my_weight, their_weight) = (weight(mine.strength, a), weight(theirs.strength, b));
    if my_weight != their_weight {
        return (if my_weight > their_weight { mine.seat } else { other(mine.seat) }, SeatRule::Stronger);
    }
    let last_difference = a.seats.iter().rev().zip(b.seats.iter().rev()).find(|(mine, theirs)| mine != theirs);
    if let Some((_, theirs)) = last_difference {
        return (*theirs, SeatRule::History);
    }
    (if a.rank() < b.rank() { mine.seat } else { other(mine.seat) }, SeatRule::Higher)
}
