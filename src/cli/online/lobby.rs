//! `referee lobby`: watch the lobby of a server.

use std::process::ExitCode;

use clap::Args;

use crate::cli::console::exit_codes::INTERRUPTED;
use crate::{
    interrupt::Interrupt,
    remote::{CallArgs, Calls},
    standard_output::standard_output,
};

const EXAMPLES: &str = "\
Examples:
  referee lobby
  referee lobby --json            each event as canonical JSON (WatchLobbyResponse)

Prints the open challenges and seeks and the connected players, then `caught up`, then
one line per change. Without a token, prints only what is open to everyone. After a lost
connection, reconnects and prints the lobby again.

Exit codes: 1 the server refused or was unreachable for a minute, 2 usage error, 130
interrupted by Ctrl-C or SIGTERM.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LobbyArgs {
    #[command(flatten)]
    pub call: CallArgs,
}

pub fn run(args: LobbyArgs) -> anyhow::Result<ExitCode> {
    args.call.call(async |calls: Calls| {
        let (mut interrupt, mut out) = (Interrupt::listen()?, standard_output());
        tokio::select! {
            watched = calls.lobby(&mut out) => watched.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
