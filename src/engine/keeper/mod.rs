//! The keeper: the engine's parent process. It ensures that no process of the engine survives.
//!
//! The keeper is this program, started as `referee keeper`. It starts the engine with its own
//! standard input, output and error and then closes them, so the pipes are direct and no slower.
//! Every descendant of the engine, however it detaches itself, finally becomes the keeper's child
//! (`PR_SET_CHILD_SUBREAPER`). The keeper and the referee hold the two ends of a socket, the line.
//! When the referee's end closes, for any reason, or when the engine has ended, the keeper kills
//! all its descendants. Then it exits with the engine's status.
//!
//! [`supervise`] is the keeper process, and [`mod@start`] starts the engine by an [`order`].
//! [`descendants`] finds and kills processes. [`prepare`] and [`apply_limits`] prepare the engine's
//! process, and [`cgroup`] applies limits that need a control group.

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
pub mod order;
pub(super) mod prepare;
mod start;
pub mod supervise;

/// Time limit for a keeper to start its engine.
const START: Duration = Duration::from_secs(30);
/// Maximum bytes of a keeper's start report.
const MAX_REPORT: usize = 1024;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program that is started with `keeper` as its first argument for every later engine.
/// Only the first call counts. Without a keeper, only the engine's own process group dies with the
/// engine.
pub fn install(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// Returns the program of the keeper; `None` unless installed.
pub(super) fn program() -> Option<&'static PathBuf> {
    PROGRAM.get()
}

/// Starts a keeper, which starts the engine. `start` is the keeper's command, with the engine's
/// pipes, directory and environment. Returns the keeper and the line; closing the line ends the
/// keeper.
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
        Err(_) => return Err(io::Error::new(ErrorKind::TimedOut, "the keeper process did not start the engine")),
    };
    match Report::read(&report) {
        Report::Started => Ok((child, line.into_std()?.into())),
        Report::NotStarted(error) => Err(error),
    }
}

/// The keeper's report of the engine's start.
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
            None if line.is_empty() => io::Error::other("the keeper process has exited"),
            None => io::Error::other(line.trim_start_matches('-').to_owned()),
        })
    }
}

/// Reads the first line, without its line end. If the line to the keeper closes earlier, returns
/// what had arrived.
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

/// Lets the command inherit this descriptor; other commands do not.
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
