//! Fuzzes the rules of the game `FUZZ_GAME`, or of all games if it is not set. Run in `fuzz`:
//! `FUZZ_GAME=hive cargo run --release --target x86_64-unknown-linux-gnu -- corpus/hive`.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use referee_games::{GAMES, Game};
use referee_fuzz::rules::check;

/// The games to fuzz.
static CHOSEN: LazyLock<Vec<&'static dyn Game>> = LazyLock::new(|| {
    let id = std::env::var("FUZZ_GAME").unwrap_or_default();
    let chosen: Vec<_> = GAMES.iter().copied().filter(|game| id.is_empty() || game.facts().id == id).collect();
    assert!(!chosen.is_empty(), "FUZZ_GAME={id}: no game has this id");
    chosen
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    check(CHOSEN[usize::from(*first) % CHOSEN.len()], rest);
});
