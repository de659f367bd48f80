//! Search for games with hidden hands, chance, or points that matter more than winning. Every move
//! is tried in many positions that the seat cannot distinguish, each played to the end of its
//! round.

use super::{
    super::rules::{Rules, Seat, Turn, Viewer},
    limits::SearchLimits,
    split_mix::SplitMix64,
};

/// Maximum steps of one rollout; a longer one is abandoned.
const MAX_STEPS: u32 = 10_000;
/// Weight of the game's own evaluation of a move, as a number of rollouts.
const EVALUATION_COUNTS: f64 = 8.0;
/// One in this many choices of a rollout is made at random.
const LUCKY_ONE_IN: usize = 64;

/// Returns the move for `seat` with the highest average gain against the mean of the others; `None`
/// if it is not the seat's turn.
///
/// Positions are determinized one after another ([`Rules::resample`]). Every remaining move is
/// played out in each of them with the same random numbers, so moves are compared in equal
/// circumstances. While the limits are used up, the worse half is dropped repeatedly until one move
/// is left. The game's own evaluation counts like a few rollouts, which matters only at first. The
/// same arguments give the same move.
pub fn search<R: Rules>(position: &R, seat: Seat, limits: &mut SearchLimits, seed: u64) -> Option<R::Move> {
    if position.turn() != Turn::Seat(seat) {
        return None;
    }
    let mut rng = SplitMix64::new(seed);
    let mut moves = Vec::new();
    position.moves(&mut moves);
    rng.shuffle(&mut moves);
    let mut arms: Vec<Arm<R>> = moves.into_iter().map(|played| Arm::new(position, played)).collect();
    arms.sort_by(|one, other| other.gain.total_cmp(&one.gain));
    let stages = u64::from(arms.len().max(1).next_power_of_two().trailing_zeros());
    for stage in 1..=stages {
        let until = limits.nodes() / stages * stage;
        loop {
            let Some(world) = position.resample(Viewer::Seat(seat), &rng.entropy()) else { break };
            let seed = rng.number();
            let gains = arms.iter().map(|arm| rollout(&world, &arm.played, seat, limits, seed));
            let Some(gains) = gains.collect::<Option<Vec<f64>>>() else { break };
            arms.iter_mut().zip(gains).for_each(|(arm, gain)| arm.gain += gain);
            if limits.used() >= until {
                break;
            }
        }
        arms.sort_by(|one, other| other.gain.total_cmp(&one.gain));
        if limits.is_spent() {
            break;
        }
        arms.truncate(arms.len().div_ceil(2));
    }
    arms.into_iter().next().map(|arm| arm.played)
}

/// A candidate move, and its gains so far.
struct Arm<R: Rules> {
    played: R::Move,
    gain: f64,
}

impl<R: Rules> Arm<R> {
    /// Creates a candidate without rollouts: the evaluation replaces the first rollouts.
    fn new(position: &R, played: R::Move) -> Arm<R> {
        let gain = EVALUATION_COUNTS * f64::from(position.promise(&played)) / 100.0;
        Arm { played, gain }
    }
}

/// Plays a move and then the round to its end. Returns the gain of `seat` in points against the
/// mean of the others, or `None` if the limits were used up before the end.
fn rollout<R: Rules>(world: &R, played: &R::Move, seat: Seat, limits: &mut SearchLimits, seed: u64) -> Option<f64> {
    let mut rng = SplitMix64::new(seed);
    let mut here = world.clone();
    here.play(played);
    let mut moves = Vec::new();
    for _ in 0..MAX_STEPS {
        if limits.is_spent() {
            return None;
        }
        limits.spend(1);
        moves.clear();
        match here.turn() {
            Turn::Over => return Some(gain(&here, seat)),
            Turn::Chance => moves.extend(here.chance(&rng.entropy())),
            Turn::Forced(_) => here.moves(&mut moves),
            Turn::Seat(_) => {
                here.moves(&mut moves);
                let chosen = choose(&here, &moves, limits, &mut rng);
                moves.swap(0, chosen);
            }
        }
        let Some(step) = moves.first() else { return Some(0.0) };
        here.play(step);
    }
    Some(0.0)
}

/// Returns the choice of a typical player: usually the move with the best evaluation, sometimes a
/// random one.
fn choose<R: Rules>(here: &R, moves: &[R::Move], limits: &mut SearchLimits, rng: &mut SplitMix64) -> usize {
    if moves.len() < 2 || rng.below(LUCKY_ONE_IN) == 0 {
        return rng.below(moves.len());
    }
    limits.spend(moves.len() as u64);
    let first = rng.below(moves.len());
    let order = (first..moves.len()).chain(0..first);
    order.max_by_key(|index| here.promise(&moves[*index])).unwrap_or(0)
}

fn gain<R: Rules>(over: &R, seat: Seat) -> f64 {
    let points = over.outcome().points;
    let own = points.get(seat.index()).map_or(0.0, |points| points.as_f64());
    let all: f64 = points.iter().map(|points| points.as_f64()).sum();
    own - (all - own) / (points.len() as f64 - 1.0).max(1.0)
}
