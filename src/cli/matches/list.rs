//! `referee match list`: list matches, the newest first.

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use referee_client::pb::{ListMatchesRequest, MatchState, MatchSummary};

use crate::{
    cli::{
        output,
        remote::{self, ServerArgs, TokenArgs},
    },
    pb::v1,
    transcript::{
        columns::Columns,
        text::{all_points, one_line},
    },
};

/// The most matches of a page.
const PAGE: u32 = 100;

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
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who asks.
    #[command(flatten)]
    pub token: TokenArgs,
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
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
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
    let matches = remote::block_on(fetch(&args))?;
    if args.json {
        for of in &matches {
            output::line(serde_json::to_string(&remote::ours::<v1::MatchSummary>(of)?)?)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Columns::all_left();
    table.row(["match", "game", "state", "players", "points"]);
    for of in &matches {
        let state = of.state().as_str_name().trim_start_matches("MATCH_STATE_").to_lowercase();
        let points = if of.state() == MatchState::Over { all_points(&of.points) } else { String::new() };
        table.row([of.match_id.clone(), one_line(&of.game), state, one_line(&of.players.join(" - ")), points]);
    }
    table.lines().iter().try_for_each(output::line)?;
    Ok(ExitCode::SUCCESS)
}

async fn fetch(args: &ListArgs) -> anyhow::Result<Vec<MatchSummary>> {
    let client = args.server.client_as(&args.token)?;
    let state = match args.state {
        None => MatchState::Unspecified,
        Some(StateArg::Waiting) => MatchState::Waiting,
        Some(StateArg::Live) => MatchState::Live,
        Some(StateArg::Over) => MatchState::Over,
    };
    let (mut matches, mut page_token) = (Vec::new(), String::new());
    let limit = args.limit as usize;
    loop {
        let page_size = u32::try_from(limit - matches.len()).unwrap_or(PAGE).min(PAGE);
        let (game, player) = (args.game.clone(), args.player.clone());
        let asked = ListMatchesRequest { page_size, page_token, state: state.into(), game, player };
        let page = client.matches().list_matches(asked).await.map_err(referee_client::Error::from);
        let page = page.with_context(|| format!("failed to list matches at {}", args.server.url))?.into_inner();
        matches.extend(page.matches);
        page_token = page.next_page_token;
        if matches.len() >= limit || page_token.is_empty() {
            matches.truncate(limit);
            return Ok(matches);
        }
    }
}
