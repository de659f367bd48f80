//! `referee match standings`: the standings of a contest.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{ByResults, Contest};

use crate::{
    cli::console::output::answer,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee match standings --tournament spring
  referee match standings --ladder blitz --game hive --created-by host
  referee match standings --tournament spring --json      as canonical JSON (ResultStandings)

A seat scores a point for each seat ranked below it and half a point for each tied seat:
1 for a win and 0.5 for a draw with two players. Anyone may label a match with a
contest; --created-by counts only matches of the real host. To continue, pass the
lastNumber of --json to `referee match results --after`.

Exit codes: 0 listed, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct StandingsArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Tournament id; required without --ladder
    #[arg(long, value_name = "ID", conflicts_with = "ladder", required_unless_present = "ladder")]
    pub tournament: Option<String>,
    /// Ladder id; required without --tournament
    #[arg(long, value_name = "ID")]
    pub ladder: Option<String>,
    /// Only matches of this game [default: all]
    #[arg(long, value_name = "GAME", default_value = "", hide_default_value = true)]
    pub game: String,
    /// Only matches created by this player [default: all]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub created_by: String,
}

/// Prints the standings of a contest.
pub fn run(args: StandingsArgs) -> anyhow::Result<ExitCode> {
    let StandingsArgs { call, tournament, ladder, game, created_by } = args;
    let contest = tournament.map(Contest::tournament).or(ladder.map(Contest::ladder)).unwrap_or_default();
    answer(&call, async |calls: Calls| calls.result_standings(contest, ByResults { game, created_by }).await)
}
