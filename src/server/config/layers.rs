//! Combines four layers: the command line takes precedence over the environment, the environment
//! over the file, and the file over the defaults.

use std::{ffi::OsString, path::PathBuf};

use clap::{ArgMatches, Command, parser::ValueSource};

use super::{file::ConfigFile, option::CONFIG};

/// A command line, completed by the values of its file.
#[derive(Debug)]
pub struct Layers {
    /// The complete command line, which means the same without the file.
    pub arguments: Vec<OsString>,
    /// The file; `None` if the command line names none.
    pub file: Option<ConfigFile>,
    /// The values from the command line and the environment.
    pub given: ArgMatches,
}

impl Layers {
    /// Reads the file that a command line names, if its command takes one. Adds the values that
    /// neither the command line nor the environment sets. Fails with a [`clap::Error`], which may
    /// be a request for help, or a [`ConfigError`](super::ConfigError).
    pub fn read(program: &Command, mut arguments: Vec<OsString>) -> anyhow::Result<Layers> {
        let matches = program.clone().try_get_matches_from(&arguments)?;
        let (command, given) = leaf(program, &matches);
        let path = match command.get_arguments().any(|option| option.get_id() == CONFIG) {
            true => given.get_one::<PathBuf>(CONFIG),
            false => None,
        };
        let file = path.map(|path| ConfigFile::read(path, command)).transpose()?;
        let given = given.clone();
        for entry in file.iter().flat_map(|file| &file.entries) {
            if !is_said(&given, &entry.option) {
                arguments.extend(entry.arguments.iter().map(OsString::from));
            }
        }
        Ok(Layers { arguments, file, given })
    }
}

/// Returns whether the command line or the environment sets an option.
pub fn is_said(given: &ArgMatches, option: &str) -> bool {
    matches!(given.value_source(option), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// Returns the innermost command that was called, and its arguments.
pub fn leaf<'a>(program: &'a Command, matches: &'a ArgMatches) -> (&'a Command, &'a ArgMatches) {
    let inner = matches.subcommand().and_then(|(name, inner)| Some((program.find_subcommand(name)?, inner)));
    match inner {
        Some((command, inner)) => leaf(command, inner),
        None => (program, matches),
    }
}
