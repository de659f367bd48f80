//! The process between the referee and an engine: the engine's parent, which sees to it that nothing of it is left.
//!
//! It is this program once more, started as `referee keeper`. It starts the engine with its own standard input, output
//! and error, and lets go of them, so that it stands beside the pipes and not in them: not a byte takes longer. Whatever the
//! engine starts, and whatever that starts, however it detaches itself, becomes the keeper's child in the end
//! (`PR_SET_CHILD_SUBREAPER`). The keeper holds one end of a line to the referee. When the other end closes, by whatever
//! death the referee died, or when the engine has ended, it kills all that is left below it, and ends as the engine did.
//!
//! [`supervise`] is that process, [`mod@start`] its engine's start, [`descendants`] finds and kills, [`apply_limits`] applies limits, [`cgroup`] those that need a group.

use std::{
    io::{self, ErrorKind},
    os::{
        fd::{AsRawFd, OwnedFd, RawFd},
        unix::net::UnixStream as Pair,
    },
    path::PathBuf,
    sync::OnceLock,
    time::Duration,
};

use tokio::{
    net::UnixStream,
    process::{Child, Command},
    time::timeout,
};

pub(super) use descendants::kill_below;

use super::{command::EngineCommand, spawner};

pub(super) mod apply_limits;
mod cgroup;
mod descendants;
pub(super) mod start;
pub mod supervise;

/// How long a keeper may take to start its engine.
const START: Duration = Duration::from_secs(30);
/// How long what a keeper says of the start may be, in bytes.
const MAX_REPORT: usize = 1024;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says which program is started with `keeper` as its first argument, for every engine from now on. The first call
/// counts. Without one, engines have no keeper: then only their own process groups die with them.
pub fn install(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// Which program keeps, once one was installed.
pub(super) fn program() -> Option<&'static PathBuf> {
    PROGRAM.get()
}

/// Starts a keeper, and by it an engine. `start` is the keeper's command as far as it is the engine's too: its pipes, its
/// directory, its environment. Gives the keeper, and the line that it lives by.
pub(super) async fn spawn(mut start: Command, command: &EngineCommand) -> io::Result<(Child, OwnedFd)> {
    let (ours, theirs) = Pair::pair()?;
    start.arg("keeper").arg("--line").arg(theirs.as_raw_fd().to_string());
    for limit in &command.limits {
        start.arg("--limit").arg(limit.to_string());
    }
    if let Some(sandbox) = &command.sandbox {
        start.arg("--sandbox").arg(sandbox.mode.name()).arg("--temporary").arg(&sandbox.temporary);
        for path in &sandbox.reads {
            start.arg("--read").arg(path);
        }
    }
    start.arg("--").arg(command.program()).args(command.words.iter().skip(1));
    hand_over(&mut start, theirs.as_raw_fd());
    let child = spawner::spawn(start).await?;
    drop(theirs);
    ours.set_nonblocking(true)?;
    let line = UnixStream::from_std(ours)?;
    let report = match timeout(START, read_report(&line)).await {
        Ok(report) => report?,
        Err(_) => return Err(io::Error::new(ErrorKind::TimedOut, "its keeper did not start it")),
    };
    match Report::read(&report) {
        Report::Started => Ok((child, line.into_std()?.into())),
        Report::NotStarted(error) => Err(error),
    }
}

/// What a keeper says of the start.
pub(super) enum Report {
    Started,
    NotStarted(io::Error),
}

impl Report {
    const STARTED: &str = "+";
    const CODE: &str = "-#";

    pub(super) fn line(&self) -> String {
        match self {
            Report::Started => format!("{}\n", Report::STARTED),
            Report::NotStarted(error) => match error.raw_os_error() {
                Some(code) => format!("{}{code}\n", Report::CODE),
                None => format!("-{}\n", error.to_string().replace('\n', " ")),
            },
        }
    }

    pub(super) fn read(line: &str) -> Report {
        if line == Report::STARTED {
            return Report::Started;
        }
        let code = line.strip_prefix(Report::CODE).and_then(|code| code.parse().ok());
        Report::NotStarted(match code {
            Some(code) => io::Error::from_raw_os_error(code),
            None if line.is_empty() => io::Error::other("its keeper has ended"),
            None => io::Error::other(line.trim_start_matches('-').to_owned()),
        })
    }
}

/// The first line that comes, without its end; what came until then where the line closes before.
async fn read_report(line: &UnixStream) -> io::Result<String> {
    let mut report = Vec::new();
    let mut chunk = [0; MAX_REPORT];
    while !report.contains(&b'\n') && report.len() < MAX_REPORT {
        line.readable().await?;
        match line.try_read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => report.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    let text = String::from_utf8_lossy(&report);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Lets the command that is started, and no other, inherit a descriptor.
fn hand_over(start: &mut Command, descriptor: RawFd) {
    let keep_open = move || {
        // SAFETY: fcntl is async-signal-safe and touches no memory.
        match unsafe { libc::fcntl(descriptor, libc::F_SETFD, 0) } {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    };
    // SAFETY: `keep_open` runs between fork and exec and calls only an async-signal-safe function.
    unsafe { start.pre_exec(keep_open) };
}
