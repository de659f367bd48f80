//! `referee join`: put a local engine on a server.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee join`.
#[derive(Args)]
pub struct JoinArgs {}

/// Put a local engine on a server.
pub fn run(_args: JoinArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
