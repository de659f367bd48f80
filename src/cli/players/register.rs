//! `referee player register`: register a player on a server.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::cli::{
    output,
    remote::{self, ServerArgs},
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
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Register a player on a server.
pub fn run(args: RegisterArgs) -> anyhow::Result<ExitCode> {
    let token = remote::block_on(async {
        let client = args.server.client()?;
        client.register(&args.name).await.with_context(|| format!("failed to register at {}", args.server.url))
    })?;
    output::text("token", &token, args.json)?;
    Ok(ExitCode::SUCCESS)
}
