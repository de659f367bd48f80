//! Reads the text of a match, and plays every move by the rules.

use std::collections::BTreeSet;

use super::{
    BadSheet, LOST, Sheet, SheetRound, Tag,
    write::{GAME, OPTION, ROUND, SEATS, SKIPPED, START},
};
use crate::{
    course::Course,
    erased::{Game, MoveError},
    rules::{BadOption, Setting, Turn, cut},
};

/// Reads tags and numbered moves. Forced steps may be left out, and comments from `;` to the end of
/// a line are skipped. `None` if the first tag does not name this game.
pub fn read(game: &'static dyn Game, text: &str) -> Result<Option<Sheet>, BadSheet> {
    let mut lines = (1..).zip(text.lines()).map(|(line, text)| (line, text.trim())).peekable();
    let mut tags = Vec::new();
    while let Some((line, text)) =
        lines.next_if(|(_, text)| text.is_empty() || text.starts_with(';') || text.starts_with('['))
    {
        if text.starts_with('[') {
            tags.push(read_tag(line, text)?);
        }
    }
    let facts = game.facts();
    let is_own = |tag: &Tag| tag.name == GAME && (tag.value == facts.name || tag.value == facts.id);
    if !tags.first().is_some_and(is_own) {
        return Ok(None);
    }
    check_once(&tags)?;
    let setting = setting_of(game, &tags)?;
    let start = tags.iter().find(|tag| tag.name == START);
    let open = match start {
        Some(Tag { value, line, .. }) => Course::parse(game, &setting, 1, Course::no_points(&setting), value)
            .map_err(|bad| BadSheet::new(*line, value, format!("{} at byte {}", bad.expected, bad.at)))?,
        None => Course::open(game, &setting).map_err(|bad| bad_option(&tags, bad))?,
    };
    let mut player = Player { rounds: vec![begun(&open)], course: open, number: None };
    for (line, text) in lines {
        player.line(line, text.split(';').next().unwrap_or_default().trim())?;
    }
    let Player { course, mut rounds, .. } = player;
    // A round that chance must begin has not begun, and a heading alone begins no round.
    let is_begun =
        |round: &SheetRound, is_first: bool| !round.moves.is_empty() || (is_first && course.turn() != Turn::Chance);
    while rounds.last().is_some_and(|round| !is_begun(round, rounds.len() == 1)) {
        rounds.pop();
    }
    tags.retain(|tag| ![GAME, SEATS, OPTION, START].contains(&tag.name.as_str()));
    Ok(Some(Sheet { setting, tags, rounds }))
}

fn begun(course: &Course) -> SheetRound {
    SheetRound { start: course.position().text(), moves: Vec::new() }
}

fn read_tag(line: usize, text: &str) -> Result<Tag, BadSheet> {
    let bad = || BadSheet::new(line, text, "a tag, such as [White \"search\"]");
    let (name, rest) = text[1..].split_once(" \"").ok_or_else(bad)?;
    let escaped = rest.strip_suffix("\"]").ok_or_else(bad)?;
    let (mut value, mut letters) = (String::new(), escaped.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.push(letters.next().ok_or_else(bad)?),
            '"' => return Err(bad()),
            other => value.push(other),
        }
    }
    Ok(Tag { name: name.trim().to_owned(), value, line })
}

fn setting_of(game: &'static dyn Game, tags: &[Tag]) -> Result<Setting, BadSheet> {
    let (mut seats, mut options) = (0, Vec::new());
    for tag in tags {
        let bad = |expected: &str| BadSheet::new(tag.line, &tag.value, expected);
        match tag.name.as_str() {
            SEATS => {
                seats = tag.value.parse().ok().filter(|count| *count > 0).ok_or_else(|| bad("a number of seats"))?
            }
            OPTION => options.push(tag.value.split_once('=').ok_or_else(|| bad("an option, such as length=long"))?),
            _ => {}
        }
    }
    game.facts().setting(seats, options.iter().copied()).map_err(|bad| bad_option(tags, bad))
}

/// Returns the fault of an option, at the line of its tag.
fn bad_option(tags: &[Tag], bad: BadOption) -> BadSheet {
    let written = format!("{}={}", bad.name, bad.value);
    let at = tags.iter().find(|tag| tag.value == written || (tag.name == SEATS && bad.name == "seats"));
    BadSheet::new(at.map_or(1, |tag| tag.line), &written, bad.expected)
}

/// Rejects a second tag for the same fact. Options and losses have a tag each.
fn check_once(tags: &[Tag]) -> Result<(), BadSheet> {
    let mut known = BTreeSet::new();
    for Tag { name, value, line } in tags.iter().filter(|tag| tag.name != LOST) {
        let of = if name == OPTION { value.split('=').next().unwrap_or_default() } else { "" };
        if !known.insert((name, of)) {
            let expected = if of.is_empty() { format!("only one tag {name}") } else { format!("{of} only once") };
            return Err(BadSheet::new(*line, value, expected));
        }
    }
    Ok(())
}

