//! Numbers of entrants.

use std::fmt;

/// The number of an entrant in its contest, from 0. Tournaments number by strength, the best first;
/// ladders in the order of entry. Texts for people count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant(pub u32);

impl Entrant {
    /// Returns the number as an index into lists with one item per entrant.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the entrant with an index below 2^32.
    pub fn at(index: usize) -> Entrant {
        Entrant(u32::try_from(index).expect("tournaments and ladders bound how many enter"))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", u64::from(self.0) + 1)
    }
}
