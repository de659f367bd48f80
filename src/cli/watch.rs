//! `referee watch`: watch a match on a server.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee watch`.
#[derive(Args)]
pub struct WatchArgs {}

/// Watch a match on a server.
pub fn run(_args: WatchArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
