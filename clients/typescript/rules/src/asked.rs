//! Questions about a position, checked as the server checks them.

use std::collections::BTreeMap;

use referee_games::{
    Catalogue, Course, Game,
    rules::{BadOption, MAX_TEXT, Points, Setting},
    walk::{PlayedPly, WalkError, WalkRefusal},
};
use referee_ids::{Seat, Viewer};
use serde::Deserialize;

use crate::refusal::Refusal;

/// Maximum moves in a question.
const MAX_MOVES: usize = 10_000;
/// Maximum round number of a position.
const MAX_ROUND: u32 = 10_000;

/// `referee.v1.GetPositionRequest`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct PositionRequest {
    game: String,
    options: BTreeMap<String, String>,
    seats: Option<u32>,
    round: Option<u32>,
    points: Vec<f64>,
    start: String,
    moves: Vec<String>,
    viewer_seat: Option<u32>,
    stop_at_round_end: bool,
    without_steps: bool,
    known_board: String,
}

/// A checked question about a position, except for texts that only the rules can read.
pub struct PositionAsked {
    game: &'static dyn Game,
    setting: Setting,
    round: u32,
    totals: Vec<Points>,
    start: String,
    moves: Vec<String>,
    pub viewer: Viewer,
    stop_at_round_end: bool,
    pub without_steps: bool,
    pub known_board: String,
}

impl PositionRequest {
    /// Checks the question.
    pub fn check(self, games: Catalogue) -> Result<PositionAsked, Refusal> {
        let game = game(games, &self.game)?;
        // No game has 255 seats: zero is as wrong as too many.
        let seats =
            self.seats.map_or(0, |seats| u8::try_from(seats).ok().filter(|seats| *seats > 0).unwrap_or(u8::MAX));
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let setting = game.facts().setting(seats, options).map_err(bad_option)?;
        if self.moves.len() > MAX_MOVES {
            let given = format!("{} items", self.moves.len());
            return Err(Refusal::of_field("REASON_LIMIT", "moves", &given, format!("at most {MAX_MOVES} items")));
        }
        if self.start.len() > MAX_TEXT {
            let expected = format!("at most {MAX_TEXT} bytes");
            return Err(Refusal::of_field("REASON_BAD_POSITION", "start", &self.start, expected));
        }
        let round = self.round.unwrap_or(1);
        if !(1..=MAX_ROUND).contains(&round) {
            let expected = format!("1 to {MAX_ROUND}");
            return Err(Refusal::of_field("REASON_BAD_FIELD", "round", &round.to_string(), expected));
        }
        Ok(PositionAsked {
            game,
            round,
            totals: totals(&self.points, setting.seats())?,
            viewer: viewer(self.viewer_seat, setting.seats())?,
            setting,
            start: self.start,
            moves: self.moves,
            stop_at_round_end: self.stop_at_round_end,
            without_steps: self.without_steps,
            known_board: self.known_board,
        })
    }
}

impl PositionAsked {
    /// Plays the moves of the question.
    pub fn walk(&self) -> Result<(Course, Vec<PlayedPly>), Refusal> {
        if let Some(course) = self.seen() {
            return Ok((course, Vec::new()));
        }
        let mut course = self.begin()?;
        let steps = match self.stop_at_round_end {
            true => course.walk_to_round_end(self.viewer, &self.moves),
            false => course.walk(self.viewer, &self.moves),
        };
        let steps = steps.map_err(stuck)?;
        Ok((course, steps))
    }

    /// Returns the course at a start that the caller sees only in part. Nothing can be played
    /// there.
    pub fn seen(&self) -> Option<Course> {
        let PositionAsked { game, setting, round, totals, start, viewer, .. } = self;
        if !game.facts().hidden || !self.moves.is_empty() || game.parse(setting, start).is_ok() {
            return None;
        }
        Course::of_view(*game, setting, *round, totals.clone(), start, *viewer)
    }

    fn begin(&self) -> Result<Course, Refusal> {
        let PositionAsked { game, setting, round, totals, start, .. } = self;
        // Only the match's first position needs no text: later rounds depend on earlier ones.
        if start.is_empty() && *round == 1 && totals.iter().all(|points| points.halves == 0) {
            return Course::open(*game, setting).map_err(bad_option);
        }
        if start.is_empty() {
            let expected = "a position, since a round or points are given";
            return Err(Refusal::of_field("REASON_BAD_POSITION", "start", "", expected));
        }
        Course::parse(*game, setting, *round, totals.clone(), start).map_err(|bad| {
            let expected = format!("{} at byte {}", bad.expected, bad.at);
            Refusal::of_field("REASON_BAD_POSITION", "start", start, expected)
        })
    }
}

/// Finds a game by id.
pub fn game(games: Catalogue, id: &str) -> Result<&'static dyn Game, Refusal> {
    let unknown = || Refusal::of_field("REASON_UNKNOWN_GAME", "game", id, format!("one of {}", games.ids()));
    games.find(id).ok_or_else(unknown)
}

fn bad_option(bad: BadOption) -> Refusal {
    if bad.name == "seats" {
        return Refusal::of_field("REASON_BAD_SEATS", "seats", &bad.value, bad.expected);
    }
    Refusal::of_field("REASON_BAD_OPTION", format!("options[{}]", bad.name), &bad.value, bad.expected)
}

fn totals(given: &[f64], seats: u8) -> Result<Vec<Points>, Refusal> {
    if given.is_empty() {
        return Ok(vec![Points::ZERO; usize::from(seats)]);
    }
    if given.len() != usize::from(seats) {
        let expected = format!("one entry for each of {seats} seats, or none");
        return Err(Refusal::of_field("REASON_BAD_FIELD", "points", &format!("{} entries", given.len()), expected));
    }
    let read = |(at, value): (usize, &f64)| {
        Points::from_f64(*value).ok_or_else(|| {
            Refusal::of_field("REASON_BAD_FIELD", format!("points[{at}]"), &value.to_string(), "a multiple of one half")
        })
    };
    given.iter().enumerate().map(read).collect()
}

fn viewer(seat: Option<u32>, seats: u8) -> Result<Viewer, Refusal> {
    let Some(seat) = seat else {
        return Ok(Viewer::Spectator);
    };
    match u8::try_from(seat) {
        Ok(number) if number < seats => Ok(Viewer::Seat(Seat(number))),
        _ => {
            let expected = format!("a seat from 0 to {}", seats - 1);
            Err(Refusal::of_field("REASON_BAD_FIELD", "viewer_seat", &seat.to_string(), expected))
        }
    }
}

fn stuck(error: WalkError) -> Refusal {
    let (reason, expected) = match &error.reason {
        WalkRefusal::Unreadable(bad) => ("REASON_UNREADABLE_MOVE", format!("{} at byte {}", bad.expected, bad.at)),
        WalkRefusal::Illegal => ("REASON_ILLEGAL_MOVE", "a legal move".to_owned()),
        WalkRefusal::ChanceExpected(bad) => {
            ("REASON_UNREADABLE_MOVE", format!("an outcome of chance: {} at byte {}", bad.expected, bad.at))
        }
        WalkRefusal::Over => ("REASON_MATCH_OVER", "no move: the match is over".to_owned()),
        WalkRefusal::TooLong => ("REASON_LIMIT", "fewer steps".to_owned()),
    };
    let text = error.to_string();
    Refusal { text, ..Refusal::of_field(reason, format!("moves[{}]", error.index), &error.notation, expected) }
}
