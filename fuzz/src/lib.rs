//! What the fuzz targets try. `tests/games/fuzzed.rs` tries the same with bytes of its own.

pub mod rules;
