//! What follows from how an encounter was paired: its opening, and who sits where in its matches.

use super::{
    event::{EncounterKey, MatchKey, Paired},
    pairing::Entrant,
    schedule::Schedule,
    state::{EncounterState, Scheduled, Tournament},
};
use crate::contest::opening_of_set;

impl Tournament {
    /// The number of the opening of an encounter, from 0. All encounters of a cycle or a stage have the
    /// same, so that no pair plays one opening for ever. In an arena it is the number of the pair plus
    /// how often the pair has met.
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

impl Paired {
    /// Who sits on a seat in match `number`, from 0: entrants move on by one seat from match to match.
    pub fn at_seat(&self, number: usize, seat: usize) -> Entrant {
        let seats = self.entrants.len();
        self.entrants[(seat + seats - number % seats) % seats]
    }

    /// The seat of the entrant at `index` of this encounter in match `number`.
    pub fn seat_of(&self, number: usize, index: usize) -> usize {
        (index + number) % self.entrants.len()
    }
}

impl EncounterState {
    pub(super) fn scheduled(&self, number: usize, attempt: u32) -> Scheduled {
        let EncounterState { paired, opening, .. } = self;
        let match_key =
            MatchKey { encounter: paired.encounter, number: u32::try_from(number).unwrap_or(u32::MAX), attempt };
        let entrants = (0..paired.entrants.len()).map(|seat| paired.at_seat(number, seat)).collect();
        Scheduled { match_key, entrants, number: paired.number, opening: *opening }
    }
}
