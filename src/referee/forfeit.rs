//! Which seats forfeit a match: they did not come to it, or their programs never played in it.

use std::collections::BTreeSet;

use super::{event::Verdict, termination::Termination};
use crate::ids::Seat;

/// What is known of a match that is over beside its verdict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played<'a> {
    /// The seats that lost it while others played on, with the causes.
    pub lost: &'a [(Seat, Termination)],
    /// How many moves each seat made; empty if that is not known.
    pub moves: &'a [u32],
}

/// Returns the seats that forfeit a match, in ascending order: all of `seats` if none came;
/// otherwise those that lost it since they did not come, or since their program failed before it
/// played. Such a match is a result, and tells nothing about strength.
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
