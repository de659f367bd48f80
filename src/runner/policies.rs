//! What a match does about illegal moves and lost seats, as several commands ask for it.

use clap::{Args, ValueEnum};

use crate::referee::{IllegalMovePolicy, LostSeatPolicy, event::MAX_RETRIES};

/// What a match does about illegal moves and lost seats.
#[derive(Args, Clone, Copy, Debug)]
pub struct PolicyArgs {
    /// What an illegal move costs: forfeit, retry=N (refused, N times in one turn), or substitute (the first legal move is
    /// played in its place)
    #[arg(long, value_name = "WHAT", value_parser = read_illegal, default_value = "forfeit")]
    pub illegal_move_policy: IllegalMovePolicy,
    /// What becomes of a match of three seats and more that one of them loses
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = LostSeatPolicyArg::Substitute)]
    pub lost_seat_policy: LostSeatPolicyArg,
}

/// What becomes of a match that a seat loses while at least two others play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LostSeatPolicyArg {
    /// The referee plays the first legal move at each of its turns.
    Substitute,
    /// The match ends as it stands.
    End,
}

impl From<LostSeatPolicyArg> for LostSeatPolicy {
    fn from(asked: LostSeatPolicyArg) -> LostSeatPolicy {
        match asked {
            LostSeatPolicyArg::Substitute => LostSeatPolicy::Substitute,
            LostSeatPolicyArg::End => LostSeatPolicy::End,
        }
    }
}

fn read_illegal(text: &str) -> Result<IllegalMovePolicy, String> {
    let retries = text.strip_prefix("retry=").and_then(|retries| retries.parse().ok());
    match (text, retries) {
        ("forfeit", _) => Ok(IllegalMovePolicy::Forfeit),
        ("substitute", _) => Ok(IllegalMovePolicy::Substitute),
        (_, Some(retries)) if (1..=MAX_RETRIES).contains(&retries) => Ok(IllegalMovePolicy::Retry { retries }),
        _ => Err(format!("expected forfeit, retry=N with N from 1 to {MAX_RETRIES}, or substitute")),
    }
}
