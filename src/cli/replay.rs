//! `referee replay`: replay a record, and verify it.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee replay`.
#[derive(Args)]
pub struct ReplayArgs {}

/// Replay a record, and verify it.
pub fn run(_args: ReplayArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
