//! `referee player list`: list players, by name.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use referee_client::pb::{ListPlayersRequest, Player};

use crate::{
    cli::{
        output,
        remote::{self, ServerArgs, TokenArgs},
    },
    pb::v1,
    transcript::{columns::Columns, text::one_line},
};

/// The most players of a page.
const PAGE: u32 = 100;

const EXAMPLES: &str = "\
Examples:
  referee player list
  referee player list --limit 1000 --json      each player as canonical JSON (Player)

Exit codes: 0 listed, 1 the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee player list`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ListArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who asks.
    #[command(flatten)]
    pub token: TokenArgs,
    /// How many players at the most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// List players, by name.
pub fn run(args: ListArgs) -> anyhow::Result<ExitCode> {
    let players = remote::block_on(fetch(&args))?;
    print(&players, args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints players: a row or a JSON object for each.
pub fn print(players: &[Player], json: bool) -> anyhow::Result<()> {
    if json {
        for player in players {
            output::line(serde_json::to_string(&remote::ours::<v1::Player>(player)?)?)?;
        }
        return Ok(());
    }
    let mut table = Columns::all_left();
    table.row(["player", "is", "online", "games"]);
    for player in players {
        let is = if player.house { "house" } else { "player" };
        let online = if player.online { "online" } else { "-" };
        table.row([one_line(&player.name), is.to_owned(), online.to_owned(), one_line(&player.games.join(" "))]);
    }
    table.lines().iter().try_for_each(output::line)?;
    Ok(())
}

async fn fetch(args: &ListArgs) -> anyhow::Result<Vec<Player>> {
    let client = args.server.client_as(&args.token)?;
    let (mut players, mut page_token) = (Vec::new(), String::new());
    let limit = args.limit as usize;
    loop {
        let page_size = u32::try_from(limit - players.len()).unwrap_or(PAGE).min(PAGE);
        let asked = ListPlayersRequest { page_size, page_token };
        let page = client.players().list_players(asked).await.map_err(referee_client::Error::from);
        let page = page.with_context(|| format!("failed to list players at {}", args.server.url))?.into_inner();
        players.extend(page.players);
        page_token = page.next_page_token;
        if players.len() >= limit || page_token.is_empty() {
            players.truncate(limit);
            return Ok(players);
        }
    }
}
