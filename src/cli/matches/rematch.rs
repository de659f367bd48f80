//! `referee match rematch`: ask for a rematch of a match on a server, or agree to it.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::{
    cli::{
        output,
        remote::{self, ServerArgs, TokenArgs},
    },
    pb::v1,
};

const EXAMPLES: &str = "\
Examples:
  referee match rematch MATCH
  referee match rematch MATCH --withdraw

When all players of a match that is over have asked for a rematch, it is opened,
with the player of each seat on the next one and everything else as it was, and
its id is printed. The house's players ask for it at once. Until all have,
nothing is printed but who has, on standard error: ask again, or see `rematch`
in the match's summary. A match has one rematch; asking again prints it again.

Exit codes: 0 asked for, 1 the server refused (the match is still played, or the
caller did not sit in it) or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee match rematch`.
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
    /// Print how far the rematch is as canonical JSON (RematchResponse)
    #[arg(long)]
    pub json: bool,
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
    if args.json {
        output::line(serde_json::to_string(&remote::ours::<v1::RematchResponse>(&said)?)?)?;
    } else if said.rematch_match_id.is_empty() {
        let seats: Vec<String> = said.agreed_seats.iter().map(ToString::to_string).collect();
        let within = said.lapses_in_ms / 1000;
        match seats.is_empty() {
            true => output::complain("nobody asks for a rematch"),
            false => output::complain(format_args!(
                "seats that agree: {}; the others may within {within} s",
                seats.join(" ")
            )),
        }
    } else {
        output::line(said.rematch_match_id)?;
    }
    Ok(ExitCode::SUCCESS)
}
