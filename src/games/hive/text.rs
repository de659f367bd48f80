//! The text of a position: the game string of the Universal Hive Protocol,
//! `Base+MLP;InProgress;White[2];wB1;bS1 wB1-`.

use std::collections::BTreeSet;

use super::{
    notation::read_move,
    piece::{Kind, Side},
    position::{End, Hive},
};
use crate::rules::{Setting, Turn, Unreadable, cut};

/// Maximum plies of a text. Repetition ends every round, but the rules set no limit. The longest of
/// 60 random rounds had 14 629 plies.
const MAX_PLIES: usize = 65_536;
/// Maximum length of the text of one ply, with the semicolon before it: `;wA1 bA2-`.
const PLY_BYTES: usize = 9;
/// Maximum length of the text before the plies, `Base+MLP;InProgress;White[32768]`, rounded up.
const HEAD_BYTES: usize = 64;
/// Maximum length of a game string, in bytes. It exceeds the limit for callers, because the game
/// must read the texts that it writes.
const MAX_BYTES: usize = HEAD_BYTES + MAX_PLIES * PLY_BYTES;

const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

pub(super) fn write(position: &Hive) -> String {
    let state = match position.end() {
        None if position.board.plies() == 0 => "NotStarted",
        None => "InProgress",
        Some(End::Surrounded(Side::White)) => "BlackWins",
        Some(End::Surrounded(Side::Black)) => "WhiteWins",
        Some(_) => "Draw",
    };
    let turn = position.board.plies() / 2 + 1;
    let mut text = format!("{};{state};{:?}[{turn}]", game_type(position), position.board.side());
    for played in position.played() {
        text.push(';');
        text.push_str(&played.to_string());
    }
    text
}

/// Reads a position by playing its moves from the start. The state and the turn in the text must be
/// well formed but are otherwise ignored. Both may be omitted if there are no moves.
///
/// Accepts variants that other programs write: blanks around fields, an empty last field,
/// expansions in any order, and the turn in lower case.
pub(super) fn read(setting: &Setting, text: &str) -> Result<Hive, Unreadable> {
    if text.len() > MAX_BYTES {
        return Err(Unreadable::new(MAX_BYTES, format!("at most {MAX_BYTES} bytes")));
    }
    let mut position = Hive::open_with(setting);
    let mut at = 0;
    let text = text.strip_suffix(';').unwrap_or(text);
    for (field, padded) in text.split(';').enumerate() {
        let part = padded.trim();
        let begin = at;
        at += padded.len() - padded.trim_start().len();
        match field {
            0 if !is_game_type(&position, part) => {
                let expected = format!("the game type {}, as the options say", game_type(&position));
                return Err(Unreadable::new(at, expected));
            }
            0 => {}
            1 if !STATES.contains(&part) => {
                return Err(Unreadable::new(at, format!("a state: {}", STATES.join(", "))));
            }
            1 => {}
            2 if !is_turn(part) => return Err(Unreadable::new(at, "a turn, such as White[1]")),
            2 => {}
            _ => play(&mut position, part, at)?,
        }
        at = begin + padded.len() + 1;
    }
    Ok(position)
}

fn game_type(position: &Hive) -> String {
    let is_in = |kind: &Kind| position.board.set() & Side::White.piece(*kind).bit() != 0;
    let letters: String = [Kind::Mosquito, Kind::Ladybug, Kind::Pillbug]
        .iter()
        .filter(|kind| is_in(kind))
        .map(|kind| kind.letter())
        .collect();
    if letters.is_empty() { "Base".to_owned() } else { format!("Base+{letters}") }
}

/// Returns the letters of the expansions in a game type: none of `Base`, `MLP` of `Base+MLP`.
pub(super) fn split_game_type(text: &str) -> Option<&str> {
    match text.split_once('+') {
        None if text == "Base" => Some(""),
        Some(("Base", letters)) => Some(letters),
        _ => None,
    }
}

/// Whether a text is the game type, with the expansions in any order.
fn is_game_type(position: &Hive, text: &str) -> bool {
    let sorted = |text: &str| split_game_type(text).map(|letters| letters.bytes().collect::<BTreeSet<_>>());
    let written = game_type(position);
    text.len() == written.len() && sorted(text).is_some() && sorted(text) == sorted(&written)
}

fn is_turn(text: &str) -> bool {
    let side = text.get(..6).filter(|side| ["white[", "black["].contains(&side.to_ascii_lowercase().as_str()));
    let number = side.and_then(|side| text.strip_prefix(side)?.strip_suffix(']'));
    number.is_some_and(|number| number.parse::<u32>().is_ok_and(|n| n > 0 && n.to_string() == number))
}

fn play(position: &mut Hive, text: &str, at: usize) -> Result<(), Unreadable> {
    if position.turn_now() == Turn::Over {
        return Err(Unreadable::new(at, "no further moves: the round is over"));
    }
    let played = read_move(&position.board, text).map_err(|error| Unreadable::new(at + error.at, error.expected))?;
    if !position.is_allowed(played) {
        let ply = position.board.plies() + 1;
        return Err(Unreadable::new(at, format!("a move that is legal as ply {ply}, not `{}`", cut(text))));
    }
    position.advance(played);
    Ok(())
}
