//! `referee match record`: fetch the record of a match from a server.

use std::{io::Write, process::ExitCode};

use clap::Args;

use crate::{
    remote::{CallArgs, Calls, ServerArgs, TokenArgs},
    standard_output::standard_output,
};

const EXAMPLES: &str = "\
Examples:
  referee match record MATCH > match.jsonl
  referee match record MATCH | referee replay - --verify

Exit codes: 0 printed, 1 the server refused (match unknown or in progress) or could not
be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub token: TokenArgs,
    /// Match id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
}

pub fn run(RecordArgs { server, token, match_id }: RecordArgs) -> anyhow::Result<ExitCode> {
    // A record is always JSON lines.
    let call = CallArgs { server, token, json: true };
    let record = call.call(async |calls: Calls| calls.record(&match_id).await)?;
    standard_output().verbatim().write_all(record.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
