//! The opening of an encounter, from the way it was paired.

use super::{schedule::Schedule, state::Tournament};
use crate::contest::{EncounterKey, Paired, opening_of_set};

impl Tournament {
    /// The number of the opening of an encounter, from 0. All encounters of a cycle or a stage have
    /// the same, so that no pair plays one opening for ever. In an arena it is the number of the
    /// pair plus how often the pair has met.
    pub(super) fn opening_of(&self, paired: &Paired) -> u64 {
        let EncounterKey { stage, extension, .. } = paired.encounter;
        match &self.schedule {
            Some(Schedule::Fixed(fixed)) => fixed.cycle(stage),
            Some(Schedule::Arena(arena)) => {
                let entrants = paired.entrants.iter().map(|entrant| entrant.index());
                opening_of_set(entrants, arena.times_met(&paired.entrants))
            }
            // Encounters that follow a tie begin otherwise, too.
            _ => u64::from(stage) + u64::from(extension),
        }
    }
}
