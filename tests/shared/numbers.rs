//! Reproducible random numbers of several distributions.

use referee_games::search::split_mix::SplitMix64;

/// Random numbers for tests of statistics and ratings.
pub struct Numbers(SplitMix64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(SplitMix64::new(seed))
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    pub fn uniform(&mut self) -> f64 {
        (self.0.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number from 0 to `end` (excluded).
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// Returns a number of the normal distribution with mean 0 and standard deviation 1 (Box and
    /// Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}
