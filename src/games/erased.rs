//! Games over text, as all other crates use them. This code is implemented for all [`Rules`] at
//! once, never per game.

use std::marker::PhantomData;

use super::{
    bots::levels::Level,
    numbers::{Numbers, Planes},
    perft::{self, Counting},
    rules::{BadOption, Entropy, Facts, MatchGoal, RoundOutcome, Rules, Seat, Setting, Turn, Unreadable, Viewer},
    scene::{Gesture, Scene},
    search::{
        alpha_beta,
        limits::SearchLimits,
        playout::{self, Playouts},
        rollouts,
    },
    sheet::{self, BadSheet, Sheet},
};

/// The rules of a game, without their types.
pub trait Game: Send + Sync {
    /// Static facts about the game.
    fn facts(&self) -> &'static Facts;
    /// Returns the first position of the first round.
    fn open(&self, setting: &Setting) -> Result<Box<dyn Position>, BadOption>;
    /// Reads a position from outside.
    fn parse(&self, setting: &Setting, text: &str) -> Result<Box<dyn Position>, Unreadable>;
    /// Returns a complete position that agrees with a view; see [`Rules::determinize`].
    fn determinize(&self, setting: &Setting, view: &str, entropy: &Entropy) -> Result<Box<dyn Position>, Unreadable>;
    /// Returns when a match is over.
    fn goal(&self, setting: &Setting) -> MatchGoal;
    /// The size of the game in numbers; see [`Rules::numbers`].
    fn numbers(&self, setting: &Setting) -> Option<Numbers>;
    /// Returns the built-in file of balanced openings; see [`Rules::built_in_openings`].
    fn built_in_openings(&self) -> &'static str;
    /// The levels of the bot `search`, the weakest first.
    fn levels(&self) -> &'static [Level];
    /// Returns a match as text: the game's own, or tags and numbered moves.
    fn write_sheet(&self, sheet: &Sheet) -> String;
    /// Reads the text of a match, and plays every move. `None` for a text of another game.
    fn read_sheet(&self, text: &str) -> Result<Option<Sheet>, BadSheet>;
}

/// A position of one round, without its types, to play and to show.
pub trait Position: Explore + Numbered + Send + Sync {
    fn boxed(&self) -> Box<dyn Position>;
    fn turn(&self) -> Turn;
    /// Returns the notation of every legal move, in the game's order; see [`Rules::moves`].
    fn legal(&self) -> Vec<String>;
    /// Returns the clicks for each move of [`Position::legal`], in the same order.
    fn gestures(&self) -> Vec<Gesture>;
    /// Plays a move, a forced step or an outcome of chance. Returns its canonical notation.
    fn play(&mut self, notation: &str) -> Result<String, MoveError>;
    /// Returns the notation that `viewer` sees of a step that is about to be played.
    fn sees(&self, viewer: Viewer, notation: &str) -> Result<String, MoveError>;
    /// Returns the notation of the outcome of chance in this position, decided by `entropy` alone.
    fn chance(&self, entropy: &Entropy) -> Option<String>;
    /// Returns the result of the round; `None` until it is over.
    fn outcome(&self) -> Option<RoundOutcome>;
    /// Returns the first position of the next round. This round must be over.
    fn next_round(&self) -> Option<Box<dyn Position>>;
    /// Returns the complete position as text.
    fn text(&self) -> String;
    /// Returns the position as `viewer` may know it.
    fn view(&self, viewer: Viewer) -> String;
    /// Returns a position that `viewer` cannot distinguish from this one; see [`Rules::resample`].
    fn resample(&self, viewer: Viewer, entropy: &Entropy) -> Option<Box<dyn Position>>;
    /// Returns the part that `viewer` may see, ready to be drawn.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// Returns whether a seat may claim a draw in this position; see [`Rules::is_claimable`].
    fn is_claimable(&self) -> bool;
}

