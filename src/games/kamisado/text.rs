//! A position as text: five fields with a space between them, as in `README.md`.

use super::{
    board::{Board, Colour, LETTERS, OwnSquare, Side, Square},
    check::{Fields, check},
    notation::read_square,
    position::{Kamisado, Phase, chain_bit},
};
use crate::rules::Unreadable;

/// Typical maximum length of a text in bytes. The string reserves this length, because a text is
/// written for every turn.
const USUAL_LENGTH: usize = 96;

pub(super) fn write(position: &Kamisado) -> String {
    let side = position.side();
    let mut text = String::with_capacity(USUAL_LENGTH);
    write_board(&mut text, position.board());
    text.push_str(if side == Side::Black { " b " } else { " w " });
    match position.phase() {
        Phase::Free => text.push_str("any"),
        Phase::Required(colour) | Phase::Blocked(colour) => text.push(letter(side, colour)),
        Phase::Fill => text.push_str("fill"),
        Phase::Home(_) => text.push_str("home"),
        Phase::Deadlock(_) => text.push_str("deadlock"),
    }
    text.push(' ');
    match position.last() {
        Some((source, target)) => [source, target].into_iter().for_each(|square| push_square(&mut text, square)),
        None => text.push('-'),
    }
    text.push(' ');
    let chain = position.chain();
    if chain.is_empty() {
        text.push('-');
    }
    for (number, (side, colour)) in chain.into_iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        push_square(&mut text, position.board().own_square(side, colour).square(side));
    }
    text
}

pub(super) fn read(text: &str) -> Result<Kamisado, Unreadable> {
    let fields = split(text)?;
    let [board, turn, phase, last, chain] = fields;
    let board = read_board(board.1)?;
    let side = match turn.1 {
        "b" => Side::Black,
        "w" => Side::White,
        _ => return Err(Unreadable::new(turn.0, "the side to move, `b` or `w`")),
    };
    let last = read_last(last)?;
    let chain = read_chain(chain, &board)?;
    let phase = read_phase(phase, side, &board, last)?;
    let position = Kamisado::new(board, side, phase).resumed(chain, last);
    check(&position, &fields)?;
    Ok(position)
}

fn split(text: &str) -> Result<Fields<'_>, Unreadable> {
    let mut fields = [(text.len(), ""); 5];
    let mut at = 0;
    for (number, field) in text.split(' ').enumerate() {
        let Some(place) = fields.get_mut(number) else {
            return Err(Unreadable::new(at - 1, "the end of the position after five fields"));
        };
        *place = (at, field);
        at += field.len() + 1;
    }
    Ok(fields)
}

/// Returns the letter of a tower: White's are upper case.
pub(super) fn letter(side: Side, colour: Colour) -> char {
    if side == Side::White { colour.letter() } else { colour.letter().to_ascii_lowercase() }
}

/// Returns the tower with this letter: White's are upper case.
fn read_letter(byte: u8) -> Option<(Side, Colour)> {
    let side = if byte.is_ascii_uppercase() { Side::White } else { Side::Black };
    let colour = LETTERS.iter().position(|letter| *letter == byte.to_ascii_uppercase())?;
    Some((side, Colour(colour as u8)))
}

fn write_board(text: &mut String, board: &Board) {
    let mut towers = [None; 64];
    for side in Side::BOTH {
        for colour in Colour::all() {
            towers[usize::from(board.own_square(side, colour).square(side).0)] = Some((side, colour));
        }
    }
    for row in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some((side, colour)) = towers[file * 8 + row] else {
                empty += 1;
                continue;
            };
            push_empty(text, &mut empty);
            text.push(letter(side, colour));
            text.extend((0..board.teeth(side, colour)).map(|_| '+'));
        }
        push_empty(text, &mut empty);
        if row > 0 {
            text.push('/');
        }
    }
}

