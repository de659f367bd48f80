//! The house's bots: a random move, one look ahead, or search. Quiet: randomness is an argument,
//! and thinking is bounded by a number of positions, not by time.

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
/// The default level of a bot: it wins nine of ten against one look ahead (`benches/bots.rs`).
pub const USUAL_LEVEL: u8 = 6;
/// How many positions each level looks at.
const NODES: [u64; 9] = [50, 200, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Random,
    /// The move after which the game's own evaluation is best.
    Greedy,
    /// Search over the typed rules: alpha-beta, or rollouts of determinized positions if something
    /// is hidden or left to chance.
    Search,
}

impl Kind {
    /// Every bot, the weakest first.
    pub const ALL: [Kind; 3] = [Kind::Random, Kind::Greedy, Kind::Search];

    /// How it is named everywhere.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Search => "search",
        }
    }

    /// The bot of this name.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The number of positions for a level of [`LEVELS`]; a level outside is the nearest inside.
pub fn nodes_of_level(level: u8) -> u64 {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    NODES[usize::from(level - LEVELS.start())]
}

/// A move for `seat`, whose turn it is: the same arguments give the same move. `None` when there is
/// none.
pub fn choose(kind: Kind, position: &dyn Position, seat: Seat, nodes: u64, seed: u64) -> Option<String> {
    think(kind, position, seat, &mut SearchLimits::of(nodes), seed)
}

/// The same with limits that may stop it early. Hidden information has no influence: the bot gets a
/// position that the seat cannot distinguish from this one, and plays a random move if none is
/// found.
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

/// The entropy for determinizing hidden information.
pub fn entropy(seed: u64) -> Entropy {
    SplitMix64::new(seed).entropy()
}

/// Any of the legal moves. The same arguments give the same
/// move; `None` when there is none.
pub fn any(legal: &[String], seed: u64) -> Option<String> {
    SplitMix64::new(seed).pick(legal).cloned()
}
