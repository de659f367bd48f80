//! Plays notations from outside on a course, leniently: forced steps may be omitted, and rounds
//! close automatically. `GameService` and `referee rules` use this code.

use super::{
    course::Course,
    erased::MoveError,
    rules::{Points, Seat, Turn, Unreadable, Viewer},
};

/// Maximum steps of one walk, forced ones included.
pub const MAX_STEPS: usize = 100_000;

/// A move, forced step or outcome of chance that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// The round, from 1.
    pub round: u32,
    /// Number of the step in the round, from 0; every step counts.
    pub ply: u32,
    /// The seat that made the step; `None` for chance.
    pub seat: Option<Seat>,
    pub notation: String,
    /// The notation as the viewer sees it.
    pub seen: String,
    /// Whether the rules left only this step, so the player is not asked.
    pub forced: bool,
    /// The result of the round, if this step ended it.
    pub ended: Option<RoundEnd>,
}

/// The result of a finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// The cause, in the game's own word.
    pub cause: &'static str,
    /// The gain of each seat in the round.
    pub points: Vec<Points>,
    /// The points of each seat after the round.
    pub totals: Vec<Points>,
}

/// Why a walk stopped before its end: it could not play a notation. The course is in the state
/// before that notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {index} (from 0), `{notation}`: {reason}")]
pub struct WalkError {
    /// The index of the notation, from 0.
    pub index: usize,
    /// The notation, cut to the length that errors may repeat.
    pub notation: String,
    pub reason: WalkRefusal,
}

/// Why a notation was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkRefusal {
    /// The text is not a move of this game.
    #[error("not a move of this game: {0}")]
    Unreadable(Unreadable),
    /// The move belongs to this game, but is not legal in this position.
    #[error("not a legal move here")]
    Illegal,
    /// It is chance's turn, and the notation is not a possible outcome.
    #[error("an outcome of chance is due here: {0}")]
    ChanceExpected(Unreadable),
    #[error("the match is over")]
    Over,
    /// The walk already has [`MAX_STEPS`] steps.
    #[error("more than {MAX_STEPS} steps")]
    TooLong,
}

impl Course {
    /// Plays the notations in order, with the forced steps between and after them, and closes every
    /// round that ends. Returns every step with its notation for `viewer`. Afterwards, a seat or
    /// chance is to move, or the match is over.
    pub fn walk<N: AsRef<str>>(&mut self, viewer: Viewer, notations: &[N]) -> Result<Vec<PlayedPly>, WalkError> {
        let mut steps = self.walk_to(viewer, notations)?;
        while self.take_forced(viewer, &mut steps) {
            self.close_round();
        }
        Ok(steps)
    }

    /// Plays the notations like [`Course::walk`], but no forced steps after the last notation.
    pub fn walk_to<N: AsRef<str>>(&mut self, viewer: Viewer, notations: &[N]) -> Result<Vec<PlayedPly>, WalkError> {
        let steps = self.walk_on(viewer, notations)?;
        self.close_round();
        Ok(steps)
    }

    /// Plays the notations like [`Course::walk`], but does not close the last round if it ends with
    /// the last notation or the forced steps after it, unless the match is over. Without notations,
    /// a course at the end of a round stays there.
    pub fn walk_to_round_end<N: AsRef<str>>(
        &mut self,
        viewer: Viewer,
        notations: &[N],
    ) -> Result<Vec<PlayedPly>, WalkError> {
        let mut steps = self.walk_on(viewer, notations)?;
        while self.take_forced(viewer, &mut steps) {}
        self.close_last_round();
        Ok(steps)
    }

    /// Plays the notations and closes the rounds between them, but not the last one.
    fn walk_on<N: AsRef<str>>(&mut self, viewer: Viewer, notations: &[N]) -> Result<Vec<PlayedPly>, WalkError> {
        let mut steps = Vec::new();
        for (index, notation) in notations.iter().enumerate() {
            let notation = notation.as_ref();
            self.walk_one(viewer, notation, &mut steps).map_err(|reason| WalkError {
                index,
                notation: super::rules::cut(notation),
                reason,
            })?;
        }
        Ok(steps)
    }

    /// Plays one notation, after any omitted forced steps.
    fn walk_one(&mut self, viewer: Viewer, notation: &str, steps: &mut Vec<PlayedPly>) -> Result<(), WalkRefusal> {
        loop {
            if steps.len() >= MAX_STEPS {
                return Err(WalkRefusal::TooLong);
            }
            self.close_round();
            let turn = self.turn();
            let refusal = match (self.take(viewer, notation, steps), turn) {
                (Ok(()), _) => return Ok(()),
                (Err(_), Turn::Over) => return Err(WalkRefusal::Over),
                (Err(MoveError::Unreadable(why)), Turn::Chance) => return Err(WalkRefusal::ChanceExpected(why)),
                (Err(MoveError::Illegal), Turn::Chance) => {
                    return Err(WalkRefusal::ChanceExpected(Unreadable::new(0, "a possible outcome of chance")));
                }
                (Err(MoveError::Unreadable(why)), _) => return Err(WalkRefusal::Unreadable(why)),
                (Err(MoveError::Illegal), _) => WalkRefusal::Illegal,
            };
            let Some(step) = self.forced() else { return Err(refusal) };
            self.take(viewer, &step, steps).map_err(|_| WalkRefusal::Illegal)?;
        }
    }

    /// Plays a forced step, if one is due and the walk is not too long. Returns whether a step was
    /// played.
    fn take_forced(&mut self, viewer: Viewer, steps: &mut Vec<PlayedPly>) -> bool {
        let step = self.forced().filter(|_| steps.len() < MAX_STEPS);
        step.is_some_and(|step| self.take(viewer, &step, steps).is_ok())
    }

    fn take(&mut self, viewer: Viewer, notation: &str, steps: &mut Vec<PlayedPly>) -> Result<(), MoveError> {
        let (round, ply, turn) = (self.round_number(), self.ply(), self.turn());
        let seen = self.position().sees(viewer, notation)?;
        let notation = self.play(notation)?;
        let ended = self.position().outcome().map(|outcome| RoundEnd {
            cause: outcome.cause,
            points: outcome.points,
            totals: self.totals_with_round(),
        });
        let seat = match turn {
            Turn::Seat(seat) | Turn::Forced(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        steps.push(PlayedPly { round, ply, seat, notation, seen, forced: matches!(turn, Turn::Forced(_)), ended });
        Ok(())
    }
}