/// A position in numbers, for programs that learn.
pub trait Numbered {
    /// Appends the action index of every legal move, or of the forced step.
    fn indices(&self, into: &mut Vec<u32>);
    /// Plays the legal move or forced step with this action index. Returns whether there was one.
    fn play_index(&mut self, index: u32) -> bool;
    /// The action index of a legal move or forced step.
    fn index_of(&self, notation: &str) -> Result<u32, MoveError>;
    /// The notation of the legal move or forced step with this action index.
    fn notation_of(&self, index: u32) -> Option<String>;
    /// Appends planes of what `viewer` may know; see [`Rules::observe`].
    fn observe(&self, viewer: Viewer, planes: &mut Planes);
}

/// Queries for searchers and for measuring rules.
pub trait Explore {
    /// Returns how good the position is for `seat`; see [`Rules::evaluate`].
    fn evaluate(&self, seat: Seat) -> i32;
    /// Returns the number of lines of exactly `depth` plies inside the round.
    fn perft(&self, depth: u32, counting: Counting) -> u64;
    /// Returns the perft of every first ply: its notation, and the number of lines that begin with
    /// it.
    fn divide(&self, depth: u32, counting: Counting) -> Vec<(String, u64)>;
    /// Plays at random to the end of the round, `count` times; see [`playout::playouts`].
    fn playouts(&self, count: u64, seed: u64) -> Playouts;
    /// Returns the best move for `seat` within the limits. Uses [`alpha_beta::search`], or
    /// [`rollouts::search`] in games with hidden information or chance.
    fn search(&self, seat: Seat, limits: &mut SearchLimits, seed: u64) -> Option<String>;
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("not a move of this game: {0}")]
    Unreadable(Unreadable),
    /// The move belongs to this game, but is not legal in this position.
    #[error("not a legal move here")]
    Illegal,
}

/// An implementation of [`Rules`] as a value for the registry.
pub struct Erased<R>(PhantomData<fn() -> R>);

impl<R> Erased<R> {
    /// Creates the registry value of `R`.
    pub const fn new() -> Erased<R> {
        Erased(PhantomData)
    }
}

impl<R> Default for Erased<R> {
    fn default() -> Erased<R> {
        Erased::new()
    }
}

impl<R: Rules> Game for Erased<R> {
    fn facts(&self) -> &'static Facts {
        R::facts()
    }

    fn open(&self, setting: &Setting) -> Result<Box<dyn Position>, BadOption> {
        Ok(Box::new(R::open(setting)?))
    }

    fn parse(&self, setting: &Setting, text: &str) -> Result<Box<dyn Position>, Unreadable> {
        Ok(Box::new(R::parse(setting, text)?))
    }

    fn determinize(&self, setting: &Setting, view: &str, entropy: &Entropy) -> Result<Box<dyn Position>, Unreadable> {
        Ok(Box::new(R::determinize(setting, view, entropy)?))
    }

    fn goal(&self, setting: &Setting) -> MatchGoal {
        R::goal(setting)
    }

    fn numbers(&self, setting: &Setting) -> Option<Numbers> {
        R::numbers(setting)
    }

    fn built_in_openings(&self) -> &'static str {
        R::built_in_openings()
    }

    fn levels(&self) -> &'static [Level] {
        R::levels()
    }

    fn write_sheet(&self, sheet: &Sheet) -> String {
        R::write_sheet(sheet).unwrap_or_else(|| sheet::write::<R>(sheet, |_, _| Vec::new()))
    }

    fn read_sheet(&self, text: &str) -> Result<Option<Sheet>, BadSheet> {
        R::read_sheet(text).unwrap_or_else(|| sheet::read(const { &Erased::<R>::new() }, text))
    }
}

impl<R: Rules> Position for R {
    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Turn {
        Rules::turn(self)
    }

    fn legal(&self) -> Vec<String> {
        legal_moves(self).iter().map(|m| self.write(m)).collect()
    }

    fn gestures(&self) -> Vec<Gesture> {
        legal_moves(self).iter().map(|played| self.gesture(played)).collect()
    }

    fn play(&mut self, notation: &str) -> Result<String, MoveError> {
        let played = read_playable(self, notation)?;
        let canonical = self.write(&played);
        Rules::play(self, &played);
        Ok(canonical)
    }

