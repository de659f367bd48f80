//! `referee serve`: serve matches over gRPC and gRPC-web on one port.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee serve`.
#[derive(Args)]
pub struct ServeArgs {}

/// Serve matches over gRPC and gRPC-web on one port.
pub fn run(_args: ServeArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
