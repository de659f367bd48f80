//! `referee match results`: list how matches ended.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{ResultFilter, result_filter::Contest};

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee match results
  referee match results --player ada --opponent bob
  referee match results --tournament spring --after 120 --json      each result as canonical JSON (MatchResult)

Results are listed in the order in which matches ended, and numbered: --after takes the last number that is known.

Exit codes: 0 listed, 1 the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee match results`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ResultsArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    pub call: CallArgs,
    /// Only matches of this game
    #[arg(long, value_name = "GAME", default_value = "")]
    pub game: String,
    /// Only matches with this player
    #[arg(long, value_name = "NAME", default_value = "")]
    pub player: String,
    /// With --player: only matches in which this one sits too
    #[arg(long, value_name = "NAME", default_value = "", requires = "player")]
    pub opponent: String,
    /// Only matches of this tournament; of all unless given
    #[arg(long, value_name = "ID", conflicts_with = "ladder")]
    pub tournament: Option<String>,
    /// Only matches of this ladder; of all unless given
    #[arg(long, value_name = "ID")]
    pub ladder: Option<String>,
    /// Only matches that this player made; of all unless given
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub created_by: String,
    /// The number of the last result that is already known
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub after: u64,
    /// How many results at the most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
}

/// List how matches ended, in the order in which they did.
pub fn run(args: ResultsArgs) -> anyhow::Result<ExitCode> {
    let ResultsArgs { call, game, player, opponent, tournament, ladder, created_by, after, limit } = args;
    let contest = tournament.map(Contest::Tournament).or(ladder.map(Contest::Ladder));
    let filter = ResultFilter { game, player, opponent, contest, created_by };
    answer(&call, async |calls: Calls| calls.results(filter, after, limit).await)
}
