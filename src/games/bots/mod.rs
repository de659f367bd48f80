//! The house bots: a random move, one look ahead, or search. Quiet: randomness is an argument, and
//! a number of positions bounds the thinking, not time.

mod greedy;
mod pace;

use referee_ids::{Seat, Viewer};

pub use pace::TimeLeft;

use crate::{
    Position,
    rules::{Entropy, Turn},
    search::{limits::SearchLimits, split_mix::SplitMix64},
};

/// The weakest and the strongest level.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=9;
/// The default level of a bot. It wins nine of ten matches against one look ahead
/// (`benches/bots.rs`).
pub const USUAL_LEVEL: u8 = 6;
/// Number of positions that each level searches.
const NODES: [u64; 9] = [50, 200, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Random,
    /// The move after which the game's own evaluation is best.
    Greedy,
    /// Search over the typed rules: alpha-beta, or rollouts of determinized positions in games with
    /// hidden information or chance.
    Search,
}

impl Kind {
    /// Every bot, the weakest first.
    pub const ALL: [Kind; 3] = [Kind::Random, Kind::Greedy, Kind::Search];

    /// Returns the name of the bot in options, lines and texts.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Search => "search",
        }
    }

    /// Returns the bot with this name.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Returns the number of positions for a level of [`LEVELS`]; a level outside counts as the nearest
/// one inside.
pub fn nodes_of_level(level: u8) -> u64 {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    NODES[usize::from(level - LEVELS.start())]
}

/// Returns a move for `seat`, whose turn it must be; `None` without a legal move. The same
/// arguments give the same move.
pub fn choose(kind: Kind, position: &dyn Position, seat: Seat, nodes: u64, seed: u64) -> Option<String> {
    think(kind, position, seat, &mut SearchLimits::of(nodes), seed)
}

/// Returns a move like [`choose`], with limits that may stop the search early. Hidden information
/// has no influence: the bot gets a position that the seat cannot distinguish from this one. If no
/// such position is found, it plays a random move.
pub fn think(kind: Kind, position: &dyn Position, seat: Seat, limits: &mut SearchLimits, seed: u64) -> Option<String> {
    if position.turn() != Turn::Seat(seat) {
        return None;
    }
    let Some(determinized) = position.resample(Viewer::Seat(seat), &entropy(seed)) else {
        return any(&position.legal(), seed);
    };
    match kind {
        Kind::Random => any(&determinized.legal(), seed),
        Kind::Greedy => greedy::choose(&*determinized, seat, seed),
        Kind::Search => determinized.search(seat, limits, seed),
    }
}

/// Returns the entropy for determinizing hidden information.
pub fn entropy(seed: u64) -> Entropy {
    SplitMix64::new(seed).entropy()
}

/// Returns any of the legal moves; `None` without one. The same arguments give the same move.
pub fn any(legal: &[String], seed: u64) -> Option<String> {
    SplitMix64::new(seed).pick(legal).cloned()
}
