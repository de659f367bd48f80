//! The command line's words for wire values.

use clap::ValueEnum;
use referee_client::pb::{DeclineReason, MatchState};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateArg {
    /// A seat has not connected yet
    Waiting,
    /// In progress
    Live,
    /// Ended
    Over,
}

impl From<StateArg> for MatchState {
    fn from(state: StateArg) -> MatchState {
        match state {
            StateArg::Waiting => MatchState::Waiting,
            StateArg::Live => MatchState::Live,
            StateArg::Over => MatchState::Over,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeclineArg {
    /// As --text says
    Other,
    /// Not now
    Busy,
    /// Not this game, or not with these options
    Game,
    /// Too little time
    TooFast,
    /// Too much time
    TooSlow,
    /// Only rated matches, or only casual ones
    Stakes,
    /// Not with this opponent
    Opponent,
    /// Not by these rules
    Rules,
}

impl From<DeclineArg> for DeclineReason {
    fn from(reason: DeclineArg) -> DeclineReason {
        match reason {
            DeclineArg::Other => DeclineReason::Other,
            DeclineArg::Busy => DeclineReason::Busy,
            DeclineArg::Game => DeclineReason::Game,
            DeclineArg::TooFast => DeclineReason::TooFast,
            DeclineArg::TooSlow => DeclineReason::TooSlow,
            DeclineArg::Stakes => DeclineReason::Stakes,
            DeclineArg::Opponent => DeclineReason::Opponent,
            DeclineArg::Rules => DeclineReason::Rules,
        }
    }
}
