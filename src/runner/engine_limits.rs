//! What the commands that start engines ask for in the same words: what an engine may use, and what it is shown.

use std::path::PathBuf;

use clap::Args;

use super::{engine_words::BadWords, given};
use crate::engine::{
    command::{EngineCommand, Environment},
    limit::{self, Limit},
    sandbox::{Choice, Mode, Sandbox},
};

/// Limits and surroundings of engines.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineLimitArgs {
    /// What engines may use: NAME=VALUE for all, 2:NAME=VALUE for the second. cpu=SECONDS, address-space=SIZE, files=N and
    /// processes=N for each process; cores=0-3; network=off; privileges=fixed; memory=SIZE, tasks=N and share=PERCENT
    /// for an engine with all its children (cgroup v2). One that the host cannot grant keeps the engine from starting
    #[arg(long = "limit", value_name = "[K:]NAME=VALUE")]
    pub limits: Vec<String>,
    /// A variable that engines are shown: NAME=VALUE, or NAME for the value that it has here
    #[arg(long = "env", value_name = "[K:]NAME[=VALUE]")]
    pub variables: Vec<String>,
    /// Show engines nothing of this environment but PATH, HOME, USER, LANG, LC_ALL, LC_CTYPE, TZ, TMPDIR and TERM
    #[arg(long)]
    pub clean_env: bool,
    /// What engines are kept in.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

/// The sandbox of engines.
#[derive(Args, Clone, Debug, Default)]
pub struct SandboxArgs {
    /// Keep each engine in a sandbox of its own: bubblewrap, landlock, or auto, the stronger that works here when tried; none
    /// unless given. It sees its program, the files that its command names, the directory that it is given, and the system's
    /// libraries, all read-only, and no network, no other process and no variable but those of --clean-env. It may write to a
    /// temporary directory of its own, and has privileges=fixed and files=1024. Not prevented is that it uses the machine without end
    /// (see --limit) or attacks the kernel; by landlock, that it learns which processes and files exist. See `referee sandbox`
    #[arg(long, value_name = "SANDBOX", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    pub sandbox: Option<Choice>,
    /// What else engines may read in their sandboxes: PATH for all, 2:PATH for the second
    #[arg(long, value_name = "[K:]PATH", requires = "sandbox")]
    pub sandbox_read: Vec<String>,
}

impl SandboxArgs {
    /// Puts an engine, from 0 and of how many, in this sandbox, to read its `own` paths there and those that are given for it.
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
            return Err(BadWords::new("sandbox-read=PATH: expected --sandbox"));
        }
        command.sandbox = mode.map(|mode| Sandbox::new(mode, reads));
        command.limits = if mode.is_some() { Limit::sandbox() } else { Vec::new() };
        Ok(())
    }
}

impl EngineLimitArgs {
    /// Gives an engine, from 0 and of how many, what is meant for it. Its `own` limits stand before those for all.
    pub fn apply(&self, command: &mut EngineCommand, which: (usize, usize), own: &[Limit]) -> Result<(), BadWords> {
        let given = given::limits(&self.limits, which)?;
        command.limits = limit::resolve(own, &given, std::mem::take(&mut command.limits));
        command.environment = if self.clean_env { Environment::Clean } else { Environment::Inherited };
        command.variables.extend(given::variables(&self.variables, which)?);
        Ok(())
    }
}
