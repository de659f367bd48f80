//! `referee perft`: count the positions that moves lead to.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee perft`.
#[derive(Args)]
pub struct PerftArgs {}

/// Count the positions that moves lead to.
pub fn run(_args: PerftArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
