//! Arenas: free entrants are paired again.

use std::collections::{BTreeMap, BTreeSet};

use super::{Next, Tournament};
use crate::tournament::{
    arena::{self, Free},
    event::EncounterKey,
    pairing::Entrant,
    rules::MAX_ENCOUNTERS,
};

/// The memory of an arena about its entrants.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct Arena {
    entrants: Vec<Remembered>,
}

#[derive(Clone, Debug, Default)]
struct Remembered {
    since_ms: u64,
    halves: i64,
    seat_difference: i32,
    met: BTreeMap<Entrant, u32>,
    last: Option<Entrant>,
}

impl Arena {
    /// All have been free since `now_ms`.
    pub fn new(entrants: usize, now_ms: u64) -> Arena {
        Arena { entrants: vec![Remembered { since_ms: now_ms, ..Remembered::default() }; entrants] }
    }

    /// Adds a late entrant.
    pub fn join(&mut self, now_ms: u64) {
        self.entrants.push(Remembered { since_ms: now_ms, ..Remembered::default() });
    }

    /// Records a complete encounter; without a score if its entrants forfeited it, which gives them
    /// nothing.
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

    /// How often two entrants have met.
    pub fn times_met(&self, entrants: &[Entrant]) -> u64 {
        let [first, second] = *entrants else { return 0 };
        let met = self.entrants.get(first.index()).and_then(|remembered| remembered.met.get(&second));
        met.copied().unwrap_or(0).into()
    }

    /// The next step. Free entrants wait for others, at most `patience_ms`.
    pub fn next(&self, tournament: &Tournament, now_ms: u64, duration_ms: u64, patience_ms: u64) -> Next {
        let is_idle = tournament.unfinished() == 0;
        let count = tournament.encounters.len();
        if now_ms >= tournament.started_ms.saturating_add(duration_ms) || count >= MAX_ENCOUNTERS {
            return if is_idle { Next::Over } else { Next::Wait };
        }
        let free = self.free(tournament);
        let waits_since = free.iter().map(|(_, free)| free.since_ms).min().unwrap_or(now_ms);
        let are_many = 2 * free.len() >= tournament.count_in();
        if free.len() < 2 || !is_idle && !are_many && now_ms < waits_since.saturating_add(patience_ms) {
            return Next::Wait;
        }
        let free: Vec<Free> = free.into_iter().map(|(entrant, one)| one.free(entrant)).collect();
        let pairings = arena::pair(&free, now_ms).into_iter().enumerate();
        let paired = pairings.flat_map(|(offset, pairing)| {
            let key = EncounterKey { stage: 0, board: (count + offset) as u32, extension: 0 };
            tournament.paired(key, pairing, count + offset)
        });
        Next::Facts(paired.collect())
    }

    /// When to look again, though nothing ended.
    pub fn next_due_ms(&self, tournament: &Tournament, duration_ms: u64, patience_ms: u64) -> u64 {
        let end = tournament.started_ms.saturating_add(duration_ms);
        let free = self.free(tournament);
        let waits_since = free.iter().map(|(_, free)| free.since_ms).min().filter(|_| free.len() >= 2);
        waits_since.map_or(end, |since| since.saturating_add(patience_ms).min(end))
    }

    fn free(&self, tournament: &Tournament) -> Vec<(Entrant, &Remembered)> {
        let busy = tournament.unfinished.iter().flat_map(|index| &tournament.encounters[*index].paired.entrants);
        let busy: BTreeSet<Entrant> = busy.copied().collect();
        let entrants = self.entrants.iter().enumerate().map(|(index, one)| (Entrant::at(index), one));
        entrants.filter(|(entrant, _)| tournament.is_in(*entrant) && !busy.contains(entrant)).collect()
    }
}

impl Remembered {
    fn free(&self, entrant: Entrant) -> Free {
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
