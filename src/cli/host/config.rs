//! `referee config`: print the configuration with which a server would start, and check a file.

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::{ArgMatches, Args, Command, FromArgMatches as _, Subcommand};

use super::serve::ServeArgs;
use crate::cli::{console::output::line, usage::Usage};
use crate::{
    config::{ConfigFile, Layers, layers, print},
    standard_output::standard_output,
};

const EXAMPLES: &str = "\
Examples:
  referee config print > referee.toml        every option with its default
  referee config check referee.toml          report every mistake with its line
  referee config print --config referee.toml --listen 0.0.0.0:7171
                                             the settings of `referee serve` with these arguments, and where each comes from

The keys of the file are the options of `referee serve` without `--`; repeatable options
are lists. The command line takes precedence over the environment, the environment over
the file, the file over the defaults.

Exit codes: 0 done, 2 invalid file or usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ConfigArgs {
    #[command(subcommand)]
    command: ConfigCommand,
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Print the effective settings of `referee serve` as TOML
    Print(Box<ServeArgs>),
    /// Check a configuration file
    #[command(after_help = EXAMPLES)]
    Check {
        /// Configuration file
        file: PathBuf,
    },
}

/// Prints or checks. `layers` and `matches` are the parsed command line of `program`.
pub fn run(args: ConfigArgs, program: &Command, layers: &Layers, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match args.command {
        ConfigCommand::Print(_) => {
            let (command, all) = layers::leaf(program, matches);
            standard_output().write_all(print::effective(command, layers, all).as_bytes())?;
        }
        ConfigCommand::Check { file } => {
            let read = ConfigFile::read(&file, &serve(program))?;
            let arguments = read.entries.iter().flat_map(|entry| &entry.arguments);
            let whole = ["referee".to_owned(), "serve".to_owned()].into_iter().chain(arguments.cloned());
            let matches = program.clone().try_get_matches_from(whole)?;
            let (_, given) = layers::leaf(program, &matches);
            let wrong = |bad: Usage| Usage::new(format!("{}: {bad}", file.display()));
            ServeArgs::from_arg_matches(given)?.check().map_err(wrong)?;
            line(format_args!("{}: ok", file.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the command whose options are the keys of the file.
fn serve(program: &Command) -> Command {
    program.find_subcommand("serve").expect("it is one of the commands").clone()
}
