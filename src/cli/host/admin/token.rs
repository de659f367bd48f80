//! `referee admin token`: create a token on the server's machine.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    api::host_token,
    cli::{console::output, usage::Usage},
    ids::PlayerId,
    store::{Scope, Scopes},
};

const EXAMPLES: &str = "\
Examples:
  referee admin token --data referee-data      print the first administrator token
  export REFEREE_TOKEN=$(referee admin token)

Exit codes: 0 done, 1 failed, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TokenArgs {
    /// Data directory of the server
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    data: PathBuf,
    /// Player of the token; created if the name is free
    #[arg(long, value_name = "NAME", default_value = "admin")]
    player: String,
    /// Scope: `admin`, `host`, `play`, `create` or `account`; repeatable
    #[arg(long = "scope", value_name = "SCOPE", default_value = "admin")]
    scopes: Vec<Scope>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Creates a token in a data directory and prints it.
pub fn run(TokenArgs { data, player, scopes, json }: TokenArgs) -> anyhow::Result<ExitCode> {
    let player = PlayerId::parse(&player).map_err(|bad| Usage::new(format!("--player `{player}`: {bad}")))?;
    output::value("token", &host_token(&data, &player, "host".to_owned(), Scopes::of(scopes))?, json)?;
    Ok(ExitCode::SUCCESS)
}
