//! A position ready to be drawn.

use super::{
    board::{BOARD, Cell},
    moves::Move,
    position::{Dvonn, OWN_PIECES, Piece, RED_PIECES, Side},
};
use crate::games::scene::{Counter, Highlight, Scene, Shape, Space, Token};

/// The distance of two rows of hexagons of width 1.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// What anyone may see: DVONN hides nothing.
pub(super) fn of(position: &Dvonn) -> Scene {
    let mut scene = Scene {
        spaces: BOARD.map(space).collect(),
        last_move: position.last.as_ref().map(touched).unwrap_or_default(),
        ..Scene::default()
    };
    for cell in position.occupied {
        let stack = position.stack(cell);
        scene.tokens.extend(stack.into_iter().map(|piece| token(cell, piece)));
    }
    for side in [Side::White, Side::Black] {
        let counter = |label, value: u32| Counter { seat: Some(side.seat()), label, value: value.to_string() };
        scene.counters.push(counter("pieces", position.score(side)));
        if position.is_placement() {
            scene.counters.push(counter("in hand", in_hand(position, side)));
        }
    }
    if !position.is_placement() {
        let blocked = position.occupied.enclosed().map(|cell| cell.to_string()).collect();
        scene.highlights.push(Highlight { kind: "blocked", spaces: blocked });
    }
    scene
}

/// The cells that a move touches, from its source to its goal.
pub(super) fn touched(played: &Move) -> Vec<String> {
    match played {
        Move::Place(cell) => vec![cell.to_string()],
        Move::Stack(source, landing) => vec![source.to_string(), landing.to_string()],
        Move::Pass => Vec::new(),
    }
}

/// Row 1 is nearest to the viewer; each row above it lies half a cell further left.
fn space(cell: Cell) -> Space {
    let (column, row) = (f64::from(cell.column()), f64::from(cell.row()));
    Space {
        id: cell.to_string(),
        shape: Shape::Hexagon,
        x: column - row / 2.0 + 1.5,
        y: (4.0 - row) * ROW_HEIGHT + 0.5,
        colour: "",
    }
}

fn token(cell: Cell, piece: Piece) -> Token {
    let (seat, colour) = match piece {
        Piece::Red => (None, "red"),
        Piece::Own(Side::White) => (Some(Side::White.seat()), "white"),
        Piece::Own(Side::Black) => (Some(Side::Black.seat()), "black"),
    };
    let label = piece.letter().to_string();
    Token { space: cell.to_string(), seat, kind: "piece", label, colour, face_down: false }
}

/// How many pieces a side has still to place, its reds included.
fn in_hand(position: &Dvonn, side: Side) -> u32 {
    let reds = (position.placed..RED_PIECES).filter(|number| Dvonn::placer(*number) == side).count() as u32;
    OWN_PIECES + reds - position.born[Piece::Own(side).kind()].count()
}
