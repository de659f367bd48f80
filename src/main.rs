//! Parses the command line, starts tracing, calls the command.

use std::process::ExitCode;

use clap::Parser;
use referee::cli;

fn main() -> anyhow::Result<ExitCode> {
    cli::run(cli::Cli::parse())
}
