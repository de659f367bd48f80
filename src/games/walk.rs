//! Walking a course along notations from outside, forgivingly: forced steps may be left out, and rounds close by
//! themselves. What `GameService` and `referee rules` answer from.

use super::{
    course::Course,
    erased::MoveError,
    rules::{Points, Seat, Turn, Unreadable, Viewer},
};

/// The most steps of one walk, forced ones counted.
pub const MAX_STEPS: usize = 100_000;

/// A move, forced step or outcome of chance that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// The round, from 1.
    pub round: u32,
    /// Its number in the round, from 0; every step counts.
    pub ply: u32,
    /// Whose step it was; `None` for chance.
    pub seat: Option<Seat>,
    pub notation: String,
    /// How the viewer sees it written.
    pub seen: String,
    /// Whether the rules left no choice and nobody would be asked.
    pub forced: bool,
    /// Set where this step ended the round.
    pub ended: Option<RoundEnd>,
}

/// What the end of a round brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// What ended it, in the game's own word.
    pub cause: &'static str,
    /// What each seat gained in it.
    pub points: Vec<Points>,
    /// The points of each seat with it.
    pub totals: Vec<Points>,
}

/// A walk that came to a notation it could not play. The course stands before that one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {index} (from 0), `{notation}`: {reason}")]
pub struct WalkError {
    /// Which of the notations, from 0.
    pub index: usize,
    /// The notation, cut to what an error may repeat.
    pub notation: String,
    pub reason: WalkRefusal,
}

/// Why a notation was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkRefusal {
    /// It is not a move of this game.
    #[error("not a move of this game: {0}")]
    Unreadable(Unreadable),
    /// It is a move of this game, but not one that may be played here.
    #[error("not a legal move here")]
    Illegal,
    /// It is chance's turn, and this is nothing that chance can do here.
    #[error("an outcome of chance is due here: {0}")]
    ChanceExpected(Unreadable),
    #[error("the match is over")]
    Over,
    /// The walk has [`MAX_STEPS`] steps already.
    #[error("more than {MAX_STEPS} steps")]
    TooLong,
}

impl Course {
    /// Plays the notations one after the other, with the forced steps between and after them, and closes every round that
    /// ends. Gives back every step as played, with how `viewer` sees it. At the end the course waits for a seat or for
    /// chance, or the match is over.
    pub fn walk<N: AsRef<str>>(&mut self, viewer: Viewer, notations: &[N]) -> Result<Vec<PlayedPly>, WalkError> {
        let mut steps = self.walk_to(viewer, notations)?;
        while self.take_forced(viewer, &mut steps) {
            self.close_round();
        }
        Ok(steps)
    }

    /// The same without the forced steps after the last notation: where one is due there, the course stands before it.
    pub fn walk_to<N: AsRef<str>>(&mut self, viewer: Viewer, notations: &[N]) -> Result<Vec<PlayedPly>, WalkError> {
        let steps = self.walk_on(viewer, notations)?;
        self.close_round();
        Ok(steps)
    }

    /// The same as [`Course::walk`], but a round that ends with the last notation, or with the forced steps after it, is left as
    /// it ended, unless it ended the match. A course that stands at the end of a round stays there when there is no notation.
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

    /// Plays the notations and closes the rounds between them, but not the last.
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

    /// Plays one notation, and before it the forced steps that were left out.
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

    /// Plays a forced step, if one is due and the walk is not too long; says whether it did.
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
