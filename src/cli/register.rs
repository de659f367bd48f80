//! `referee register`: register a player on a server.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee register`.
#[derive(Args)]
pub struct RegisterArgs {}

/// Register a player on a server.
pub fn run(_args: RegisterArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
