//! Chooses the opening of an encounter by its pairing.

use super::{schedule::Schedule, state::Tournament};
use crate::contest::{EncounterKey, Paired, opening_of_set};

impl Tournament {
    /// Returns the number of the opening of an encounter, from 0. All encounters of a cycle or a
    /// stage have the same opening, so no pair plays one opening for ever. In an arena, the number
    /// is that of the pair plus its earlier meetings.
    pub(super) fn opening_of(&self, paired: &Paired) -> u64 {
        let EncounterKey { stage, extension, .. } = paired.encounter;
        match &self.schedule {
            Some(Schedule::Fixed(fixed)) => fixed.cycle(stage),
            Some(Schedule::Arena(arena)) => {
                let entrants = paired.entrants.iter().map(|entrant| entrant.index());
                opening_of_set(entrants, arena.times_met(&paired.entrants))
            }
            // Encounters after a tie also get a new opening.
            _ => u64::from(stage) + u64::from(extension),
        }
    }
}
