//! Which opening an encounter has.

use crate::games::search::split_mix::SplitMix64;

use super::file::{Openings, StoredOpening};

/// In which order the openings of a set are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they stand in the file; after the last the first again.
    Sequential,
    /// In any order, which the seed decides. Each pass has all of them once, in an order of its own, so that none is played
    /// twice more often than another.
    Shuffled {
        /// The same seed gives the same order.
        seed: u64,
    },
}

impl Order {
    /// Its word: `sequential`, `shuffled`.
    pub fn word(self) -> &'static str {
        match self {
            Order::Sequential => "sequential",
            Order::Shuffled { .. } => "shuffled",
        }
    }
}

impl Openings {
    /// The opening with this number, from 0, in an order; after the last the first follows. The same
    /// arguments give the same opening. It takes time in proportion to the number of openings.
    pub fn numbered(&self, number: u64, order: Order) -> &StoredOpening {
        &self.list()[self.index(number, order)]
    }

    /// The index in the file of the opening with this number.
    pub fn index(&self, number: u64, order: Order) -> usize {
        let count = self.list().len();
        // A set has at least one opening, and the remainder is less than its length.
        let place = (number % count as u64) as usize;
        let Order::Shuffled { seed } = order else { return place };
        let mut mixed = SplitMix64::new(seed);
        let mut pass = SplitMix64::new(mixed.number() ^ (number / count as u64));
        let mut indices: Vec<usize> = (0..count).collect();
        pass.shuffle(&mut indices);
        indices[place]
    }
}

/// The number of a set of entrants, from 0, among all sets of its size: 0-1, 0-2, 1-2, 0-3, ...
/// (combinatorial number system, Knuth, TAOCP 7.2.1.3). It does not depend on how many entrants there
/// are. Where they are paired as they get free, the set's first opening follows from it.
pub fn number_of_set(entrants: impl IntoIterator<Item = usize>) -> u64 {
    let mut sorted: Vec<u64> = entrants.into_iter().map(|entrant| entrant as u64).collect();
    sorted.sort_unstable();
    let choose = |from: u64, count: u64| {
        (0..count).fold(1_u128, |chosen, taken| chosen * u128::from(from.saturating_sub(taken)) / u128::from(taken + 1))
    };
    let sum: u128 = (1..).zip(sorted).map(|(count, entrant)| choose(entrant, count)).sum();
    u64::try_from(sum).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::number_of_set;

    #[test]
    fn every_set_has_a_number_of_its_own() {
        let mut numbers: Vec<u64> = Vec::new();
        for last in 2..9 {
            for middle in 1..last {
                numbers.extend((0..middle).map(|first| number_of_set([last, first, middle])));
            }
        }
        assert_eq!(numbers, (0..84).collect::<Vec<u64>>());
    }
}
