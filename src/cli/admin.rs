//! `referee admin`: what a host does on the server's machine.

use std::{path::PathBuf, process::ExitCode};

use clap::Subcommand;

use super::{output, usage::Usage};
use crate::{
    api::host_token,
    ids::PlayerId,
    store::{Scope, Scopes},
};

const EXAMPLES: &str = "\
Examples:
  referee admin token --data referee-data      prints the first token of an administrator

Exit codes: 0 done, 1 it could not be done, 2 the command line cannot be read.";

/// Arguments of `referee admin`.
#[derive(Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum AdminArgs {
    /// Make a token in the server's data directory, whether it runs or not, and print it
    #[command(after_help = EXAMPLES)]
    Token {
        /// The directory that the server keeps everything in
        #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
        data: PathBuf,
        /// The player whose it is; made where nobody has the name
        #[arg(long, value_name = "NAME", default_value = "admin")]
        player: String,
        /// What it may be used for: `admin`, `host`, `play`, `create` or `account`; may be repeated
        #[arg(long = "scope", value_name = "SCOPE", default_value = "admin", value_parser = |text: &str| Scope::parse(text).ok_or("expected a scope"))]
        scopes: Vec<Scope>,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
}

/// What a host does on the server's machine.
pub fn run(args: AdminArgs) -> anyhow::Result<ExitCode> {
    let AdminArgs::Token { data, player, scopes, json } = args;
    let player = PlayerId::parse(&player).map_err(|bad| Usage::new(format!("--player `{player}`: {bad}")))?;
    output::value("token", &host_token(&data, &player, "host".to_owned(), Scopes::of(scopes))?, json)?;
    Ok(ExitCode::SUCCESS)
}
