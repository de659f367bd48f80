//! `referee player accept`: say what the token's player accepts without being asked.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::{
    bridge::accepts::AcceptArgs,
    cli::{
        output,
        remote::{self, ServerArgs, TokenArgs},
        usage::Usage,
    },
    pb::v1,
};

const EXAMPLES: &str = "\
Examples:
  referee player accept --game kamisado --min-base 10 --max-matches 4
  referee player accept --accepts docs/accepts.toml
  referee player accept --nothing

Others then open matches with the player that it accepts; whatever else they want they challenge it to. `referee join`
says the same for a bot, by the same options.

Exit codes: 0 kept, 1 the server refused or was not reached, 2 the command line or the file cannot be read.";

/// Arguments of `referee player accept`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AcceptCommand {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who accepts.
    #[command(flatten)]
    pub token: TokenArgs,
    /// What.
    #[command(flatten)]
    pub accepts: AcceptArgs,
    /// A game; may be given for each; all unless given
    #[arg(long = "game", value_name = "GAME")]
    pub games: Vec<String>,
    /// How many matches at once [default: 1]
    #[arg(long, value_name = "N")]
    pub max_matches: Option<u32>,
    /// Accept nothing without being asked
    #[arg(long)]
    pub nothing: bool,
    /// Print what is kept as a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Say what a player accepts.
pub fn run(args: AcceptCommand) -> anyhow::Result<ExitCode> {
    let policy = args.accepts.policy(&args.games, args.max_matches).map_err(|bad| Usage::new(format!("{bad:#}")))?;
    let policy = (!args.nothing).then_some(policy);
    remote::block_on(async {
        let client = args.server.client_as(&args.token)?;
        let kept = client.set_accept_policy(policy.clone()).await;
        kept.with_context(|| format!("failed to say what is accepted at {}", args.server.url))
    })?;
    if args.json {
        let kept = remote::ours::<v1::AcceptPolicy>(&policy.unwrap_or_default())?;
        output::line(serde_json::to_string(&kept)?)?;
    }
    Ok(ExitCode::SUCCESS)
}
