//! `referee sandbox`: try the sandboxes, and list the resource limits that this host supports.
//! [`choose`] and [`grant`] are shared by all commands that start engines in a sandbox.

use std::{path::Path, process::ExitCode};

use clap::Args;
use referee_client::profiles;

use super::{
    console::{exit_codes::FAILED, output},
    usage::Usage,
};
use crate::{
    block_on,
    engine::{
        command::EngineCommand,
        limit::Limit,
        limit_trial,
        sandbox::{
            Mode,
            grants::{self, Private},
            report, trial,
        },
    },
    runner::options::engine_limits,
    store::sqlite::DATABASE_FILE,
};

const HELP: &str = "\
Runs a hostile engine against a process, files and sockets of this program, once without
a sandbox and once in each available sandbox. Prints `yes` or `no` for each attack, as
observed from outside. Then tries an example of each limit. With limits as arguments,
tries only those limits.

Examples:
  referee sandbox
  referee sandbox network=off memory=2G tasks=64
  referee sandbox --json         one object per sandbox: {\"sandbox\":\"landlock\",\"works\":true,\"attempts\":{\"signal\":false,...},...}
                                 and one object per limit: {\"limit\":\"files=64\",\"holds\":true}, or with false and \"why\"

bubblewrap needs the program bwrap (0.8 or newer) and user namespaces; landlock needs
Linux 6.12. --sandbox and --limit apply the same sandboxes and limits to engines; an
engine does not start if they are not available. See docs/sandbox.md.

Exit codes: 0 a sandbox works, or all given limits hold, 1 none works, or a limit does
not hold, 2 usage error.";

#[derive(Args)]
#[command(after_help = HELP)]
pub struct SandboxArgs {
    /// Limits to try [default: every sandbox, and an example of each limit]
    #[arg(value_name = "NAME=VALUE")]
    limits: Vec<Limit>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: SandboxArgs) -> anyhow::Result<ExitCode> {
    let is_granted = block_on(async {
        if !args.limits.is_empty() {
            return try_limits(&args.limits, args.json).await;
        }
        let all = report::try_all().await;
        match args.json {
            true => all.iter().try_for_each(|tried| output::line(tried.json()))?,
            false => output::line(report::table(&all))?,
        }
        try_limits(&Limit::examples(), args.json).await?;
        Ok(all.iter().any(report::Tried::works))
    })?;
    Ok(if is_granted { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

async fn try_limits(limits: &[Limit], as_json: bool) -> anyhow::Result<bool> {
    let mut all = true;
    for limit in limits {
        let held = limit_trial::hold(limit).await;
        all &= held.holds();
        if as_json { output::line(held.json())? } else { output::line(held.text())? }
    }
    Ok(all)
}

/// Tries the requested sandbox, and prints on standard error which kind works.
pub fn choose(args: &engine_limits::SandboxArgs) -> anyhow::Result<Option<Mode>> {
    let Some(choice) = args.sandbox else { return Ok(None) };
    let mode = block_on(async { Ok(trial::choose(choice).await?) })?;
    output::complain(format_args!("sandbox: {mode}; `referee sandbox` lists what {mode} does not prevent"));
    Ok(Some(mode))
}

/// Grants engines their reads, except those that would show private files: the profiles, the paths
/// in `private`, and data directories of servers.
pub fn grant<'a>(
    commands: impl IntoIterator<Item = &'a mut EngineCommand>,
    private: &[(&'static str, Option<&Path>)],
) -> Result<(), Usage> {
    let profiles = profiles::path().ok();
    let private = private.iter().copied().chain([("the profiles", profiles.as_deref())]);
    let private = Private { places: &private.collect::<Vec<_>>(), data_file: DATABASE_FILE };
    grants::grant(commands, &private).map_err(|bad| Usage::new(format!("--sandbox: {bad}")))
}
