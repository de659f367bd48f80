//! Options for illegal moves and lost seats, shared by several commands.

use clap::{Args, ValueEnum};

use crate::law::{IllegalMovePolicy, LostSeatPolicy, event::MAX_RETRIES};

/// Policies for illegal moves and lost seats.
#[derive(Args, Clone, Copy, Debug)]
pub struct PolicyArgs {
    /// Penalty for an illegal move: forfeit, retry=N or substitute. retry=N rejects up to N illegal
    /// moves per turn; substitute plays the first legal move instead
    #[arg(long, value_name = "WHAT", value_parser = read_illegal, default_value = "forfeit")]
    pub illegal_move_policy: IllegalMovePolicy,
    /// What happens to a match of three or more seats when one seat loses
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = LostSeatPolicyArg::Substitute)]
    pub lost_seat_policy: LostSeatPolicyArg,
}

/// Consequence for a match if a seat loses and at least two others can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LostSeatPolicyArg {
    /// The referee plays the first legal move at each turn of the lost seat
    Substitute,
    /// The match ends immediately
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
