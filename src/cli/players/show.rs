//! `referee player show`: show what is public of a player.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use referee_client::pb::GetPlayerRequest;

use super::list::print;
use crate::cli::remote::{self, ServerArgs, TokenArgs};

const EXAMPLES: &str = "\
Examples:
  referee player show house-search
  referee player show house-search --json

Exit codes: 0 shown, 1 the server refused (nobody is registered by that name) or was not reached, 2 the command line cannot
be read.";

/// Arguments of `referee player show`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who asks.
    #[command(flatten)]
    pub token: TokenArgs,
    /// The player's name
    pub name: String,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Show what is public of a player.
pub fn run(args: ShowArgs) -> anyhow::Result<ExitCode> {
    let player = remote::block_on(async {
        let client = args.server.client_as(&args.token)?;
        let asked = GetPlayerRequest { name: args.name.clone() };
        let answer = client.players().get_player(asked).await.map_err(referee_client::Error::from);
        let answer = answer.with_context(|| format!("failed to ask for the player at {}", args.server.url))?;
        Ok(answer.into_inner().player)
    })?;
    print(player.as_slice(), args.json)?;
    Ok(ExitCode::SUCCESS)
}
