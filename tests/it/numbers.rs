//! Numbers of chance that are the same in every run, as distributions; and how many are tried.

use referee::games::search::split_mix::SplitMix64;

/// How often a test repeats: `few`, unless this variable of `tests/run.sh --thorough` says more.
pub fn repeats<N: std::str::FromStr>(variable: &str, few: N) -> N {
    let Ok(many) = std::env::var(variable) else { return few };
    many.parse().unwrap_or_else(|_| panic!("invalid {variable} = `{many}`: expected a number"))
}

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