/// The match so far.
struct Player {
    course: Course,
    rounds: Vec<SheetRound>,
    /// The number of the last line of moves in the round; `None` if it had none.
    number: Option<usize>,
}

impl Player {
    /// Plays the moves of a line: one that may contain spaces, or several.
    fn line(&mut self, line: usize, text: &str) -> Result<(), BadSheet> {
        if text.is_empty() {
            return Ok(());
        }
        if let Some(number) = text.strip_prefix(ROUND).filter(|rest| rest.starts_with(' ')) {
            return self.heading(line, number.trim());
        }
        let moves = match text.split_once('.') {
            Some((number, rest)) if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) => {
                self.numbered(line, number)?;
                rest.trim_start()
            }
            _ => {
                self.number = None;
                text
            }
        };
        let has_spaces = moves.contains(char::is_whitespace);
        if !has_spaces || moves_have_spaces(self.course.clone()) || can_play(self.course.clone(), moves) {
            return self.play(line, moves);
        }
        let mut words = moves.split_whitespace().filter(|word| *word != SKIPPED);
        words.try_for_each(|word| self.play(line, word))
    }

    /// Checks that a line of moves has the next number, so that no line is missing.
    fn numbered(&mut self, line: usize, number: &str) -> Result<(), BadSheet> {
        self.close_round();
        let first = (self.course.ply() == 0).then_some(1);
        let expected = self.number.map(|last| last.saturating_add(1)).or(first);
        self.number = number.parse().ok();
        match expected.filter(|expected| self.number != Some(*expected)) {
            Some(expected) => Err(BadSheet::new(line, &format!("{number}."), format!("`{expected}.`"))),
            None => Ok(()),
        }
    }

    fn heading(&mut self, line: usize, number: &str) -> Result<(), BadSheet> {
        self.close_round();
        while self.course.ply() > 0 && self.skip_forced() {}
        let round = self.course.round_number();
        let is_new = self.course.ply() == 0 && !self.course.is_over();
        if is_new && number.parse() == Ok(round) {
            return Ok(());
        }
        let expected = match (is_new, self.course.is_over()) {
            (true, _) => format!("{ROUND} {round}"),
            (false, true) => "the end of the text: the match is over".to_owned(),
            (false, false) => format!("a move: round {round} is not over"),
        };
        Err(BadSheet::new(line, &format!("{ROUND} {number}"), expected))
    }

    /// Plays a move, and the forced steps before it that the text left out.
    fn play(&mut self, line: usize, notation: &str) -> Result<(), BadSheet> {
        self.close_round();
        let step = Some((self.course.round_number(), self.course.ply() as usize + 1));
        let bad = |expected: String| BadSheet { line, step, value: cut(notation), expected };
        if self.course.is_over() {
            return Err(bad("the end of the text: the match is over".to_owned()));
        }
        let mut first = None;
        loop {
            match self.course.play(notation) {
                Ok(canonical) => {
                    self.note(canonical);
                    return Ok(());
                }
                Err(error) => first = first.or_else(|| Some(self.expected(&error))),
            }
            if !self.skip_forced() {
                return Err(bad(first.unwrap_or_default()));
            }
        }
    }

    /// Plays the forced step that is due. Returns whether there was one.
    fn skip_forced(&mut self) -> bool {
        let forced = self.course.forced().and_then(|forced| self.course.play(&forced).ok());
        let has_played = forced.is_some();
        forced.into_iter().for_each(|forced| self.note(forced));
        self.close_round();
        has_played
    }

    fn note(&mut self, canonical: String) {
        self.rounds.last_mut().into_iter().for_each(|round| round.moves.push(canonical.clone()));
    }

    fn close_round(&mut self) {
        if self.course.close_round().is_some() && !self.course.is_over() {
            self.rounds.push(begun(&self.course));
            self.number = None;
        }
    }

    fn expected(&self, error: &MoveError) -> String {
        match error {
            MoveError::Unreadable(bad) => format!("{} at byte {}", bad.expected, bad.at),
            MoveError::Illegal => match self.course.position().legal().first() {
                Some(legal) => format!("a legal move, such as {legal}"),
                None => "an outcome of chance that is possible here".to_owned(),
            },
        }
    }
}

/// Returns whether the moves of the next turn contain spaces, so that a line holds only one.
fn moves_have_spaces(mut course: Course) -> bool {
    while course.forced().is_some_and(|forced| course.play(&forced).is_ok()) {
        course.close_round();
    }
    let legal = course.position().legal();
    legal.first().map_or(course.turn() == Turn::Chance, |first| first.contains(char::is_whitespace))
}

/// Returns whether a move can be played here, after the forced steps that are due.
fn can_play(mut course: Course, notation: &str) -> bool {
    loop {
        course.close_round();
        if course.play(notation).is_ok() {
            return true;
        }
        if course.forced().and_then(|forced| course.play(&forced).ok()).is_none() {
            return false;
        }
    }
}
