//! `referee keeper`: supervise one engine process. Other commands start it; people have no use for it.

use std::{os::fd::RawFd, process::ExitCode};

use clap::Args;

use crate::engine::{
    keeper::supervise::{Order, supervise},
    limit::Limit,
};

/// Arguments of `referee keeper`.
#[derive(Args)]
pub struct KeeperArgs {
    /// The descriptor of the line to the referee
    #[arg(long, value_name = "FD")]
    line: RawFd,
    /// What the engine is kept to
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<Limit>,
    /// The engine: a program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    words: Vec<String>,
}

/// Supervise one engine process, and end as it does.
pub fn run(args: KeeperArgs) -> anyhow::Result<ExitCode> {
    match supervise(&Order { line: args.line, limits: args.limits, words: args.words })? {}
}
