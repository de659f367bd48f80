//! Action indices and planes.
//!
//! Squares count from a1, a2 to h8. Action `64 * source + target` moves a tower, also to push one
//! or, with the same square twice, to stay blocked. 4096 is `left` and 4097 is `right`.

use super::{Kamisado, Move, Phase, Side, Square, board::Colour, fill::Direction};
use crate::numbers::{Numbers, Planes};

const SQUARES: usize = 64;
const FILL: usize = SQUARES * SQUARES;
const MOST_TEETH: f32 = 4.0;

/// Rows and columns of a plane are those of the board, a1 first.
pub(super) const SIZE: Numbers = Numbers { actions: FILL + 2, rows: 8, columns: 8 };

pub(super) fn index(played: Move) -> usize {
    match played {
        Move::Step { source, target } => SQUARES * usize::from(source.0) + usize::from(target.0),
        Move::Fill(Direction::Left) => FILL,
        Move::Fill(Direction::Right) => FILL + 1,
    }
}

pub(super) fn action(index: usize) -> Option<Move> {
    match index {
        0..FILL => {
            Some(Move::Step { source: Square((index / SQUARES) as u8), target: Square((index % SQUARES) as u8) })
        }
        FILL => Some(Move::Fill(Direction::Left)),
        _ => (index == FILL + 1).then_some(Move::Fill(Direction::Right)),
    }
}

pub(super) fn observe(position: &Kamisado, own: Side, planes: &mut Planes) {
    let board = position.board();
    let square = |side: Side, colour: Colour| board.own_square(side, colour).square(side);
    for (whose, side) in [("own", own), ("other", own.other())] {
        for colour in Colour::all() {
            let at = square(side, colour);
            planes.next(format_args!("{whose} {} tower", colour.name())).set(at.row().into(), at.file().into(), 1.0);
        }
    }
    let mut teeth = planes.next(format_args!("teeth of the tower, of 4"));
    for (side, colour) in Side::BOTH.into_iter().flat_map(|side| Colour::all().map(move |colour| (side, colour))) {
        let at = square(side, colour);
        teeth.set(at.row().into(), at.file().into(), f32::from(board.teeth(side, colour)) / MOST_TEETH);
    }
    let side = position.side();
    let mut movable = planes.next(format_args!("tower that may move"));
    for colour in Colour::all().filter(|colour| may_move(position.phase(), *colour)) {
        let at = square(side, colour);
        movable.set(at.row().into(), at.file().into(), 1.0);
    }
    planes.flag(format_args!("fill from left or right"), position.phase() == Phase::Fill);
    planes.flag(format_args!("viewer to move"), side == own && !is_over(position.phase()));
    planes.flag(format_args!("viewer on seat 1"), own == Side::White);
}

fn may_move(phase: Phase, colour: Colour) -> bool {
    match phase {
        Phase::Free => true,
        Phase::Required(required) | Phase::Blocked(required) => required == colour,
        Phase::Fill | Phase::Home(_) | Phase::Deadlock(_) => false,
    }
}

fn is_over(phase: Phase) -> bool {
    matches!(phase, Phase::Home(_) | Phase::Deadlock(_))
}
