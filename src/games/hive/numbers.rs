//! Action indices and planes.
//!
//! Pieces count in the order of their names: bA1, bA2, bA3, bB1, bB2, bG1, bG2, bG3, bL, bM, bP,
//! bQ, bS1, bS2, then White's. Action `7 * (28 * piece + neighbour) + side` moves or places a
//! piece: on top of the neighbour if `side` is 0, else beside it, clockwise from east. The
//! neighbour is the one in the canonical notation. The first piece of a game has itself as
//! neighbour, on top. 5488 is `pass`.

use super::{Hive, Move, Piece, Place, Side, board::Board, moves::canonical, piece, position::Hex};
use crate::{
    numbers::{Numbers, Planes},
    rules::Turn,
};

const PIECES: usize = 28;
/// On top, and six directions.
const SIDES: usize = 7;
const PASS: usize = PIECES * PIECES * SIDES;
/// A stack of both beetles and the mosquito of each side on a piece.
const HIGHEST: f32 = 7.0;
/// The last ply on which a queen has to be placed, and the most occurrences that count.
const QUEENS_DUE: u32 = 8;
const MOST_OCCURRENCES: u32 = 5;

/// No hive is longer than its pieces. Columns go east, rows south-east.
pub(super) const SIZE: Numbers = Numbers { actions: PASS + 1, rows: PIECES, columns: PIECES };

pub(super) fn index(played: Move) -> usize {
    let at = |piece: Piece, neighbour: Piece, side: usize| SIDES * (PIECES * piece.index() + neighbour.index()) + side;
    match played {
        Move::Open(piece) => at(piece, piece, 0),
        Move::Go(piece, place) => at(piece, place.beside(), place.direction().map_or(0, |direction| direction + 1)),
        Move::Pass => PASS,
    }
}

/// The move with this index. `None` if another index has it, because another neighbour names it.
pub(super) fn action(board: &Board, index: usize) -> Option<Move> {
    if index >= PASS {
        return (index == PASS).then_some(Move::Pass);
    }
    let piece = Piece::all().nth(index / SIDES / PIECES)?;
    let neighbour = Piece::all().nth(index / SIDES % PIECES)?;
    let direction = (index % SIDES).checked_sub(1);
    let named = match piece == neighbour {
        true => direction.is_none().then_some(Move::Open(piece))?,
        false => Move::Go(piece, Place::new(neighbour, direction)),
    };
    (canonical(board, named.step(board)?) == Some(named)).then_some(named)
}

pub(super) fn observe(position: &Hive, own: Side, planes: &mut Planes) {
    let board = &position.board;
    let middle = middle(position);
    let place = |piece: Piece| position.place_of(piece).map(|hex| on_plane(hex, middle));
    for (whose, side) in [("own", own), ("other", own.opponent())] {
        for piece in piece::each(side.pieces()) {
            let mut plane = planes.next(format_args!("{whose} {}, its level of 7", &piece.to_string()[1..]));
            if let Some((row, column)) = place(piece) {
                plane.set(row, column, f32::from(board.level(piece) + 1) / HIGHEST);
            }
        }
    }
    let mut last = planes.next(format_args!("piece that moved last"));
    if let Some((row, column)) = board.last().and_then(place) {
        last.set(row, column, 1.0);
    }
    let share = |number: u32, most: u32| number.min(most) as f32 / most as f32;
    planes.uniform(format_args!("plies, of 8"), share(board.plies(), QUEENS_DUE));
    planes.uniform(format_args!("occurrences, of 5"), share(position.occurrences(), MOST_OCCURRENCES));
    planes.flag(format_args!("viewer to move"), board.side() == own && position.turn_now() != Turn::Over);
    planes.flag(format_args!("viewer on seat 1"), own == Side::Black);
}

/// The middle of the hive, which the planes have in their middle.
fn middle(position: &Hive) -> Hex {
    let places = || Piece::all().filter_map(|piece| position.place_of(piece));
    let mean = |axis: fn(Hex) -> i32| {
        let (low, high) = (places().map(axis).min().unwrap_or(0), places().map(axis).max().unwrap_or(0));
        (low + high).div_euclid(2)
    };
    Hex { q: mean(|hex| hex.q), r: mean(|hex| hex.r) }
}

fn on_plane(hex: Hex, middle: Hex) -> (usize, usize) {
    const HALF: i32 = (PIECES as i32 - 1) / 2;
    ((hex.r - middle.r + HALF) as usize, (hex.q - middle.q + HALF) as usize)
}
