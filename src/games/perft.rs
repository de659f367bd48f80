//! Perft: counts the lines of play of a given length from a position. It validates rules against
//! other programs, and measures them.
//!
//! Only lines inside the round count. A line that ends earlier does not count, and a line ends when
//! it is chance's turn.

pub use super::rules::Counting;
use super::rules::{Rules, Turn};

/// Returns the number of lines of exactly `depth` plies.
pub fn perft<R: Rules>(position: &R, depth: u32, counting: Counting) -> u64 {
    position.count_lines(depth, counting).unwrap_or_else(|| by_copies(position, depth, counting))
}

/// Counts lines by playing on copies, for games without a faster method.
pub(super) fn by_copies<R: Rules>(position: &R, depth: u32, counting: Counting) -> u64 {
    let mut lists: Vec<Vec<R::Move>> = (0..depth).map(|_| Vec::new()).collect();
    count(&mut position.clone(), counting, &mut lists)
}

/// Returns for every first ply, in the order of the moves, how many lines of `depth` plies begin
/// with it; empty for a depth of 0. If forced steps are free, the first ply is the first move after
/// them.
pub fn divide<R: Rules>(position: &R, depth: u32, counting: Counting) -> Vec<(String, u64)> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    if depth == 0 || !settle(&mut position, counting, &mut moves) {
        return Vec::new();
    }
    moves.clear();
    position.moves(&mut moves);
    let lines = |played: &R::Move| {
        let mut after = position.clone();
        after.play(played);
        (position.write(played), perft(&after, depth - 1, counting))
    };
    moves.iter().map(lines).collect()
}

/// Counts lines, with one list of moves for every remaining ply.
fn count<R: Rules>(position: &mut R, counting: Counting, lists: &mut [Vec<R::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    if !settle(position, counting, moves) {
        return 0;
    }
    if deeper.is_empty() {
        return position.count_moves();
    }
    moves.clear();
    position.moves(moves);
    let mut lines = 0;
    for played in moves.iter() {
        let mut after = position.clone();
        after.play(played);
        lines += count(&mut after, counting, deeper);
    }
    lines
}

/// Plays forced steps if they do not count. Returns whether there is a ply to count.
fn settle<R: Rules>(position: &mut R, counting: Counting, scratch: &mut Vec<R::Move>) -> bool {
    loop {
        match position.turn() {
            Turn::Seat(_) => return true,
            Turn::Chance | Turn::Over => return false,
            Turn::Forced(_) if counting == Counting::Plies => return true,
            Turn::Forced(_) => {
                scratch.clear();
                position.moves(scratch);
                let Some(step) = scratch.first() else { return false };
                position.play(step);
            }
        }
    }
}
