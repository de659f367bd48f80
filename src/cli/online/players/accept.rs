//! `referee player accept`: declare which matches the token's player accepts without a challenge.

use std::process::ExitCode;

use clap::Args;

use crate::{
    bridge::accepts::AcceptArgs,
    cli::{console::output::answer, usage::Usage},
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee player accept --game kamisado --min-base 10 --max-matches 4
  referee player accept --accepts docs/accepts.toml
  referee player accept --nothing

Other players can then open such matches with your player directly; for any other match
they must send a challenge. `referee join` takes the same options for a bot. A policy
accepts a match only while all its players are connected. Without --max-base it rejects
hourglasses, and clocks of more than 3 hours for all stages and 60 increments.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error or
invalid file.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AcceptCommand {
    #[command(flatten)]
    pub call: CallArgs,
    /// The acceptance policy.
    #[command(flatten)]
    pub accepts: AcceptArgs,
    /// Game to accept; repeat for several [default: all]
    #[arg(long = "game", value_name = "GAME")]
    pub games: Vec<String>,
    /// Maximum concurrent matches [default: 1]
    #[arg(long, value_name = "N")]
    pub max_matches: Option<u32>,
    /// Accept no match without a challenge
    #[arg(long)]
    pub nothing: bool,
}

/// Declares which matches a player accepts.
pub fn run(args: AcceptCommand) -> anyhow::Result<ExitCode> {
    let policy = args.accepts.policy(&args.games, args.max_matches).map_err(|bad| Usage::new(format!("{bad:#}")))?;
    let policy = (!args.nothing).then_some(policy);
    answer(&args.call, async |calls: Calls| calls.accept(policy).await)
}
