//! `referee sandbox`: list the resource limits that this host supports.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::{FAILED, output, own_program};
use crate::engine::{command::EngineCommand, limit::Limit, process::Process};

const HELP: &str = "\
Starts this program under each limit in turn, as an engine is started, and prints which of them hold here. Without
arguments an example of each is tried.

Examples:
  referee sandbox
  referee sandbox network=off memory=2G tasks=64
  referee sandbox --json         an object a limit: {\"limit\":\"files=64\",\"holds\":true}, or with false and \"why\"

The same limits are given to engines by `referee play --limit` and `referee join --limit`; there a limit that does not hold
keeps the engine from starting.

Exit codes: 0 all that were asked for hold, or none was asked for; 1 some do not; 2 wrong usage.";

/// What stands in a keeper's report before the reason.
const REFUSED: &str = "is not granted here: ";

/// Arguments of `referee sandbox`.
#[derive(Args)]
#[command(after_help = HELP)]
pub struct SandboxArgs {
    /// The limits that are asked for; an example of each unless given
    #[arg(value_name = "NAME=VALUE")]
    limits: Vec<Limit>,
    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

/// List the resource limits that this host supports.
pub fn run(args: SandboxArgs) -> anyhow::Result<ExitCode> {
    let is_asked = !args.limits.is_empty();
    let limits = if is_asked { args.limits } else { Limit::examples() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut missing = 0;
    for limit in limits {
        match runtime.block_on(hold(&limit)) {
            Ok(()) if args.json => output::line(json!({"limit": limit.to_string(), "holds": true}))?,
            Err(why) if args.json => {
                missing += 1;
                output::line(json!({"limit": limit.to_string(), "holds": false, "why": why}))?;
            }
            Ok(()) => output::line(format_args!("{:<20} holds", limit.to_string()))?,
            Err(why) => {
                missing += 1;
                output::line(format_args!("{:<20} missing: {why}", limit.to_string()))?;
            }
        }
    }
    Ok(if is_asked && missing > 0 { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

/// Says on standard error what `--sandbox` has in force, and what else there could be.
pub async fn tell() {
    let names = |limits: &[Limit]| limits.iter().map(Limit::to_string).collect::<Vec<_>>().join(", ");
    let demanded = names(&Limit::sandbox());
    output::complain(format_args!("sandbox: demanded are {demanded} and a clean environment"));
    for limit in Limit::examples() {
        match hold(&limit).await {
            Ok(()) => output::complain(format_args!("sandbox: {} can be granted here", limit.name())),
            Err(why) => output::complain(format_args!("sandbox: {} cannot be granted: {why}", limit.name())),
        }
    }
}

/// Whether an engine can be kept to a limit here; if not, why.
async fn hold(limit: &Limit) -> Result<(), String> {
    let own = own_program().map_err(|error| format!("this program cannot be found: {error}"))?;
    let words = vec![own, "--version".to_owned()];
    let command = EngineCommand { words, limits: vec![limit.clone()], ..EngineCommand::default() };
    let mut process = Process::spawn(&command).await.map_err(|error| {
        let text = error.to_string();
        text.split_once(REFUSED).map_or(text.clone(), |(_, why)| why.to_owned())
    })?;
    process.end().await;
    Ok(())
}
