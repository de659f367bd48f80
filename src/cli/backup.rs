//! `referee backup` and `referee restore`: copy a data directory, and make one of a copy.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::output;
use crate::{
    backup::{self, Verified},
    remote::block_on,
    stats::counted,
};

const BACKUP_EXAMPLES: &str = "\
Examples:
  referee backup --data referee-data backups/monday
  referee restore backups/monday --data restored

The server may run meanwhile: the copy is the data as it is at one moment. It holds the database, the number of its commits and the key
that signs records, and is its owner's alone. Every match in it is verified before it gets its name.

Exit codes: 0 done, 1 it could not be done, and nothing was made; 2 the command line cannot be read.";

/// Arguments of `referee backup`.
#[derive(Args)]
#[command(after_help = BACKUP_EXAMPLES)]
pub struct BackupArgs {
    /// The data directory of the server
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    data: PathBuf,
    /// The directory to make
    to: PathBuf,
}

/// Arguments of `referee restore`.
#[derive(Args)]
#[command(after_help = BACKUP_EXAMPLES)]
pub struct RestoreArgs {
    /// What `referee backup` has made
    from: PathBuf,
    /// The data directory to make; one that holds anything is not touched
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    data: PathBuf,
}

/// Copy the data of a server, which may run meanwhile.
pub fn run(args: BackupArgs) -> anyhow::Result<ExitCode> {
    let verified = block_on(async { Ok(backup::take(&args.data, &args.to).await?) })?;
    say(&format!("{} holds {}", args.to.display(), told(&verified)))
}

/// Make a data directory of a copy.
pub fn restore(args: RestoreArgs) -> anyhow::Result<ExitCode> {
    let verified = block_on(async { Ok(backup::restore(&args.from, &args.data).await?) })?;
    say(&format!("{} holds {}", args.data.display(), told(&verified)))
}

fn told(Verified { matches, events, unreadable, pruned, .. }: &Verified) -> String {
    let but = |count: u64, what: &str| if count == 0 { String::new() } else { format!(", and {count} {what}") };
    let unreadable = but(*unreadable, "that were unreadable before");
    let pruned = but(*pruned, "that were pruned");
    let matches = counted(*matches, ["match", "matches"]);
    let events = counted(*events, ["event", "events"]);
    format!("{matches} with {events}, verified{unreadable}{pruned}")
}

fn say(text: &str) -> anyhow::Result<ExitCode> {
    output::line(text)?;
    Ok(ExitCode::SUCCESS)
}
