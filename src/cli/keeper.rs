//! `referee keeper`: supervise one engine process. Other commands start it; people have no use for it.

use std::{os::fd::RawFd, path::PathBuf, process::ExitCode};

use clap::Args;

use crate::engine::{
    keeper::supervise::{Order, supervise},
    limit::Limit,
    sandbox::{Mode, Sandbox},
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
    /// What the engine is kept in
    #[arg(long)]
    sandbox: Option<Mode>,
    /// What it may read there
    #[arg(long = "read", value_name = "PATH", requires = "sandbox")]
    reads: Vec<PathBuf>,
    /// Below which it has a directory of its own
    #[arg(long, default_value = "/tmp")]
    temporary: PathBuf,
    /// The engine: a program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    words: Vec<String>,
}

/// Supervise one engine process, and end as it does.
pub fn run(args: KeeperArgs) -> anyhow::Result<ExitCode> {
    let sandbox = args.sandbox.map(|mode| Sandbox { mode, reads: args.reads, temporary: args.temporary });
    match supervise(&Order { line: args.line, limits: args.limits, sandbox, words: args.words })? {}
}
