//! `referee ladder create`: open on a server the ladder that a file describes.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::file;
use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  referee ladder create ladder.toml

docs/ladders.md says what the file may hold. It prints the name of the ladder in ids, with --json its summary (LadderSummary). Asked again
with the same file, it is the same ladder.

Exit codes: 0 opened, 1 the server refused or was not reached, 2 the command line or the file cannot be taken as it stands.";

/// Arguments of `referee ladder create`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    call: CallArgs,
    /// The file that describes the ladder
    file: PathBuf,
}

/// Opens on a server the ladder that a file describes.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let asked = file::read(&args.file)?;
    answer(&args.call, async |calls: Calls| calls.create_ladder(&asked).await)
}
