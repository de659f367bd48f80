//! Evaluates a position for a side.

use super::{
    board::{BOARD, CELLS},
    position::{Dvonn, Side},
};

/// Value of each available move in the stacking phase, in hundredths of a point.
const MOBILITY: i32 = 12;
/// Value of a stack that contains or touches a red piece in the stacking phase, because it cannot
/// be cut off.
const LINKED: i32 = 12;
/// Number of empty cells that add one hundredth of a point to the value of each piece in an own
/// stack. Early pieces count less, because stacks change hands.
const EMPTY_CELLS_A_PIECE: i32 = 10;
/// Value of a cell beside a red piece in the placement phase.
const BESIDE_RED: i32 = 6;
/// Value of an edge cell in the placement phase, because stacks there are never enclosed.
const OPEN: i32 = 4;

/// Returns the side's pieces, moves and linked stacks, minus the opponent's. The weights were tuned
/// by self-play (`benches/bots.rs`).
pub(super) fn evaluate(position: &Dvonn, side: Side) -> i32 {
    worth(position, side) - worth(position, side.other())
}

fn worth(position: &Dvonn, side: Side) -> i32 {
    let own = position.owned[side as usize];
    let linked = own.and(position.red.or(position.red.neighbours())).count() as i32;
    if position.is_placement() {
        let open = own.without(BOARD.enclosed()).count() as i32;
        return linked * BESIDE_RED + open * OPEN;
    }
    let empty = CELLS as i32 - position.occupied.count() as i32;
    let pieces = position.score(side) as i32 * empty / EMPTY_CELLS_A_PIECE;
    pieces + position.mobility(side) as i32 * MOBILITY + linked * LINKED
}
