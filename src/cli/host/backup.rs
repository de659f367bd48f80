//! `referee backup` and `referee restore`: copy a data directory, and create one from a copy.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::cli::console::output;
use crate::{
    backup::{self, Verified},
    block_on,
    stats::counted,
};

const BACKUP_EXAMPLES: &str = "\
Examples:
  referee backup --data referee-data backups/monday
  referee restore backups/monday --data restored

The server can keep running: the backup is a snapshot of one moment. The backup holds
the database, its commit count and the key that signs records; only its owner can read
the backup. Every match is verified before the backup directory gets its name.

Exit codes: 0 done, 1 failed, nothing created, 2 usage error.";

#[derive(Args)]
#[command(after_help = BACKUP_EXAMPLES)]
pub struct BackupArgs {
    /// Data directory of the server
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    data: PathBuf,
    /// Backup directory to create
    to: PathBuf,
}

#[derive(Args)]
#[command(after_help = BACKUP_EXAMPLES)]
pub struct RestoreArgs {
    /// Backup directory, as `referee backup` created it
    from: PathBuf,
    /// Data directory to create; must be missing or empty
    #[arg(long, value_name = "DIRECTORY", default_value = "referee-data", env = "REFEREE_DATA")]
    data: PathBuf,
}

/// Copies the data of a server, which may keep running.
pub fn run(args: BackupArgs) -> anyhow::Result<ExitCode> {
    let verified = block_on(async { Ok(backup::take(&args.data, &args.to).await?) })?;
    say(&format!("{} holds {}", args.to.display(), told(&verified)))
}

/// Creates a data directory from a copy.
pub fn restore(args: RestoreArgs) -> anyhow::Result<ExitCode> {
    let verified = block_on(async { Ok(backup::restore(&args.from, &args.data).await?) })?;
    say(&format!("{} holds {}", args.data.display(), told(&verified)))
}

fn told(Verified { matches, events, unreadable, pruned, .. }: &Verified) -> String {
    let but = |count: u64, what: &str| if count == 0 { String::new() } else { format!(", {count} {what}") };
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
