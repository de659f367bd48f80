//! Alpha-beta search over any rules with perfect information and two seats.

use std::cmp::Reverse;

use super::{
    effort::Effort,
    luck::Luck,
    rules::{Rules, Seat, Turn},
};

/// The deepest search, in moves.
const MAX_DEPTH: u32 = 64;
/// The longest row of forced steps that is followed.
const MAX_FORCED: u32 = 1000;
/// What a won round is worth, above anything that an appraisal may say.
const WON: i32 = 1_000_000;
/// Beyond every value.
const ENDLESS: i32 = i32::MAX;

/// The best move for `seat` that is found with such an effort; `None` when it is not the seat's turn. Deeper and
/// deeper until the effort is used up. Forced steps cost no depth, a seat may move twice in a row, and lines end with
/// the round and at chance. The seed decides between moves that are equally good; the same arguments give the same move.
pub fn search<R: Rules>(position: &R, seat: Seat, effort: &mut Effort, seed: u64) -> Option<R::Move> {
    if position.turn() != Turn::Seat(seat) {
        return None;
    }
    let effort_depth = effort.depth();
    let mut searcher = Searcher { seat, effort, was_cut: false };
    let mut children = searcher.children(position);
    Luck::new(seed).shuffle(&mut children);
    children.sort_by_key(|child| Reverse(child.appraisal));
    let depths = if children.len() > 1 { 0..MAX_DEPTH.min(effort_depth) } else { 0..0 };
    for depth in depths {
        searcher.was_cut = false;
        let Some(best) = searcher.deepen(&mut children, depth) else { break };
        if !searcher.was_cut || best.abs() > WON / 2 {
            break;
        }
    }
    children.into_iter().next().map(|child| child.played)
}

/// A move and what it leads to, forced steps done.
struct Child<R: Rules> {
    played: R::Move,
    after: R,
    /// For the seat that plays the move.
    appraisal: i32,
}

struct Searcher<'e, 'a> {
    /// For whom values are good.
    seat: Seat,
    effort: &'e mut Effort<'a>,
    /// Whether a line was appraised before its end.
    was_cut: bool,
}

impl Searcher<'_, '_> {
    /// Searches every move of the root and brings the best to the front; gives its value, or `None` when the positions
    /// were used up, where the moves searched so far still count.
    fn deepen<R: Rules>(&mut self, children: &mut [Child<R>], depth: u32) -> Option<i32> {
        let mut best = -ENDLESS;
        for index in 0..children.len() {
            let value = self.value(&children[index].after, depth, best, ENDLESS, 1)?;
            if value > best {
                best = value;
                children[..=index].rotate_right(1);
            }
        }
        Some(best)
    }

    /// The value of a position for the searcher's seat, exact between `alpha` and `beta`.
    fn value<R: Rules>(&mut self, here: &R, depth: u32, alpha: i32, beta: i32, ply: i32) -> Option<i32> {
        let mover = match here.turn() {
            Turn::Over => return Some(self.worth(here, ply)),
            Turn::Seat(mover) if depth > 0 => mover,
            _ => {
                self.was_cut = true;
                return Some(here.appraise(self.seat).clamp(-WON / 2, WON / 2));
            }
        };
        if self.effort.is_spent() {
            return None;
        }
        let mut children = self.children(here);
        children.sort_by_key(|child| Reverse(child.appraisal));
        let (mut alpha, mut beta) = (alpha, beta);
        let own = mover == self.seat;
        let mut best = if own { -ENDLESS } else { ENDLESS };
        for child in &children {
            let value = self.value(&child.after, depth - 1, alpha, beta, ply + 1)?;
            if own {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Sooner won is better, later lost too, and more points are better than either.
    fn worth<R: Rules>(&self, here: &R, ply: i32) -> i32 {
        let points = here.outcome().points;
        let own = points.get(self.seat.index()).map_or(0, |p| p.halves);
        let others = points.iter().enumerate().filter(|(seat, _)| *seat != self.seat.index());
        let lead = own - others.map(|(_, p)| p.halves).max().unwrap_or(0);
        let lead = lead.clamp(-1000, 1000) as i32;
        lead.signum() * (WON - ply) + lead * MAX_DEPTH as i32
    }

    fn children<R: Rules>(&mut self, here: &R) -> Vec<Child<R>> {
        let Turn::Seat(mover) = here.turn() else { return Vec::new() };
        let mut moves = Vec::new();
        here.moves(&mut moves);
        self.effort.spend(moves.len() as u64);
        let child = |played: R::Move| {
            let mut after = here.clone();
            after.play(&played);
            settle(&mut after);
            let appraisal = after.appraise(mover);
            Child { played, after, appraisal }
        };
        moves.into_iter().map(child).collect()
    }
}

/// Makes forced steps until somebody may choose.
fn settle<R: Rules>(position: &mut R) {
    let mut steps = Vec::new();
    for _ in 0..MAX_FORCED {
        if !matches!(position.turn(), Turn::Forced(_)) {
            return;
        }
        steps.clear();
        position.moves(&mut steps);
        let Some(step) = steps.first() else { return };
        position.play(step);
    }
}
