//! The text of a position: side to move, number of placed pieces, stacks with the lowest piece
//! first, and last move. Example: `W 49 a1=W,a2=BW,b3=RWB c3b3`. `-` means an empty board or no
//! move.

use super::{
    board::{CELLS, Cells},
    notation::{read_cell, read_move},
    position::{Dvonn, OWN_PIECES, Piece, RED_PIECES, Side},
};
use crate::rules::Unreadable;

pub(super) fn write(position: &Dvonn) -> String {
    let side = Piece::Own(position.side).letter();
    let stacks: Vec<String> = position
        .occupied
        .map(|cell| {
            let pieces: String = position.stack(cell).into_iter().map(Piece::letter).collect();
            format!("{cell}={pieces}")
        })
        .collect();
    let stacks = if stacks.is_empty() { "-".to_owned() } else { stacks.join(",") };
    let last = position.last.map_or("-".to_owned(), |played| played.to_string());
    format!("{side} {} {stacks} {last}", position.placed)
}

/// Reads a position and rejects an impossible one.
pub(super) fn read(text: &str) -> Result<Dvonn, Unreadable> {
    let (side, rest) = text.split_once(' ').ok_or_else(|| Unreadable::new(0, SHAPE))?;
    let (placed, stacks) = rest.split_once(' ').ok_or_else(|| Unreadable::new(side.len() + 1, SHAPE))?;
    let (stacks, last) = stacks.split_once(' ').unwrap_or((stacks, "-"));
    let (placed_at, stacks_at) = (side.len() + 1, side.len() + placed.len() + 2);

    let mut position = Dvonn::empty();
    position.side = match side {
        "W" => Side::White,
        "B" => Side::Black,
        _ => return Err(Unreadable::new(0, "W or B, the side to move")),
    };
    position.placed = placed
        .parse()
        .ok()
        .filter(|count: &u8| usize::from(*count) <= CELLS && count.to_string() == placed)
        .ok_or_else(|| Unreadable::new(placed_at, "the number of placed pieces, 0 to 49"))?;
    if stacks != "-" {
        read_stacks(&mut position, stacks, stacks_at)?;
    }
    if last != "-" {
        let last_at = stacks_at + stacks.len() + 1;
        let played = read_move(last).map_err(|e| Unreadable::new(last_at + e.at, e.expected))?;
        position.last = Some(played);
    }
    check(&position).map_err(|(part, expected)| match part {
        Part::Side => Unreadable::new(0, expected),
        Part::Placed => Unreadable::new(placed_at, expected),
        Part::Stacks => Unreadable::new(stacks_at, expected),
    })?;
    Ok(position)
}

const SHAPE: &str = "a side, a number of placed pieces, the stacks and the last move, as in `W 49 a1=W,a2=BW -`";

/// The part of the text at which an error points.
enum Part {
    Side,
    Placed,
    Stacks,
}

fn read_stacks(position: &mut Dvonn, stacks: &str, at: usize) -> Result<(), Unreadable> {
    // Pieces are numbered by the cells where they were placed. After the placement, any numbering
    // works; before that, the numbers of empty cells must stay free.
    let mut births = super::board::BOARD;
    let (mut at, mut last) = (at, None);
    for stack in stacks.split(',') {
        let cell = read_cell(stack.as_bytes(), 0).map_err(|e| Unreadable::new(at + e.at, e.expected))?;
        if last.is_some_and(|last| last >= cell) {
            return Err(Unreadable::new(at, format!("the stacks in the order of their cells: {cell} is out of order")));
        }
        last = Some(cell);
        let pieces = stack.get(2..).and_then(|rest| rest.strip_prefix('='));
        let pieces = pieces.filter(|pieces| !pieces.is_empty());
        let pieces = pieces.ok_or_else(|| Unreadable::new(at + 2, "`=` and the pieces, the lowest first"))?;
        for (index, letter) in pieces.char_indices() {
            let piece = match letter {
                'R' => Piece::Red,
                'W' => Piece::Own(Side::White),
                'B' => Piece::Own(Side::Black),
                _ => return Err(Unreadable::new(at + 3 + index, "R, W or B")),
            };
            let Some(born) = births.next() else {
                return Err(Unreadable::new(at + 3 + index, "at most 49 pieces"));
            };
            let born = if position.is_placement() { cell } else { born };
            position.put(cell, piece, born.index() as u8);
        }
        at += stack.len() + 1;
    }
    Ok(())
}

/// Checks that play can have led to the position, as far as counting shows.
fn check(position: &Dvonn) -> Result<(), (Part, String)> {
    let counts = position.born.map(Cells::count);
    if position.is_placement() {
        if position.side != Dvonn::placer(position.placed) {
            return Err((Part::Side, format!("the side that places piece {}", position.placed + 1)));
        }
        let mut due = [0; 3];
        (0..position.placed).for_each(|number| due[Piece::placed_as(number).kind()] += 1);
        if counts != due || position.occupied.count() != u32::from(position.placed) {
            let [red, white, black] = due;
            let expected = format!("{red} red, {white} white and {black} black pieces, one on each cell");
            return Err((Part::Placed, expected));
        }
        return Ok(());
    }
    if counts[0] != u32::from(RED_PIECES) || counts[1] > OWN_PIECES || counts[2] > OWN_PIECES {
        return Err((Part::Stacks, "3 red, at most 23 white and at most 23 black pieces".to_owned()));
    }
    for cell in position.occupied {
        if position.stack(cell).len() > 1 && position.stack(cell).last() == Some(&Piece::Red) {
            return Err((Part::Stacks, format!("no red piece on top of the stack on {cell}: a lone red never moves")));
        }
    }
    if position.occupied.linked_to(position.red) != position.occupied {
        return Err((Part::Stacks, "every stack linked to a red piece through neighbouring stacks".to_owned()));
    }
    Ok(())
}
