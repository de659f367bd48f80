//! A position ready to be drawn.

use std::collections::BTreeSet;

use super::{
    moves::Move,
    piece::{self, Kind, Piece, Side},
    position::{Hex, Hive},
};
use crate::games::scene::{Counter, Hand, Highlight, Scene, Shape, Space, Token};

/// The distance of two rows of hexagons of width 1.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;
/// How many cells wide the empty margin round the hive is.
const MARGIN: usize = 2;

/// What anyone may see: Hive hides nothing.
pub(super) fn of(position: &Hive) -> Scene {
    let board = &position.board;
    let mut scene = Scene {
        spaces: spaces(position).into_iter().map(space).collect(),
        last_move: position.last_touched().map(|hex| hex.to_string()).collect(),
        ..Scene::default()
    };
    let mut standing: Vec<(Hex, u8, Piece)> =
        piece::each(board.in_play()).filter_map(|p| Some((position.place_of(p)?, board.level(p), p))).collect();
    standing.sort();
    scene.tokens.extend(standing.into_iter().map(|(hex, _, piece)| token(hex.to_string(), piece)));
    for side in Side::BOTH {
        let tokens = piece::each(board.hand(side)).map(|piece| token(String::new(), piece)).collect();
        scene.hands.push(Hand { seat: side.seat(), tokens });
        let surrounding = position.board.place_of(side.piece(Kind::Queen)).map(|cell| board.ring(cell).count_ones());
        let value = surrounding.unwrap_or(0).to_string();
        scene.counters.push(Counter { seat: Some(side.seat()), label: "queen's neighbours", value });
    }
    let occurrences = position.occurrences().to_string();
    scene.counters.push(Counter { seat: None, label: "occurrences", value: occurrences });
    let queens = Side::BOTH.iter().filter_map(|side| position.place_of(side.piece(Kind::Queen)));
    scene.highlights.push(Highlight { kind: "queen", spaces: queens.map(|hex| hex.to_string()).collect() });
    scene
}

/// The cells that a move touches, from its source to its destination.
pub(super) fn touched(position: &Hive, played: Move) -> Vec<String> {
    position.touched(played).iter().flatten().map(Hex::to_string).collect()
}

/// The hive and the margin round it; the middle of the table while it is empty.
fn spaces(position: &Hive) -> BTreeSet<Hex> {
    let mut spaces: BTreeSet<Hex> =
        piece::each(position.board.in_play()).filter_map(|piece| position.place_of(piece)).collect();
    spaces.extend(spaces.is_empty().then(Hex::default));
    for _ in 0..MARGIN {
        let round: Vec<Hex> = spaces.iter().flat_map(|hex| (0..6).map(|d| hex.neighbour(d))).collect();
        spaces.extend(round);
    }
    spaces
}

fn space(hex: Hex) -> Space {
    Space {
        id: hex.to_string(),
        shape: Shape::Hexagon,
        x: f64::from(hex.q) + f64::from(hex.r) / 2.0,
        y: f64::from(hex.r) * ROW_HEIGHT,
        colour: "",
    }
}

fn token(space: String, piece: Piece) -> Token {
    let colour = match piece.side() {
        Side::White => "white",
        Side::Black => "black",
    };
    Token {
        space,
        seat: Some(piece.side().seat()),
        kind: piece.kind().word(),
        label: piece.to_string(),
        colour,
        face_down: false,
    }
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}
