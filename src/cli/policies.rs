//! What a match does about illegal moves and lost seats, as several commands ask for it.

use clap::{Args, ValueEnum};

use crate::referee::{IllegalPolicy, LostSeats, event::MAX_TRIES};

/// What a match does about illegal moves and lost seats.
#[derive(Args, Clone, Copy, Debug)]
pub struct PolicyArgs {
    /// What an illegal move costs: forfeit, retry=N (refused, N times in one turn), or substitute (the first legal move is
    /// played in its place)
    #[arg(long, value_name = "WHAT", value_parser = read_illegal, default_value = "forfeit")]
    pub illegal: IllegalPolicy,
    /// What becomes of a match of three seats and more that one of them loses
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = LostSeatsArg::Substitute)]
    pub lost_seats: LostSeatsArg,
}

/// What becomes of a match that a seat loses while at least two others play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LostSeatsArg {
    /// The referee plays the first legal move at each of its turns.
    Substitute,
    /// The match ends as it stands.
    End,
}

impl From<LostSeatsArg> for LostSeats {
    fn from(asked: LostSeatsArg) -> LostSeats {
        match asked {
            LostSeatsArg::Substitute => LostSeats::Substitute,
            LostSeatsArg::End => LostSeats::End,
        }
    }
}

fn read_illegal(text: &str) -> Result<IllegalPolicy, String> {
    let tries = text.strip_prefix("retry=").and_then(|tries| tries.parse().ok());
    match (text, tries) {
        ("forfeit", _) => Ok(IllegalPolicy::Forfeit),
        ("substitute", _) => Ok(IllegalPolicy::Substitute),
        (_, Some(tries)) if (1..=MAX_TRIES).contains(&tries) => Ok(IllegalPolicy::Retry { tries }),
        _ => Err(format!("expected forfeit, retry=N with N from 1 to {MAX_TRIES}, or substitute")),
    }
}
