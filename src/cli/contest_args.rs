//! Arguments that the commands of tournaments and ladders have in common.

use clap::Args;

use crate::{remote::CallArgs, transcript::RATING_INTERVAL};

#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
}

#[derive(Args)]
pub struct NamedArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Name in ids, as lists show it
    #[arg(value_name = "NAME")]
    pub id: String,
}

#[derive(Args)]
pub struct WatchArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Counted matches between two lines of standings; 0 disables them
    #[arg(long, value_name = "N", default_value_t = RATING_INTERVAL)]
    pub rating_interval: u32,
}

#[derive(Args)]
pub struct LeaveArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Reason, public [default: `it left`]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
}

#[derive(Args)]
pub struct ReasonArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Reason, public
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
}

#[derive(Args)]
pub struct PlayerArgs {
    #[command(flatten)]
    pub of: NamedArgs,
    /// Player name
    #[arg(value_name = "PLAYER")]
    pub player: String,
}

#[derive(Args)]
pub struct PlayerReasonArgs {
    #[command(flatten)]
    pub of: PlayerArgs,
    /// Reason, public
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
}

#[derive(Args)]
pub struct MatchReasonArgs {
    #[command(flatten)]
    pub of: ReasonArgs,
    /// Key of the match, as `watch` shows it: s1-b2-m1
    #[arg(value_name = "MATCH")]
    pub match_key: String,
}
