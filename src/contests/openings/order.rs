//! Which opening an encounter has.

use referee_games::search::split_mix::SplitMix64;

use super::file::{Openings, StoredOpening};

/// In which order the openings of a set are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In file order, starting over after the last.
    Sequential,
    /// In random order, decided by the seed. Each pass has every opening once, in a new order, so
    /// that counts differ by at most one.
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
    /// The opening with this number, from 0, in an order; after the last the first follows. The
    /// same arguments give the same opening. It takes time in proportion to the number of openings.
    pub fn numbered(&self, number: u64, order: Order) -> &StoredOpening {
        &self.list()[self.index(number, order)]
    }

    /// The index in the file of the opening with this number.
    pub fn index(&self, number: u64, order: Order) -> usize {
        order.index(number, self.list().len())
    }
}

impl Order {
    /// The index of the opening with this number in a set of `count` openings, at least 1.
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
