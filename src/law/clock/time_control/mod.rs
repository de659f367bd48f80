//! Time controls. [`TimeControl::parse`] describes the grammar.

mod read;
mod write;

use std::time::Duration;

pub use read::{BadTimeControl, MAX_MOVES, MAX_NODES, MAX_PERIODS, MAX_SPAN, MAX_STAGES, MAX_TIME_CONTROL};

/// Default move limit if only positions or depth are limited.
pub const DEFAULT_MOVE_LIMIT: Duration = Duration::from_secs(600);

/// The time control of a seat. All limits hold together: a move beyond any of them loses on time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The clock over many moves.
    pub main: Main,
    /// Maximum duration of a move; `None` for no limit.
    pub move_limit: Option<Duration>,
    /// Maximum duration of all moves of a round.
    pub round_limit: Option<Duration>,
    /// Maximum duration of all moves of the match.
    pub match_limit: Option<Duration>,
    /// Positions to search per move. The referee sends this number and cannot check it.
    pub nodes: Option<u64>,
    /// Search depth in plies. The referee sends this number and cannot check it.
    pub depth: Option<u32>,
    /// Margin before the flag falls; never added to a clock.
    pub margin: Duration,
    /// Maximum credit per move for the measured round trip.
    pub lag: Duration,
    /// When the clock restarts.
    pub renewal: Renewal,
}

/// A clock over many moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Main {
    /// No clock.
    Unlimited,
    /// At least one stage. If the last stage has a number of moves, it repeats.
    Stages(Vec<Stage>),
    /// Every seat starts with this time; time used by a move goes to the other seats.
    Hourglass(Duration),
}

/// A stage of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Number of moves in the stage; `None` only for the last stage, which then has no end.
    pub moves: Option<u32>,
    /// Time added at the start of the stage.
    pub base: Duration,
    /// Bonus for each move.
    pub bonus: Bonus,
    /// Byo-yomi after the clock is used up; only in a last stage without a number of moves.
    pub periods: Option<Periods>,
}

/// Bonus of each move in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    None,
    /// Added to the clock after the move (Fischer).
    Increment(Duration),
    /// Used before the clock (simple delay).
    Delay(Duration),
    /// Time used by the move is given back, up to this maximum (Bronstein).
    Refund(Duration),
}

/// Byo-yomi: a move within a period costs nothing; a longer move costs every period that it used
/// up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    pub count: u32,
    /// Length of each period.
    pub each: Duration,
}

/// When a clock restarts. A round limit restarts with every round, a match limit never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// Never: one clock for the whole match.
    Match,
    /// With every round; remaining time is lost.
    Round,
    /// With every round; remaining time is added.
    Carried,
}

impl TimeControl {
    /// No limits of any kind.
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

    /// Returns the stage with this number, from 0, or the last stage for larger numbers. `None`
    /// without stages.
    pub fn stage(&self, number: u32) -> Option<&Stage> {
        match &self.main {
            Main::Stages(stages) => stages.get(number as usize).or(stages.last()),
            Main::Unlimited | Main::Hourglass(_) => None,
        }
    }

    /// Returns the longest time that the first move may take; `None` if unlimited.
    pub fn for_first_move(&self) -> Option<Duration> {
        let clock = match &self.main {
            Main::Unlimited => None,
            Main::Hourglass(each) => Some(*each),
            Main::Stages(stages) => stages.first().map(|stage| {
                let periods =
                    stage.periods.map_or(Duration::ZERO, |periods| periods.each.saturating_mul(periods.count));
                stage.base.saturating_add(periods)
            }),
        };
        [clock, self.move_limit, self.round_limit, self.match_limit].into_iter().flatten().min()
    }

    /// Returns the move limit if only positions or depth are limited.
    fn backstop(&self) -> Option<Duration> {
        let counted = self.nodes.is_some() || self.depth.is_some();
        (counted && self.main == Main::Unlimited).then_some(DEFAULT_MOVE_LIMIT)
    }
}

impl Bonus {
    /// Returns the duration of the bonus, of any kind.
    pub fn span(self) -> Duration {
        match self {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(span) | Bonus::Delay(span) | Bonus::Refund(span) => span,
        }
    }
}
