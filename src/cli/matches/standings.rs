//! `referee match standings`: how a contest stands.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{GetContestStandingsRequest, get_contest_standings_request::Contest};

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee match standings --tournament spring
  referee match standings --ladder blitz --game hive --created-by host
  referee match standings --tournament spring --json      all of it as canonical JSON (GetContestStandingsResponse)

A match gives a point for each seat that is behind, and half a point for each beside: 1 for a win and 0.5 for a draw where two play.
Anybody may name a contest for a match: --created-by counts only those of its own host. `referee match results --after` goes on behind
the lastNumber of --json.

Exit codes: 0 listed, 1 the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee match standings`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct StandingsArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    pub call: CallArgs,
    /// The tournament; without it --ladder is needed
    #[arg(long, value_name = "ID", conflicts_with = "ladder", required_unless_present = "ladder")]
    pub tournament: Option<String>,
    /// The ladder; without it --tournament is needed
    #[arg(long, value_name = "ID")]
    pub ladder: Option<String>,
    /// Only matches of this game; of all unless given
    #[arg(long, value_name = "GAME", default_value = "", hide_default_value = true)]
    pub game: String,
    /// Only matches that this player made; of all unless given
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub created_by: String,
}

/// Print how a contest stands.
pub fn run(args: StandingsArgs) -> anyhow::Result<ExitCode> {
    let StandingsArgs { call, tournament, ladder, game, created_by } = args;
    let contest = tournament.map(Contest::Tournament).or(ladder.map(Contest::Ladder));
    let asked = GetContestStandingsRequest { contest, game, created_by };
    answer(&call, async |calls: Calls| calls.standings(asked).await)
}
