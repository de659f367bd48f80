//! The file of openings: one opening per line, each checked by the rules of the game.
//!
//! ```text
//! # A line that begins with `#` is a comment, and so is what follows ` # ` at the end of a line.
//! id "a name" moves e8e5; a1a4
//! position obupyrgn/8/8/8/8/8/8/NGRYPUBO w any - -
//! position obupyrgn/8/8/8/8/8/8/NGRYPUBO b any - - moves e8e5
//! ```

use std::{collections::BTreeMap, fmt::Write};

use referee_games::{
    Game, Opening,
    rules::{Setting, cut},
};

pub use super::error::{MAX_FILE, MAX_LINE, MAX_NAME, MAX_OPENINGS};
use super::{
    error::{BadLine, BadOpenings},
    judge::Judgement,
};

/// Maximum bad lines of a file that are reported.
pub const MAX_FAULTS: usize = 20;

/// Separator between a position and the moves from it.
const MOVES_FOLLOW: &str = " moves ";
/// Separator before a comment at the end of a line.
const COMMENT_FOLLOWS: &str = " # ";

/// An opening in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpening {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The name of the opening; can be empty.
    pub name: String,
    /// The start of the match, in canonical notation.
    pub opening: Opening,
    /// The comment of the line; can be empty.
    pub comment: String,
}

/// The openings of a file, at least one, in the order of lines. Each is legal in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    list: Vec<StoredOpening>,
}

impl Openings {
    /// Parses a file for `game`, with the seats and options of the planned matches.
    pub fn parse(game: &'static dyn Game, setting: &Setting, text: &str) -> Result<Openings, BadOpenings> {
        check_game(game)?;
        if text.len() > MAX_FILE {
            return Err(BadOpenings::FileTooLong { bytes: text.len() });
        }
        let mut list = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, written) in (1..).zip(text.lines()) {
            let found = read_line(game, setting, line, written).map_err(|cause| BadOpenings::Line { line, cause })?;
            let Some(opening) = found else { continue };
            if list.len() == MAX_OPENINGS {
                return Err(BadOpenings::TooMany { line });
            }
            list.push(opening);
        }
        if list.is_empty() { Err(BadOpenings::Empty) } else { Ok(Openings { list }) }
    }

    /// Returns the errors of the lines of a file that [`Openings::parse`] rejects, at most
    /// [`MAX_FAULTS`]. Empty if the fault is not in a single line.
    pub fn faults(game: &'static dyn Game, setting: &Setting, text: &str) -> Vec<BadOpenings> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let fault = |(line, written)| {
            let cause = read_line(game, setting, line, written).err()?;
            Some(BadOpenings::Line { line, cause })
        };
        match check_game(game).is_ok() && text.len() <= MAX_FILE {
            true => (1..).zip(text.lines()).filter_map(fault).take(MAX_FAULTS).collect(),
            false => Vec::new(),
        }
    }

    /// Returns the built-in set for `game`; `None` if there is no such set. The set fits the
    /// default seats and options; others may reject it.
    pub fn built_in(game: &'static dyn Game, setting: &Setting) -> Option<Result<Openings, BadOpenings>> {
        let text = game.built_in_openings();
        (!text.is_empty()).then(|| Openings::parse(game, setting, text))
    }

    /// Returns all openings, in the order of the file.
    pub fn list(&self) -> &[StoredOpening] {
        &self.list
    }

    /// Sums the measurements in the comments, and counts the measured openings: see
    /// [`Judgement::in_words`].
    pub fn as_written(&self) -> (Judgement, usize) {
        let measured = self.list.iter().filter_map(|one| Judgement::read(&one.comment));
        measured.fold((Judgement::default(), 0), |(mut all, count), one| {
            all.add(&one);
            (all, count + 1)
        })
    }

    /// Returns pairs of lines with the same position and moves, as (first line, later line). A
    /// series plays such an opening more often.
    pub fn duplicates(&self) -> Vec<(usize, usize)> {
        let mut first = BTreeMap::new();
        let repeated = |one: &StoredOpening| {
            let key = (one.opening.start_position.clone(), one.opening.moves.clone());
            let line = *first.entry(key).or_insert(one.line);
            (line != one.line).then_some((line, one.line))
        };
        self.list.iter().filter_map(repeated).collect()
    }
}

