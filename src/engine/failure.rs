//! How an engine fails.

use std::{process::ExitStatus, time::Instant};

/// How an engine failed: it did not start, broke the protocol, fell silent, or ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct EngineFailure {
    /// What kind of failure it is, for programs.
    pub cause: FailureCause,
    /// What it did, its exit status or signal if it ended, and the last lines of its output.
    pub detail: String,
    /// When that was seen.
    pub seen: Instant,
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

/// How a process ended, in words: `exit status 1`, `signal 11 (SIGSEGV)`.
pub fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;

    if let Some(code) = status.code() {
        return format!("exit status {code}");
    }
    let signal = status.signal().unwrap_or_default();
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
        _ => "",
    };
    format!("signal {signal}{name}")
}
