//! `referee match resign` and `referee match abort`: commands of a seat that need no stream.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{Abort, Resign, submit_command_request::Command};

use crate::{
    cli::console::output::answer,
    remote::{CallArgs, Calls},
};

/// A match. The command acts for the seat of the token's player.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee match resign MATCH
  referee match abort MATCH --json

Prints the number of the event. A bot that plays the match, such as one run by `referee
join`, receives the event as usual.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error.")]
pub struct SeatArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Match id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
}

pub fn resign(args: SeatArgs) -> anyhow::Result<ExitCode> {
    say(args, Command::Resign(Resign {}), "resign")
}

pub fn abort(args: SeatArgs) -> anyhow::Result<ExitCode> {
    say(args, Command::Abort(Abort {}), "abort")
}

fn say(SeatArgs { call, match_id }: SeatArgs, command: Command, what: &str) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| calls.submit(&match_id, command, what).await)
}
