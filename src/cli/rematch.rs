//! `referee rematch`: ask for a rematch of a match on a server, or agree to it.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;

use super::remote::{self, ServerArgs, TokenArgs};

const EXAMPLES: &str = "\
Examples:
  referee rematch http://127.0.0.1:7171 MATCH
  referee rematch http://127.0.0.1:7171 MATCH --withdraw

When all players of a match that is over have asked for a rematch, it is opened,
with the player of each seat on the next one and everything else as it was, and
its id is printed. The house's players ask for it at once. Until all have,
nothing is printed but who has, on standard error: ask again, or see `rematch`
in the match's summary. A match has one rematch; asking again prints it again.

Exit codes: 0 asked for, 1 the server refused (the match is still played, or the
caller did not sit in it) or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee rematch`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RematchArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who asks.
    #[command(flatten)]
    pub token: TokenArgs,
    /// The id of the match that is over
    #[arg(value_name = "MATCH")]
    pub match_id: String,
    /// Take back that the caller agreed
    #[arg(long)]
    pub withdraw: bool,
}

/// Ask for a rematch of a match on a server, or agree to it.
pub fn run(args: RematchArgs) -> anyhow::Result<ExitCode> {
    let said = remote::block_on(async {
        let client = args.server.client_as(&args.token)?;
        let said = match args.withdraw {
            true => client.withdraw_rematch(&args.match_id).await,
            false => client.rematch(&args.match_id).await,
        };
        said.with_context(|| format!("failed to ask for a rematch at {}", args.server.url))
    })?;
    if said.rematch_match_id.is_empty() {
        let seats: Vec<String> = said.agreed_seats.iter().map(ToString::to_string).collect();
        let within = said.lapses_in_ms / 1000;
        match seats.is_empty() {
            true => writeln!(io::stderr(), "nobody asks for a rematch")?,
            false => writeln!(io::stderr(), "seats that agree: {}; the others may within {within} s", seats.join(" "))?,
        }
    } else {
        writeln!(io::stdout(), "{}", said.rematch_match_id)?;
    }
    Ok(ExitCode::SUCCESS)
}
