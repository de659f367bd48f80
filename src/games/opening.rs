//! A custom opening of a match: a position for its first round, and moves played before the first
//! turn. Only games without hidden information and chance have openings, so no caller can choose
//! what players may not know.

use super::{
    course::Course,
    erased::{Game, MoveError},
    rules::{BadOption, Setting, Turn, Unreadable, cut},
};

/// Maximum length of a start position, in bytes.
pub const MAX_START_POSITION: usize = 8 * 1024;
/// Maximum moves played before the first turn.
pub const MAX_OPENING_MOVES: usize = 256;

/// The opening of a match; by default the game's own start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The complete position of round 1; empty for the game's own start.
    pub start_position: String,
    /// The moves played from the start position before the first turn.
    pub moves: Vec<String>,
}

/// Why a match cannot have an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpening {
    /// The game rejects the options.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// The game has hidden information or chance.
    #[error("this game has hidden hands or chance, so its start cannot be chosen")]
    NotOpen,
    /// The position is longer than [`MAX_START_POSITION`].
    #[error("the position is longer than {MAX_START_POSITION} bytes")]
    PositionTooLong,
    /// There are more than [`MAX_OPENING_MOVES`] moves.
    #[error("more than {MAX_OPENING_MOVES} moves")]
    TooManyMoves,
    /// The text is not a position of this game, with these seats and options.
    #[error("invalid position for these seats and options: {0}")]
    Position(Unreadable),
    /// The round is already over in the position.
    #[error("the round is already over in this position")]
    PositionIsOver,
    /// A move cannot be played.
    #[error("move {at} (from 0), `{notation}`: {cause}")]
    Move {
        /// The number of the move, from 0.
        at: usize,
        /// The notation, cut to the length that errors may repeat.
        notation: String,
        cause: MoveError,
    },
    /// The round ends with a move, so no turn is left.
    #[error("move {at} (from 0), `{notation}`, ends the round")]
    Ends {
        /// The number of the move, from 0.
        at: usize,
        /// The notation, cut to the length that errors may repeat.
        notation: String,
    },
}

impl Opening {
    /// Returns whether the match begins with the game's own start.
    pub fn is_usual(&self) -> bool {
        *self == Opening::default()
    }

    /// Returns the opening in stored form: the position as the game writes it, and the moves in
    /// canonical notation, with the forced steps between them.
    pub fn canonical(&self, game: &'static dyn Game, setting: &Setting) -> Result<Opening, BadOpening> {
        if self.is_usual() {
            return Ok(Opening::default());
        }
        let start = self.begin(game, setting)?;
        let start_position = match self.start_position.is_empty() {
            true => String::new(),
            false => start.position().text(),
        };
        let (_, moves) = self.play(start)?;
        let canonical = Opening { start_position, moves };
        // The canonical text may be longer than the input.
        canonical.is_within_limits()?;
        Ok(canonical)
    }

    fn is_within_limits(&self) -> Result<(), BadOpening> {
        match (self.start_position.len() > MAX_START_POSITION, self.moves.len() > MAX_OPENING_MOVES) {
            (true, _) => Err(BadOpening::PositionTooLong),
            (_, true) => Err(BadOpening::TooManyMoves),
            (false, false) => Ok(()),
        }
    }

    fn begin(&self, game: &'static dyn Game, setting: &Setting) -> Result<Course, BadOpening> {
        if game.facts().hidden || game.facts().chance {
            return Err(BadOpening::NotOpen);
        }
        self.is_within_limits()?;
        let start = match self.start_position.as_str() {
            "" => Course::open(game, setting)?,
            text => Course::parse(game, setting, 1, Course::no_points(setting), text).map_err(BadOpening::Position)?,
        };
        match start.turn() {
            Turn::Over => Err(BadOpening::PositionIsOver),
            Turn::Chance => Err(BadOpening::NotOpen),
            Turn::Seat(_) | Turn::Forced(_) => Ok(start),
        }
    }

    /// Plays the moves, and omitted forced steps before each.
    fn play(&self, mut course: Course) -> Result<(Course, Vec<String>), BadOpening> {
        let mut played = Vec::new();
        for (at, notation) in self.moves.iter().enumerate() {
            loop {
                let before = course.forced();
                match (course.play(notation), before) {
                    (Ok(canonical), _) => {
                        played.push(canonical);
                        break;
                    }
                    (Err(_), Some(forced)) if course.turn() != Turn::Over && played.len() < MAX_OPENING_MOVES => {
                        let cause = |cause| BadOpening::Move { at, notation: cut(notation), cause };
                        played.push(course.play(&forced).map_err(cause)?);
                    }
                    (Err(cause), _) => return Err(BadOpening::Move { at, notation: cut(notation), cause }),
                }
            }
            if course.turn() == Turn::Over {
                return Err(BadOpening::Ends { at, notation: cut(notation) });
            }
        }
        Ok((course, played))
    }
}

impl Course {
    /// Starts a match with this opening. Its first round begins after the moves, so its first step
    /// is ply 0.
    pub fn open_with(game: &'static dyn Game, setting: &Setting, opening: &Opening) -> Result<Course, BadOpening> {
        if opening.is_usual() {
            return Ok(Course::open(game, setting)?);
        }
        let start = opening.begin(game, setting)?;
        let (played, _) = opening.play(start)?;
        let text = played.position().text();
        Course::parse(game, setting, 1, Course::no_points(setting), &text).map_err(BadOpening::Position)
    }
}
