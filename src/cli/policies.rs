//! What a match does about illegal moves and lost seats, as several commands ask for it.

use clap::{Args, ValueEnum};

use crate::referee::{IllegalMovePolicy, LostSeatPolicy, event::MAX_TRIES};

/// What a match does about illegal moves and lost seats.
#[derive(Args, Clone, Copy, Debug)]
pub struct PolicyArgs {
    /// What an illegal move costs: forfeit, retry=N (refused, N times in one turn), or substitute (the first legal move is
    /// played in its place)
    #[arg(long, value_name = "WHAT", value_parser = read_illegal, default_value = "forfeit")]
    pub illegal_move_policy: IllegalMovePolicy,
    /// What becomes of a match of three seats and more that one of them loses
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = LostSeatsArg::Substitute)]
    pub lost_seat_policy: LostSeatsArg,
}

/// What becomes of a match that a seat loses while at least two others play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LostSeatsArg {
    /// The referee plays the first legal move at each of its turns.
    Substitute,
    /// The match ends as it stands.
    End,
}

impl From<LostSeatsArg> for LostSeatPolicy {
    fn from(asked: LostSeatsArg) -> LostSeatPolicy {
        match asked {
            LostSeatsArg::Substitute => LostSeatPolicy::Substitute,
            LostSeatsArg::End => LostSeatPolicy::End,
        }
    }
}

fn read_illegal(text: &str) -> Result<IllegalMovePolicy, String> {
    let tries = text.strip_prefix("retry=").and_then(|tries| tries.parse().ok());
    match (text, tries) {
        ("forfeit", _) => Ok(IllegalMovePolicy::Forfeit),
        ("substitute", _) => Ok(IllegalMovePolicy::Substitute),
        (_, Some(tries)) if (1..=MAX_TRIES).contains(&tries) => Ok(IllegalMovePolicy::Retry { tries }),
        _ => Err(format!("expected forfeit, retry=N with N from 1 to {MAX_TRIES}, or substitute")),
    }
}
