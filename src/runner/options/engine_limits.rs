//! Options shared by the commands that start engines: their resource limits and
//! environment.

use std::path::PathBuf;

use clap::Args;

use super::{engine_words::BadWords, given};
use crate::engine::{
    command::{EngineCommand, Environment},
    limit::{self, Limit},
    sandbox::{Choice, Mode, Sandbox},
};

#[derive(Args, Clone, Debug, Default)]
pub struct EngineLimitArgs {
    /// Limit engines: NAME=VALUE for all, 2:NAME=VALUE for the second engine. Per process:
    /// cpu=SECONDS, address-space=SIZE, files=N, processes=N. Per engine and its children (cgroup
    /// v2): memory=SIZE, tasks=N, share=PERCENT. Also cores=0-3, network=off, privileges=fixed. An
    /// engine does not start if the host cannot grant its limits
    #[arg(long = "limit", value_name = "[K:]NAME=VALUE")]
    pub limits: Vec<String>,
    /// Set a variable of engines: NAME=VALUE, or NAME to inherit its value
    #[arg(long = "env", value_name = "[K:]NAME[=VALUE]")]
    pub variables: Vec<String>,
    /// Start engines with a minimal environment. Engines inherit only PATH, HOME, USER, LANG,
    /// LC_ALL, LC_CTYPE, TZ, TMPDIR and TERM
    #[arg(long)]
    pub clean_env: bool,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

#[derive(Args, Clone, Debug, Default)]
pub struct SandboxArgs {
    /// Run each engine in a sandbox: bubblewrap, landlock or auto. auto selects the strongest
    /// sandbox that works on this host. The engine can read its program, the files named in its
    /// command, its directory and the system libraries. The engine can write to a private temporary
    /// directory only. It cannot reach the network or other processes. --clean-env,
    /// privileges=fixed and files=1024 apply. A sandbox does not limit resources (see --limit) or
    /// stop attacks on the kernel. With landlock, an engine can still see which processes and files
    /// exist. See `referee sandbox`
    #[arg(long, value_name = "SANDBOX", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    pub sandbox: Option<Choice>,
    /// Let sandboxed engines read PATH; 2:PATH for the second engine only
    #[arg(long, value_name = "[K:]PATH", requires = "sandbox")]
    pub sandbox_read: Vec<String>,
}

impl SandboxArgs {
    /// Puts one engine (`index` of `count`, from 0) into this sandbox. The engine may read its
    /// `own` paths in the sandbox, and the paths given for it.
    pub fn apply(
        &self,
        command: &mut EngineCommand,
        mode: Option<Mode>,
        which: (usize, usize),
        own: &[PathBuf],
    ) -> Result<(), BadWords> {
        let mut reads = given::paths(&self.sandbox_read, which)?;
        reads.extend_from_slice(own);
        if mode.is_none() && !reads.is_empty() {
            return Err(BadWords::new("sandbox-read=PATH requires --sandbox"));
        }
        command.sandbox = mode.map(|mode| Sandbox::new(mode, reads));
        command.limits = if mode.is_some() { Limit::sandbox() } else { Vec::new() };
        Ok(())
    }
}

impl EngineLimitArgs {
    /// Applies the limits for one engine (its index from 0, and the number of engines). Its `own`
    /// limits come before those for all engines.
    pub fn apply(&self, command: &mut EngineCommand, which: (usize, usize), own: &[Limit]) -> Result<(), BadWords> {
        let given = given::limits(&self.limits, which)?;
        command.limits = limit::resolve(own, &given, std::mem::take(&mut command.limits));
        command.environment = if self.clean_env { Environment::Clean } else { Environment::Inherited };
        command.variables.extend(given::variables(&self.variables, which)?);
        Ok(())
    }
}
