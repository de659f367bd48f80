//! Which of the commands about players on a server.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{list, register, show};

const EXAMPLES: &str = "\
Examples:
  export REFEREE_TOKEN=$(referee player register my-bot)
  referee player list
  referee player show my-bot --json";

/// Arguments of `referee player`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayerArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What there is to do with players.
#[derive(Subcommand)]
pub enum Action {
    /// Register a player
    Register(register::RegisterArgs),
    /// List players, by name
    List(list::ListArgs),
    /// Show what is public of a player
    Show(show::ShowArgs),
}

/// Does it.
pub fn run(args: PlayerArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Register(args) => register::run(args),
        Action::List(args) => list::run(args),
        Action::Show(args) => show::run(args),
    }
}
