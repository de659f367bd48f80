//! `referee match watch`: watch a match on a server.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;
use referee_client::{Client, Retry};

use crate::{
    cli::{
        INTERRUPTED,
        remote::{self, ServerArgs, TokenArgs},
    },
    ids::Viewer,
    interrupt::Interrupt,
    pb::v1::MatchEvent,
    transcript::events::Printer,
};

/// How many attempts to reach the server may fail in a row; the waits between them grow to five seconds.
const ATTEMPTS: u32 = 16;

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
pub fn run(args: WatchArgs) -> anyhow::Result<ExitCode> {
    remote::block_on(async {
        let mut interrupt = Interrupt::listen()?;
        let client = args.server.client_as(&args.token)?;
        tokio::select! {
            watched = watch(&client, &args) => watched,
            () = interrupt.first() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}

async fn watch(client: &Client, args: &WatchArgs) -> anyhow::Result<ExitCode> {
    let retry = Retry { attempts: Some(ATTEMPTS), ..Retry::default() };
    let mut events = client.watch(&args.match_id, args.after).with_retry(retry);
    let printer = Printer::new(&args.match_id).numbered();
    let mut printer = if args.board { printer.with_boards(Viewer::Spectator) } else { printer };
    let failed = || format!("failed to watch at {}", args.server.url);
    while let Some(event) = events.next().await.with_context(failed)? {
        let event: MatchEvent = remote::ours(&event)?;
        let mut out = io::stdout().lock();
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(&event)?)?,
            false => printer.write(&mut out, &event)?,
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
