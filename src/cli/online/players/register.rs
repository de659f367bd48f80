//! `referee player register`: register a player on a server.

use std::process::ExitCode;

use clap::Args;
use referee_client::NewPlayer;

use crate::{
    cli::console::output::answer_with_recovery,
    remote::{CallArgs, Calls, ServerArgs, TokenArgs},
};

const EXAMPLES: &str = "\
Examples:
  referee player register my-bot          prints the token of my-bot
  export REFEREE_TOKEN=$(referee player register my-bot)
  referee player register --guest --display-name Eve --json

The token is shown once; the server keeps only its digest. Anyone who has the token can
act as my-bot. Standard error shows the recovery code: if you lose the token, `referee
player recover` exchanges this code for a new token.

Exit codes: 0 registered, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RegisterArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    /// Player name: 1 to 32 of a-z, 0-9, `-` and `_`, starting with a letter
    #[arg(required_unless_present = "guest")]
    pub name: Option<String>,
    /// Register a guest; the server chooses the name
    #[arg(long, conflicts_with_all = ["name", "invite"])]
    pub guest: bool,
    /// Display name, up to 64 characters [default: the player's name]
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub display_name: String,
    /// Invite code, if the server requires one
    #[arg(long, value_name = "CODE", env = "REFEREE_INVITE", hide_env_values = true, default_value = "")]
    pub invite: String,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(
    RegisterArgs { server, name, guest: _, display_name, invite, json }: RegisterArgs,
) -> anyhow::Result<ExitCode> {
    // A new player has no token yet.
    let call = CallArgs { server, token: TokenArgs { token: None }, json };
    let new = name.map(|name| NewPlayer { name, invite, display_name: display_name.clone() });
    answer_with_recovery(&call, async |calls: Calls| calls.register(new, &display_name).await)
}
