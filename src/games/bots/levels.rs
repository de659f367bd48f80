//! The levels of the bot `search`. Each game declares its own, as measured by `cargo bench --bench
//! bots -- levels`.

use std::ops::RangeInclusive;

/// How well `search` plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Maximum positions that the bot searches for a move.
    pub positions: u64,
    /// Percentage of moves that are random, 0 to 99.
    pub random_percent: u8,
}

/// The levels that a bot accepts. An engine declares this range before it knows the game. A level
/// beyond the strongest of a game plays as the strongest, but see [`super::positions`] for the
/// highest number.
pub const LEVELS: RangeInclusive<u8> = 1..=9;
/// The default level of a bot. See benches/README.md for its results against one look ahead.
pub const USUAL_LEVEL: u8 = 6;

/// The levels of a game that declares none.
pub const OF_ANY_GAME: &[Level] = &[mixed(100, 50), of(100), of(1_000), of(10_000), of(100_000)];

/// Creates a level that searches this number of positions.
pub const fn of(positions: u64) -> Level {
    mixed(positions, 0)
}

/// Creates a level that searches this number of positions, and plays this percentage of its moves
/// at random.
pub const fn mixed(positions: u64, random_percent: u8) -> Level {
    Level { positions, random_percent }
}
