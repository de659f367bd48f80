//! Writes the text of a match.

use super::{Sheet, SheetRound};
use crate::rules::{Rules, Seat, Setting, Turn};

/// Names of the tags that [`write`] adds, and [`read`](super::read) takes back.
pub(super) const GAME: &str = "Game";
pub(super) const SEATS: &str = "Seats";
pub(super) const OPTION: &str = "Option";
pub(super) const START: &str = "Start";
/// The word before the number of a round.
pub(super) const ROUND: &str = "Round";
/// A longer step has its comments on lines of their own.
const LONG: usize = 40;
/// Stands for the move of a seat that did not move.
pub(super) const SKIPPED: &str = "...";

/// Writes tags and numbered moves. `remarks` returns comments on a step that is about to be played.
pub fn write<R: Rules>(sheet: &Sheet, remarks: impl Fn(&R, &R::Move) -> Vec<String>) -> String {
    let (facts, setting) = (R::facts(), &sheet.setting);
    let mut text = tag(GAME, facts.name);
    sheet.tags.iter().for_each(|one| text.push_str(&tag(&one.name, &one.value)));
    if facts.min_seats != facts.max_seats {
        text.push_str(&tag(SEATS, &setting.seats().to_string()));
    }
    setting.options().iter().for_each(|(name, value)| text.push_str(&tag(OPTION, &format!("{name}={value}"))));
    if let Some(first) = sheet.rounds.first().filter(|first| first.start != opened_text::<R>(setting)) {
        text.push_str(&tag(START, &first.start));
    }
    for (number, round) in (1..).zip(&sheet.rounds).filter(|(_, round)| !round.moves.is_empty()) {
        text.push('\n');
        if facts.rounds {
            text.push_str(&format!("{ROUND} {number}\n"));
        }
        text.push_str(&write_round::<R>(setting, round, &remarks));
    }
    text
}

/// Returns the first position of a match without an opening, as text.
pub fn opened_text<R: Rules>(setting: &Setting) -> String {
    R::open(setting).map(|open| open.text()).unwrap_or_default()
}

fn tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

fn write_round<R: Rules>(
    setting: &Setting,
    round: &SheetRound,
    remarks: &impl Fn(&R, &R::Move) -> Vec<String>,
) -> String {
    // A text with hidden steps cannot be played: it gets no remarks.
    let mut position = R::parse(setting, &round.start).ok();
    let is_spaced = round.moves.iter().any(|notation| notation.contains(char::is_whitespace));
    let mut lines = Lines { is_paired: setting.seats() == 2 && !is_spaced, ..Lines::default() };
    for notation in &round.moves {
        let seat = position.as_ref().and_then(|position| match position.turn() {
            Turn::Seat(seat) | Turn::Forced(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        });
        let played = position.as_ref().and_then(|position| position.read(notation).ok());
        let comments = position.as_ref().zip(played.as_ref()).map(|(position, played)| remarks(position, played));
        lines.add(notation, seat, &comments.unwrap_or_default());
        position = position.zip(played).map(|(mut position, played)| {
            position.play(&played);
            position
        });
    }
    let over = position.filter(|position| position.turn() == Turn::Over).map(|position| position.outcome());
    let over = over.map(|outcome| {
        let points: Vec<String> = outcome.points.iter().map(ToString::to_string).collect();
        format!("; {}: {}\n", outcome.cause, points.join(" "))
    });
    lines.text.push('\n');
    lines.text + &over.unwrap_or_default()
}

/// The lines of moves. If two seats play, a line has the move of each: the seat that moved first is
/// on the left.
#[derive(Default)]
struct Lines {
    text: String,
    is_paired: bool,
    number: usize,
    first: Option<Seat>,
    /// Whether the line waits for the move of the other seat.
    is_open: bool,
}

impl Lines {
    fn add(&mut self, notation: &str, seat: Option<Seat>, comments: &[String]) {
        let first = *self.first.get_or_insert(seat.unwrap_or(Seat(0)));
        let is_second = self.is_paired && seat.is_some_and(|seat| seat != first);
        if is_second && self.is_open {
            self.text.push_str(&format!(" {notation}"));
        } else {
            self.begin();
            let skipped = if is_second { format!("{SKIPPED} ") } else { String::new() };
            self.text.push_str(&format!("{skipped}{notation}"));
        }
        self.is_open = self.is_paired && !is_second && seat.is_some() && comments.is_empty();
        let comments = comments.iter().enumerate().map(|(at, comment)| match (notation.len() > LONG, at) {
            (true, _) => format!("\n   ; {comment}"),
            (false, 0) => format!(" ; {comment}"),
            (false, _) => format!("; {comment}"),
        });
        comments.for_each(|comment| self.text.push_str(&comment));
    }

    fn begin(&mut self) {
        self.number += 1;
        let end = if self.number > 1 { "\n" } else { "" };
        self.text.push_str(&format!("{end}{}. ", self.number));
    }
}
