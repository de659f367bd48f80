//! The schedule of a tournament, by its format.

mod arena;
mod bracket;
mod fixed;

pub(super) use self::{
    arena::{Arena, Remembered},
    bracket::Drawn,
    fixed::Fixed,
};
use super::{
    pairing::{double_elimination::double_elimination, knockout::knockout},
    rules::{Format, Rules},
};

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
