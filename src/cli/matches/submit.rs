//! `referee match resign` and `referee match abort`: what a seat says that needs no stream.

use std::process::ExitCode;

use clap::Args;
use referee_client::pb::{Abort, Resign, submit_command_request::Command};

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls},
};

/// A match, and the seat that speaks: the one of the token's player.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee match resign MATCH
  referee match abort MATCH --json

Printed is the number of the event. A bot that plays the match, such as one put on the server by `referee join`, hears of
it as of any other event.

Exit codes: 0 done, 1 the server refused or was not reached, 2 the command line cannot be read.")]
pub struct SeatArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    pub call: CallArgs,
    /// The match's id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
}

/// Resign a match.
pub fn resign(args: SeatArgs) -> anyhow::Result<ExitCode> {
    say(args, Command::Resign(Resign {}), "resign")
}

/// Call off a match that has not started.
pub fn abort(args: SeatArgs) -> anyhow::Result<ExitCode> {
    say(args, Command::Abort(Abort {}), "abort")
}

fn say(SeatArgs { call, match_id }: SeatArgs, command: Command, what: &str) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| calls.submit(&match_id, command, what).await)
}