/// Rejects games without openings.
pub(super) fn check_game(game: &'static dyn Game) -> Result<(), BadOpenings> {
    let facts = game.facts();
    if facts.hidden || facts.chance { Err(BadOpenings::NotOpen { game: facts.id }) } else { Ok(()) }
}

/// Formats the line of an opening, so that [`Openings::parse`] reads the same opening. Characters
/// that a name or comment cannot contain are removed.
pub fn write_line(name: &str, opening: &Opening, comment: &str) -> String {
    let mut line = String::new();
    let name: String = name.chars().filter(|c| *c != '"' && !c.is_control()).collect();
    let end = (0..=name.len().min(MAX_NAME)).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    let name = &name[..end];
    if !name.trim().is_empty() {
        let _ = write!(line, "id \"{name}\" ");
    }
    let moves = opening.moves.join("; ");
    line += &match (opening.start_position.as_str(), moves.as_str()) {
        ("", _) => format!("moves {moves}"),
        (position, "") => format!("position {position}"),
        (position, _) => format!("position {position}{MOVES_FOLLOW}{moves}"),
    };
    let comment: String = comment.chars().filter(|c| !c.is_control()).collect();
    if !comment.trim().is_empty() {
        line += COMMENT_FOLLOWS;
        line += comment.trim();
    }
    line
}

/// Parses a line; `None` if it contains no opening.
fn read_line(
    game: &'static dyn Game,
    setting: &Setting,
    line: usize,
    written: &str,
) -> Result<Option<StoredOpening>, BadLine> {
    if written.len() > MAX_LINE {
        return Err(BadLine::TooLong { bytes: written.len() });
    }
    if let Some((at, bad)) = written.char_indices().find(|(_, c)| c.is_control() && *c != '\t') {
        return Err(BadLine::Control { code: u32::from(bad), at });
    }
    let written = written.trim();
    if written.is_empty() || written.starts_with('#') {
        return Ok(None);
    }
    let (name, rest) = read_name(written)?;
    let (text, comment) = rest.split_once(COMMENT_FOLLOWS).unwrap_or((rest, ""));
    let opening = read_opening(text.trim())?;
    let canonical =
        opening.canonical(game, setting).map_err(|cause| BadLine::Opening { value: cut(text.trim()), cause })?;
    Ok(Some(StoredOpening { line, name, opening: canonical, comment: comment.trim().to_owned() }))
}

/// Splits the name off the start of a line, and returns it with the rest.
fn read_name(text: &str) -> Result<(String, &str), BadLine> {
    let Some(rest) = text.strip_prefix("id ") else { return Ok((String::new(), text)) };
    let bad = || BadLine::Name { value: cut(rest.trim()) };
    let (name, rest) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')).ok_or_else(bad)?;
    if name.trim().is_empty() || name.len() > MAX_NAME {
        return Err(bad());
    }
    Ok((name.to_owned(), rest.trim_start()))
}

/// Parses the text after the name, without a comment.
fn read_opening(text: &str) -> Result<Opening, BadLine> {
    let bad = || BadLine::Word { value: cut(text) };
    let (word, rest) = text.split_once(char::is_whitespace).ok_or_else(bad)?;
    let (position, moves) = match word {
        "moves" => ("", rest),
        "position" => rest.split_once(MOVES_FOLLOW).unwrap_or((rest, "")),
        _ => return Err(bad()),
    };
    let moves = match moves.trim() {
        "" => Vec::new(),
        moves => moves.split(';').map(|one| one.trim().to_owned()).collect(),
    };
    if let Some(at) = moves.iter().position(String::is_empty) {
        return Err(BadLine::EmptyMove { at });
    }
    Ok(Opening { start_position: position.trim().to_owned(), moves })
}
