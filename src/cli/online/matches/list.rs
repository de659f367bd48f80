//! `referee match list`: list matches, the newest first.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{ListMatchesRequest, MatchState};

use crate::{
    cli::console::output::answer,
    remote::{CallArgs, Calls, StateArg},
};

const EXAMPLES: &str = "\
Examples:
  referee match list
  referee match list --state live --game kamisado
  referee match list --player ada --opponent bob
  referee match list --player ada --limit 5 --json      each match as canonical JSON (MatchSummary)

Exit codes: 0 listed, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ListArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Only matches in this state [default: any]
    #[arg(long, value_name = "STATE")]
    pub state: Option<StateArg>,
    /// Only matches of this game
    #[arg(long, value_name = "GAME", default_value = "")]
    pub game: String,
    /// Only matches with this player
    #[arg(long, value_name = "NAME", default_value = "")]
    pub player: String,
    /// With --player: only matches against this player
    #[arg(long, value_name = "NAME", default_value = "", requires = "player")]
    pub opponent: String,
    /// Maximum number of matches
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
}

pub fn run(args: ListArgs) -> anyhow::Result<ExitCode> {
    let ListArgs { call, state, game, player, opponent, limit } = args;
    let state = state.map_or(MatchState::Unspecified, MatchState::from);
    let filter = ListMatchesRequest { state: state.into(), game, player, opponent, ..ListMatchesRequest::default() };
    answer(&call, async |calls: Calls| calls.matches(&filter, limit).await)
}
