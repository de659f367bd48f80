//! Acceleration: extra points for pairing only, so that strong entrants meet earlier (FIDE Handbook
//! C.04.5.1, the Baku acceleration).

use crate::tournament::pairing::Entrant;

/// Whether the upper half has virtual points in the first stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acceleration {
    /// No entrant has virtual points.
    #[default]
    None,
    /// The first half of the initial entrants, rounded up to an even number, has 1 extra point in
    /// the first half of the accelerated stages and half a point in the others. The first half of
    /// all stages is accelerated. Halves of stages are rounded up.
    Baku,
}

impl Acceleration {
    /// Returns the extra half points of an entrant before a stage, from 0.
    pub(super) fn virtual_halves(self, entrants: usize, stages: u32, entrant: Entrant, stage: usize) -> u32 {
        let accelerated = stages.div_ceil(2) as usize;
        let upper = entrants.div_ceil(4) * 2;
        match self {
            Acceleration::Baku if entrant.index() < upper && stage < accelerated => {
                if stage < accelerated.div_ceil(2) {
                    2
                } else {
                    1
                }
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn baku_gives_what_its_example_does() {
        // C.04.5.1: of 161 players in 9 stages, the first 82 have 1 point in stages 1 to 3, and
        // half a point in stages 4 and 5.
        let halves = |entrant, stage| Acceleration::Baku.virtual_halves(161, 9, Entrant(entrant), stage);
        assert_eq!((0..7).map(|stage| halves(81, stage)).collect::<Vec<_>>(), [2, 2, 2, 1, 1, 0, 0]);
        assert!((0..9).all(|stage| halves(82, stage) == 0));
        assert_eq!(Acceleration::None.virtual_halves(161, 9, Entrant(0), 0), 0);
    }
}
