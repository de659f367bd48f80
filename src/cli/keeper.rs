//! `referee keeper`: supervise one engine process. For internal use: other commands start the
//! keeper.

use std::{os::fd::RawFd, path::PathBuf, process::ExitCode};

use clap::Args;

use crate::engine::{
    keeper::{order::Order, supervise::supervise},
    limit::Limit,
    sandbox::{Mode, Sandbox},
};

#[derive(Args)]
pub struct KeeperArgs {
    /// File descriptor of the connection to the referee
    #[arg(long, value_name = "FD")]
    line: RawFd,
    /// Limits of the engine
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<Limit>,
    /// Sandbox of the engine
    #[arg(long)]
    sandbox: Option<Mode>,
    /// Paths the engine may read in its sandbox
    #[arg(long = "read", value_name = "PATH", requires = "sandbox")]
    reads: Vec<PathBuf>,
    /// Parent of the engine's private temporary directory
    #[arg(long, default_value = "/tmp")]
    temporary: PathBuf,
    /// Engine program and arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    words: Vec<String>,
}

/// Supervises one engine process and exits with its status.
pub fn run(args: KeeperArgs) -> anyhow::Result<ExitCode> {
    let sandbox = args.sandbox.map(|mode| Sandbox { mode, reads: args.reads, temporary: args.temporary });
    match supervise(&Order { line: args.line, limits: args.limits, sandbox, words: args.words })? {}
}
