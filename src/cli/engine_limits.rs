//! What the commands that start engines ask for in the same words: what an engine may use, and what it is shown.

use clap::Args;

use super::usage::Usage;
use crate::engine::{
    command::{EngineCommand, Environment},
    limit::{Limit, MAX_LIMITS},
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
    /// Demand network=off, privileges=fixed, files=1024 and --clean-env; `referee sandbox` says what else could be
    #[arg(long)]
    pub sandbox: bool,
}

impl EngineLimitArgs {
    /// Gives engine `index` of `count`, from 0, what is meant for it. The engine's `own` limits stand before those for all.
    pub fn apply(&self, command: &mut EngineCommand, index: usize, count: usize, own: &[Limit]) -> Result<(), Usage> {
        let mut limits: Vec<Limit> = Vec::new();
        for text in &self.limits {
            let (whose, rest) = whose("--limit", text, count)?;
            let limit: Limit = rest.parse().map_err(|bad| Usage::new(format!("--limit {text}: {bad}")))?;
            if whose.is_none_or(|k| k == index) {
                limits.retain(|other| other.name() != limit.name());
                limits.push(limit);
            }
        }
        limits.retain(|limit| own.iter().all(|own| own.name() != limit.name()));
        limits.extend(own.iter().cloned());
        if self.sandbox {
            let own: Vec<&str> = limits.iter().map(Limit::name).collect();
            let more: Vec<Limit> = Limit::sandbox().into_iter().filter(|limit| !own.contains(&limit.name())).collect();
            limits.extend(more);
        }
        debug_assert!(limits.len() <= MAX_LIMITS, "each name comes once");
        command.limits = limits;
        command.environment = if self.sandbox || self.clean_env { Environment::Clean } else { Environment::Inherited };
        for text in &self.variables {
            let (whose, rest) = whose("--env", text, count)?;
            let variable = read_variable(text, rest)?;
            if whose.is_none_or(|k| k == index) {
                command.variables.push(variable);
            }
        }
        Ok(())
    }
}

/// Splits `2:REST` into the engine that is meant, from 0, and the rest; without a number all are meant.
pub fn whose<'a>(flag: &str, text: &'a str, count: usize) -> Result<(Option<usize>, &'a str), Usage> {
    let Some((digits, rest)) = text.split_once(':') else { return Ok((None, text)) };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok((None, text));
    }
    match digits.parse::<usize>() {
        Ok(k) if (1..=count).contains(&k) => Ok((Some(k - 1), rest)),
        _ => Err(Usage::new(format!("{flag} {text}: there are engines 1 to {count}"))),
    }
}

fn read_variable(text: &str, rest: &str) -> Result<(String, String), Usage> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, value.to_owned()),
        None => {
            let value = std::env::var(rest);
            (rest, value.map_err(|_| Usage::new(format!("--env {text}: there is no such variable here")))?)
        }
    };
    if name.is_empty() || name.contains('\0') || value.contains('\0') {
        return Err(Usage::new(format!("--env {text}: expected NAME or NAME=VALUE")));
    }
    Ok((name.to_owned(), value))
}