fn push_square(text: &mut String, square: Square) {
    text.push(char::from(b'a' + square.file()));
    text.push(char::from(b'1' + square.row()));
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

fn read_board(text: &str) -> Result<Board, Unreadable> {
    let mut own_squares = [[None; 8]; 2];
    let mut teeth = [[0_u8; 8]; 2];
    let (mut file, mut row, mut tower): (u8, u8, Option<(usize, usize)>) = (0, 7, None);
    for (at, byte) in text.bytes().enumerate() {
        let full = file == 8;
        match (byte, tower) {
            (b'+', Some((side, colour))) => {
                let count = &mut teeth[side][colour];
                *count += 1;
                if *count > 4 {
                    return Err(Unreadable::new(at, "at most four teeth on a tower"));
                }
                continue;
            }
            (b'/', _) if full && row > 0 => (file, row) = (0, row - 1),
            (b'1'..=b'8', _) if byte - b'0' <= 8 - file => file += byte - b'0',
            (b'1'..=b'8' | b'A'..=b'Z' | b'a'..=b'z', _) if full => {
                return Err(Unreadable::new(at, format!("the end of row {} after eight squares", row + 1)));
            }
            _ => {
                let Some((side, colour)) = read_letter(byte) else {
                    return Err(Unreadable::new(at, board_wants(file, row)));
                };
                let place = &mut own_squares[side.index()][colour.index()];
                if place.is_some() {
                    return Err(Unreadable::new(at, format!("only one {side:?} tower that is {}", colour.name())));
                }
                *place = Some(Square(file * 8 + row).own_square(side));
                file += 1;
                tower = Some((side.index(), colour.index()));
                continue;
            }
        }
        tower = None;
    }
    if file != 8 || row != 0 {
        return Err(Unreadable::new(text.len(), board_wants(file, row)));
    }
    Ok(Board::new(complete(own_squares, text.len())?, teeth))
}

fn board_wants(file: u8, row: u8) -> String {
    if file == 8 {
        return if row == 0 { "a space after row 1".to_owned() } else { format!("`/` after row {}", row + 1) };
    }
    format!(
        "a tower (OBUPYRGN, Black's lower case), its teeth (`+`) or 1 to {} empty squares of row {}",
        8 - file,
        row + 1
    )
}

fn complete(own_squares: [[Option<OwnSquare>; 8]; 2], at: usize) -> Result<[[OwnSquare; 8]; 2], Unreadable> {
    let mut all = [[OwnSquare(0); 8]; 2];
    for side in Side::BOTH {
        for colour in Colour::all() {
            let Some(own_square) = own_squares[side.index()][colour.index()] else {
                return Err(Unreadable::new(at, format!("{side:?}'s {} tower on the board", colour.name())));
            };
            all[side.index()][colour.index()] = own_square;
        }
    }
    Ok(all)
}

fn read_last((at, text): (usize, &str)) -> Result<Option<(Square, Square)>, Unreadable> {
    if text == "-" {
        return Ok(None);
    }
    let shift =
        |error: Unreadable| Unreadable::new(at + error.at, format!("the last real move or `-`: {}", error.expected));
    let (source, target) =
        (read_square(text.as_bytes(), 0).map_err(shift)?, read_square(text.as_bytes(), 2).map_err(shift)?);
    if text.len() != 4 {
        return Err(Unreadable::new(at + 4, "a space after the last real move"));
    }
    Ok(Some((source, target)))
}

fn read_chain((at, text): (usize, &str), board: &Board) -> Result<u16, Unreadable> {
    let mut chain = 0;
    if text == "-" {
        return Ok(chain);
    }
    let mut begin = at;
    for square in text.split(',') {
        let tower =
            read_square(square.as_bytes(), 0).ok().filter(|_| square.len() == 2).and_then(|s| board.tower_at(s));
        let Some((side, colour)) = tower else {
            return Err(Unreadable::new(begin, "the square of a blocked tower, or `-` for no chain"));
        };
        if chain & chain_bit(side, colour) != 0 {
            return Err(Unreadable::new(begin, "a tower that is not yet in the chain"));
        }
        chain |= chain_bit(side, colour);
        begin += square.len() + 1;
    }
    Ok(chain)
}

fn read_phase(
    (at, text): (usize, &str),
    side: Side,
    board: &Board,
    last: Option<(Square, Square)>,
) -> Result<Phase, Unreadable> {
    let end = |phase: fn(Colour) -> Phase, tower: Option<Colour>| {
        tower
            .map(phase)
            .ok_or_else(|| Unreadable::new(at, format!("a phase that the last move can bring, not `{text}`")))
    };
    match text {
        "any" => Ok(Phase::Free),
        "fill" => Ok(Phase::Fill),
        "home" => end(Phase::Home, last.and_then(|(_, target)| board.own_at(side, target.own_square(side)))),
        "deadlock" => end(Phase::Deadlock, last.map(|(_, target)| target.colour())),
        _ => match text.as_bytes() {
            [byte] if read_letter(*byte).is_some_and(|(of, _)| of == side) => {
                let colour = read_letter(*byte).map_or(Colour(0), |(_, colour)| colour);
                let mobile = board.is_mobile(side, colour);
                Ok(if mobile { Phase::Required(colour) } else { Phase::Blocked(colour) })
            }
            _ => {
                let expected = "`any`, a required tower of the side to move, `fill`, `home` or `deadlock`";
                Err(Unreadable::new(at, expected))
            }
        },
    }
}