    fn sees(&self, viewer: Viewer, notation: &str) -> Result<String, MoveError> {
        let played = read_playable(self, notation)?;
        Ok(match viewer {
            Viewer::Arbiter => self.write(&played),
            Viewer::Seat(_) | Viewer::Spectator => Rules::sees(self, viewer, &played),
        })
    }

    fn chance(&self, entropy: &Entropy) -> Option<String> {
        Some(self.write(&Rules::chance(self, entropy)?))
    }

    fn outcome(&self) -> Option<RoundOutcome> {
        (Rules::turn(self) == Turn::Over).then(|| Rules::outcome(self))
    }

    fn next_round(&self) -> Option<Box<dyn Position>> {
        Rules::next_round(self).map(|next| Box::new(next) as Box<dyn Position>)
    }

    fn text(&self) -> String {
        Rules::text(self)
    }

    fn view(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Arbiter => Rules::text(self),
            Viewer::Seat(_) | Viewer::Spectator => Rules::view(self, viewer),
        }
    }

    fn resample(&self, viewer: Viewer, entropy: &Entropy) -> Option<Box<dyn Position>> {
        Some(Box::new(Rules::resample(self, viewer, entropy)?))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        Rules::scene(self, viewer)
    }

    fn is_claimable(&self) -> bool {
        Rules::is_claimable(self)
    }
}

impl<R: Rules> Explore for R {
    fn evaluate(&self, seat: Seat) -> i32 {
        Rules::evaluate(self, seat)
    }

    fn perft(&self, depth: u32, counting: Counting) -> u64 {
        perft::perft(self, depth, counting)
    }

    fn divide(&self, depth: u32, counting: Counting) -> Vec<(String, u64)> {
        perft::divide(self, depth, counting)
    }

    fn playouts(&self, count: u64, seed: u64) -> Playouts {
        playout::playouts(self, count, seed)
    }

    fn search(&self, seat: Seat, limits: &mut SearchLimits, seed: u64) -> Option<String> {
        let played = match R::facts().hidden || R::facts().chance {
            true => rollouts::search(self, seat, limits, seed),
            false => alpha_beta::search(self, seat, limits, seed),
        };
        played.map(|played| self.write(&played))
    }
}

impl<R: Rules> Numbered for R {
    fn indices(&self, into: &mut Vec<u32>) {
        into.extend(legal_moves(self).iter().map(|played| self.index(played) as u32));
    }

    fn play_index(&mut self, index: u32) -> bool {
        let played = playable_action(self, index);
        if let Some(played) = &played {
            Rules::play(self, played);
        }
        played.is_some()
    }

    fn index_of(&self, notation: &str) -> Result<u32, MoveError> {
        match Rules::turn(self) {
            Turn::Chance => Err(MoveError::Illegal),
            _ => read_playable(self, notation).map(|played| self.index(&played) as u32),
        }
    }

    fn notation_of(&self, index: u32) -> Option<String> {
        playable_action(self, index).map(|played| self.write(&played))
    }

    fn observe(&self, viewer: Viewer, planes: &mut Planes) {
        Rules::observe(self, viewer, planes);
    }
}

fn legal_moves<R: Rules>(position: &R) -> Vec<R::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Reads a move that is legal in this position. Outcomes of chance are not listed: [`Rules::read`]
/// accepts only possible ones.
fn read_playable<R: Rules>(position: &R, notation: &str) -> Result<R::Move, MoveError> {
    let played = position.read(notation).map_err(MoveError::Unreadable)?;
    match Rules::turn(position) {
        Turn::Chance => position.is_outcome(&played).then_some(played).ok_or(MoveError::Illegal),
        Turn::Over => Err(MoveError::Illegal),
        Turn::Seat(_) | Turn::Forced(_) => position.allows(&played).then_some(played).ok_or(MoveError::Illegal),
    }
}

/// The move with this action index that is legal here.
fn playable_action<R: Rules>(position: &R, index: u32) -> Option<R::Move> {
    let played = position.action(index as usize)?;
    match Rules::turn(position) {
        Turn::Seat(_) | Turn::Forced(_) => position.allows(&played).then_some(played),
        Turn::Chance | Turn::Over => None,
    }
}
