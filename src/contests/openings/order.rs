//! Assigns openings to encounters.

use referee_games::search::split_mix::SplitMix64;

use super::file::{Openings, StoredOpening};

/// The order in which the openings of a set are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// File order, starting again after the last opening.
    Sequential,
    /// Random order, given by the seed. Each pass has every opening once, in a new order, so counts
    /// differ by at most one.
    Shuffled {
        /// The seed of the order.
        seed: u64,
    },
}

impl Order {
    /// Returns the word for this order: `sequential` or `shuffled`.
    pub fn word(self) -> &'static str {
        match self {
            Order::Sequential => "sequential",
            Order::Shuffled { .. } => "shuffled",
        }
    }
}

impl Openings {
    /// Returns the opening with this number, from 0, in an order; after the last the first follows.
    /// The same arguments give the same opening. Takes time proportional to the number of openings.
    pub fn numbered(&self, number: u64, order: Order) -> &StoredOpening {
        &self.list()[self.index(number, order)]
    }

    /// Returns the index in the file of the opening with this number.
    pub fn index(&self, number: u64, order: Order) -> usize {
        order.index(number, self.list().len())
    }
}

impl Order {
    /// Returns the index of the opening with this number in a set of `count` openings, at least 1.
    pub fn index(self, number: u64, count: usize) -> usize {
        // A set has at least one opening, and the remainder is less than its length.
        let place = (number % count as u64) as usize;
        let Order::Shuffled { seed } = self else { return place };
        let mut mixed = SplitMix64::new(seed);
        let mut pass = SplitMix64::new(mixed.number() ^ (number / count as u64));
        let mut indices: Vec<usize> = (0..count).collect();
        pass.shuffle(&mut indices);
        indices[place]
    }
}
