//! The next pairings of a tournament, by its format.

mod arena;
mod bracket;
mod fixed;
mod hill;
mod swiss;

use self::fixed::Fixed;
pub(super) use self::{arena::Arena, bracket::Drawn, fixed::tables_of};
use super::{
    event::Fact,
    pairing::{Pairing, double_elimination::double_elimination, knockout::knockout},
    rules::{Format, Rules},
    state::Tournament,
};
use crate::contest::{EncounterKey, Now, Paired};

/// The pairings that follow from the format and the number of entrants alone.
#[derive(Clone, Debug)]
pub(super) enum Schedule {
    /// All encounters are known in advance.
    Fixed(Fixed),
    /// Each stage follows from the earlier ones. Contains the number of entrants before the first
    /// stage.
    Swiss(usize),
    /// Encounters depend on the winners of earlier ones.
    Bracket(Drawn),
    /// Each encounter follows from the previous one.
    Hill,
    /// Free entrants are paired repeatedly.
    Arena(Arena),
}

impl Schedule {
    /// Creates the schedule of a tournament that starts with this number of entrants at `now_ms`.
    ///
    /// The rules fit the number of entrants: [`Rules::check_entrants`] was called at the start.
    pub fn new(rules: &Rules, entrants: usize, now_ms: u64) -> Schedule {
        const FITS: &str = "a tournament begins only with a number of entrants that its format takes";
        match rules.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Tables { .. } => {
                Schedule::Fixed(Fixed::new(rules, entrants).expect(FITS))
            }
            Format::Swiss { .. } => Schedule::Swiss(entrants),
            Format::Knockout { third_place } => {
                Schedule::Bracket(Drawn::new(knockout(entrants, third_place).expect(FITS)))
            }
            Format::DoubleElimination => Schedule::Bracket(Drawn::new(double_elimination(entrants).expect(FITS))),
            Format::KingOfTheHill { .. } => Schedule::Hill,
            Format::Arena { .. } => Schedule::Arena(Arena::new(entrants, now_ms)),
        }
    }
}

/// The next step.
pub(super) enum Next {
    /// Apply these facts.
    Facts(Vec<Fact>),
    /// Wait until a match ends, or an entrant has waited long enough.
    Wait,
    /// All encounters were played.
    Over,
}

impl Tournament {
    /// Returns the next step of the format.
    pub(super) fn next(&self, now: Now<'_>) -> Next {
        match (&self.schedule, self.opened.rules.format) {
            (Some(Schedule::Fixed(fixed)), _) => fixed.next(self, now),
            (Some(Schedule::Bracket(drawn)), _) => bracket::next(self, drawn),
            (Some(Schedule::Arena(arena)), Format::Arena { duration_ms, patience_ms }) => {
                arena.next(self, now, duration_ms, patience_ms)
            }
            (Some(Schedule::Hill), Format::KingOfTheHill { challenges }) => hill::next(self, challenges),
            (Some(Schedule::Swiss(entrants)), Format::Swiss { stages, initial_seat, acceleration }) => {
                let entrants_at_start = *entrants;
                let config =
                    super::pairing::swiss::SwissConfig { stages, initial_seat, acceleration, entrants_at_start };
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
