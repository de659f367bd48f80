//! How an engine fails.

use std::{fmt, process::ExitStatus, time::Instant};

/// How an engine failed: it did not start, broke the protocol, fell silent, or ended. As a text it is all that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{evidence}")]
pub struct EngineFailure {
    /// What kind of failure it is, for programs.
    pub cause: FailureCause,
    /// What it did, in one line, after the name that it gave itself.
    pub what: String,
    /// What it left behind.
    pub evidence: Evidence,
    /// When that was seen.
    pub seen: Instant,
}

impl EngineFailure {
    /// The failure of an engine that has failed too often to be started again.
    pub fn quarantined() -> EngineFailure {
        let what = "it was not started, having failed again and again".to_owned();
        EngineFailure { cause: FailureCause::NotStarted, what, evidence: Evidence::default(), seen: Instant::now() }
    }
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The program could not be started.
    NotStarted,
    /// It did not say in time what it was waited for, or does not read its input.
    Silent,
    /// It wrote something that the protocol does not allow.
    Garbled,
    /// It closed its output or its input and went on running.
    Closed,
    /// It ended.
    Ended,
}

/// What an engine has left behind up to a moment. Bounded: see [`super::tail`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// How its process ended; `None` while it runs.
    pub exit: Option<Exit>,
    /// The last lines of its standard output, oldest first, each cut.
    pub stdout: Vec<String>,
    /// The last lines of its standard error, oldest first, each cut.
    pub stderr: Vec<String>,
}

/// The lines, each on a line of its own after what it was written to.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stdout.iter().try_for_each(|line| write!(f, "\n  stdout: {line}"))?;
        self.stderr.iter().try_for_each(|line| write!(f, "\n  stderr: {line}"))
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status, 0 to 255.
    Status(i32),
    /// By this signal.
    Signal(i32),
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Exit {
        use std::os::unix::process::ExitStatusExt as _;

        match status.code() {
            Some(code) => Exit::Status(code),
            None => Exit::Signal(status.signal().unwrap_or_default()),
        }
    }
}

/// How a process ended, in words: `exit status 1`, `signal 11 (SIGSEGV)`.
pub fn describe(status: ExitStatus) -> String {
    let signal = match Exit::from(status) {
        Exit::Status(code) => return format!("exit status {code}"),
        Exit::Signal(signal) => signal,
    };
    let name = match signal {
        libc::SIGHUP => " (SIGHUP)",
        libc::SIGINT => " (SIGINT)",
        libc::SIGILL => " (SIGILL)",
        libc::SIGABRT => " (SIGABRT)",
        libc::SIGFPE => " (SIGFPE)",
        libc::SIGKILL => " (SIGKILL)",
        libc::SIGSEGV => " (SIGSEGV)",
        libc::SIGBUS => " (SIGBUS)",
        libc::SIGPIPE => " (SIGPIPE)",
        libc::SIGTERM => " (SIGTERM)",
        libc::SIGXCPU => " (SIGXCPU)",
        _ => "",
    };
    format!("signal {signal}{name}")
}
