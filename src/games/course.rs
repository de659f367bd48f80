//! The course of a match over its rounds, without clocks and players. `referee rules`,
//! `GameService` and the referee itself step through a course.

use std::{sync::Arc, time::Duration};

use super::{
    erased::{Game, MoveError, Position},
    rules::{BadOption, Entropy, MatchGoal, Points, RoundOutcome, Setting, Turn, Unreadable, Viewer},
};

/// A match's rounds and points so far. Cloning copies one position and the points.
pub struct Course {
    game: &'static dyn Game,
    setting: Arc<Setting>,
    goal: MatchGoal,
    round_number: u32,
    ply: u32,
    totals: Vec<Points>,
    position: Box<dyn Position>,
    over: bool,
    last_cause: Option<&'static str>,
    lasted: Duration,
}

impl Course {
    /// Starts a match at its opening.
    pub fn open(game: &'static dyn Game, setting: &Setting) -> Result<Course, BadOption> {
        Ok(Course::at(game, setting, 1, Course::no_points(setting), game.open(setting)?))
    }

    /// Starts a match in round `round_number` (from 1) with the position `text`, each seat having
    /// `totals` before the round.
    pub fn parse(
        game: &'static dyn Game,
        setting: &Setting,
        round_number: u32,
        totals: Vec<Points>,
        text: &str,
    ) -> Result<Course, Unreadable> {
        Ok(Course::at(game, setting, round_number, totals, game.parse(setting, text)?))
    }

    /// Parses a view of `viewer` in which some information is hidden. The hidden part is invented,
    /// so the course may be shown to `viewer` but not played. `None` if `viewer` can never see this
    /// text.
    pub fn of_view(
        game: &'static dyn Game,
        setting: &Setting,
        round_number: u32,
        totals: Vec<Points>,
        view: &str,
        viewer: Viewer,
    ) -> Option<Course> {
        let position = game.determinize(setting, view, &Entropy([0; 32])).ok()?;
        (position.view(viewer) == view).then(|| Course::at(game, setting, round_number, totals, position))
    }

    /// Returns the points of each seat before the first round.
    pub(super) fn no_points(setting: &Setting) -> Vec<Points> {
        vec![Points::ZERO; usize::from(setting.seats())]
    }

    /// The same match, with another position of the round in play.
    pub fn at_position(&self, position: Box<dyn Position>) -> Course {
        Course { position, ..self.clone() }
    }

    fn at(
        game: &'static dyn Game,
        setting: &Setting,
        round_number: u32,
        totals: Vec<Points>,
        position: Box<dyn Position>,
    ) -> Course {
        let goal = game.goal(setting);
        Course {
            game,
            setting: Arc::new(setting.clone()),
            goal,
            round_number,
            ply: 0,
            totals,
            position,
            over: false,
            last_cause: None,
            lasted: Duration::ZERO,
        }
    }

    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Returns the number of the round in play, from 1.
    pub fn round_number(&self) -> u32 {
        self.round_number
    }

    /// Returns the number of steps in the round so far, which is the number of the next step.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the points of each seat over all closed rounds.
    pub fn totals(&self) -> &[Points] {
        &self.totals
    }

    /// Returns the points of each seat, including the round in play once it is over.
    pub fn totals_with_round(&self) -> Vec<Points> {
        let mut totals = self.totals.clone();
        if let Some(outcome) = self.position.outcome().filter(|_| !self.over) {
            totals.iter_mut().zip(&outcome.points).for_each(|(total, gain)| *total += *gain);
        }
        totals
    }

    /// Returns the key of the cause that ended the last closed round; `None` before the first.
    pub fn last_cause(&self) -> Option<&'static str> {
        self.last_cause
    }

    /// Returns the position of the round in play.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Returns whether the match is over by the rules.
    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// Plays a move, a forced step or an outcome of chance. Returns its canonical notation.
    pub fn play(&mut self, notation: &str) -> Result<String, MoveError> {
        let canonical = self.position.play(notation)?;
        self.ply += 1;
        Ok(canonical)
    }

    /// Plays the legal move or forced step with this action index. Returns whether there was one.
    pub fn play_index(&mut self, index: u32) -> bool {
        let played = self.position.play_index(index);
        self.ply += u32::from(played);
        played
    }

    /// Returns the notation of the only step of a forced turn; `None` if the turn is not forced.
    pub fn forced(&self) -> Option<String> {
        match self.turn() {
            Turn::Forced(_) => self.position.legal().into_iter().next(),
            _ => None,
        }
    }

    /// Returns the first legal move in listing order; `None` if no seat is to move.
    pub fn first_legal(&self) -> Option<String> {
        match self.turn() {
            Turn::Seat(_) => self.position.legal().into_iter().next(),
            _ => None,
        }
    }

    /// Returns the notation of the outcome of chance, decided by `entropy` alone; `None` if it is
    /// not chance's turn.
    pub fn chance(&self, entropy: &Entropy) -> Option<String> {
        (self.turn() == Turn::Chance).then(|| self.position.chance(entropy)).flatten()
    }

    /// Sets how long the match has lasted since its first round began. Only a time goal uses this
    /// duration.
    pub fn lasted(&mut self, lasted: Duration) {
        self.lasted = lasted;
    }

    /// Adds the points of the finished round, then opens the next round or ends the match. Does
    /// nothing if the round is in play or the match is over.
    pub fn close_round(&mut self) -> Option<RoundOutcome> {
        if self.over {
            return None;
        }
        let outcome = self.position.outcome()?;
        for (total, gain) in self.totals.iter_mut().zip(&outcome.points) {
            *total += *gain;
        }
        self.last_cause = Some(outcome.cause);
        let reached = self.goal.points.is_some_and(|goal| self.totals.iter().any(|t| *t >= goal));
        let played = self.goal.rounds.is_some_and(|rounds| self.round_number >= rounds);
        let late = self.goal.time.is_some_and(|time| self.lasted >= time);
        let next = if reached || played || late { None } else { self.position.next_round() };
        match next {
            Some(next) => {
                self.position = next;
                self.round_number += 1;
                self.ply = 0;
            }
            None => self.over = true,
        }
        Some(outcome)
    }

    /// Ends the match if the finished round is its last. Does not open the next round.
    pub fn close_last_round(&mut self) {
        let mut closed = self.clone();
        closed.close_round();
        if closed.over {
            *self = closed;
        }
    }

    /// Returns the place of each seat by points: 1 is first, equal points share a place.
    pub fn places(&self) -> Vec<u32> {
        places(&self.totals)
    }
}

impl Clone for Course {
    fn clone(&self) -> Course {
        Course {
            game: self.game,
            setting: Arc::clone(&self.setting),
            goal: self.goal,
            round_number: self.round_number,
            ply: self.ply,
            totals: self.totals.clone(),
            position: self.position.boxed(),
            over: self.over,
            last_cause: self.last_cause,
            lasted: self.lasted,
        }
    }
}

/// Returns the place of each seat by points: 1 is first, equal points share a place.
pub fn places(totals: &[Points]) -> Vec<u32> {
    totals.iter().map(|own| 1 + totals.iter().filter(|other| *other > own).count() as u32).collect()
}
