//! `referee check`: check whether an engine speaks the protocol.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee check`.
#[derive(Args)]
pub struct CheckArgs {}

/// Check whether an engine speaks the protocol.
pub fn run(_args: CheckArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
