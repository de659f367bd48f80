//! The house bots: a random move, one look ahead, or search. Quiet: randomness is an argument, and
//! a number of positions bounds the thinking, not time.

mod greedy;
pub mod levels;
mod pace;

use referee_ids::{Seat, Viewer};

pub use pace::TimeLeft;

use levels::{LEVELS, Level};

use crate::{
    Game, Position,
    rules::{Entropy, Turn},
    search::{limits::SearchLimits, split_mix::SplitMix64},
};

/// Maximum positions of the highest number of a level if something else limits the search.
const MAX_POSITIONS: u64 = 1_000_000;

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

/// Returns what a level means in a game; a number outside counts as the nearest level.
pub fn level_of(game: &dyn Game, number: u8) -> Level {
    let levels = game.levels();
    let index = usize::from(number.saturating_sub(*LEVELS.start())).min(levels.len().saturating_sub(1));
    levels.get(index).copied().unwrap_or(levels::of(1))
}

/// Returns how many positions a bot of this level searches for a move. If time, depth or nodes are
/// limited, the highest number is as strong as the limit allows.
pub fn positions(game: &dyn Game, number: u8, is_limited: bool) -> u64 {
    let measured = level_of(game, number).positions;
    if is_limited && number >= *LEVELS.end() { measured.max(MAX_POSITIONS) } else { measured }
}

/// Returns a move of `search` at a level, like [`think`]; the caller limits the positions.
pub fn think_at(
    level: Level,
    position: &dyn Position,
    seat: Seat,
    limits: &mut SearchLimits,
    seed: u64,
) -> Option<String> {
    let mut rng = SplitMix64::new(seed);
    let choice = rng.number();
    let kind = if rng.below(100) < usize::from(level.random_percent) { Kind::Random } else { Kind::Search };
    think(kind, position, seat, limits, if kind == Kind::Random { choice } else { seed })
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
