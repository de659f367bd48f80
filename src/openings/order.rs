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
    /// The opening of an encounter, from 0. All matches of the encounter have it, so that every entrant plays it from every
    /// seat. The same arguments give the same opening, in whatever order encounters are asked for. It takes time in proportion to the
    /// number of openings.
    pub fn of_encounter(&self, encounter: u64, order: Order) -> &StoredOpening {
        let list = self.list();
        let count = list.len() as u64;
        // A set has at least one opening, and both numbers below are less than its length.
        let place = (encounter % count) as usize;
        let Order::Shuffled { seed } = order else { return &list[place] };
        let mut mixed = SplitMix64::new(seed);
        let mut pass = SplitMix64::new(mixed.number() ^ (encounter / count));
        let mut numbers: Vec<usize> = (0..list.len()).collect();
        pass.shuffle(&mut numbers);
        &list[numbers[place]]
    }

    /// The opening of a match, from 0, in a series whose encounters are `seats` matches each, one behind the other.
    pub fn of_match(&self, number: u64, seats: u8, order: Order) -> &StoredOpening {
        self.of_encounter(number / u64::from(seats.max(1)), order)
    }
}
