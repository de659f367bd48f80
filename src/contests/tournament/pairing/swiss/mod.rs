//! Swiss pairings: the Dutch system of the FIDE Handbook, C.04.3, in the edition applied from 1
//! February 2026.
//!
//! [`pair`] pairs a stage from the results of all earlier stages. `history` has the state of the
//! players, `colours` assigns seats, and `law` decides permitted opponents and byes. `bracket`
//! pairs one score group, and `criteria` weighs the quality of a pairing for a matching. Seat 0 is
//! white.

mod acceleration;
mod bracket;
mod colours;
mod config;
mod criteria;
mod history;
mod law;
mod order;
mod outcome;

pub use acceleration::Acceleration;
pub use config::SwissConfig;
pub use history::SwissError;
pub use outcome::Outcome;

use super::{Bye, ContestReason, Pairing, Stage};
use criteria::Scope;
use history::{Player, players};
use law::Law;
use std::cmp::Reverse;

/// Pairs the next stage. `history` has for each earlier stage the outcome of each entrant.
/// `present` has for each entrant whether it is to be paired.
///
/// Repeats and second byes occur only if no pairing avoids them. Then there are as few as possible,
/// and the reason mentions them. 1 000 entrants take about a second.
pub fn pair(config: &SwissConfig, history: &[Vec<Outcome>], present: &[bool]) -> Result<Stage, SwissError> {
    let players = players(config, history, present)?;
    let law = Law::new(&players, history);
    let mut groups = score_groups(&players);
    let (mut pairs, mut moved_down, mut bye) = (Vec::new(), Vec::new(), None);
    groups.reverse();
    while let Some(residents) = groups.pop() {
        let lower: Vec<&[usize]> = groups.iter().rev().map(Vec::as_slice).collect();
        let scope =
            Scope { players: &players, law: &law, config, moved_down: &moved_down, residents: &residents, lower };
        let paired = bracket::pair(&scope);
        pairs.extend(paired.pairs);
        moved_down = paired.floaters;
    }
    if let [left] = moved_down[..] {
        let (score, again) = (players[left].shown_score(), players[left].free_wins > 0);
        let reason = ContestReason::SwissBye { score, again };
        bye = Some(Bye { entrant: players[left].entrant, reason });
    }
    // Virtual points are for pairing only: boards are in the order of the entrants' own points.
    let own_rank = |index: usize| (Reverse(players[index].own_halves()), players[index].entrant);
    pairs.sort_by_key(|(a, b)| {
        let (higher, lower) = (own_rank(*a).min(own_rank(*b)), own_rank(*a).max(own_rank(*b)));
        (higher.0, lower.0, higher.1)
    });
    let pairings = pairs.iter().map(|(a, b)| pairing(config, &players, &law, *a, *b)).collect();
    Ok(Stage { pairings, byes: bye.into_iter().collect() })
}

/// Returns the entrants to be paired by score, the highest score first.
fn score_groups(players: &[Player]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..players.len()).filter(|index| players[*index].is_present).collect();
    order.sort_by_key(|index| players[*index].rank());
    order.chunk_by(|a, b| players[*a].score == players[*b].score).map(<[usize]>::to_vec).collect()
}

fn in_order(players: &[Player], a: usize, b: usize) -> (usize, usize) {
    if players[a].rank() < players[b].rank() { (a, b) } else { (b, a) }
}

fn pairing(config: &SwissConfig, players: &[Player], law: &Law, a: usize, b: usize) -> Pairing {
    let (higher, lower) = in_order(players, a, b);
    let (high, low) = (&players[higher], &players[lower]);
    let (seat, seats) = colours::seat(high, low, config.initial_seat);
    let scores = [high, low].map(Player::shown_score);
    let reason = ContestReason::Swiss { scores, seats, met: law.have_met(higher, lower) };
    let entrants = if seat.0 == 0 { vec![high.entrant, low.entrant] } else { vec![low.entrant, high.entrant] };
    Pairing { entrants, reason }
}
