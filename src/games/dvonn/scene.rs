//! Draws a position, and describes how its moves are made with clicks.

use super::{
    board::{BOARD, Cell, Cells},
    position::{Dvonn, Move, OWN_PIECES, Piece, RED_PIECES, Side},
};
use crate::{
    rules::Turn,
    scene::{Counter, Gesture, Highlight, LOST, Prompt, Scene, Shape, Space, Token},
};

/// The distance between two rows of hexagons of width 1.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Returns the scene, which is the same for every viewer: DVONN hides nothing.
pub(super) fn of(position: &Dvonn) -> Scene {
    let mut scene = Scene {
        spaces: BOARD.map(space).collect(),
        last_move: position.last.as_ref().map(touched).unwrap_or_default(),
        prompt: prompt(position),
        ..Scene::default()
    };
    for cell in position.occupied {
        let pieces = position.pieces_on(cell).into_iter();
        scene.tokens.extend(pieces.map(|(born, piece)| token(cell.to_string(), born, piece)));
    }
    for side in [Side::White, Side::Black] {
        let counter = |key, value: u32| Counter { seat: Some(side.seat()), key, value: value.to_string() };
        scene.counters.push(counter("pieces", position.score(side)));
        scene.counters.push(match position.is_placement() {
            true => counter("in_hand", in_hand(position, side)),
            false => counter(LOST, lost(position, side)),
        });
    }
    if !position.is_placement() {
        let enclosed = position.occupied.enclosed().map(|cell| cell.to_string());
        scene.highlights.extend(Highlight::of("enclosed", enclosed));
    }
    scene
}

/// Returns the clicks for a move. A placement names its piece; a moved stack stays as it is.
pub(super) fn gesture(position: &Dvonn, played: &Move) -> Gesture {
    match played {
        Move::Place(cell) => {
            let piece = Piece::placed_as(position.placed);
            let token = token(cell.to_string(), cell.index() as u8, piece);
            Gesture { token: Some(token), ..Gesture::of_spaces(touched(played)) }
        }
        Move::Stack(..) => Gesture::of_spaces(touched(played)),
        Move::Pass => Gesture::of_choice("pass"),
    }
}

fn prompt(position: &Dvonn) -> Option<Prompt> {
    let (key, seat) = match position.turn_now() {
        Turn::Seat(seat) if position.placed < RED_PIECES => ("place_red", seat),
        Turn::Seat(seat) if position.is_placement() => ("place", seat),
        Turn::Seat(seat) => ("move", seat),
        Turn::Forced(seat) => ("pass", seat),
        Turn::Chance | Turn::Over => return None,
    };
    Some(Prompt::of(key, seat))
}

/// Returns the cells that a move touches, from its source to its destination.
fn touched(played: &Move) -> Vec<String> {
    match played {
        Move::Place(cell) => vec![cell.to_string()],
        Move::Stack(source, landing) => vec![source.to_string(), landing.to_string()],
        Move::Pass => Vec::new(),
    }
}

/// Returns the space of a cell. Row 1 is nearest to the viewer; each row above it lies half a cell
/// further left.
fn space(cell: Cell) -> Space {
    let (column, row) = (f64::from(cell.column()), f64::from(cell.row()));
    Space {
        id: cell.to_string(),
        shape: Shape::Hexagon,
        x: column - row / 2.0 + 1.5,
        y: (4.0 - row) * ROW_HEIGHT + 0.5,
        ..Space::default()
    }
}

/// Returns the token of a piece, identified by the cell where it was placed.
fn token(space: String, born: u8, piece: Piece) -> Token {
    let (seat, colour, symbol) = match piece {
        Piece::Red => (None, "red", "R"),
        Piece::Own(Side::White) => (Some(Side::White.seat()), "white", "W"),
        Piece::Own(Side::Black) => (Some(Side::Black.seat()), "black", "B"),
    };
    Token {
        id: Cells::from_bits(1 << born).map(|cell| cell.to_string()).collect(),
        space,
        seat,
        kind: "piece",
        colour,
        symbol,
        shape: Shape::Circle,
        ..Token::default()
    }
}

/// Returns the number of pieces that a side has still to place, reds included.
fn in_hand(position: &Dvonn, side: Side) -> u32 {
    let reds = (position.placed..RED_PIECES).filter(|number| Dvonn::placer(*number) == side).count() as u32;
    OWN_PIECES + reds - position.born[Piece::Own(side).kind()].count()
}

/// Returns the number of a side's pieces that lost their link to the reds.
fn lost(position: &Dvonn, side: Side) -> u32 {
    let pieces = position.occupied.flat_map(|cell| position.stack(cell));
    OWN_PIECES.saturating_sub(pieces.filter(|piece| *piece == Piece::Own(side)).count() as u32)
}
