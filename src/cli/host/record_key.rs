//! `referee record-key`: print the key with which a server signs its records.

use std::process::ExitCode;

use clap::Args;

use crate::cli::console::output::answer;
use crate::remote::{CallArgs, Calls, ServerArgs, TokenArgs};

const EXAMPLES: &str = "\
Examples:
  referee record-key
  KEY=$(referee record-key --url http://127.0.0.1:7171)
  referee match record MATCH | referee replay - --verify --key $KEY

Fetch the key over a channel that you trust, and keep the key: with a forged key, forged
records would verify.

Exit codes: 0 printed, 1 the server signs nothing, refused or was not reached, 2 usage
error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordKeyArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the key with which a server signs its records.
pub fn run(RecordKeyArgs { server, json }: RecordKeyArgs) -> anyhow::Result<ExitCode> {
    // The key is public, so no token is needed.
    let call = CallArgs { server, token: TokenArgs { token: None }, json };
    answer(&call, async |calls: Calls| calls.record_key().await)
}
