//! `referee player accept`: say what the token's player accepts without being asked.

use std::process::ExitCode;

use clap::Args;

use crate::{
    bridge::accepts::AcceptArgs,
    cli::{output::answer, usage::Usage},
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee player accept --game kamisado --min-base 10 --max-matches 4
  referee player accept --accepts docs/accepts.toml
  referee player accept --nothing

Others then open matches with the player that it accepts; whatever else they want they challenge it to. `referee join`
says the same for a bot, by the same options. A policy accepts a match only while all its players are connected. Without
--max-base it refuses hourglasses, and sides that get more than 3 hours for all stages and 60 increments.

Exit codes: 0 kept, 1 the server refused or was not reached, 2 the command line or the file cannot be read.";

/// Arguments of `referee player accept`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AcceptCommand {
    /// The server, who accepts, and how what is kept is printed.
    #[command(flatten)]
    pub call: CallArgs,
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
}

/// Say what a player accepts.
pub fn run(args: AcceptCommand) -> anyhow::Result<ExitCode> {
    let policy = args.accepts.policy(&args.games, args.max_matches).map_err(|bad| Usage::new(format!("{bad:#}")))?;
    let policy = (!args.nothing).then_some(policy);
    answer(&args.call, async |calls: Calls| calls.accept(policy).await)
}
