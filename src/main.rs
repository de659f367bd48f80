//! Parses the command line, and calls the command.

use std::process::ExitCode;

use clap::Parser;
use referee::cli;

fn main() -> ExitCode {
    cli::run(cli::Cli::parse())
}
