//! Entrants that were not seen since the start, and matches that wait for their players.

use crate::{
    contest::{Award, ContestReason, Entrant, MatchKey, MatchResult, Phase},
    tournament::{
        event::{Fact, TournamentEvent},
        pairing::bracket::Status,
        presence::Wait,
        schedule::Schedule,
        state::Tournament,
    },
};

/// How often the wait of a match is stored during
/// [`accept_within_ms`](crate::tournament::Rules::accept_within_ms), so that a restart loses little
/// of the wait.
const NOTES_OF_A_WAIT: u64 = 10;

impl Tournament {
    /// Returns the stored wait of a match for its players, in milliseconds.
    pub fn waited_ms(&self, match_key: &MatchKey) -> u64 {
        self.presence.waits.get(match_key).map_or(0, |wait| wait.waited_ms)
    }

    /// Returns an event for each entrant that is at stake and, by `are_here`, connected.
    pub fn newly_seen(&self, are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<Fact> {
        if self.phase != Phase::Running || self.presence.at_stake.is_empty() {
            return Vec::new();
        }
        let awaited: Vec<Entrant> = self.presence.at_stake.iter().copied().collect();
        let names: Vec<&str> =
            awaited.iter().filter_map(|one| self.entrants.get(one.index())).map(|one| one.name.as_str()).collect();
        let here = awaited.iter().zip(are_here(&names)).filter(|(_, is_here)| *is_here);
        here.map(|(entrant, _)| Fact::EntrantSeen { entrant: *entrant }).collect()
    }

    /// Marks unseen entrants that have points without a match.
    pub(in crate::tournament) fn stake_presence(&mut self, entrants: &[Entrant]) {
        self.presence.stake(entrants.iter().copied());
    }

    /// Marks the entrants that came to a counting match as seen.
    pub(in crate::tournament) fn see_players_of(&mut self, match_key: &MatchKey, result: &MatchResult) {
        let Some(encounter) = self.encounter(&match_key.encounter) else { return };
        let (paired, number) = (&encounter.paired, match_key.number as usize);
        let forfeits: Vec<Entrant> = result.forfeits.iter().map(|seat| paired.at_seat(number, seat.index())).collect();
        let came: Vec<Entrant> = paired.entrants.iter().filter(|one| !forfeits.contains(one)).copied().collect();
        self.was_seen(&came);
    }

    /// Marks entrants as seen. Those that were awaited in a bracket advance.
    pub(in crate::tournament) fn was_seen(&mut self, entrants: &[Entrant]) {
        for entrant in entrants {
            self.presence.at_stake.remove(entrant);
            if self.presence.seen.insert(*entrant) {
                self.follow_awaited(*entrant);
            }
        }
    }

    /// Rechecks the bracket matches in which this entrant advances once it is seen.
    pub(in crate::tournament) fn follow_awaited(&mut self, entrant: Entrant) {
        for number in
            self.awaited_entrants().filter(|(_, one)| *one == entrant).map(|(number, _)| number).collect::<Vec<_>>()
        {
            self.follow_bracket(number);
        }
    }

    /// Returns the matches of a bracket from which an entrant advances once it is seen, by number,
    /// with that entrant.
    fn awaited_entrants(&self) -> impl Iterator<Item = (usize, Entrant)> + '_ {
        let statuses = match &self.schedule {
            Some(Schedule::Bracket(drawn)) => drawn.statuses.as_slice(),
            _ => &[],
        };
        statuses.iter().enumerate().filter_map(|(number, status)| match status {
            Status::Awaits(entrant) => Some((number, *entrant)),
            _ => None,
        })
    }

    /// Returns the key under which the wait for an entrant of a bracket match is stored.
    fn key_of_wait(&self, number: usize) -> Option<MatchKey> {
        let Some(Schedule::Bracket(drawn)) = &self.schedule else { return None };
        Some(MatchKey { encounter: drawn.key(number, 0)?, number: 0, attempt: 0 })
    }

    /// Returns whether a key belongs to a bracket match from which an entrant advances once it is
    /// seen.
    pub(in crate::tournament) fn awaits_entrant_of(&self, match_key: &MatchKey) -> bool {
        let mut keys = self.awaited_entrants().filter_map(|(number, _)| self.key_of_wait(number));
        keys.any(|key| key == *match_key)
    }

    /// Updates the waits of matches, and removes those of matches that no longer wait. Call it
    /// before an event is applied.
    pub(in crate::tournament) fn note_waits(&mut self, event: &TournamentEvent) {
        let at_ms = event.at_ms;
        match &event.fact {
            Fact::MatchWaits { match_key, waited_ms } => {
                self.presence.waits.insert(*match_key, Wait { waited_ms: *waited_ms, at_ms });
            }
            Fact::MatchCounted { match_key, .. } | Fact::MatchVoided { match_key, .. } => {
                self.presence.waits.remove(match_key);
            }
            Fact::EncounterForfeited { encounter, .. } => {
                self.presence.waits.retain(|key, _| key.encounter != *encounter);
            }
            // A pause stops the wait for an entrant. The code that opens matches measures the wait
            // of playable ones.
            Fact::Paused { .. } if self.paused.is_none() => {
                for key in
                    self.awaited_entrants().filter_map(|(number, _)| self.key_of_wait(number)).collect::<Vec<_>>()
                {
                    if let Some(wait) = self.presence.waits.get_mut(&key) {
                        wait.waited_ms += at_ms.saturating_sub(wait.at_ms);
                    }
                }
            }
            Fact::Resumed => self.presence.waits.values_mut().for_each(|wait| wait.at_ms = at_ms),
            _ => {}
        }
    }

    /// Returns the facts at `now_ms` about unseen entrants that advance without a match: their
    /// stored wait or, after the maximum wait, their elimination.
    pub(in crate::tournament) fn due_of_absent(&self, now_ms: u64) -> Vec<Fact> {
        let due = self.awaited_entrants().filter_map(|(number, entrant)| {
            let match_key = self.key_of_wait(number)?;
            let Some(Wait { waited_ms, at_ms }) = self.presence.waits.get(&match_key).copied() else {
                return Some(Fact::MatchWaits { match_key, waited_ms: 0 });
            };
            let elapsed_ms = now_ms.saturating_sub(at_ms);
            let waited_ms = waited_ms.saturating_add(elapsed_ms);
            if waited_ms >= self.opened.rules.accept_within_ms || !self.is_in(entrant) {
                return Some(Fact::AwardGiven {
                    stage: match_key.encounter.stage,
                    entrant,
                    halves: 0,
                    award: Award::Absent,
                    reason: ContestReason::NotSeen,
                });
            }
            (elapsed_ms >= self.note_ms()).then_some(Fact::MatchWaits { match_key, waited_ms })
        });
        due.collect()
    }

    /// Returns when [`Tournament::due_of_absent`] next returns a fact, in milliseconds since the
    /// tournament was opened.
    pub(in crate::tournament) fn next_absent_ms(&self) -> Option<u64> {
        let due = self.awaited_entrants().filter_map(|(number, _)| {
            let Wait { waited_ms, at_ms } = *self.presence.waits.get(&self.key_of_wait(number)?)?;
            let left_ms = self.opened.rules.accept_within_ms.saturating_sub(waited_ms);
            Some(at_ms.saturating_add(left_ms.min(self.note_ms())))
        });
        due.min()
    }

    /// Returns the interval at which the wait of a match is stored, in milliseconds.
    pub fn note_ms(&self) -> u64 {
        (self.opened.rules.accept_within_ms / NOTES_OF_A_WAIT).max(1)
    }
}
