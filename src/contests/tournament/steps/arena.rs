//! Arenas: free entrants are paired again.

use std::collections::BTreeSet;

use super::next::Next;
use crate::{
    contest::Now,
    tournament::{
        event::EncounterKey,
        pairing::{
            Entrant,
            arena::{self, Free},
        },
        rules::MAX_ENCOUNTERS,
        schedule::{Arena, Remembered},
        state::Tournament,
    },
};

impl Arena {
    /// Returns the next step. Free entrants wait for better opponents, at most `patience_ms`. An
    /// entrant that could play no match now, because it is not connected or is busy elsewhere, is
    /// not paired.
    pub fn next(&self, tournament: &Tournament, now: Now<'_>, duration_ms: u64, patience_ms: u64) -> Next {
        let now_ms = now.at_ms;
        let is_idle = tournament.unfinished() == 0;
        let count = tournament.encounters.len();
        if now_ms >= tournament.started_ms.saturating_add(duration_ms) || count >= MAX_ENCOUNTERS {
            return if is_idle { Next::Over } else { Next::Wait };
        }
        let (mut free, busy) = self.free(tournament);
        let name = |(entrant, _): &(Entrant, &Remembered)| tournament.entrants[entrant.index()].name.as_str();
        let mut places = (now.places)(&free.iter().map(name).collect::<Vec<_>>(), 0).into_iter();
        free.retain(|_| places.next().is_some_and(|places| places > 0));
        let waits_since = free.iter().map(|(_, free)| free.since_ms).min().unwrap_or(now_ms);
        let are_many = free.len() >= busy;
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

    /// Returns the next time to check after `now_ms` if no match ends: the end of the patience of a
    /// free entrant, or the end of the arena.
    pub fn next_due_ms(&self, tournament: &Tournament, now_ms: u64, duration_ms: u64, patience_ms: u64) -> u64 {
        let end = tournament.started_ms.saturating_add(duration_ms);
        let (free, _) = self.free(tournament);
        let patience = free.iter().map(|(_, free)| free.since_ms.saturating_add(patience_ms));
        patience.filter(|due_ms| *due_ms > now_ms && free.len() >= 2).chain([end]).min().unwrap_or(end)
    }

    /// Returns the entrants that are in and not in an encounter, and the number of entrants that
    /// are in one.
    fn free(&self, tournament: &Tournament) -> (Vec<(Entrant, &Remembered)>, usize) {
        let busy = tournament.unfinished.iter().flat_map(|index| &tournament.encounters[*index].paired.entrants);
        let busy: BTreeSet<Entrant> = busy.copied().collect();
        let entrants = self.entrants.iter().enumerate().map(|(index, one)| (Entrant::at(index), one));
        let free = entrants.filter(|(entrant, _)| tournament.is_in(*entrant) && !busy.contains(entrant));
        (free.collect(), busy.len())
    }
}
