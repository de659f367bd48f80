//! Draws a position, and describes how its moves are made with clicks.

use std::collections::BTreeSet;

use super::{
    moves::Move,
    piece::{self, Kind, Piece, Side},
    placements::LAST_QUEEN_TURN,
    position::{Hex, Hive},
};
use crate::{
    rules::Turn,
    scene::{Counter, Gesture, Hand, Highlight, Prompt, Scene, Shape, Space, Token},
};

/// The distance between two rows of hexagons of width 1.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Returns the scene, which is the same for every viewer: Hive hides nothing.
pub(super) fn of(position: &Hive) -> Scene {
    let board = &position.board;
    let mut scene = Scene {
        spaces: spaces(position).into_iter().map(space).collect(),
        last_move: position.last_touched().map(|hex| hex.to_string()).collect(),
        prompt: prompt(position),
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
        scene.counters.push(Counter { seat: Some(side.seat()), key: "queen_neighbours", value });
    }
    let occurrences = position.occurrences().to_string();
    scene.counters.push(Counter { seat: None, key: "occurrences", value: occurrences });
    let queens = Side::BOTH.iter().filter_map(|side| position.place_of(side.piece(Kind::Queen)));
    scene.highlights.extend(Highlight::of("queen", queens.map(|hex| hex.to_string())));
    scene
}

/// Returns the clicks for a move. A new piece is identified by itself and its cell, any other by
/// two cells.
pub(super) fn gesture(position: &Hive, played: &Move) -> Gesture {
    let spaces = position.touched(*played).iter().flatten().map(Hex::to_string).collect();
    let piece = match played {
        Move::Pass => return Gesture::of_choice("pass"),
        Move::Open(piece) | Move::Go(piece, _) => *piece,
    };
    let hand_token = if position.place_of(piece).is_none() { piece.to_string() } else { String::new() };
    Gesture { hand_token, ..Gesture::of_spaces(spaces) }
}

fn prompt(position: &Hive) -> Option<Prompt> {
    let (board, side) = (&position.board, position.board.side());
    let turn = board.plies() / 2 + 1;
    let (key, seat) = match position.turn_now() {
        Turn::Over | Turn::Chance => return None,
        Turn::Forced(seat) => ("pass", seat),
        Turn::Seat(seat) if !board.has_queen(side) && turn >= LAST_QUEEN_TURN => ("place_queen", seat),
        Turn::Seat(seat) if !board.has_queen(side) => ("place", seat),
        Turn::Seat(seat) if board.hand(side) == 0 => ("move", seat),
        Turn::Seat(seat) => ("place_or_move", seat),
    };
    Some(Prompt::of(key, seat))
}

/// Returns the cells with pieces, and those that a legal move or the last move touches. The table
/// has no edge, so other empty cells mean nothing.
fn spaces(position: &Hive) -> BTreeSet<Hex> {
    let mut moves = Vec::new();
    position.list(&mut moves);
    let pieces = piece::each(position.board.in_play()).filter_map(|piece| position.place_of(piece));
    let targets = moves.into_iter().filter_map(|played| position.destination(played));
    pieces.chain(targets).chain(position.last_touched()).collect()
}

fn space(hex: Hex) -> Space {
    Space {
        id: hex.to_string(),
        shape: Shape::Hexagon,
        x: f64::from(hex.q) + f64::from(hex.r) / 2.0,
        y: f64::from(hex.r) * ROW_HEIGHT,
        ..Space::default()
    }
}

fn token(space: String, piece: Piece) -> Token {
    let colour = match piece.side() {
        Side::White => "white",
        Side::Black => "black",
    };
    Token {
        id: piece.to_string(),
        space,
        seat: Some(piece.side().seat()),
        kind: piece.kind().word(),
        label: piece.to_string(),
        colour,
        shape: Shape::Hexagon,
        ..Token::default()
    }
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}
