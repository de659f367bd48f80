//! `referee sandbox`: try the sandboxes and list the resource limits that this host grants. And what the commands that start engines in a
//! sandbox share: [`choose`] and [`grant`].

use std::{path::Path, process::ExitCode};

use clap::Args;

use super::{FAILED, output, usage::Usage};
use crate::{
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
    profiles,
    runner::engine_limits,
    store::sqlite::DATABASE_FILE,
};

const HELP: &str = "\
Has a hostile engine attack a process, files and sockets of this program's own, once without a sandbox and once in each that
there is, and prints what it could do: `yes` or `no`, as observed from outside. Then each limit is tried on an example.
With limits as arguments only these are tried.

Examples:
  referee sandbox
  referee sandbox network=off memory=2G tasks=64
  referee sandbox --json         an object a sandbox: {\"sandbox\":\"landlock\",\"works\":true,\"attempts\":{\"signal\":false,...},...}
                                 and an object a limit: {\"limit\":\"files=64\",\"holds\":true}, or with false and \"why\"

bubblewrap needs the program bwrap (0.8 or newer) and user namespaces, landlock Linux 6.12. The same are given to engines by
--sandbox and --limit; there what is not granted keeps them from starting. docs/sandbox.md tells what each prevents.

Exit codes: 0 a sandbox works, or all limits hold that were asked for; 1 none does, or some do not; 2 wrong usage.";

/// Arguments of `referee sandbox`.
#[derive(Args)]
#[command(after_help = HELP)]
pub struct SandboxArgs {
    /// The limits to try; the sandboxes, and an example of each limit, unless given
    #[arg(value_name = "NAME=VALUE")]
    limits: Vec<Limit>,
    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

/// Try what this host grants.
pub fn run(args: SandboxArgs) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let is_granted = runtime.block_on(async {
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
    });
    Ok(if is_granted? { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
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

/// Tries the sandbox that is asked for, and says on standard error which one it is.
pub fn choose(args: &engine_limits::SandboxArgs) -> anyhow::Result<Option<Mode>> {
    let Some(choice) = args.sandbox else { return Ok(None) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mode = runtime.block_on(trial::choose(choice))?;
    output::complain(format_args!("sandbox: {mode}; `referee sandbox` tells what it does not prevent"));
    Ok(Some(mode))
}

/// Refuses to show engines what is private: the profiles, and the files and directories that have such names here.
pub fn grant<'a>(
    commands: impl IntoIterator<Item = &'a mut EngineCommand>,
    private: &[(&'static str, Option<&Path>)],
) -> Result<(), Usage> {
    let profiles = profiles::path().ok();
    let private = private.iter().copied().chain([("the profiles", profiles.as_deref())]);
    let private = Private { places: &private.collect::<Vec<_>>(), data_file: DATABASE_FILE };
    grants::grant(commands, &private).map_err(|bad| Usage::new(format!("--sandbox: {bad}")))
}
