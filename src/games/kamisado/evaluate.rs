//! Evaluates a position without looking ahead.

use super::{
    board::{Colour, FAR_ROW, Side},
    position::{Kamisado, Phase},
};

/// Maximum total value of the towers, for either side: less than a point about to be won.
const MOST: i32 = 50;
/// Value of each point that the next move wins: nearly the full point, because a finished round is
/// better.
const WIN_NOW: i32 = 90;
/// Value of a tower that would reach the far row in one move if it were required.
const THREAT: i32 = 6;
/// Value of a tower that cannot move.
const STUCK: i32 = -5;

/// Returns the value in hundredths of a point: a finished round counts its points, every other
/// position less than one point.
pub(super) fn evaluate(position: &Kamisado, side: Side) -> i32 {
    let own = match position.phase() {
        Phase::Home(colour) | Phase::Deadlock(colour) => {
            100 << position.board().teeth(position.side(), colour).saturating_sub(1)
        }
        Phase::Free | Phase::Required(_) | Phase::Blocked(_) | Phase::Fill => {
            let mover = position.side();
            let lead = strength(position, mover) - strength(position, mover.other());
            next_points(position).map_or((lead + urgency(position)).clamp(-MOST, MOST), |points| points * WIN_NOW)
        }
    };
    if side == position.side() { own } else { -own }
}

fn strength(position: &Kamisado, side: Side) -> i32 {
    let board = position.board();
    let tower = |colour| {
        let walks = board.walks(side, colour);
        let freedom = if board.is_mobile(side, colour) { walks.count_ones() as i32 / 2 } else { STUCK };
        // A win with teeth on the tower is worth more, and a tower that pushes plays again.
        let threat = if walks & FAR_ROW != 0 { THREAT + 2 * i32::from(board.teeth(side, colour)) } else { 0 };
        freedom + threat + 2 * i32::from(board.pushes(side, colour) > 0)
    };
    Colour::all().map(tower).sum()
}

/// Returns the points that the next move wins; `None` if the required tower cannot reach the far
/// row.
fn next_points(position: &Kamisado) -> Option<i32> {
    let Phase::Required(colour) = position.phase() else { return None };
    let (board, side) = (position.board(), position.side());
    (board.walks(side, colour) & FAR_ROW != 0).then(|| 1 << board.teeth(side, colour))
}

fn urgency(position: &Kamisado) -> i32 {
    match position.phase() {
        Phase::Required(_) => 3,
        Phase::Blocked(_) => -10,
        Phase::Free | Phase::Fill | Phase::Home(_) | Phase::Deadlock(_) => 0,
    }
}
