//! Sandboxes for engines: they limit what engines see of the host, and what they can do to the host
//! and to each other.
//!
//! [`Mode`] is the kind of isolation; [`Sandbox`] adds the paths that the engine may read. [`view`]
//! determines the visible files. [`bubblewrap`] starts the engine in namespaces, with [`init`] as
//! the first process; [`landlock`] restricts it in the host's namespaces. In both modes,
//! [`syscalls`] filters system calls by [`syscall_lists`], and [`keyring`] starts a new session.
//! [`trial`] checks a mode: an [`attacker`] attacks targets at a [`site`], and [`report`] prints
//! the results. [`grants`] rejects private files.

use std::{fmt, path::PathBuf, str::FromStr};

#[cfg(target_os = "linux")]
mod attacker;
#[cfg(target_os = "linux")]
pub mod attempt;
#[cfg(target_os = "linux")]
mod attributes;
#[cfg(target_os = "linux")]
pub mod bubblewrap;
pub mod grants;
#[cfg(target_os = "linux")]
pub mod init;
#[cfg(target_os = "linux")]
pub mod keyring;
#[cfg(target_os = "linux")]
pub mod landlock;
#[cfg(target_os = "linux")]
pub mod report;
#[cfg(target_os = "linux")]
pub mod role;
#[cfg(target_os = "linux")]
mod site;
#[cfg(target_os = "linux")]
mod syscall_lists;
#[cfg(target_os = "linux")]
pub mod syscalls;
#[cfg(target_os = "linux")]
pub mod trial;
pub mod view;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    pub mode: Mode,
    /// Absolute paths that the engine may read, besides its program, the files named in its
    /// command, and the system libraries.
    pub reads: Vec<PathBuf>,
    /// Parent of the engine's temporary directory, unless the mode has its own `/tmp`.
    pub temporary: PathBuf,
}

impl Sandbox {
    /// Creates a sandbox with these readable paths and this process's temporary directory.
    pub fn new(mode: Mode, reads: Vec<PathBuf>) -> Sandbox {
        Sandbox { mode, reads, temporary: std::env::temp_dir() }
    }
}

/// Isolation modes, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Namespaces for each engine: users, processes, mounts, network, IPC and host name.
    Bubblewrap,
    /// Landlock for files, TCP, signals and abstract sockets; a system call filter for the rest.
    Landlock,
}

impl Mode {
    /// All modes, strongest first.
    pub const ALL: [Mode; 2] = [Mode::Bubblewrap, Mode::Landlock];

    /// Returns the name of the mode in options, reports and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Bubblewrap => "bubblewrap",
            Mode::Landlock => "landlock",
        }
    }

    /// Returns what the mode does not prevent.
    pub fn does_not_prevent(self) -> &'static [&'static str] {
        match self {
            Mode::Bubblewrap => &[
                "unlimited use of CPU, memory and tasks (use `--limit`)",
                "measuring the load of the machine",
                "exploiting a kernel vulnerability",
            ],
            Mode::Landlock => &[
                "unlimited use of CPU, memory, tasks and disk space below its TMPDIR (`--limit` bounds all but \
                    disk space)",
                "learning which processes and files exist, and the size and times of files",
                "measuring the load of the machine",
                "exploiting a kernel vulnerability",
            ],
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = BadChoice;

    fn from_str(text: &str) -> Result<Mode, BadChoice> {
        Mode::ALL.into_iter().find(|mode| mode.name() == text).ok_or(BadChoice)
    }
}

/// The mode that a user requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The strongest mode that works on this host.
    Auto,
    /// This mode, or no start.
    Only(Mode),
}

/// A text that names no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected auto, bubblewrap or landlock")]
pub struct BadChoice;

impl FromStr for Choice {
    type Err = BadChoice;

    fn from_str(text: &str) -> Result<Choice, BadChoice> {
        if text == "auto" { Ok(Choice::Auto) } else { text.parse().map(Choice::Only) }
    }
}

/// Returns a random number that engines cannot predict.
#[cfg(target_os = "linux")]
fn random() -> std::io::Result<u64> {
    getrandom::u64().map_err(|error| std::io::Error::other(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_written() {
        for mode in Mode::ALL {
            assert_eq!(mode.to_string().parse(), Ok(Choice::Only(mode)));
        }
        assert_eq!("auto".parse(), Ok(Choice::Auto));
        assert_eq!("none".parse::<Choice>(), Err(BadChoice));
    }
}
