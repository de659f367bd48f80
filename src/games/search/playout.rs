//! Random play to the end of a round, to measure and stress rules.

use super::{
    super::rules::{Points, Rules, Turn},
    split_mix::SplitMix64,
};

/// Maximum steps of one playout; a longer round is abandoned.
pub const MAX_STEPS: u64 = 100_000;

/// The results of some playouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Number of playouts that reached the end of the round.
    pub finished: u64,
    /// Total number of steps: moves, forced steps and outcomes of chance.
    pub steps: u64,
    /// Total points of each seat.
    pub points: Vec<Points>,
}

/// Plays `count` times from the position to the end of its round, with all moves equally likely.
/// The same arguments give the same playouts.
pub fn playouts<R: Rules>(position: &R, count: u64, seed: u64) -> Playouts {
    let mut rng = SplitMix64::new(seed);
    let mut sum = Playouts::default();
    let mut moves = Vec::new();
    for _ in 0..count {
        let mut here = position.clone();
        for _ in 0..MAX_STEPS {
            if !step(&mut here, &mut moves, &mut rng) {
                break;
            }
            sum.steps += 1;
        }
        if here.turn() == Turn::Over {
            sum.finished += 1;
            let gains = here.outcome().points;
            sum.points.resize(gains.len(), Points::ZERO);
            sum.points.iter_mut().zip(gains).for_each(|(total, gain)| *total += gain);
        }
    }
    sum
}

/// Plays a random step. Returns whether there was one.
fn step<R: Rules>(position: &mut R, moves: &mut Vec<R::Move>, rng: &mut SplitMix64) -> bool {
    if position.turn() == Turn::Chance {
        let Some(outcome) = position.chance(&rng.entropy()) else { return false };
        position.play(&outcome);
        return true;
    }
    moves.clear();
    position.moves(moves);
    let Some(played) = rng.pick(moves) else { return false };
    position.play(played);
    true
}
