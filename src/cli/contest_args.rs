//! Arguments that the commands of tournaments and ladders have in common.

use clap::Args;

use crate::{remote::CallArgs, transcript::RATING_INTERVAL};

/// Arguments of `list`.
#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
}

/// A contest of a server.
#[derive(Args)]
pub struct NamedArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Its name in ids, as lists show it
    #[arg(value_name = "NAME")]
    pub id: String,
}

/// Arguments of `watch`.
#[derive(Args)]
pub struct WatchArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Counted matches between two lines that say how it stands; 0 is never
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    pub rating_interval: u32,
}

/// Arguments of `leave`.
#[derive(Args)]
pub struct LeaveArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Why, for everybody to read; `it left` unless given
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
}

/// What is done to a contest, and why.
#[derive(Args)]
pub struct ReasonArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Why, for everybody to read
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
}

/// A player of a contest.
#[derive(Args)]
pub struct PlayerArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// The player
    #[arg(value_name = "PLAYER")]
    pub player: String,
}

/// What is done to a player of a contest, and why.
#[derive(Args)]
pub struct PlayerReasonArgs {
    #[command(flatten)]
    pub of: PlayerArgs,
    /// Why, for everybody to read
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
}

/// What is done to a match of a contest, and why.
#[derive(Args)]
pub struct MatchReasonArgs {
    #[command(flatten)]
    pub of: ReasonArgs,
    /// The match by its key, as `watch` shows it: s1-b2-m1
    #[arg(value_name = "MATCH")]
    pub match_key: String,
}
