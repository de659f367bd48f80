//! How good a position is for a side.

use super::position::{Dvonn, Side};

/// What a piece in an own stack is worth, in hundredths of a point.
const PIECE: i32 = 10;
/// What a move is worth.
const MOBILITY: i32 = 3;
/// What a stack that contains or touches a red piece is worth: nothing can cut it off.
const SAFE: i32 = 6;
/// What an edge cell is worth while pieces are placed: stacks there are never enclosed.
const OPEN: i32 = 4;

/// The side's pieces, moves and safe stacks, less the opponent's.
pub(super) fn appraise(position: &Dvonn, side: Side) -> i32 {
    worth(position, side) - worth(position, side.other())
}

fn worth(position: &Dvonn, side: Side) -> i32 {
    let own = position.owned[side as usize];
    let safe = own.and(position.red.or(position.red.neighbours())).count() as i32;
    if position.is_placement() {
        let open = own.without(super::board::BOARD.enclosed()).count() as i32;
        return safe * SAFE + open * OPEN;
    }
    position.score(side) as i32 * PIECE + position.mobility(side) as i32 * MOBILITY + safe * SAFE
}
