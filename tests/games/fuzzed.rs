//! What the fuzz targets try, with random bytes: for wherever they cannot be built.

use referee_games::{GAMES, search::split_mix::SplitMix64};

#[path = "../../fuzz/src/rules.rs"]
mod rules;

/// How many inputs each game gets.
const INPUTS: u64 = 1_500;
/// The longest of them, in bytes.
const LONGEST: usize = 160;

#[test]
fn any_bytes_are_refused_or_played() {
    for game in GAMES {
        for seed in 0..INPUTS {
            let mut luck = SplitMix64::new(seed);
            let length = luck.below(LONGEST);
            let bytes: Vec<u8> = (0..length).map(|_| luck.number() as u8).collect();
            rules::check(*game, &bytes);
        }
    }
}
