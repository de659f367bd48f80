//! A bot that looks one move ahead: it plays the move after which the game's own evaluation is
//! best.

use referee_ids::Seat;

use crate::{Position, rules::Turn, search::split_mix::SplitMix64};

/// Maximum consecutive forced steps that the bot follows.
const MAX_FORCED: u32 = 1000;

/// Returns the best of all legal moves; the seed decides between equal ones.
pub(super) fn choose(position: &dyn Position, seat: Seat, seed: u64) -> Option<String> {
    let mut moves = position.legal();
    SplitMix64::new(seed).shuffle(&mut moves);
    let evaluated = moves.into_iter().map(|notation| (evaluate(position, &notation, seat), notation));
    evaluated.max_by_key(|(value, _)| *value).map(|(_, notation)| notation)
}

/// Returns the points of a finished round, then the evaluation: points outweigh any evaluation.
fn evaluate(position: &dyn Position, notation: &str, seat: Seat) -> (i64, i32) {
    let mut after = position.boxed();
    if after.play(notation).is_err() {
        return (i64::MIN, 0);
    }
    for _ in 0..MAX_FORCED {
        let step = match after.turn() {
            Turn::Forced(_) => after.legal().into_iter().next(),
            _ => None,
        };
        if step.is_none_or(|step| after.play(&step).is_err()) {
            break;
        }
    }
    let lead = after.outcome().map_or(0, |outcome| {
        let others = outcome.points.iter().enumerate().filter(|(other, _)| *other != seat.index());
        let best = others.map(|(_, points)| points.halves).max().unwrap_or(0);
        outcome.points.get(seat.index()).map_or(0, |own| own.halves) - best
    });
    (lead, after.evaluate(seat))
}
