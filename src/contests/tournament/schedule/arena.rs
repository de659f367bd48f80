//! The state of an arena's entrants.

use std::collections::BTreeMap;

use crate::tournament::pairing::{Entrant, arena::Free};

/// The state of an arena's entrants.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct Arena {
    pub entrants: Vec<Remembered>,
}

/// What an arena remembers of an entrant.
#[derive(Clone, Debug, Default)]
pub(in crate::tournament) struct Remembered {
    /// Since when the entrant is free.
    pub since_ms: u64,
    halves: i64,
    seat_difference: i32,
    met: BTreeMap<Entrant, u32>,
    last: Option<Entrant>,
}

impl Arena {
    /// Creates an arena in which all entrants have been free since `now_ms`.
    pub fn new(entrants: usize, now_ms: u64) -> Arena {
        Arena { entrants: vec![Remembered { since_ms: now_ms, ..Remembered::default() }; entrants] }
    }

    /// Adds a late entrant.
    pub fn join(&mut self, now_ms: u64) {
        self.entrants.push(Remembered { since_ms: now_ms, ..Remembered::default() });
    }

    /// Records a complete encounter. Without a score, its entrants forfeited it and get nothing.
    pub fn complete(&mut self, entrants: &[Entrant], score: Option<&[i64]>, now_ms: u64) {
        let [first, second] = *entrants else { return };
        for (index, (own, other)) in [(first, second), (second, first)].into_iter().enumerate() {
            let remembered = &mut self.entrants[own.index()];
            remembered.since_ms = now_ms;
            remembered.halves += score.map_or(0, |score| 1 + (score[index] - score[1 - index]).signum());
            remembered.seat_difference += if index == 0 { 1 } else { -1 };
            *remembered.met.entry(other).or_default() += 1;
            remembered.last = Some(other);
        }
    }

    /// Returns how often two entrants have met.
    pub fn times_met(&self, entrants: &[Entrant]) -> u64 {
        let [first, second] = *entrants else { return 0 };
        let met = self.entrants.get(first.index()).and_then(|remembered| remembered.met.get(&second));
        met.copied().unwrap_or(0).into()
    }
}

impl Remembered {
    /// Returns the entrant as its pairing needs it.
    pub fn free(&self, entrant: Entrant) -> Free {
        Free {
            entrant,
            since_ms: self.since_ms,
            halves: self.halves,
            seat_difference: self.seat_difference,
            met: self.met.clone(),
            last: self.last,
        }
    }
}
