//! `referee match list`: list matches, the newest first.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use referee_client::pb::MatchState;

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee match list
  referee match list --state live --game kamisado
  referee match list --player ada --limit 5 --json      each match as canonical JSON (MatchSummary)

Exit codes: 0 listed, 1 the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee match list`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ListArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    pub call: CallArgs,
    /// Only matches in this state; in any unless given
    #[arg(long, value_name = "STATE")]
    pub state: Option<StateArg>,
    /// Only matches of this game
    #[arg(long, value_name = "GAME", default_value = "")]
    pub game: String,
    /// Only matches with this player
    #[arg(long, value_name = "NAME", default_value = "")]
    pub player: String,
    /// How many matches at the most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateArg {
    /// A seat has not come yet.
    Waiting,
    /// It is played.
    Live,
    /// It has ended.
    Over,
}

/// List matches, the newest first.
pub fn run(args: ListArgs) -> anyhow::Result<ExitCode> {
    let state = match args.state {
        None => MatchState::Unspecified,
        Some(StateArg::Waiting) => MatchState::Waiting,
        Some(StateArg::Live) => MatchState::Live,
        Some(StateArg::Over) => MatchState::Over,
    };
    answer(&args.call, async |calls: Calls| calls.matches(state, &args.game, &args.player, args.limit).await)
}
