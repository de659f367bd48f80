//! How good a position is for a side.

use super::{
    board::{BOARD, CELLS},
    position::{Dvonn, Side},
};

/// What a move is worth while pieces are moved, in hundredths of a point.
const MOBILITY: i32 = 12;
/// What a stack that contains or touches a red piece is worth then: nothing can cut it off.
const LINKED: i32 = 12;
/// A piece in an own stack is worth one hundredth for each group of this many empty cells: stacks change hands, and only those of the
/// end count.
const EMPTY_CELLS_A_PIECE: i32 = 10;
/// What a cell beside a red piece is worth while pieces are placed.
const BESIDE_RED: i32 = 6;
/// What an edge cell is worth while pieces are placed: stacks there are never enclosed.
const OPEN: i32 = 4;

/// The side's pieces, moves and linked stacks, less the opponent's. The weights were tried against each other
/// (`benches/bots.rs`).
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
