//! `referee create`: open a match on a server.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee create`.
#[derive(Args)]
pub struct CreateArgs {}

/// Open a match on a server.
pub fn run(_args: CreateArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
