//! Alpha-beta search over any rules with perfect information and two seats.

use std::cmp::Reverse;

use super::{
    super::rules::{Rules, Seat, Turn},
    limits::SearchLimits,
    split_mix::SplitMix64,
};

/// Maximum search depth, in moves.
const MAX_DEPTH: u32 = 64;
/// Maximum consecutive forced steps that the search follows.
const MAX_FORCED: u32 = 1000;
/// Refutations kept per ply.
const REFUTATIONS: usize = 2;
/// Value of a won round, above any evaluation.
const WON: i32 = 1_000_000;
const ENDLESS: i32 = i32::MAX;

/// Returns the best move for `seat` within the limits; `None` if it is not the seat's turn.
///
/// Deepens iteratively until the limits are used up. Forced steps cost no depth, a seat may move
/// twice in a row, and lines end with the round and at chance. The seed decides between equally
/// good moves. The same arguments give the same move.
pub fn search<R: Rules>(position: &R, seat: Seat, limits: &mut SearchLimits, seed: u64) -> Option<R::Move> {
    if position.turn() != Turn::Seat(seat) {
        return None;
    }
    let deepest = MAX_DEPTH.min(limits.depth());
    let mut searcher = Searcher { seat, limits, was_cut: false, refutations: Vec::new() };
    let mut children = searcher.children(position);
    SplitMix64::new(seed).shuffle(&mut children);
    children.sort_by_key(|child| Reverse(child.evaluation));
    let depths = if children.len() > 1 { 0..deepest } else { 0..0 };
    for depth in depths {
        searcher.was_cut = false;
        let Some(best) = searcher.deepen(&mut children, depth) else { break };
        if !searcher.was_cut || best.abs() > WON / 2 {
            break;
        }
    }
    children.into_iter().next().map(|child| child.played)
}

/// A move, and the position after it and its forced steps.
struct Child<R: Rules> {
    played: R::Move,
    after: R,
    /// The evaluation for the seat that plays the move.
    evaluation: i32,
}

struct Searcher<'e, 'a, R: Rules> {
    /// The seat that maximises.
    seat: Seat,
    limits: &'e mut SearchLimits<'a>,
    /// Whether a line was evaluated before its end.
    was_cut: bool,
    /// For each ply, the moves that recently caused a cutoff, the latest first. They often cause
    /// another in similar positions (killer moves).
    refutations: Vec<[Option<R::Move>; REFUTATIONS]>,
}

/// The bounds on a position's value while its moves are searched.
struct Window {
    alpha: i32,
    beta: i32,
    best: i32,
    /// Whether the searcher's seat has the choice.
    own: bool,
}

impl<R: Rules> Searcher<'_, '_, R> {
    /// Searches every root move and brings the best to the front. Returns its value, or `None` once
    /// the positions are used up; the moves searched before still count.
    fn deepen(&mut self, children: &mut [Child<R>], depth: u32) -> Option<i32> {
        let mut best = -ENDLESS;
        for index in 0..children.len() {
            let value = self.value(&children[index].after, depth, [best, ENDLESS], 1)?;
            if value > best {
                best = value;
                children[..=index].rotate_right(1);
            }
        }
        Some(best)
    }

    /// Returns the value of a position for the searching seat, exact between the two bounds.
    fn value(&mut self, here: &R, depth: u32, [alpha, beta]: [i32; 2], ply: usize) -> Option<i32> {
        let mover = match here.turn() {
            Turn::Over => return Some(self.worth(here, ply)),
            Turn::Seat(mover) if depth > 0 => mover,
            _ => {
                self.was_cut = true;
                return Some(here.evaluate(self.seat).clamp(-WON / 2, WON / 2));
            }
        };
        let own = mover == self.seat;
        let mut window = Window { alpha, beta, best: if own { -ENDLESS } else { ENDLESS }, own };
        let tried = self.refutations.get(ply).cloned().unwrap_or_default();
        for played in tried.iter().flatten().filter(|played| here.allows(played)) {
            self.limits.spend(1);
            let after = after(here, played);
            if self.narrow(&mut window, &after, depth, ply)? {
                return Some(window.best);
            }
        }
        let mut others = Vec::new();
        match depth {
            1 => here.moves(&mut others),
            _ => others.extend(self.children(here).into_iter().map(|child| child.played)),
        }
        others.retain(|played| !tried.iter().flatten().any(|other| other == played));
        for played in others {
            // Deeper positions were already counted when the moves were ordered.
            self.limits.spend(u64::from(depth == 1));
            let after = after(here, &played);
            if self.narrow(&mut window, &after, depth, ply)? {
                self.remember(played, ply);
                break;
            }
        }
        Some(window.best)
    }

    /// Searches the position after a move. Returns whether the other moves can be skipped.
    fn narrow(&mut self, window: &mut Window, after: &R, depth: u32, ply: usize) -> Option<bool> {
        if self.limits.is_spent() {
            return None;
        }
        let value = self.value(after, depth - 1, [window.alpha, window.beta], ply + 1)?;
        if window.own {
            window.best = window.best.max(value);
            window.alpha = window.alpha.max(value);
        } else {
            window.best = window.best.min(value);
            window.beta = window.beta.min(value);
        }
        Some(window.alpha >= window.beta)
    }

    /// Stores a move that caused a cutoff.
    fn remember(&mut self, played: R::Move, ply: usize) {
        if self.refutations.len() <= ply {
            self.refutations.resize_with(ply + 1, Default::default);
        }
        let known = &mut self.refutations[ply];
        known.rotate_right(1);
        known[0] = Some(played);
    }

    /// Returns the value of a finished round. A win is better sooner and a loss later; more points
    /// outweigh both.
    fn worth(&self, here: &R, ply: usize) -> i32 {
        let points = here.outcome().points;
        let own = points.get(self.seat.index()).map_or(0, |p| p.halves);
        let others = points.iter().enumerate().filter(|(seat, _)| *seat != self.seat.index());
        let lead = own - others.map(|(_, p)| p.halves).max().unwrap_or(0);
        let lead = lead.clamp(-1000, 1000) as i32;
        lead.signum() * (WON - ply as i32) + lead * MAX_DEPTH as i32
    }

    /// Returns the positions after all moves, the most promising for the mover first.
    fn children(&mut self, here: &R) -> Vec<Child<R>> {
        let Turn::Seat(mover) = here.turn() else { return Vec::new() };
        let mut moves = Vec::new();
        here.moves(&mut moves);
        self.limits.spend(moves.len() as u64);
        let child = |played: R::Move| {
            let after = after(here, &played);
            let evaluation = after.evaluate(mover);
            Child { played, after, evaluation }
        };
        let mut children: Vec<Child<R>> = moves.into_iter().map(child).collect();
        children.sort_by_key(|child| Reverse(child.evaluation));
        children
    }
}

/// Returns the position after a move and after forced steps, so that a seat has a choice.
fn after<R: Rules>(here: &R, played: &R::Move) -> R {
    let mut after = here.clone();
    after.play(played);
    let mut steps = Vec::new();
    for _ in 0..MAX_FORCED {
        if !matches!(after.turn(), Turn::Forced(_)) {
            break;
        }
        steps.clear();
        after.moves(&mut steps);
        let Some(step) = steps.first() else { break };
        after.play(step);
    }
    after
}
