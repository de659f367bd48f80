//! `referee match watch`: watch a match on a server.

use std::process::ExitCode;

use clap::Args;

use crate::{
    cli::INTERRUPTED,
    interrupt::Interrupt,
    remote::{CallArgs, Calls, ServerArgs, TokenArgs},
    standard_output::standard_output,
};

const EXAMPLES: &str = "\
Examples:
  referee match watch MATCH              the match from its beginning, then live to its end
  referee match watch MATCH --after 40   what comes after event 40
  referee match watch MATCH --board      the same with the board after every step
  referee match watch MATCH --json       each event as canonical JSON (MatchEvent)

A connection that is lost is made again, and goes on after the last event: none
is printed twice, none is missed.

Exit codes: 0 the match is over, 1 the server refused or stayed away for a
minute, 2 the command line cannot be read, 130 interrupted by Ctrl-C or SIGTERM.";

/// Arguments of `referee match watch`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who watches; with the token of one who sits in the match, what that seat may see.
    #[command(flatten)]
    pub token: TokenArgs,
    /// The match's id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
    /// The number of the last event that is already known
    #[arg(long, value_name = "SEQ", default_value_t = 0)]
    pub after: u64,
    /// Draw the board after every step; not where hands are hidden
    #[arg(long, conflicts_with = "json")]
    pub board: bool,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Watch a match on a server.
pub fn run(WatchArgs { server, token, match_id, after, board, json }: WatchArgs) -> anyhow::Result<ExitCode> {
    CallArgs { server, token, json }.call(async |calls: Calls| {
        let (mut interrupt, mut out) = (Interrupt::listen()?, standard_output());
        tokio::select! {
            watched = calls.watch(&match_id, after, board, &mut out) => watched.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
