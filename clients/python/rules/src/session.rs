//! A match in progress with its history. A seed determines its deals.

use std::sync::Arc;

use referee_games::{
    Course, Game, MoveError,
    numbers::{Numbers, Planes},
    rules::{Points, Setting, Turn, Viewer},
    search::split_mix::SplitMix64,
};

/// A game, its setting, and the starting position of its matches.
pub struct Match {
    pub game: &'static dyn Game,
    pub setting: Setting,
    pub numbers: Numbers,
    /// The names of the planes, in order.
    pub planes: Vec<String>,
    /// The text of the starting position. `None` for that of the game.
    pub position: Option<String>,
    /// Whether deals and forced steps are played automatically.
    pub auto: bool,
}

/// A match in progress.
#[derive(Clone)]
pub struct Session {
    pub of: Arc<Match>,
    now: Now,
    /// The states that [`Session::undo`] returns to. `None` if no history is kept.
    past: Option<Past>,
}

/// The state that a step changes.
#[derive(Clone)]
struct Now {
    course: Course,
    luck: SplitMix64,
    /// Number of steps, without automatic ones.
    steps: u64,
}

/// Earlier states, shared between copies of a match.
#[derive(Clone, Default)]
struct Past(Option<Arc<Earlier>>);

struct Earlier {
    was: Now,
    before: Past,
}

impl Session {
    /// Starts a match. Fails if the game cannot read the starting position.
    pub fn open(of: Arc<Match>, seed: u64, keeps_past: bool) -> Result<Session, String> {
        let course = of.open()?;
        let now = Now { course, luck: SplitMix64::new(seed), steps: 0 };
        let mut session = Session { of, now, past: keeps_past.then(Past::default) };
        session.settle();
        Ok(session)
    }

    /// Restarts the match. Without a seed, the random generator continues.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), String> {
        self.now.course = self.of.open()?;
        self.now.steps = 0;
        if let Some(seed) = seed {
            self.now.luck = SplitMix64::new(seed);
        }
        self.past = self.past.take().map(|_| Past::default());
        self.settle();
        Ok(())
    }

    pub fn course(&self) -> &Course {
        &self.now.course
    }

    /// Returns the number of moves so far, without automatic ones.
    pub fn steps(&self) -> u64 {
        self.now.steps
    }

    /// Returns the seat to choose. `None` at the end, before a deal, and before a forced step.
    pub fn seat(&self) -> Option<usize> {
        match self.now.course.turn() {
            Turn::Seat(seat) if !self.now.course.is_over() => Some(seat.index()),
            _ => None,
        }
    }

    /// Appends the action index of every legal move, or of the forced step.
    pub fn legal(&self, into: &mut Vec<u32>) {
        if !self.now.course.is_over() {
            self.now.course.position().indices(into);
        }
    }

    /// Plays the move or forced step with this index. Returns whether it is legal.
    pub fn step(&mut self, index: u32) -> bool {
        let was = self.past.as_ref().map(|_| self.now.clone());
        let played = !self.now.course.is_over() && self.now.course.play_index(index);
        if played {
            self.stepped(was);
        }
        played
    }

    /// Plays a move, a forced step or an outcome of chance.
    pub fn play(&mut self, notation: &str) -> Result<(), MoveError> {
        let was = self.now.clone();
        if self.now.course.is_over() {
            return Err(MoveError::Illegal);
        }
        self.now.course.play(notation)?;
        self.stepped(Some(was));
        Ok(())
    }

    /// Deals, if a deal is due. Returns whether it was.
    pub fn deal(&mut self) -> bool {
        let entropy = self.now.luck.entropy();
        let dealt = self.now.course.chance(&entropy);
        dealt.is_some_and(|dealt| self.play(&dealt).is_ok())
    }

    /// Takes back the last step and the automatic steps after it. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(earlier) = self.past.as_mut().and_then(|past| past.0.take()) else { return false };
        self.past = Some(earlier.before.clone());
        self.now = match Arc::try_unwrap(earlier) {
            Ok(mut earlier) => {
                earlier.before = Past::default();
                earlier.was.clone()
            }
            Err(shared) => shared.was.clone(),
        };
        true
    }

    /// Returns the result of the match for each seat, from -1 to 1. It is the share of other seats
    /// with fewer points minus the share of those with more. All results are 0 until the match is
    /// over.
    pub fn returns(&self) -> impl Iterator<Item = f64> + '_ {
        let course = &self.now.course;
        let totals = course.totals();
        let others = (totals.len() - 1).max(1) as f64;
        let ahead = |own: Points| totals.iter().map(move |other| i32::from(own > *other) - i32::from(own < *other));
        totals.iter().map(move |own| match course.is_over() {
            true => f64::from(ahead(*own).sum::<i32>()) / others,
            false => 0.0,
        })
    }

    /// Appends the planes of a viewer.
    pub fn observe(&self, viewer: Viewer, planes: &mut Planes) {
        self.now.course.position().observe(viewer, planes);
    }

    /// Returns the same match with a position that `viewer` cannot tell from this one, and with new
    /// luck. The copy has no history, which could reveal the difference.
    pub fn resample(&self, viewer: Viewer, seed: u64) -> Option<Session> {
        let mut luck = SplitMix64::new(seed);
        let position = self.now.course.position().resample(viewer, &luck.entropy())?;
        let course = self.now.course.at_position(position);
        let now = Now { course, luck, steps: self.now.steps };
        Some(Session { of: Arc::clone(&self.of), now, past: self.past.as_ref().map(|_| Past::default()) })
    }

    /// Saves the previous state and plays the automatic steps.
    fn stepped(&mut self, was: Option<Now>) {
        if let (Some(past), Some(was)) = (&mut self.past, was) {
            *past = Past(Some(Arc::new(Earlier { was, before: std::mem::take(past) })));
        }
        self.now.steps += 1;
        self.settle();
    }

    /// Closes finished rounds. If deals and forced steps are automatic, plays them.
    fn settle(&mut self) {
        let Now { course, luck, .. } = &mut self.now;
        let mut forced = Vec::new();
        while !course.is_over() {
            let goes_on = match course.turn() {
                Turn::Over => course.close_round().is_some(),
                Turn::Chance if self.of.auto => {
                    course.chance(&luck.entropy()).is_some_and(|dealt| course.play(&dealt).is_ok())
                }
                Turn::Forced(_) if self.of.auto => {
                    forced.clear();
                    course.position().indices(&mut forced);
                    forced.first().is_some_and(|step| course.play_index(*step))
                }
                Turn::Seat(_) | Turn::Chance | Turn::Forced(_) => false,
            };
            if !goes_on {
                break;
            }
        }
    }
}

impl Match {
    fn open(&self) -> Result<Course, String> {
        match &self.position {
            None => Course::open(self.game, &self.setting).map_err(|error| error.to_string()),
            Some(text) => {
                let none = vec![Points::ZERO; usize::from(self.setting.seats())];
                Course::parse(self.game, &self.setting, 1, none, text).map_err(|error| error.to_string())
            }
        }
    }
}

/// Drops the states in a loop, since a long recursion would overflow the stack.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(Ok(mut earlier)) = next.map(Arc::try_unwrap) {
            next = earlier.before.0.take();
        }
    }
}
