//! `referee match rematch`: ask for a rematch of a match on a server, or agree to it.

use std::process::ExitCode;

use clap::Args;

use crate::{
    cli::output,
    remote::{CallArgs, Calls},
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
With --json how far it is is printed in each case (RematchResponse).

Exit codes: 0 asked for, 1 the server refused (the match is still played, or the
caller did not sit in it) or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee match rematch`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RematchArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    pub call: CallArgs,
    /// The id of the match that is over
    #[arg(value_name = "MATCH")]
    pub match_id: String,
    /// Take back that the caller agreed
    #[arg(long)]
    pub withdraw: bool,
}

/// Ask for a rematch of a match on a server, or agree to it.
pub fn run(RematchArgs { call, match_id, withdraw }: RematchArgs) -> anyhow::Result<ExitCode> {
    let (lines, beside) = call.call(async |calls: Calls| calls.rematch(&match_id, withdraw).await)?;
    lines.iter().try_for_each(output::line)?;
    if let Some(text) = beside {
        output::complain(text);
    }
    Ok(ExitCode::SUCCESS)
}
