//! Action indices and planes.
//!
//! Cells count from a1, a2 to k5, 49 in all. Actions 0 to 48 place a piece on a cell. Action
//! `49 + 49 * source + landing` moves a stack. 2450 is `pass`.

use super::{
    Dvonn, Move, Side,
    board::{BOARD, CELLS, Cell, Cells},
};
use crate::{
    numbers::{Numbers, Planes},
    rules::Turn,
};

const PASS: usize = CELLS + CELLS * CELLS;
/// Higher stacks cannot move.
const HIGHEST: u8 = 10;

/// Rows of a plane are those of the board, columns its 11 columns.
pub(super) const SIZE: Numbers = Numbers { actions: PASS + 1, rows: 5, columns: 11 };

pub(super) fn index(played: Move) -> usize {
    match played {
        Move::Place(cell) => number(cell),
        Move::Stack(source, landing) => CELLS + CELLS * number(source) + number(landing),
        Move::Pass => PASS,
    }
}

pub(super) fn action(index: usize) -> Option<Move> {
    match index {
        0..CELLS => cell(index).map(Move::Place),
        CELLS..PASS => Some(Move::Stack(cell((index - CELLS) / CELLS)?, cell((index - CELLS) % CELLS)?)),
        _ => (index == PASS).then_some(Move::Pass),
    }
}

pub(super) fn observe(position: &Dvonn, own: Side, planes: &mut Planes) {
    let other = own.other();
    let mut mark = |name: &str, cells: Cells| {
        let mut plane = planes.next(format_args!("{name}"));
        cells.for_each(|cell| plane.set(cell.row().into(), cell.column().into(), 1.0));
    };
    mark("cell of the board", BOARD);
    mark("own stack", position.owned[own as usize]);
    mark("other stack", position.owned[other as usize]);
    mark("red piece in the stack", position.red);
    let height = |cell: &Cell| position.heights[cell.index()];
    for level in 1..=HIGHEST {
        let mut plane = planes.next(format_args!("height {level}"));
        let cells = position.occupied.filter(|cell| height(cell) == level);
        cells.for_each(|cell| plane.set(cell.row().into(), cell.column().into(), 1.0));
    }
    let mut heights = planes.next(format_args!("height, of 49"));
    position.occupied.for_each(|cell| {
        heights.set(cell.row().into(), cell.column().into(), f32::from(height(&cell)) / CELLS as f32);
    });
    let left = CELLS - usize::from(position.placed);
    planes.uniform(format_args!("pieces to place, of 49"), left as f32 / CELLS as f32);
    planes.flag(format_args!("viewer to move"), position.side == own && position.turn_now() != Turn::Over);
    planes.flag(format_args!("viewer on seat 1"), own == Side::Black);
}

/// The number of a cell among those of the board.
fn number(cell: Cell) -> usize {
    BOARD.and(Cells::from_bits((1 << cell.index()) - 1)).count() as usize
}

fn cell(number: usize) -> Option<Cell> {
    BOARD.into_iter().nth(number)
}
