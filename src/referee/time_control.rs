//! Time controls: how a seat's time is measured. They are written in one grammar, see [`TimeControl::parse`].

mod read;
mod write;

use std::time::Duration;

pub use read::{BadTimeControl, MAX_MOVES, MAX_NODES, MAX_PERIODS, MAX_SPAN, MAX_STAGES, MAX_TIME_CONTROL};

/// How long a move may take that is limited by positions or depth, where nothing else is said.
pub const DEFAULT_MOVE_LIMIT: Duration = Duration::from_secs(600);

/// How a seat's time is measured. All limits hold together: a move that is past any of them is past its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The clock over many moves.
    pub main: Main,
    /// The longest that one move may take; `None` is no limit of its own.
    pub move_limit: Option<Duration>,
    /// The longest that all moves of one round may take together.
    pub round_limit: Option<Duration>,
    /// The longest that all moves of the match may take together.
    pub match_limit: Option<Duration>,
    /// How many positions the program is to look at for one move. The referee tells it and cannot see it.
    pub nodes: Option<u64>,
    /// How many plies deep the program is to look. The referee tells it and cannot see it.
    pub depth: Option<u32>,
    /// How far beyond its limit a move may come. It widens the test of the flag and is never added to a clock.
    pub margin: Duration,
    /// How much of what a move took is at most credited as its measured round-trip time.
    pub lag: Duration,
    /// When the clock begins anew.
    pub renewal: Renewal,
}

/// A clock over many moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Main {
    /// None.
    Unlimited,
    /// Stages, one after the other; the last one again and again if it has a number of moves. At least one.
    Stages(Vec<Stage>),
    /// Every seat begins with this, and what a move takes is given to the others.
    Hourglass(Duration),
}

/// A stage of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// After how many moves the next stage begins; `None` for the last one alone, which then lasts.
    pub moves: Option<u32>,
    /// What its beginning adds to the clock.
    pub base: Duration,
    /// What each of its moves is given.
    pub bonus: Bonus,
    /// What comes when the clock is used up; only in a last stage without a number of moves.
    pub periods: Option<Periods>,
}

/// What each move of a stage is given beside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    None,
    /// Added to the clock after the move (Fischer).
    Increment(Duration),
    /// Used up before the clock is touched (simple delay).
    Delay(Duration),
    /// Given back after the move, as far as the move took it (Bronstein).
    Refund(Duration),
}

/// Byo-yomi: a move that ends within a period costs nothing, one that takes longer costs every period that it used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    pub count: u32,
    /// How long each of them is.
    pub each: Duration,
}

/// When a clock begins anew. A limit over a round is renewed with every round, and one over the match never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// Never: one clock for the whole match.
    Match,
    /// With every round; what was left is lost.
    Round,
    /// With every round; what was left is added.
    Carried,
}

impl TimeControl {
    /// A clock without any limit.
    pub const UNLIMITED: TimeControl = TimeControl {
        main: Main::Unlimited,
        move_limit: None,
        round_limit: None,
        match_limit: None,
        nodes: None,
        depth: None,
        margin: Duration::ZERO,
        lag: Duration::ZERO,
        renewal: Renewal::Match,
    };

    /// The stage of this number, from 0; the last one again where there is none. `None` without stages.
    pub fn stage(&self, number: u32) -> Option<&Stage> {
        match &self.main {
            Main::Stages(stages) => stages.get(number as usize).or(stages.last()),
            Main::Unlimited | Main::Hourglass(_) => None,
        }
    }

    /// How long a move may take where only positions or depth are limited.
    fn backstop(&self) -> Option<Duration> {
        let counted = self.nodes.is_some() || self.depth.is_some();
        (counted && self.main == Main::Unlimited).then_some(DEFAULT_MOVE_LIMIT)
    }
}

impl Bonus {
    /// Its span, whatever is done with it.
    pub fn span(self) -> Duration {
        match self {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(span) | Bonus::Delay(span) | Bonus::Refund(span) => span,
        }
    }
}
