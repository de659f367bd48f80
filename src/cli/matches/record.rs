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

Exit codes: 0 printed, 1 the server refused (the match is still played, or
unknown) or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee match record`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who asks.
    #[command(flatten)]
    pub token: TokenArgs,
    /// The match's id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
}

/// Fetch the record of a match from a server.
pub fn run(RecordArgs { server, token, match_id }: RecordArgs) -> anyhow::Result<ExitCode> {
    // A record is JSON lines in any case.
    let call = CallArgs { server, token, json: true };
    let record = call.call(async |calls: Calls| calls.record(&match_id).await)?;
    standard_output().verbatim().write_all(record.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
