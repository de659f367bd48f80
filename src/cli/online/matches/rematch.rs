//! `referee match rematch`: request a rematch of a match on a server, or agree to one.

use std::process::ExitCode;

use clap::Args;

use crate::{
    cli::console::output,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee match rematch MATCH
  referee match rematch MATCH --withdraw

Once all players of a finished match have requested a rematch, the rematch opens with
the same rules and each player one seat further, and the command prints its id. House
bots request a rematch immediately. Until then the command prints only which players
have requested a rematch, on standard error: repeat the command, or see `rematch` in the
match's summary. A match has at most one rematch; repeating the request prints its id
again. --json prints the state in each case (RematchResponse).

Exit codes: 0 requested, 1 the server refused (match in progress, or not yours) or could
not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RematchArgs {
    #[command(flatten)]
    pub call: CallArgs,
    /// Id of the finished match
    #[arg(value_name = "MATCH")]
    pub match_id: String,
    /// Withdraw your request
    #[arg(long)]
    pub withdraw: bool,
}

pub fn run(RematchArgs { call, match_id, withdraw }: RematchArgs) -> anyhow::Result<ExitCode> {
    let (lines, beside) = call.call(async |calls: Calls| calls.rematch(&match_id, withdraw).await)?;
    lines.iter().try_for_each(output::line)?;
    if let Some(text) = beside {
        output::complain(text);
    }
    Ok(ExitCode::SUCCESS)
}
