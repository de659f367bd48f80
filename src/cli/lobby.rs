//! `referee lobby`: watch the lobby of a server.

use std::process::ExitCode;

use clap::Args;

use super::INTERRUPTED;
use crate::{
    interrupt::Interrupt,
    remote::{CallArgs, Calls},
    standard_output::standard_output,
};

const EXAMPLES: &str = "\
Examples:
  referee lobby
  referee lobby --json            each event as canonical JSON (WatchLobbyResponse)

Printed are the challenges and seeks that are open and who is connected, then `caught up`, then what changes, a line each.
Without a token only what is open to anybody is shown. When the connection is lost it is made again, and the lobby is told anew.

Exit codes: 1 the server refused or stayed away for a minute, 2 the command line cannot be read, 130 interrupted by Ctrl-C or
SIGTERM.";

/// Arguments of `referee lobby`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LobbyArgs {
    /// The server, who watches, and how the lobby is printed.
    #[command(flatten)]
    pub call: CallArgs,
}

/// Watch the lobby of a server.
pub fn run(args: LobbyArgs) -> anyhow::Result<ExitCode> {
    args.call.call(async |calls: Calls| {
        let (mut interrupt, mut out) = (Interrupt::listen()?, standard_output());
        tokio::select! {
            watched = calls.lobby(&mut out) => watched.map(|()| ExitCode::SUCCESS),
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
