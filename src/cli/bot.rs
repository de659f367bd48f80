//! `referee bot`: run one of the house's bots on standard input and output.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee bot`.
#[derive(Args)]
pub struct BotArgs {}

/// Run one of the house's bots on standard input and output.
pub fn run(_args: BotArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
