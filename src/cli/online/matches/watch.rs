//! `referee match watch`: watch a match on a server.

use std::process::ExitCode;

use clap::Args;

use crate::{
    cli::console::exit_codes::INTERRUPTED,
    interrupt::Interrupt,
    remote::{CallArgs, Calls, ServerArgs, TokenArgs},
    standard_output::standard_output,
};

const EXAMPLES: &str = "\
Examples:
  referee match watch MATCH              the match from its start, then live to its end
  referee match watch MATCH --after 40   from event 41 on
  referee match watch MATCH --board      the same with the board after every step
  referee match watch MATCH --json       each event as canonical JSON (MatchEvent)

After a lost connection the command reconnects and resumes after the last event, without
gaps or duplicates.

Exit codes: 0 the match is over, 1 the server refused or was unreachable for a minute, 2
usage error, 130 interrupted by Ctrl-C or SIGTERM.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    /// The watcher: a player of the match sees what its seat may see.
    #[command(flatten)]
    pub token: TokenArgs,
    /// Match id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
    /// Show only events after this number
    #[arg(long, value_name = "SEQ", default_value_t = 0)]
    pub after: u64,
    /// Draw the board after every step, unless hands are hidden
    #[arg(long, conflicts_with = "json")]
    pub board: bool,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

pub fn run(WatchArgs { server, token, match_id, after, board, json }: WatchArgs) -> anyhow::Result<ExitCode> {
    CallArgs { server, token, json }.call(async |calls: Calls| {
        let (mut interrupt, mut out) = (Interrupt::listen()?, standard_output());
        tokio::select! {
            watched = calls.watch(&match_id, after, board, &mut out) => watched.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
