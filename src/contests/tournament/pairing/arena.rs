//! Arenas: free entrants are paired again and again until the time is over.

use std::collections::BTreeMap;

use referee_matching::{Matching, Weights, Wide, bit_length};

use super::{ContestReason, Entrant, Pairing};

/// Maximum entrants that one call pairs: the ones that have waited longest.
pub const MAX_FREE: usize = 512;
/// Meetings from this number on count as equal.
const MAX_MET: u32 = 15;

/// A free entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Free {
    pub entrant: Entrant,
    /// Since when the entrant is free, in milliseconds of the arena's time.
    pub since_ms: u64,
    /// The points of the entrant, in halves. Entrants with similar points meet.
    pub halves: i64,
    /// Number of matches on seat 0 minus matches on seat 1.
    pub seat_difference: i32,
    /// Number of meetings with each opponent.
    pub met: BTreeMap<Entrant, u32>,
    /// The last opponent.
    pub last: Option<Entrant>,
}

/// Pairs the entrants that are free at `now_ms`. The priorities are, in this order: as many pairs
/// as possible, long waits first, no repeat of the last opponent, few other repeats, equal points.
/// Two entrants that are alone may meet again immediately. Seat 0 goes to the entrant that had it
/// less often, or else to the one that waited longer.
///
/// Duplicates in `free` count once. The order of `free` does not matter.
pub fn pair(free: &[Free], now_ms: u64) -> Vec<Pairing> {
    let mut waiting: Vec<&Free> = free.iter().collect();
    waiting.sort_by_key(|one| (one.since_ms, one.entrant));
    let mut seen = std::collections::BTreeSet::new();
    waiting.retain(|one| seen.insert(one.entrant));
    waiting.truncate(MAX_FREE);
    if !waiting.len().is_multiple_of(2) {
        waiting.pop();
    }
    let count = waiting.len();
    let mut by_points: Vec<usize> = (0..count).collect();
    by_points.sort_by_key(|index| (std::cmp::Reverse(waiting[*index].halves), waiting[*index].entrant));
    let mut place = vec![0; count];
    for (at, index) in by_points.into_iter().enumerate() {
        place[index] = at;
    }
    let distances = bit_length((count * count) as u64);
    let repeats = distances + bit_length(u64::from(MAX_MET) * count as u64);
    let mut weights = Weights::<2>::new(count, repeats + bit_length(count as u64));
    for a in 0..count {
        for b in a + 1..count {
            let mut weight = Wide::ZERO;
            weight.add_at((count - place[a].abs_diff(place[b])) as u64, 0);
            weight.add_at(u64::from(MAX_MET - met(waiting[a], waiting[b]).min(MAX_MET)), distances);
            weight.add_at(u64::from(!met_last(waiting[a], waiting[b])), repeats);
            let kind = weights.kind(weight);
            weights.set(a, b, kind);
        }
    }
    let matching = Matching::new(weights, &[]);
    let pairs = (0..count).map(|a| (a, matching.mate(a))).filter(|(a, b)| a < b);
    pairs.map(|(a, b)| pairing(waiting[a], waiting[b], now_ms)).collect()
}

fn met(a: &Free, b: &Free) -> u32 {
    let times = |one: &Free, other: &Free| one.met.get(&other.entrant).copied().unwrap_or(0);
    times(a, b).max(times(b, a))
}

fn met_last(a: &Free, b: &Free) -> bool {
    a.last == Some(b.entrant) || b.last == Some(a.entrant)
}

/// Pairs two entrants; the first must have waited at least as long as the second.
fn pairing(first: &Free, second: &Free, now_ms: u64) -> Pairing {
    let mut entrants = vec![first.entrant, second.entrant];
    if second.seat_difference < first.seat_difference {
        entrants.reverse();
    }
    let waited_ms = now_ms.saturating_sub(first.since_ms);
    let reason = ContestReason::Arena { longest: first.entrant, waited_ms, met: met(first, second) };
    Pairing { entrants, reason }
}
