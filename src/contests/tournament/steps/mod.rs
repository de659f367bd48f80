//! The next step of a tournament, by its format: pairings, and the waits for absent entrants.

mod absent;
mod arena;
mod bracket;
mod fixed;
mod hill;
mod next;
mod swiss;

pub(super) use self::next::Next;
use super::{
    event::Fact,
    pairing::{Pairing, swiss::SwissConfig},
    rules::Format,
    schedule::Schedule,
    state::Tournament,
};
use crate::contest::{EncounterKey, Now, Paired};

impl Tournament {
    /// Returns the next step of the format.
    pub(in crate::tournament) fn next(&self, now: Now<'_>) -> Next {
        match (&self.schedule, self.opened.rules.format) {
            (Some(Schedule::Fixed(fixed)), _) => fixed.next(self, now),
            (Some(Schedule::Bracket(drawn)), _) => bracket::next(self, drawn),
            (Some(Schedule::Arena(arena)), Format::Arena { duration_ms, patience_ms }) => {
                arena.next(self, now, duration_ms, patience_ms)
            }
            (Some(Schedule::Hill), Format::KingOfTheHill { challenges }) => hill::next(self, challenges),
            (Some(Schedule::Swiss(entrants)), Format::Swiss { stages, initial_seat, acceleration }) => {
                let entrants_at_start = *entrants;
                let config = SwissConfig { stages, initial_seat, acceleration, entrants_at_start };
                swiss::next(self, &config)
            }
            // The tournament has not started.
            _ => Next::Wait,
        }
    }

    /// Returns the facts of an encounter: its pairing and, if one of its entrants is out, its
    /// forfeit.
    fn paired(&self, encounter: EncounterKey, pairing: Pairing, number: usize) -> Vec<Fact> {
        let by: Vec<_> = pairing.entrants.iter().copied().filter(|entrant| !self.is_in(*entrant)).collect();
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let Pairing { entrants, reason } = pairing;
        let mut facts = vec![Fact::EncounterPaired(Paired {
            encounter,
            number,
            category: 0,
            entrants,
            matches: self.opened.rules.matches_per_encounter,
            reason,
        })];
        if !by.is_empty() {
            facts.push(Fact::EncounterForfeited { encounter, by });
        }
        facts
    }
}
