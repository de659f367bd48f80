//! `referee player register`: register a player on a server.

use std::process::ExitCode;

use clap::Args;
use referee_client::NewPlayer;

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls, ServerArgs, TokenArgs},
};

const EXAMPLES: &str = "\
Examples:
  referee player register my-bot          prints the token of my-bot
  export REFEREE_TOKEN=$(referee player register my-bot)

The token is shown once and is kept on the server only as a digest: whoever has
it is my-bot.

Exit codes: 0 registered, 1 the server refused or was not reached, 2 the command
line cannot be read.";

/// Arguments of `referee player register`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RegisterArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// The player's name: 1 to 32 of a-z, 0-9, `-` and `_`, beginning with a letter
    pub name: String,
    /// The code of an invite, where the server asks for one; none unless given
    #[arg(long, value_name = "CODE", env = "REFEREE_INVITE", hide_env_values = true, default_value = "")]
    pub invite: String,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Register a player on a server.
pub fn run(RegisterArgs { server, name, invite, json }: RegisterArgs) -> anyhow::Result<ExitCode> {
    // Whoever registers is nobody yet.
    let call = CallArgs { server, token: TokenArgs { token: None }, json };
    let new = NewPlayer { invite, ..NewPlayer::named(&name) };
    answer(&call, async |calls: Calls| calls.register(new).await)
}
