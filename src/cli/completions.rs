//! `referee completions`: print completions for a shell.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee completions`.
#[derive(Args)]
pub struct CompletionsArgs {}

/// Print completions for a shell.
pub fn run(_args: CompletionsArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
