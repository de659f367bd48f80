//! `referee admin schema`: the version of a data directory.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    cli::console::output,
    store::sqlite::{SchemaVersion, schema_version},
};

const EXAMPLES: &str = "\
Examples:
  referee admin schema --data referee-data     before you start a newer program

This changes nothing; the server can keep running. `referee serve` upgrades an older
schema when it starts.

Exit codes: 0 this program can use the directory, 1 it cannot, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SchemaArgs {
    /// Data directory of the server
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    data: PathBuf,
}

/// Prints the schema version of a data directory, and the version to which a start upgrades it.
pub fn run(SchemaArgs { data }: SchemaArgs) -> anyhow::Result<ExitCode> {
    let SchemaVersion { found, known } = schema_version(&data)?;
    let next = match found < known {
        true => format!("the next start upgrades the schema to {known}; make a backup first"),
        false => "up to date".to_owned(),
    };
    output::line(format!("{}: schema {found}, {next}", data.display()))?;
    Ok(ExitCode::SUCCESS)
}
