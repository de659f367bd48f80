//! `referee match results`: list how matches ended.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{Contest, ResultFilter};

use crate::{
    cli::console::output::answer,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee match results
  referee match results --player ada --opponent bob
  referee match results --tournament spring --after 120 --json      each result as canonical JSON (MatchResult)

Results are numbered in the order in which matches ended; pass the last number you have
to --after.

Exit codes: 0 listed, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ResultsArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Only matches of this game
    #[arg(long, value_name = "GAME", default_value = "")]
    pub game: String,
    /// Only matches with this player
    #[arg(long, value_name = "NAME", default_value = "")]
    pub player: String,
    /// With --player: only matches against this player
    #[arg(long, value_name = "NAME", default_value = "", requires = "player")]
    pub opponent: String,
    /// Only matches of this tournament [default: all]
    #[arg(long, value_name = "ID", conflicts_with = "ladder")]
    pub tournament: Option<String>,
    /// Only matches of this ladder [default: all]
    #[arg(long, value_name = "ID")]
    pub ladder: Option<String>,
    /// Only matches created by this player [default: all]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub created_by: String,
    /// Show only results after this number
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub after: u64,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
}

pub fn run(args: ResultsArgs) -> anyhow::Result<ExitCode> {
    let ResultsArgs { call, game, player, opponent, tournament, ladder, created_by, after, limit } = args;
    let contest = tournament.map(Contest::tournament).or(ladder.map(Contest::ladder));
    let filter = ResultFilter { game, player, opponent, contest, created_by };
    answer(&call, async |calls: Calls| calls.results(filter, after, limit).await)
}
