//! `referee rules`: ask the rules of a game about a position.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `referee rules`.
#[derive(Args)]
pub struct RulesArgs {}

/// Ask the rules of a game about a position.
pub fn run(_args: RulesArgs) -> anyhow::Result<ExitCode> {
    todo!()
}
