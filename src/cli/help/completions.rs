//! `referee completions`: print completions for a shell.

use std::{io::Write, process::ExitCode};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::standard_output::standard_output;

const EXAMPLES: &str = "\
Examples:
  referee completions bash > ~/.local/share/bash-completion/completions/referee
  referee completions zsh > ~/.zfunc/_referee
  referee completions fish > ~/.config/fish/completions/referee.fish";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// Shell to complete for
    pub shell: Shell,
}

pub fn run(args: CompletionsArgs, mut program: Command) -> anyhow::Result<ExitCode> {
    // The script is written as a whole, because the generator panics on a pipe that closes early.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "referee", &mut script);
    standard_output().verbatim().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
