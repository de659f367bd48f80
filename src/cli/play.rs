//! `referee play`: play matches between local engines.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee play`.
#[derive(Args)]
pub struct PlayArgs {}

/// Play matches between local engines.
pub fn run(_args: PlayArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
