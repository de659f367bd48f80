//! The checks of the fuzz targets. `tests/games/fuzzed.rs` runs them on random bytes.

pub mod rules;
