//! Which seats forfeit a match: those that did not connect, or whose programs never played.

use std::collections::BTreeSet;

use referee_ids::Seat;

use super::termination::Termination;
use crate::event::Verdict;

/// Facts about a finished match besides its verdict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played<'a> {
    /// Seats that lost while others continued, with the causes.
    pub lost: &'a [(Seat, Termination)],
    /// Moves of each seat; empty if unknown.
    pub moves: &'a [u32],
}

/// Returns the forfeiting seats in ascending order: all of `seats` if none connected; otherwise
/// those that lost because they did not connect, or because their program failed before it played.
/// A forfeit counts as a result, but not as evidence of strength.
pub fn forfeits(verdict: &Verdict, seats: usize, played: Played<'_>) -> Vec<Seat> {
    if verdict.termination == Termination::Unattended {
        return (0..).map(Seat).take(seats).collect();
    }
    let is_idle = |seat: Seat| played.moves.get(seat.index()) == Some(&0);
    let is_unplayed = !played.moves.is_empty() && played.moves.iter().all(|moves| *moves == 0);
    let early = played.lost.iter().filter(|(seat, cause)| is_forfeit(*cause, is_idle(*seat))).map(|(seat, _)| *seat);
    let last = verdict.seat.filter(|_| is_forfeit(verdict.termination, is_unplayed));
    early.chain(last).collect::<BTreeSet<Seat>>().into_iter().collect()
}

fn is_forfeit(cause: Termination, has_not_played: bool) -> bool {
    match cause {
        Termination::NoShow => true,
        Termination::ProtocolError => has_not_played,
        _ => false,
    }
}
