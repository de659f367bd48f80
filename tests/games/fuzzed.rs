//! The checks of the fuzz targets on random bytes, for machines that cannot build those targets.

use referee_games::{GAMES, search::split_mix::SplitMix64};

#[path = "../../fuzz/src/rules.rs"]
mod rules;

/// Number of inputs for each game.
const INPUTS: u64 = 1_500;
/// Maximum length of an input, in bytes.
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
