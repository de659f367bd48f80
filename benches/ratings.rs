//! The time of ratings. Run: `cargo bench --bench ratings [-- ENTRANTS MATCHES]`. Measures a whole
//! fit of a log, and an incremental fit after more matches. Fails above [`WHOLE_SECONDS`] and
//! [`UPDATE_MS`], unless the arguments exceed the defaults.

use std::{hint::black_box, time::Instant};

use anyhow::ensure;
use referee::{
    games::search::split_mix::SplitMix64,
    rating::{Config, LiveFit, MatchLog, fit},
};

/// Default numbers of entrants and matches.
const ENTRANTS: usize = 1_000;
const MATCHES: usize = 1_000_000;
/// Weight of a draw between equals, relative to a weight of 1 for each win and loss.
const NU: f64 = 0.5;
/// Maximum time of a whole fit, in seconds.
const WHOLE_SECONDS: f64 = 10.0;
/// Maximum time of an incremental fit after a few more matches, in milliseconds.
const UPDATE_MS: f64 = 100.0;

/// Entrants of known strength that meet at random.
struct Pool {
    chance: SplitMix64,
    names: Vec<String>,
    /// The strengths in natural logarithms.
    strengths: Vec<f64>,
}

impl Pool {
    fn new(entrants: usize) -> Pool {
        let mut chance = SplitMix64::new(1);
        let strengths = (0..entrants).map(|_| 7.0 * (uniform(&mut chance) - 0.5)).collect();
        Pool { names: (0..entrants).map(|number| format!("bot-{number:05}")).collect(), strengths, chance }
    }

    fn play(&mut self, log: &mut MatchLog) {
        let first = self.chance.below(self.names.len());
        let second = (first + 1 + self.chance.below(self.names.len() - 1)) % self.names.len();
        let half_gap = (self.strengths[first] + 0.23 - self.strengths[second]) / 2.0;
        let (win, loss) = (half_gap.exp(), (-half_gap).exp());
        let drawn = uniform(&mut self.chance) * (win + loss + NU);
        let places = match drawn {
            drawn if drawn < win => [1, 2],
            drawn if drawn < win + loss => [2, 1],
            _ => [1, 1],
        };
        log.add(&[&self.names[first], &self.names[second]], &places).expect("two entrants on two seats");
    }
}

fn uniform(chance: &mut SplitMix64) -> f64 {
    (chance.number() >> 11) as f64 / (1u64 << 53) as f64
}

/// Measures the naive alternative: one pass of Elo over as many matches, in seconds.
fn floor(entrants: usize, matches: usize) -> f64 {
    let (mut chance, mut elos) = (SplitMix64::new(2), vec![0.0f64; entrants]);
    let start = Instant::now();
    for _ in 0..matches {
        let (first, second) = (chance.below(entrants), chance.below(entrants));
        let expected = 1.0 / (1.0 + 10f64.powf((elos[second] - elos[first]) / 400.0));
        elos[first] += 32.0 * (0.5 - expected);
        elos[second] -= 32.0 * (0.5 - expected);
    }
    black_box(&elos);
    start.elapsed().as_secs_f64()
}

fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<usize>().ok());
    let (entrants, matches) = (numbers.next().unwrap_or(ENTRANTS).max(2), numbers.next().unwrap_or(MATCHES));
    let (mut pool, mut log) = (Pool::new(entrants), MatchLog::new(2).expect("two seats"));
    let start = Instant::now();
    (0..matches).for_each(|_| pool.play(&mut log));
    println!("{matches} matches of {entrants} entrants: added in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let whole = fit(&log, &Config::default()).expect("a fit");
    let seconds = start.elapsed().as_secs_f64();
    let floor = floor(entrants, matches);
    println!(
        "whole fit: {seconds:.2} s (aim {WHOLE_SECONDS} s) in {} steps, {:.0} times one pass of Elo",
        whole.steps,
        seconds / floor
    );
    let mut live = LiveFit::new(&log, Config::default()).expect("a fit");
    let mut slowest = 0.0f64;
    for more in [1, 2, 16, 1000] {
        (0..more).for_each(|_| pool.play(&mut log));
        let start = Instant::now();
        let update = live.update(&log).expect("a fit");
        let ms = start.elapsed().as_secs_f64() * 1e3;
        println!("{more} more: {ms:.1} ms ({update:?}; aim {UPDATE_MS} ms)");
        slowest = slowest.max(ms);
    }
    let is_usual = entrants <= ENTRANTS && matches == MATCHES;
    ensure!(!is_usual || seconds <= WHOLE_SECONDS, "a whole fit takes too long");
    ensure!(!is_usual || slowest <= UPDATE_MS, "to follow a log takes too long");
    Ok(())
}
