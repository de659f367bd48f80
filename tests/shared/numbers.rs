//! Numbers of chance that are the same in every run, as distributions.

use referee_games::search::split_mix::SplitMix64;

/// Values to try statistics and ratings on.
pub struct Numbers(SplitMix64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(SplitMix64::new(seed))
    }

    /// From 0, less than 1.
    pub fn uniform(&mut self) -> f64 {
        (self.0.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// Mean 0, standard deviation 1 (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}
